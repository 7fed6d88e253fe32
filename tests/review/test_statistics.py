"""Statistics over many games: sums that can be checked by hand, and what is said when there is nothing to say."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path

import pytest

import tilewright
from tests.bots.test_simple import play
from tests.cli.inside import run
from tests.cli.test_commands import clear_line
from tilewright import games
from tilewright.bots.opponents import LEVELS
from tilewright.bots.thinker import Thinker
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json
from tilewright.review import statistics as found_in
from tilewright.review.analysis import review
from tilewright.review.statistics import Figure, figure, statistics, strength_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of Ann: one in plain text, one in which she does not play, one that is broken."""
    path = tmp_path_factory.mktemp("games")
    first = play("classic", ["greedy", "random"], 4).record(["Ann", "Bo"])
    second = play("classic", ["greedy", "random"], 5).record(["Bo", "Ann"])
    second.rounds, second.result = second.rounds[:2], None
    (path / "a.json").write_text(write_json(first))
    (path / "b.txt").write_text(write_plain(second))
    (path / "c.json").write_text(write_json(play("classic", ["random", "random"], 6).record(["Bo", "Cy"])))
    (path / "d.json").write_text("{")
    return path


def test_a_players_games_add_up() -> None:
    record = play("classic", ["greedy", "random"], 4).record(["Ann", "Bo"])
    graded, _ = review(record, Thinker(nodes=60), seat=1)
    [found] = statistics("Bo", [("x", record)], nodes=60)

    assert (found.games, found.finished, found.lost_per_move.count) == (1, 1, len(graded))
    assert found.lost_per_move.mean == pytest.approx(sum(one.points_lost for one in graded) / len(graded))
    assert sum(one.count for one in found.lost_by_round.values()) == len(graded)
    assert sum(one.count for one in found.lost_by_kind.values()) == len(graded) == sum(found.grades.values())
    assert found.sheets[0].score == record.result.scores[1] if record.result else False
    assert found.won.mean == float(record.result is not None and record.result.winners == [1])
    assert found.strength is None, "levels were measured with more thought"


def test_means_have_the_errors_of_means() -> None:
    assert figure([1.0, 3.0]) == Figure(2.0, 1.0, 2)
    assert figure([5.0]).error == math.inf
    assert figure([]).count == 0


def test_strength_lies_between_the_levels_that_lose_more_and_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found_in, "lost_by_level", {"classic": (4.0, 2.0, 1.0), "duel": ()}.__getitem__)
    found = strength_of("classic", Figure(1.5, 0.5, 40))

    assert found is not None
    assert (found.low, found.level, found.high) == (2.0, 2.5, 3.0)
    assert strength_of("classic", Figure(9.0, 0.1, 40)).level == 1.0  # type: ignore[union-attr]
    assert strength_of("classic", Figure(0.1, 0.1, 40)).level == 3.0  # type: ignore[union-attr]
    assert strength_of("duel", Figure(1.5, 0.5, 40)) is None


@pytest.mark.parametrize("rule_set", tilewright.rule_sets(), ids=lambda known: known.id)
def test_levels_that_see_less_than_a_review_have_their_losses(rule_set: tilewright.RuleSet) -> None:
    study = games.study(rule_set)
    how, lost = study.levels, study.of(rule_set.id).lost_by_level
    told_apart = [
        one for one in LEVELS if how.positions.get(one.name, 0) < found_in.NODES and one.name not in how.learned
    ]

    assert len(lost) == len(told_apart)
    assert list(lost) == sorted(set(lost), reverse=True)


def test_the_command_reads_a_folder_and_says_what_it_leaves_out(folder: Path) -> None:
    told = run("statistics", str(folder), "--player", "Ann", "--nodes", "40").stdout

    assert "Ann, classic: 2 games, 1 of them finished" in told
    assert "left out: d.json: " in told
    data = json.loads(run("statistics", str(folder), "--player", "Ann", "--nodes", "40", "--json").stdout)
    assert [one["game"] for one in data[0]["sheets"]] == ["a.json", "b.txt"]
    assert data[0]["won"]["error"] is None, "of a single game"
    rows = list(
        csv.DictReader(run("statistics", str(folder), "--player", "Ann", "--nodes", "40", "--csv").stdout.splitlines())
    )
    assert [row["seat"] for row in rows] == ["0", "1"]
    assert float(rows[0]["points_lost"]) == pytest.approx(data[0]["sheets"][0]["points_lost"])


def test_bad_wishes_are_one_clear_line(folder: Path, tmp_path: Path) -> None:
    clear_line(
        run("statistics", str(folder), "--player", "Di"), "Di plays in none of these games; the players are Ann, Bo, Cy"
    )
    clear_line(run("statistics", str(tmp_path / "no")), "No such file")
    clear_line(run("statistics", str(tmp_path)), "there is no record in it")
    clear_line(run("statistics", str(folder), "--player", "Ann", "--json", "--csv"), "choose one of")
