"""Who meets whom, in which seat, and what a result counts."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from tilewright.arena.entrants import EngineSpec, parse_entrant
from tilewright.arena.match import Match, Played, all_jobs
from tilewright.bots.names import Spec, bot, parse_spec
from tilewright.core.errors import UnknownBot


def result(scores: list[int], winners: list[int], forfeit: int | None = None) -> Played:
    n = len(scores)
    return Played(
        match="m",
        rule_set="classic",
        options={},
        players=n,
        seed=1,
        line_up=0,
        rotation=0,
        seats=[str(k) for k in range(n)],
        scores=scores,
        winners=winners,
        ending="",
        rounds=5,
        plies=50,
        moves=[0] * n,
        cpu_seconds=[0.0] * n,
        positions=[0] * n,
        build="b",
        forfeit=forfeit,
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("entrants", [2, 3, 4, 5])
def test_on_every_seed_everybody_has_every_seat(players: int, entrants: int) -> None:
    match = Match("classic", players, tuple(f"e{k}" for k in range(entrants)))
    for line_up, members in enumerate(match.line_ups):
        for seed in range(7):
            seatings = [match.seating(line_up, seed, rotation) for rotation in range(players)]
            assert all(sorted(seating) == sorted(members) for seating in seatings)
            for seat in range(players):
                assert sorted(seating[seat] for seating in seatings) == sorted(members)


def test_over_seeds_everybody_sits_after_everybody() -> None:
    match = Match("classic", 4, ("a", "b", "c", "d"))
    after = {
        (seating[seat], seating[(seat + 1) % 4])
        for seating in (match.seating(0, seed, 0) for seed in range(6))
        for seat in range(4)
    }
    assert after == set(itertools.permutations(range(4), 2))


def test_fewer_entrants_than_seats_add_copies_of_the_last() -> None:
    assert Match("classic", 4, ("a", "b")).line_ups == [(0, 1, 1, 1)]
    assert Match("classic", 3, ("a", "b", "c", "d")).line_ups == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


def test_one_that_enters_twice_gets_a_number() -> None:
    assert Match("classic", 2, ("a", "b", "a")).labels == ["a", "b", "a #2"]


def test_a_match_has_the_same_id_everywhere_and_no_other_has_it() -> None:
    base = Match("classic", 2, ("a", "b"))
    assert base.id == "73de3239fa8e"
    others = [
        Match("classic", 2, ("b", "a")),
        Match("classic", 3, ("a", "b")),
        Match("crystal-1", 2, ("a", "b")),
        Match("classic", 2, ("a", "b"), {"goals": "random"}),
    ]
    assert len({base.id, *(other.id for other in others)}) == 5


def test_jobs_come_seed_by_seed_and_travel_as_plain_data() -> None:
    match = Match("classic", 2, ("a", "b", "c"))
    jobs = list(all_jobs(match, range(5, 7), patience=1.0, records=False))
    assert [(job.seed, job.line_up) for job in jobs] == [(5, 0), (5, 1), (5, 2), (6, 0), (6, 1), (6, 2)]
    assert msgspec.json.decode(msgspec.json.encode(jobs[0]), type=type(jobs[0])) == jobs[0]


def test_winners_beat_the_others_who_are_compared_by_points() -> None:
    game = result([40, 40, 30, 20], [0])  # the tie in points was broken by the rules of the game
    assert [game.comparison(0, other) for other in (1, 2, 3)] == [1, 1, 1]
    assert [game.comparison(1, other) for other in (0, 2, 3)] == [0, 1, 1]
    assert result([40, 30, 30], [0]).comparison(1, 2) == 0.5
    assert [game.victory(seat) for seat in range(4)] == [1, 0, 0, 0]


def test_a_shared_victory_is_shared() -> None:
    game = result([40, 40, 10], [0, 1])
    assert game.comparison(0, 1) == 0.5
    assert [game.victory(seat) for seat in range(3)] == [0.5, 0.5, 0]


def test_after_a_forfeit_the_others_share_whatever_the_points() -> None:
    game = result([10, 40, 30], [0, 2], forfeit=1)
    assert [game.comparison(0, 1), game.comparison(2, 1), game.comparison(0, 2)] == [1, 1, 0.5]
    assert game.comparison(1, 0) == 0
    assert [game.victory(seat) for seat in range(3)] == [0.5, 0, 0.5]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", Spec("random")),
        ("thinker:5", Spec("thinker", level=5)),
        ("thinker@0.3s", Spec("thinker", seconds=0.3)),
        ("thinker@.05s", Spec("thinker", seconds=0.05)),
        ("thinker@20000n", Spec("thinker", nodes=20_000)),
        ("thinker:7@2s", Spec("thinker", level=7, seconds=2.0)),
    ],
)
def test_specs_are_understood(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec
    assert parse_entrant(text) == spec


@pytest.mark.parametrize("text", ["", "Thinker", "thinker:", "thinker@5", "thinker@0s", "thinker:0", "a b", "x@1s@2s"])
def test_bad_specs_are_refused(text: str) -> None:
    with pytest.raises(UnknownBot):
        parse_spec(text)


def test_who_does_not_think_takes_no_limit() -> None:
    with pytest.raises(UnknownBot, match="greedy does not think"):
        bot("greedy@0.3s")
    with pytest.raises(UnknownBot, match="greedy does not think"):
        bot("greedy", level=3)
    assert bot("greedy", seed=3).name == "greedy"


def test_engine_specs_keep_their_arguments() -> None:
    assert parse_entrant("engine:./a 'b c' @x:1") == EngineSpec(("./a", "b c", "@x:1"))
    assert parse_entrant("engine@0.3s:./a") == EngineSpec(("./a",), seconds=0.3)
    assert parse_entrant("engine@500n:./a") == EngineSpec(("./a",), nodes=500)
    for bad in ("engine", "engine:", "engine@1s", "engine:'a", "engine@x:./a"):
        with pytest.raises(UnknownBot):
            parse_entrant(bad)
