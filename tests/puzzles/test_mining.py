"""Mining goes on where it was stopped, and finds the same whatever stopped it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import tilewright
from tilewright.core.errors import BadArgument, CannotWrite
from tilewright.puzzles import mining
from tilewright.puzzles.collection import BadPuzzles, collection, read_puzzles
from tilewright.puzzles.examining import examine
from tilewright.puzzles.looks import Panel, shaken_weights
from tilewright.puzzles.mining import Mine
from tilewright.puzzles.puzzle import Puzzle, id_of
from tilewright.records.record import write_json

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.play.position import Position


class Enough(Exception):  # noqa: N818 - stands for a signal
    """The machine goes away."""


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the third position of every round for a puzzle: who decides is tested elsewhere."""

    def examined(whole: Position, _: Panel, source: str) -> Puzzle | None:
        if not source.endswith("3"):
            return None
        move = str(whole.legal_moves[0])
        return Puzzle(id_of(whole.text), whole.text, [move], [move], 2.0, 0.0, "proved", {}, {}, [], [], 1500, source)

    monkeypatch.setattr(mining, "examine", examined)


@pytest.mark.usefixtures("cheap")
@pytest.mark.parametrize("lost_progress", [False, True])
def test_a_mine_that_was_stopped_goes_on(tmp_path: Path, lost_progress: bool) -> None:
    whole = Mine(tmp_path / "whole.jsonl", "classic")
    whole.dig(9)
    stopped = Mine(tmp_path / "stopped.jsonl", "classic")

    def stop(_: int, games: int) -> None:
        if games == 1:
            raise Enough

    with pytest.raises(Enough):
        stopped.dig(9, stop)
    some = len(read_puzzles(stopped.out))
    if lost_progress:  # the machine stopped between the two files
        stopped.progress_path.unlink()
    stopped.dig(9)

    assert 0 < some < 9
    assert stopped.out.read_bytes() == whole.out.read_bytes()
    assert len(read_puzzles(whole.out)) >= 9


@pytest.mark.usefixtures("cheap")
def test_a_mine_is_not_mixed_with_another(tmp_path: Path) -> None:
    mine = Mine(tmp_path / "some.jsonl", "classic")
    mine.dig(1)
    kept = mine.out.read_bytes()

    for other in (Mine(mine.out, "classic", seed=2), Mine(mine.out, "classic-grey"), Mine(mine.out, "classic", 3)):
        with pytest.raises(BadArgument, match="mined with other options"):
            other.dig(1)
    mine.progress_path.write_text("{")
    with pytest.raises(BadPuzzles, match="cannot go on"):
        mine.dig(1)
    assert mine.out.read_bytes() == kept


def test_what_cannot_be_mined_is_said_before_any_game(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="no folder"):
        Mine(tmp_path / "none" / "some.jsonl", "classic").dig(1)
    with pytest.raises(ValueError, match="duel is played by 2, not by 3"):
        Mine(tmp_path / "some.jsonl", "duel", 3).dig(1)
    with pytest.raises(BadArgument, match="there is no folder"):
        Mine(tmp_path / "some.jsonl", "classic", records=tmp_path / "none").dig(1)


@pytest.mark.usefixtures("cheap")
def test_records_are_mined_and_other_files_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    for number, rule_set in enumerate(("classic", "crystal-1")):
        game = tilewright.new_game(rule_set, seed=number)
        for _ in range(4):
            game.play(game.legal_moves[0])
        (folder / f"{number}.json").write_text(write_json(game.record()))
    (folder / "notes.txt").write_text("not a game")

    found = Mine(tmp_path / "some.jsonl", "classic", records=folder).dig(5)

    assert [one.source for one in found] == ["0.json, move 3"]


def test_an_opening_is_no_puzzle() -> None:
    assert examine(tilewright.new_game("classic", seed=1), Panel("classic"), "here") is None


def test_shaken_weights_differ_a_little_and_repeat() -> None:
    weights = {"a": 2.0, "b": [1.0, 0.0, 4.0]}
    shaken = shaken_weights(weights, 2).numbers

    assert shaken == shaken_weights(weights, 2).numbers != shaken_weights(weights, 3).numbers
    assert shaken["b"][1] == 0
    assert shaken["a"] != 2.0
    assert all(0.8 <= new / old <= 1.2 for new, old in ((shaken["a"], 2.0), (shaken["b"][2], 4.0)))


def test_mining_again_finds_a_puzzle_of_the_package(tmp_path: Path) -> None:
    """The first puzzle of the collection is the first of its game: the collection can be remade."""
    first = collection("classic")[0]
    game = int(first.source.removeprefix("self-play ").partition(",")[0])

    found = Mine(tmp_path / "again.jsonl", "classic", seed=game).dig(1)

    assert found[0] == first
