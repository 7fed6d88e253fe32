"""Reasons: every figure can be derived again from its line, and a wrong one is noticed."""

from __future__ import annotations

import msgspec
import pytest

import tilewright
from tests.kit.builders import position
from tests.soak.reasons import check, fault_of, played
from tilewright.bots.thinker import Thinker
from tilewright.core.text.language import speaking
from tilewright.play.position import Position
from tilewright.play.replay import replay
from tilewright.records.record import Record
from tilewright.review.analysis import grade, review
from tilewright.review.facts import facts_of, walk
from tilewright.review.grades import (
    BEST,
    BEST_MOVE,
    BONUS,
    COMPLETES,
    FORCED,
    GAME,
    KINDS,
    PLAYED,
    SCALE,
    Fact,
    Graded,
    grade_of,
)
from tilewright.review.telling import Telling

SEATS = [("classic", 2), ("classic-grey", 3), ("pavilion", 2), ("duel", 2)]
THINKER = Thinker(nodes=60, seed=1)


def cut(record: Record, rounds: int) -> Record:
    """The first rounds of a game."""
    if len(record.rounds) > rounds:
        record.rounds, record.result = record.rounds[:rounds], None
    return record


@pytest.mark.parametrize(("rule_set", "players"), SEATS)
def test_every_figure_of_every_reason_is_derived_again(rule_set: str, players: int) -> None:
    record = cut(played(rule_set, players, seed=2), 1 if rule_set == "pavilion" else 2)
    graded, _ = review(record, THINKER)
    kinds, wrong = check(record, graded)

    assert kinds.total() > 8
    assert wrong == []
    assert all(one.facts == () or one.needs_reason for one in graded)


def a_game_ends() -> tuple[tilewright.Game, Position, Graded]:
    """The last move of a game, with every fact about it and about the moves before, as a review would give them."""
    game = replay(played("classic", 2, seed=2))
    event = max(k for k, one in enumerate(game.events) if one.seat is not None) - 3
    seat = game.events[event].seat or 0
    view = game.before(event).view(seat)
    line = [one.notation for one in game.events[event:]]
    graded = grade(view, line[0], THINKER.appraise(view), THINKER, number=len(game.moves) - 3)
    return game, view, msgspec.structs.replace(graded, facts=tuple(facts_of(walk(view, line), PLAYED)))


def test_a_wrong_figure_is_noticed() -> None:
    game, _, graded = a_game_ends()
    kinds = set()
    for fact in graded.facts:
        assert fault_of(graded, fact, game) is None
        for name in ("points", "count", "row"):
            if (figure := getattr(fact, name)) is not None:
                kinds.add(fact.kind)
                assert fault_of(graded, msgspec.structs.replace(fact, **{name: figure + 1}), game)
        if fact.kind not in ("floor", "scores"):
            assert fault_of(graded, msgspec.structs.replace(fact, seat=1 - fact.seat), game)
        assert fault_of(graded, msgspec.structs.replace(fact, of=BEST_MOVE), game) or graded.best == graded.move
    assert {"takes", "scores", "ends"} <= kinds | {fact.kind for fact in graded.facts}


def test_what_is_said_to_have_happened_did() -> None:
    game, _, graded = a_game_ends()
    lie = Fact("takes", GAME, 1 - graded.seat, (graded.move, "0BF"), count=1)

    assert "was played" in (fault_of(graded, lie, game) or "")


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_every_kind_of_fact_has_words_in_every_language(rule_set: str) -> None:
    _, _, graded = a_game_ends()
    view = tilewright.new_game(rule_set, seed=1).view(0)
    study = view.room.study
    names: dict[str, list[str | None]] = {BONUS: [*study.bonuses], COMPLETES: [*study.structures]}
    told, facts = set(), 0
    for language in ("en", "fr", "nl"):
        with speaking(language):
            for kind in KINDS:
                for name in names.get(kind, [None]):
                    fact = Fact(kind, PLAYED, 0, ("?",), points=-2, count=3, row=4, name=name)
                    told.add(Telling(graded, view, ["Ann", "Bo"]).fact(fact))
                    facts += 1
    assert len(told) == facts


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_whoever_takes_the_sign_of_the_first_player_starts_the_next_round(rule_set: str) -> None:
    game = tilewright.new_game(rule_set, seed=1)
    while not (taking := [move for move in game.legal_moves if game.forecast(move).marker]):
        game.play(game.legal_moves[0])
    seat = game.to_move or 0
    found = facts_of(walk(game.view(seat), [str(taking[0])]), PLAYED)

    assert ("marker", seat) in {(fact.kind, fact.seat) for fact in found}


def test_a_reason_says_what_happened_before_what_was_to_be_expected() -> None:
    _, view, graded = a_game_ends()
    facts = tuple(Fact("marker", of, seat, (graded.move,)) for of, seat in ((BEST_MOVE, 1), (PLAYED, 0), (GAME, 1)))
    told = Telling(msgspec.structs.replace(graded, facts=facts), view, ["Ann", "Bo"]).reason()

    assert told == (
        "In the game: Bo starts the next round. "
        f"After {graded.move}: Ann starts the next round. After {graded.best}: Bo starts the next round."
    )


# -- grades -----------------------------------------------------------------------------------------


def test_every_band_begins_where_it_says() -> None:
    for grade_ in SCALE[1:]:
        below = SCALE[SCALE.index(grade_) - 1]
        assert grade_of(grade_.points, 0.0, 0.0) == grade_
        assert grade_of(grade_.points - 1e-6, 0.0, 0.0) == below
        assert grade_of(0.0, grade_.chance, 0.0) == grade_, "a victory given away counts, though no point is lost"
    assert grade_of(0.0, 0.0, 0.0).name == BEST


def test_a_loss_within_its_error_is_no_mistake() -> None:
    assert grade_of(3.0, 0.2, 3.0).name == "good"
    assert grade_of(4.0, 0.2, 3.0).name == "inaccuracy", "one point, and a quarter of the chance, lie beyond the error"


def test_what_must_fall_is_the_least_that_any_move_lets_fall() -> None:
    """Every line collects red: one blue tile falls, or three yellow ones."""
    game = position(lines={0: "R1 R1 R1 R1 R1"}, centre="B1 Y3", turn=0, marker=1, floors={1: "M"})
    steps = walk(game, [str(move) for move in game.legal_moves if move.parts["colour"] == "Y"][:1])

    assert [fact.count for fact in facts_of(steps, PLAYED) if fact.kind == FORCED] == [1]


def test_the_end_of_a_round_is_worked_out_for_several_players_too() -> None:
    """Every move has its value to the end of the drafting, and none is better than the best."""
    game = replay(cut(played("classic", 3, seed=1), 1))
    late = [
        game.before(k).view(one.seat)
        for k, one in enumerate(game.events)
        if one.seat is not None
        and 1 < len(game.before(k).legal_moves) <= 6
        and game.before(k).as_data()["phase"] == "drafting"
    ]
    assert late
    choice = Thinker(nodes=60_000).appraise(late[-1])
    assert choice.badge in ("proved to the end of the round", "searched to the end of the drafting")
    assert all(one.badge == choice.badge for one in choice.candidates)
    assert len(choice.candidates) <= len(late[-1].legal_moves)
