"""Luck and skill apart: the account adds up, luck belongs to the draws, and seats swap it."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright
from tests.bots.test_simple import play
from tilewright.bots.bot import Choice
from tilewright.bots.thinker import Thinker
from tilewright.play.position import Position
from tilewright.records.record import Record
from tilewright.review.analysis import review
from tilewright.review.luck import LuckLedger, _Book, luck_ledger

THINKER = Thinker(nodes=400, seed=1)


def settle(record: Record, samples: int = 4, positions: int = 300) -> LuckLedger:
    graded, _ = review(record, THINKER, reasons=False)
    return luck_ledger(record, graded, THINKER, samples=samples, positions=positions)


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 2), ("classic", 3), ("duel", 2), ("pavilion", 2)])
def test_an_account_adds_up(rule_set: str, players: int) -> None:
    found = settle(play(rule_set, ["greedy", "random", "random", "random"][:players], 3).record(), samples=2)

    for account in (found.leads, found.chances):
        explained = np.array(account.start) + account.luck + np.sum(account.errors, axis=0) + account.drift
        assert explained == pytest.approx(np.array(account.result), abs=1e-9)
    assert found.chances.result in (
        (1.0, 0.0),
        (1.0, 0.0, 0.0),
        (0.0, 1.0),
        (0.0, 1.0, 0.0),
        (0.0, 0.0, 1.0),
        (0.5, 0.5),
    )
    assert np.sum([draw.lead for draw in found.draws], axis=0) == pytest.approx(np.array(found.leads.luck))


def test_a_seats_own_moves_never_help_it_and_the_weaker_player_pays_more() -> None:
    found = settle(play("classic", ["greedy", "random"], 4).record())

    assert found.leads.errors[0][0] <= 0
    assert found.leads.errors[1][1] < found.leads.errors[0][0]
    assert found.leads.errors[1][0] == pytest.approx(-found.leads.errors[1][1])


class Indifferent(Thinker):
    """Finds every position worth the same."""

    def choose(self, view: Position, *_: object, **__: object) -> Choice:
        return Choice(view.legal_moves[0], points=(10.0, 7.0), chances=(0.8, 0.2))

    appraise = choose


def test_there_is_no_luck_where_every_draw_is_worth_the_same() -> None:
    found = luck_ledger(play("classic", ["greedy", "random"], 4).record(), [], Indifferent(nodes=1), samples=3)

    assert len(found.draws) >= 5
    for draw in found.draws:
        assert draw.lead + draw.chance + draw.error == pytest.approx((0.0,) * 6)
    assert found.leads.start == (3.0, -3.0)


@pytest.mark.parametrize("rule_set", ["classic", "classic-grey", "pavilion"])
def test_swapped_seats_swap_their_luck(rule_set: str) -> None:
    """The same game told with seat 1 as seat 0: every draw's luck changes its owner."""
    game = play(rule_set, ["greedy", "random"], 4)
    record = game.record()
    swapped = tilewright.new_game(rule_set, 2, seed=0, first=1 - record.first, auto_deal=False)
    for event in game.events:
        if event.seat is None:
            swapped.deal(event.notation)
        else:
            swapped.play(event.notation)

    one, other = settle(record, positions=600), settle(swapped.record(), positions=600)

    for drawn, again in zip(one.draws, other.draws, strict=True):
        assert drawn.lead[::-1] == pytest.approx(again.lead, abs=1e-9)
        assert drawn.chance[::-1] == pytest.approx(again.chance, abs=1e-9)


def test_with_three_players_luck_moves_on_with_the_seats() -> None:
    """The same game told with everybody one seat on: to turn seats back the wrong way would show here."""
    game = play("classic", ["greedy", "random", "greedy"], 4)
    record = game.record()
    moved = tilewright.new_game("classic", 3, seed=0, first=(record.first + 1) % 3, auto_deal=False)
    for event in game.events:
        if event.seat is None:
            moved.deal(event.notation)
        else:
            moved.play(event.notation)

    one, other = settle(record, samples=2, positions=100), settle(moved.record(), samples=2, positions=100)

    assert any(drawn.lead[0] != pytest.approx(drawn.lead[1]) for drawn in one.draws)
    for drawn, again in zip(one.draws, other.draws, strict=True):
        assert (drawn.lead[-1], *drawn.lead[:-1]) == pytest.approx(again.lead, abs=1e-9)
        assert (drawn.chance[-1], *drawn.chance[:-1]) == pytest.approx(again.chance, abs=1e-9)


def test_a_game_that_is_not_over_is_refused() -> None:
    game = tilewright.new_game("classic", 2, seed=1)
    with pytest.raises(tilewright.TilewrightError):
        luck_ledger(game.record(), [], THINKER)


def test_the_error_grows_with_what_drifts_between_one_draw_and_the_next() -> None:
    """Drifts of 1, then 2 more, then 3 more: their squares add up to 14, beside what sampling adds."""
    book, value, nothing = _Book(1), np.zeros((2, 1)), np.zeros((2, 1))
    book.expect(value)
    for drift in (1.0, 2.0, 3.0):
        value = value + drift
        book.draw(value, value, nothing)

    assert book.variance.tolist() == [[14.0], [14.0]]
