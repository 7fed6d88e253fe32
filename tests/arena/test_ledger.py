"""The results file: appended, read again, torn."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.arena.test_match import result
from tilewright.arena.arena import Arena
from tilewright.arena.ledger import Ledger
from tilewright.arena.match import Match
from tilewright.core.errors import BadRecord, CannotWrite

GAMES = [msgspec.structs.replace(result([3, 2], [0]), seed=seed) for seed in range(3)]


def test_what_is_appended_is_read_again(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "results.jsonl")
    assert ledger.read("m") == {}
    ledger.append(GAMES[:2])
    ledger.append(GAMES[2:])
    assert list(ledger.read("m").values()) == GAMES
    assert ledger.read("another match") == {}


@pytest.mark.parametrize("kept", [1, 40, 5000])
def test_a_torn_last_line_is_dropped_and_the_file_goes_on(tmp_path: Path, kept: int) -> None:
    ledger = Ledger(tmp_path / "results.jsonl")
    ledger.append(GAMES)
    lines = ledger.path.read_bytes().splitlines(keepends=True)
    ledger.path.write_bytes(b"".join(lines[:2]) + lines[2].rstrip(b"\n")[:kept])
    assert list(ledger.read("m").values()) == GAMES[:2]
    ledger.append(GAMES[2:])
    assert list(ledger.read("m").values()) == GAMES


def test_a_game_that_is_there_twice_counts_once(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "results.jsonl")
    ledger.append(GAMES)
    ledger.append(GAMES[:1])
    assert list(ledger.read("m").values()) == GAMES


@pytest.mark.parametrize("content", ["Dear diary", "Dear diary\n", '{"a": 1}\n', "\n", "\x00\x00\n"])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(content)
    with pytest.raises(BadRecord, match=r"diary\.txt"):
        Ledger(path).read("m")
    assert path.read_text() == content


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="Is a directory"):
        next(Arena(Match("classic", 2, ("random", "greedy")), pairs=1, out=tmp_path).play())
