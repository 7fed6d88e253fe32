"""Puzzles at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.cli.inside import run
from tilewright import from_text, games
from tilewright.cli.solving import read_solvers
from tilewright.puzzles.collection import collection, read_puzzles, write_puzzles

if TYPE_CHECKING:
    from pathlib import Path

CLASSIC = collection("classic")[0]


@pytest.mark.parametrize("rule_set", [known.id for known in games.rule_sets()])
def test_a_wrong_move_is_refuted_and_the_right_one_explained(rule_set: str) -> None:
    puzzle = collection(rule_set)[0]
    wrong, line = next(iter(puzzle.refutations.items()))

    done = run("puzzle", "--id", puzzle.id, "--plain", typed=f"\n?\nm\n{wrong}\n{puzzle.best[0]}\n")

    assert done.returncode == 0, done.stderr
    asked, _, answered = done.stdout.partition(f"No: {wrong} loses {puzzle.lost[wrong]:.1f} points")
    assert "found it" not in asked
    assert "error" not in asked
    refuted, _, explained = answered.partition("Right: ")
    assert line[0] in refuted
    assert "Your rating: " in refuted
    assert "(-" in refuted
    assert f"by {puzzle.margin:.1f} points ({puzzle.badge}" in explained
    assert "Your rating" not in explained, "only the first try counts"
    assert read_solvers()[rule_set].tried == {puzzle.id: False}


def test_a_puzzle_can_be_given_up_or_left() -> None:
    shown = run("puzzle", "--id", CLASSIC.id, "--plain", typed="s\n")
    assert f"{' or '.join(CLASSIC.best)} is best" in shown.stdout
    assert read_solvers()["classic"].rating.rating < 1500

    left = run("puzzle", "--day", "--plain", typed="nonsense\n")
    assert left.returncode == 0
    assert "is not a move" in left.stdout
    assert len(read_solvers()["classic"].tried) == 1


def test_a_solved_puzzle_does_not_come_again() -> None:
    first = run("puzzle", "--plain", typed="s\n").stdout.split(":")[0]
    second = run("puzzle", "--plain", typed="s\n").stdout.split(":")[0]

    assert first.startswith("Puzzle ")
    assert first != second


def test_what_there_is_not_is_said_in_one_line(tmp_path: Path) -> None:
    for arguments, said in (
        (("puzzle", "--id", "nothing"), "there is no puzzle 'nothing'"),
        (("puzzle", "--theme", "denail"), "did you mean 'denial'"),
        (("puzzle", "nogame"), "nogame"),
        (("puzzles", "check", "--file", str(tmp_path / "none")), "cannot read"),
        (("puzzles", "mine", "classic", "--out", str(tmp_path / "no" / "file")), "no folder"),
    ):
        done = run(*arguments)
        assert done.returncode == 2, arguments
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_collections_are_listed_with_what_levels_solve() -> None:
    listed = run("puzzles", "list").stdout

    for known in games.rule_sets():
        assert f"{known.id} " in listed
        assert str(len(collection(known.id))) in listed
    assert "denial" in listed


def test_a_file_with_a_false_entry_fails_its_check(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    write_puzzles(path, [msgspec.structs.replace(CLASSIC, id="0000000000")])
    done = run("puzzles", "check", "--file", str(path))

    assert done.returncode == 1
    assert "0000000000: its name does not follow from its position" in done.stdout
    assert "0 of 1 hold" in done.stdout


def test_renewing_keeps_what_is_a_puzzle_with_its_figures_of_today(tmp_path: Path) -> None:
    path, out = tmp_path / "old.jsonl", tmp_path / "new.jsonl"
    solved = from_text(CLASSIC.position, auto_deal=False)
    solved.play(CLASSIC.best[0])
    none_any_more = msgspec.structs.replace(CLASSIC, position=solved.text)
    write_puzzles(path, [msgspec.structs.replace(CLASSIC, rating=1, margin=99.0), none_any_more])
    done = run("puzzles", "renew", "classic", "--file", str(path), "--out", str(out))

    assert done.returncode == 0, done.stderr
    assert "1 of 2 puzzles" in done.stdout
    assert read_puzzles(out) == [CLASSIC]
