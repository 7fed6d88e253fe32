"""Collections: one file for each rule set, one line for each puzzle."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tilewright import games
from tilewright.core.errors import TilewrightError
from tilewright.puzzles.puzzle import Puzzle
from tilewright.records.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable


class BadPuzzles(TilewrightError):  # noqa: N818 - named after what happened, like the others
    """A file that does not hold puzzles, or a wish that none of them fulfils."""


def collection_path(rule_set: str) -> Path:
    """Where the puzzles of a rule set lie in the package."""
    return Path(str(files("tilewright"))) / "puzzles" / "collections" / f"{games.rule_set(rule_set).id}.jsonl"


@cache
def collection(rule_set: str) -> tuple[Puzzle, ...]:
    """The puzzles of a rule set that come with the package."""
    path = collection_path(rule_set)
    return tuple(read_puzzles(path)) if path.is_file() else ()


@cache
def _by_id() -> dict[str, Puzzle]:
    return {one.id: one for known in games.rule_sets() for one in collection(known.id)}


def puzzle_by_id(id_: str) -> Puzzle | None:
    """The puzzle of the package with this name, of whatever rule set."""
    return _by_id().get(id_)


def read_puzzles(path: Path) -> list[Puzzle]:
    """Read a file of puzzles; the error names the line that is none."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as bad:
        raise BadPuzzles(f"cannot read {path}: {bad.strerror}") from None
    puzzles = []
    for number, line in enumerate(lines, start=1):
        try:
            puzzles.append(msgspec.json.decode(line, type=Puzzle))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as bad:
            raise BadPuzzles(f"{path}, line {number}: not a puzzle: {bad}") from None
    return puzzles


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles, all of it or nothing."""
    write_whole(path, b"".join(msgspec.json.encode(one) + b"\n" for one in puzzles))
