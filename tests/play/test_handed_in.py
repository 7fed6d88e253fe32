"""Whatever is handed in, what comes back is an error of ours that says what was wrong."""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import tilewright
from tilewright import BadArgument, BadRecord, IllegalMove, UnknownSeat
from tilewright.cli.options import Seed
from tilewright.play.replay import read, read_file
from tilewright.records.plain import read_plain, write_plain
from tilewright.records.record import read_json, write_json

pytestmark = pytest.mark.rules

JUNK: list[Any] = [
    None, 5, -1, 2.5, "", "x", "\ud800", "\x00", b"x", [], ["x"], {}, {"x": 1}, object(), float("nan"), 2**70, -(2**70),
    True, float("inf"), np.float64(2), np.bool_(False),
]  # fmt: skip


@cache
def game() -> tilewright.Game:
    return tilewright.new_game("classic", 2, seed=1)


@cache
def record() -> Any:
    played = tilewright.new_game("classic", 2, seed=1)
    played.play(played.legal_moves[0])
    return played.record()


def undealt() -> tilewright.Game:
    return tilewright.new_game("classic", 2, seed=1, auto_deal=False)


def view() -> tilewright.Position:
    return game().view(game().to_move or 0)


def some(junk: Any) -> Any:
    """What is handed in where None would mean that nothing was."""
    return object() if junk is None else junk


DOORS: dict[str, Callable[[Any], object]] = {
    "new_game": tilewright.new_game,
    "new_game players": lambda junk: tilewright.new_game("classic", junk),
    "new_game seed": lambda junk: tilewright.new_game("classic", 2, seed=junk),
    "new_game first": lambda junk: tilewright.new_game("classic", 2, first=junk),
    "new_game option": lambda junk: tilewright.new_game("duel", 2, goals=junk),
    "from_text": tilewright.from_text,
    "from_text seed": lambda junk: tilewright.from_text(game().text, seed=junk),
    "from_data": tilewright.from_data,
    "bot": tilewright.bot,
    "bot seed": lambda junk: tilewright.bot("random", seed=junk),
    "bot level": lambda junk: tilewright.bot("thinker", level=some(junk)),
    "bot seconds": lambda junk: tilewright.bot("thinker", seconds=some(junk)),
    "bot nodes": lambda junk: tilewright.bot("thinker", nodes=some(junk)),
    "Budget": lambda junk: tilewright.Budget(some(junk)),
    "Budget positions": lambda junk: tilewright.Budget(positions=some(junk)),
    "Budget threads": lambda junk: tilewright.Budget(threads=junk),
    "play": lambda junk: tilewright.new_game("classic", 2, seed=1).play(junk),
    "play before a deal": lambda junk: undealt().play(junk),
    "deal": lambda junk: undealt().deal(junk),
    "parse": lambda junk: game().parse(junk),
    "check": lambda junk: game().check(junk),
    "after": lambda junk: game().after(junk),
    "move's number played": lambda junk: game().copy().play(tilewright.Move(junk, "1B1")),
    "move's notation played": lambda junk: game().copy().play(tilewright.Move(game().legal_moves[0].code, junk)),
    "move's number described": lambda junk: game().describe(tilewright.Move(junk, "1B1")),
    "move's number forecast": lambda junk: game().forecast(tilewright.Move(junk, "1B1")),
    "move's number's events": lambda junk: game().effects_of(tilewright.Move(junk, "1B1")),
    "move": lambda junk: game().move(junk),
    "describe": lambda junk: game().describe(junk),
    "forecast": lambda junk: game().forecast(junk),
    "forecast_text": lambda junk: game().forecast_text(junk),
    "effects_of": lambda junk: game().effects_of(junk),
    "choices": lambda junk: game().choices(junk),
    "choices source": lambda junk: game().choices({"source": junk}),
    "choices kind": lambda junk: game().choices({"kind": junk}),
    "before": lambda junk: game().before(junk),
    "effects": lambda junk: game().effects(junk),
    "effects seat": lambda junk: game().effects(0, some(junk)),
    "opponents": tilewright.opponents,
    "bot choose": lambda junk: tilewright.bot("greedy").choose(junk),
    "bot budget": lambda junk: tilewright.bot("greedy").choose(view(), some(junk)),
    "bot stop": lambda junk: tilewright.bot("random").choose(view(), stop=some(junk)),
    "thinker choose": lambda junk: tilewright.bot("thinker@10n").choose(junk),
    "thinker budget": lambda junk: tilewright.bot("thinker@10n").choose(view(), some(junk)),
    "thinker stop": lambda junk: tilewright.bot("thinker@10n").choose(view(), stop=some(junk)),
    "beginner choose": lambda junk: tilewright.bot("thinker:1").choose(junk),
    "breakdown": lambda junk: game().breakdown(junk),
    "view": lambda junk: game().view(junk),
    "picture": lambda junk: game().picture(some(junk)),
    "picture width": lambda junk: game().picture(width=junk),
    "picture height": lambda junk: game().picture(height=some(junk), eye=0),
    "picture eye": lambda junk: game().picture(height=5, eye=some(junk)),
    "name": lambda junk: game().tell([junk, "Ann"]),
    "tell": lambda junk: game().tell(some(junk)),
    "record": lambda junk: game().record(some(junk)),
    "shown": lambda junk: game().shown(junk, 0),
    "shown seat": lambda junk: game().shown(0, junk),
    "write_json": write_json,
    "write_plain": write_plain,
    "replay": tilewright.replay,
    "read": read,
    "read_file": read_file,
    "read_json": read_json,
    "read_plain": read_plain,
}
DOORS |= {
    f"record {field}": lambda junk, field=field: tilewright.replay(msgspec.structs.replace(record(), **{field: junk}))  # type: ignore[misc]
    for field in ("format", "rule_set", "players", "seats", "rounds", "first", "options", "position", "result", "check")
}


@pytest.mark.parametrize("door", DOORS)
def test_junk_is_refused_by_an_error_of_ours(door: str) -> None:
    refused = 0
    for junk in JUNK:
        try:
            DOORS[door](junk)
        except tilewright.TilewrightError:
            refused += 1
    assert refused > len(JUNK) // 2


@pytest.mark.parametrize(
    ("door", "junk", "error", "said"),
    [
        ("bot seed", "x", BadArgument, "a seed is a whole number, not a value of type str"),
        ("bot seed", -1, BadArgument, "a seed is a whole number from 0 to 9223372036854775807, not -1"),
        ("new_game seed", -1, BadArgument, "a seed is a whole number from 0 to 9223372036854775807, not -1"),
        ("new_game seed", 1 << 63, BadArgument, "not 9223372036854775808"),
        ("from_text seed", True, BadArgument, "a seed is a whole number, not a value of type bool"),
        ("bot level", "x", BadArgument, "a level is a whole number"),
        ("Budget", "x", BadArgument, "a limit in seconds is a number, not a value of type str"),
        ("Budget", True, BadArgument, "a limit in seconds is a number, not a value of type bool"),
        ("Budget positions", 2.5, BadArgument, "a limit in positions is a whole number, not a value of type float"),
        ("Budget threads", None, BadArgument, "the number of threads is a whole number, not None"),
        ("bot budget", 0.3, BadArgument, "how long a choice may take is a Budget, not a value of type float"),
        ("thinker stop", True, BadArgument, "what may end a choice is a Stop, not a value of type bool"),
        ("view", True, BadArgument, "a seat is a whole number, not a value of type bool"),
        ("view", -2, UnknownSeat, "there is no seat -2: seats are 0 to 1"),
        ("before", "x", BadArgument, "the number of an event is a whole number, not a value of type str"),
        ("before", -1, BadArgument, "there is no event -1: there are 1 so far, counted from 0"),
        ("shown", -1, BadArgument, "there is no event -1: there are 1 so far, counted from 0"),
        ("effects", -1, BadArgument, "there is no event -1: there are 1 so far, counted from 0"),
        ("shown seat", 2, UnknownSeat, "there is no seat 2: seats are 0 to 1"),
        ("effects seat", 2, UnknownSeat, "there is no seat 2: seats are 0 to 1"),
        ("picture eye", 2, UnknownSeat, "there is no seat 2: seats are 0 to 1"),
        ("picture width", "x", BadArgument, "the width is a whole number, not a value of type str"),
        ("move's number's events", -1, BadArgument, "there is no move -1: moves are numbered from 0 to"),
        ("move's notation played", "x", IllegalMove, "is not a move of this game"),
        ("write_plain", None, BadRecord, "expected a record or its text, found None"),
        ("write_json", None, BadRecord, "expected a record or its text, found None"),
    ],
)
def test_what_is_wrong_is_said(door: str, junk: Any, error: type[tilewright.TilewrightError], said: str) -> None:
    with pytest.raises(error, match=re.escape(said)):
        DOORS[door](junk)


@pytest.mark.parametrize("rule_set", ["classic", "duel"])
def test_a_spectator_is_seat_minus_one_everywhere(rule_set: str) -> None:
    told = tilewright.new_game(rule_set, seed=1)

    assert told.view(-1).seat is None
    assert told.shown(0, -1)
    assert told.effects(0, -1)


def test_the_seeds_of_the_library_are_those_of_the_command_line() -> None:
    [limit] = [one for one in typing.get_args(Seed) if hasattr(one, "max")]
    for seed in (limit.min, limit.max):
        assert tilewright.new_game(seed=seed).seed == seed
    for seed in (limit.min - 1, limit.max + 1):
        with pytest.raises(BadArgument, match="a seed is"):
            tilewright.new_game(seed=seed)


def test_the_seat_of_a_view_is_a_plain_number() -> None:
    data = game().view(np.int64(1)).as_data()  # type: ignore[arg-type]

    assert json.loads(json.dumps(data)) == data
    assert data["seat"] == 1


def test_a_move_that_is_none_says_what_a_move_is() -> None:
    with pytest.raises(tilewright.IllegalMove, match="'None' is not a move: give one of legal_moves"):
        tilewright.new_game("classic", seed=1).play(None)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    played = tilewright.new_game("classic", np.int64(2), seed=np.uint64(7), first=np.int16(1))  # type: ignore[arg-type]
    assert played.text == tilewright.new_game("classic", 2, seed=7, first=1).text
    assert played.move(np.int64(6)) == played.move(6)  # type: ignore[arg-type]


@pytest.mark.parametrize("write", [write_json, write_plain])
def test_a_byte_order_mark_before_a_record_is_passed_over(tmp_path: Path, write: Callable[[Any], str]) -> None:
    text = "\ufeff" + write(record())
    assert tilewright.replay(text).moves == tilewright.replay(record()).moves
    file = tmp_path / "game"
    file.write_text(text, encoding="utf-8")
    assert read_file(str(file)) == read_file(file)
