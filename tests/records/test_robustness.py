"""Records that were damaged, cut or made up: refused by an error of ours, or the same game as before."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright
from tests.kit.pace import paced
from tilewright.play.replay import read, replay
from tilewright.records.plain import read_plain, write_plain
from tilewright.records.record import Record, read_json, write_json

WRITERS = (write_json, write_plain)
NAMES = [
    "Anna",
    "Bo, the tiler",
    ' "quoted"',
    '"Bo"',
    "",
    "#",
    "round 1",
    "a:b",
    "tab\tand\nline",
    "\u2028",
    "x=1",
    "Zoë 😀",
    "\\",
    "'",
]


def begun(rule_set: str = "classic", players: int = 2, moves: int = 14) -> Record:
    game = tilewright.new_game(rule_set, players, seed=5)
    for _ in range(moves):
        game.play(game.legal_moves[0])
    return game.record([f"Seat {seat}" for seat in range(players)])


@pytest.mark.parametrize("write", WRITERS)
@pytest.mark.parametrize(
    ("rule_set", "players"), [(known.id, players) for known in tilewright.rule_sets() for players in known.players]
)
def test_every_kind_of_game_comes_back_whole(rule_set: str, players: int, write: Callable[[Record], str]) -> None:
    record = begun(rule_set, players)
    assert msgspec.structs.replace(read(write(record)), check=None) == record
    assert replay(write(record)).moves == replay(record).moves


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_kind_comes_back(name: str) -> None:
    record = msgspec.structs.replace(begun(), seats=[name, "Bo"])
    assert read_plain(write_plain(record)).seats == [name, "Bo"]
    assert read_json(write_json(record)).seats == [name, "Bo"]
    assert replay(write_plain(record)).moves == replay(record).moves


def test_a_move_with_a_space_inside_comes_back() -> None:
    record = begun()
    record.rounds[0].events.append("keep the plate")
    assert read_plain(write_plain(record)).rounds == record.rounds


def test_options_with_commas_come_back() -> None:
    record = msgspec.structs.replace(begun(moves=0), options={"goals": "H,V,D", "side": "a"})
    assert read_plain(write_plain(record)).options == record.options


def test_a_round_of_many_lines_comes_back() -> None:
    """Plain text is wrapped; what is indented goes on with the moves above it."""
    record = begun()
    record.rounds[0].events += ["1B1", "= BBYR", *["2K4"] * 90]
    assert max(map(len, write_plain(record).splitlines())) <= 100
    assert read_plain(write_plain(record)).rounds == record.rounds


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [('{\n "format": x}', 2, 12), ("{x", 1, 2), ('{\n\n"format": "é", x', 3, 17), ('{"format": "a"\n', 2, 1)],
)
def test_json_that_cannot_be_read_names_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(tilewright.BadText) as bad:
        read_json(text)
    assert (bad.value.line, bad.value.column) == (line, column)


@settings(deadline=None)
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=30), min_size=2, max_size=4))
def test_names_of_any_kind_come_back(names: list[str]) -> None:
    record = msgspec.structs.replace(begun(moves=0), players=len(names), seats=names)
    assert read_plain(write_plain(record)).seats == names


@pytest.mark.parametrize("seats", ['"Anna, Bo', '"Anna" "Bo"', '"Anna"Bo', '"\\x", Bo'])
def test_a_name_whose_quote_does_not_end_is_refused_with_its_line(seats: str) -> None:
    text = write_plain(begun()).replace("seats: Seat 0, Seat 1", f"seats: {seats}")
    with pytest.raises(tilewright.BadText, match="line 5, column 1: a name in quotes ends with a quote"):
        read(text)


def damaged(text: str, rng: random.Random) -> str:
    """One thing changed: a character lost, doubled or replaced, or a line lost, doubled or moved."""
    if rng.random() < 0.5:
        at = rng.randrange(len(text))
        return (
            text[:at] + rng.choice(["", text[at] * 2, rng.choice('0123456789BYRKWF,:{}[]"\n _=\x00é')]) + text[at + 1 :]
        )
    lines = text.splitlines(keepends=True)
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.randrange(3)):
        lines.insert(rng.randrange(len(lines) + 1), line)
    return "".join(lines)


@pytest.mark.parametrize("write", WRITERS)
def test_damage_is_refused_or_does_no_harm(write: Callable[[Record], str]) -> None:
    """A record with a checksum is the old one or refused; a plain one may be another game, but a legal one."""
    record, rng = begun(), random.Random(3)
    text, moves = write(record), replay(record).moves
    refused = 0
    for _ in range(paced(400, 60)):
        try:
            game = replay(damaged(text, rng))
        except tilewright.TilewrightError:
            refused += 1
        else:
            assert write is write_plain or game.moves == moves
    assert refused > 20


@pytest.mark.parametrize("write", WRITERS)
def test_a_record_that_was_cut_off_is_never_another_game(write: Callable[[Record], str]) -> None:
    record = begun()
    text, moves = write(record), replay(record).moves
    for end in range(0, len(text), paced(1, 7)):
        try:
            game = replay(text[:end])
        except tilewright.TilewrightError:
            continue
        assert game.moves == moves[: len(game.moves)]
