"""Records: written, read, replayed, and refused when anything in them is wrong."""

from __future__ import annotations

import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

import tilewright
from tests.play.test_game import finished
from tilewright.core.errors import BadArrays, BadRecord, BadText, TilewrightError
from tilewright.play.replay import read, read_file, replay
from tilewright.records.arrays import read_arrays, write_arrays
from tilewright.records.files import check_file
from tilewright.records.plain import read_plain, write_plain
from tilewright.records.record import Record, Resume, checksum, read_json, write_json

WRITERS = (write_json, write_plain)


@pytest.fixture(scope="module")
def record() -> Record:
    return finished("crystal-2", players=3, seed=11).record(["Anna", "Bo", "Cleo"])


def copy_of(record: Record) -> Record:
    return msgspec.json.decode(msgspec.json.encode(record), type=Record)


@pytest.mark.parametrize("write", WRITERS)
def test_what_is_written_is_read_and_replayed(record: Record, write: Callable[[Record], str]) -> None:
    game = replay(write(record))

    assert game.record(["Anna", "Bo", "Cleo"]) == record
    assert game.result() == record.result


def test_both_forms_hold_the_same(record: Record) -> None:
    assert read_plain(write_plain(record)) == record
    assert msgspec.structs.replace(read_json(write_json(record)), check=None) == record


@pytest.mark.parametrize("write", WRITERS)
def test_an_unfinished_game_is_replayed_as_far_as_it_went(write: Callable[[Record], str]) -> None:
    game = tilewright.new_game("classic-grey", seed=2, first=1)
    for _ in range(17):
        game.play(game.legal_moves[len(game.events) % 3])
        again = replay(write(game.record()))
        assert again.text == game.text
    assert again.play(again.legal_moves[0])


def test_a_game_from_a_position_keeps_it() -> None:
    start = finished("classic", seed=4)
    for _ in range(9):
        start.undo()
    game = tilewright.from_text(start.text, seed=1)
    game.play(game.legal_moves[0])

    again = replay(write_plain(game.record()))

    assert again.text == game.text
    assert again.start == start.text


def edited(record: Record, edit: Callable[[Record], object]) -> Record:
    changed = copy_of(record)
    edit(changed)
    return changed


EDITS: list[tuple[str, Callable[[Record], object], str]] = [
    (
        "illegal move",
        lambda r: r.rounds[1].events.__setitem__(1, "9R1"),
        r"round 2, event 2 \('9R1'\): 9R1: there are only",
    ),
    ("nonsense move", lambda r: r.rounds[1].events.__setitem__(1, "?"), r"round 2, event 2 .*is not a move"),
    ("wrong score", lambda r: setattr(r.rounds[0], "scores", [77, 0, 0]), r"round 1: the scores are .* says \[77"),
    ("missing scores", lambda r: setattr(r.rounds[0], "scores", None), "round 1: its scores are missing"),
    (
        "wrong draw",
        lambda r: r.rounds[0].events.__setitem__(0, "= " + "BBBB " * 7),
        r"round 1, event 1 .*not enough blue",
    ),
    ("missing draw", lambda r: r.rounds[0].events.pop(0), "round 1, event 1 .*dealt first"),
    ("missing move", lambda r: r.rounds[1].events.pop(), "round 2"),
    ("move too many", lambda r: r.rounds[0].events.append("1B1"), "the round was over before it"),
    ("empty round", lambda r: r.rounds[0].events.clear(), "round 1: nothing happens"),
    ("no result", lambda r: setattr(r, "result", None), "the result is missing"),
    ("wrong winner", lambda r: setattr(r.result, "winners", [0, 1, 2]), "winners should be"),
    ("wrong ending", lambda r: setattr(r.result, "ending", "rain"), "ending should be"),
    ("result too early", lambda r: r.rounds.pop(), "a result is given but the game is not over"),
    ("wrong format", lambda r: setattr(r, "format", "pgn"), "format 'pgn' is not"),
    ("seat missing", lambda r: r.seats.pop(), "3 players but 2 seats"),
    ("unknown rule set", lambda r: setattr(r, "rule_set", "chess"), "no rule set 'chess'"),
    ("unknown option", lambda r: r.options.update(seed="1"), "has no option 'seed'"),
    ("bad first", lambda r: setattr(r, "first", 9), "seat 9 cannot be first"),
    ("other position", lambda r: setattr(r, "position", tilewright.new_game().text), "another rule set"),
    ("bad position", lambda r: setattr(r, "position", "classic"), "column"),
]


@pytest.mark.parametrize(("edit", "reason"), [edit[1:] for edit in EDITS], ids=[edit[0] for edit in EDITS])
def test_an_edited_record_is_refused_with_its_place(
    record: Record, edit: Callable[[Record], object], reason: str
) -> None:
    with pytest.raises(BadRecord, match=reason):
        replay(edited(record, edit))


def test_a_score_given_before_the_round_is_over_is_refused() -> None:
    game = tilewright.new_game(seed=1)
    game.play(game.legal_moves[0])
    record = game.record()
    record.rounds[0].scores = [0, 0]

    with pytest.raises(BadRecord, match="the round is not over"):
        replay(record)


def test_every_flipped_bit_is_noticed(record: Record) -> None:
    """A record with a checksum and one bit wrong never loads as if nothing had happened."""
    data = write_json(record).encode()
    rng = random.Random(5)
    for _ in range(150):
        place = rng.randrange(len(data) * 8)
        flipped = bytearray(data)
        flipped[place // 8] ^= 1 << place % 8
        try:
            text = flipped.decode()
        except UnicodeDecodeError:
            continue
        if copy_or_none(text) == copy_or_none(data.decode()):
            continue  # white space between values: nothing was changed
        with pytest.raises(TilewrightError):
            replay(text)


def copy_or_none(text: str) -> Record | None:
    try:
        return read_json(text)
    except TilewrightError:
        return None


@pytest.mark.parametrize("write", WRITERS)
def test_a_truncated_record_never_loads_as_a_finished_game(record: Record, write: Callable[[Record], str]) -> None:
    text = write(record)
    for cut in range(0, len(text) - 2, max(1, len(text) // 97)):
        try:
            game = replay(text[:cut])
        except TilewrightError:
            continue
        assert game.awaiting != "end", "plain text may stop early, but then the game is unfinished"


def test_json_that_is_not_a_record_says_what_and_where() -> None:
    with pytest.raises(BadText, match="line 2, column"):
        read('{"format":\n oops}')
    with pytest.raises(BadRecord, match="missing required field `rule_set`"):
        read('{"format": "tilewright-record/1"}')
    with pytest.raises(BadRecord, match="unknown field `extra`"):
        read('{"format": "x", "rule_set": "classic", "players": 2, "seats": [], "rounds": [], "extra": 1}')
    with pytest.raises(BadText, match="not JSON"):
        read('{"format": "tilewright-rec')


PLAIN = """tilewright-record/1
rule set: classic
players: 2

# a remark
round 1
deal: BBYR KKWW YYYK RRBW WWWB
moves: 1B2 3Y3 5W3
  2K2 4R5
moves: 0W4 0B1 0R1 0K4 0Y5
scores: 3 2
"""


def test_a_game_typed_from_the_table_is_read() -> None:
    game = replay(PLAIN)

    assert game.scores == (3, 2)
    assert read(PLAIN).seats == ["Seat 0", "Seat 1"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("tilewright-record/1\nrule", "pgn\nrule", "line 1, column 1: a record begins with"),
        ("rule set: classic\n", "", "the line 'rule set:' is missing"),
        ("players: 2", "players: two", "line 3, column 10: expected the number"),
        ("players: 2", "players: 9", "line 3, column 10: .*must be 2 to 4"),
        ("players: 2", "players: 2\nplayers: 3", "line 4, column 1: 'players:' stands here twice"),
        ("round 1", "round 2", "line 6, column 1: expected round 1, found round 2"),
        ("round 1", "weather: fine", "line 6, column 1: 'weather' is not expected"),
        ("round 1", "hello", "line 6, column 1: expected 'round N'"),
        ("scores: 3 2", "scores: 3 x", "line 11, column 11: expected a score"),
        ("scores: 3 2", "scores: 3 2\nresult: 3 2", "the line 'winners:' is missing"),
        ("scores: 3 2", "scores: 3 3", r"round 1: the scores are \[3, 2\]"),
        ("0B1", "0B3", "round 1, event 8"),
        ("RRBW", "RRBX", "'X' is not a colour"),
    ],
)
def test_plain_text_with_a_mistake_names_line_and_column(old: str, new: str, reason: str) -> None:
    with pytest.raises(TilewrightError, match=reason):
        replay(PLAIN.replace(old, new, 1))


def test_a_very_long_text_is_refused_at_once() -> None:
    with pytest.raises(BadRecord, match="too long"):
        read("x" * (16 * 1024 * 1024 + 1))


def test_a_file_that_cannot_be_read_is_named(tmp_path: pytest.TempPathFactory) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    with pytest.raises(BadRecord, match="No such file"):
        read_file(folder / "none.json")
    (folder / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadRecord, match="byte 0 is not UTF-8"):
        read_file(folder / "binary")


def test_a_changed_seat_name_is_noticed_by_the_checksum(record: Record) -> None:
    text = write_json(record).replace("Anna", "Hanna")

    with pytest.raises(BadRecord, match="checksum does not fit"):
        replay(text)
    assert checksum(record) != checksum(msgspec.structs.replace(record, first=2))


def test_a_changed_seed_of_a_game_that_may_go_on_is_noticed(record: Record) -> None:
    kept = msgspec.structs.replace(record, resume=Resume(["human", "greedy", "greedy"], 5))

    assert checksum(kept) != checksum(msgspec.structs.replace(kept, resume=Resume(["human", "greedy", "greedy"], 6)))
    assert checksum(kept) != checksum(record)


def test_looking_whether_a_file_can_be_written_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("a game", encoding="utf-8")
    check_file(file)

    assert file.read_text(encoding="utf-8") == "a game"


def test_bytes_behind_an_array_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "arrays.npz"
    write_arrays(file, {"moves": np.arange(3)})
    assert read_arrays(file)["moves"].tolist() == [0, 1, 2]
    with zipfile.ZipFile(file) as kept:
        content = kept.read("moves.npy")
    with zipfile.ZipFile(file, "w") as longer:
        longer.writestr("moves.npy", content + b"??")

    with pytest.raises(BadArrays, match="not what its header says"):
        read_arrays(file)
