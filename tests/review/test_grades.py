"""Grades beside plain working-out: python -m tests.soak.grades brute-force does this for thousands of positions."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tilewright
from tests.soak.grades import NODES, BruteForce, check, late_views
from tilewright.bots.bot import DRAFTING, ESTIMATE, PROVED
from tilewright.bots.thinker import Thinker
from tilewright.review.grades import error_of

THINKER = Thinker(nodes=NODES, learned=False)


@pytest.mark.parametrize(("rule_set", "players", "few", "count"), [("classic", 2, 4, 8), ("classic", 3, 3, 5)])
def test_the_grade_of_every_late_move_is_what_brute_force_says(
    rule_set: str, players: int, few: int, count: int
) -> None:
    moves = 0
    for view, force in late_views(rule_set, players, few, count, seed=3):
        graded, wrong = check(view, THINKER.appraise(view), force)
        assert wrong == []
        moves += graded
    assert moves > 2 * count


ENDS_OR_NOT = (
    "classic 2 | round 6 first 1 marker 1 turn 0 draft idle 0 | centre B2 Y4 R1 K1 | factories - - - - - | "
    "bag B13 Y13 R9 K14 W8 | lid - | score 0 tiles 8 wall BY..W ..YR. .W... ..... ..... lines K1 - B1 B2 W2 "
    "floor W1 | score 7 tiles 27 wall ..RKW WBYR. K.... RK... ...W. lines - K1 R3 W4 - floor M R3"
)
"""The game goes on after some moves and ends after others, and lines end where the search remembered the rest."""

TIE = (
    "classic 2 | round 6 first 0 marker 0 turn 1 draft idle 0 | centre B5 Y5 | factories - - - - - | bag B12 "
    "Y12 R10 K15 W11 | lid - | score 0 tiles 15 wall BYRK. W.Y.K ..... ..W.. ..... lines W1 - W1 - R2 floor M "
    "K1 W3 | score 0 tiles 17 wall B.RKW WB.R. ...Y. .K... ..... lines - - R2 R1 R2 floor -"
)
"""A tie that complete rows decide is still a tie in points."""

REMEMBERED = (
    "classic 2 | round 3 first 0 marker 1 turn 1 draft idle 0 | centre Y3 R3 K1 W1 | factories - - - - - | "
    "bag B7 Y7 R9 K7 W10 | lid B4 Y5 R6 K6 W6 | score 0 tiles 4 wall BY... ..... ....R ..... ..... lines - Y1 "
    "W2 B3 - floor B5 Y1 | score 0 tiles 3 wall .Y... W.... ..... ..... .R... lines - K2 Y1 K1 K1 floor M K2"
)
"""No game ends here, but the search remembered how some lines go on."""


@pytest.mark.parametrize("position", [ENDS_OR_NOT, TIE, REMEMBERED], ids=["ends", "tie", "remembered"])
def test_a_solved_move_is_worth_what_its_end_is_worth(position: str) -> None:
    game = tilewright.from_text(position)
    view = game.view(game.to_move or 0)

    assert check(view, THINKER.appraise(view), BruteForce(game))[1] == []


def test_a_move_with_anothers_worth_is_noticed() -> None:
    noticed = 0
    for view, force in late_views("classic", 2, 4, 4, seed=3):
        choice = THINKER.appraise(view)
        best, *others = choice.candidates
        if others[-1].points != best.points:
            swapped = (best, replace(others[-1], points=best.points, chances=best.chances), *others[:-1])
            noticed += bool(check(view, replace(choice, candidates=swapped), force)[1])
    assert noticed


def test_every_kind_of_game_has_a_measured_error_and_only_estimates_have_one() -> None:
    for known in tilewright.rule_sets():
        for players in known.players:
            assert 0.0 < error_of(ESTIMATE, known.id, players) < 3.0
            assert error_of(DRAFTING, known.id, players) == error_of(PROVED, known.id, players) == 0.0
