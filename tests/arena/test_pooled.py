"""Ratings from stored results, whatever matches they belong to."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from tests.arena.test_match import result
from tests.cli.inside import run
from tilewright.arena.ledger import Ledger
from tilewright.arena.match import Played
from tilewright.arena.standings import pooled


def games(winner: str, loser: str, wins: int, losses: int, match: str = "m") -> list[Played]:
    return [
        msgspec.structs.replace(
            result([30, 20], [0]), match=match, seed=seed, seats=[winner, loser] if seed < wins else [loser, winner]
        )
        for seed in range(wins + losses)
    ]


def test_who_met_through_another_is_rated_beside_them() -> None:
    (pool,) = pooled(games("strong", "middle", 30, 10) + games("middle", "weak", 30, 10, "another"))
    assert [one.entrant for one in pool.ratings] == ["strong", "middle", "weak"]
    assert pool.games == 80
    steps = [one.elo - other.elo for one, other in zip(pool.ratings, pool.ratings[1:], strict=False)]
    assert steps == pytest.approx([190.8, 190.8], abs=10)


def test_who_never_met_is_not_compared() -> None:
    found = pooled(games("a", "b", 3, 1) + games("c", "d", 3, 1, "another"))
    assert [[one.entrant for one in pool.ratings] for pool in found] == [["a", "b"], ["c", "d"]]


def test_other_games_and_numbers_of_players_have_their_own_tables() -> None:
    grey = [msgspec.structs.replace(one, rule_set="classic-grey") for one in games("a", "b", 3, 1)]
    three = [msgspec.structs.replace(result([30, 20, 10], [0]), match="three", seats=["a", "b", "b"])]
    found = pooled([*games("a", "b", 1, 3), *grey, *three])
    assert [(pool.rule_set, pool.players, pool.games) for pool in found] == [
        ("classic", 2, 4),
        ("classic", 3, 1),
        ("classic-grey", 2, 4),
    ]
    assert [pool.ratings[0].entrant for pool in found] == ["b", "a", "a"]


def test_files_are_rated_together_and_the_same_game_counts_once(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    Ledger(one).append(games("a", "b", 3, 1))
    Ledger(other).append(games("b", "c", 3, 1, "another"))
    with other.open("ab") as file:
        file.write(b'{"match":"m"')  # a match is being written
    before = other.read_bytes()

    said = run("ratings", str(one), str(other), str(one), "--json")

    (pool,) = [json.loads(line) for line in said.stdout.splitlines()]
    assert (pool["kind"], pool["games"]) == ("ratings", 8)
    assert [one["entrant"] for one in pool["ratings"]] == ["a", "b", "c"]
    assert other.read_bytes() == before
    told = run("ratings", str(one), str(other)).stdout.splitlines()
    assert told[0] == "classic, 2 players: 8 games"
    assert [line.split()[0] for line in told[3:6]] == ["a", "b", "c"]


@pytest.mark.parametrize("content", [None, b"no results", b"no results\n"])
def test_what_is_no_file_of_results_is_told_in_one_line(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "results.jsonl"
    if content is not None:
        path.write_bytes(content)
    said = run("ratings", str(path))
    assert said.returncode == 2
    assert str(path) in said.stderr
    assert "Traceback" not in said.stderr
