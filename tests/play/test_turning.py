"""A position told from another chair plays alike in every way."""

from __future__ import annotations

import pytest

import tilewright
from tests.bots.test_simple import play
from tilewright.games.duel.components import KNOWN, UNSEEN
from tilewright.play.turning import rotate_seats

TABLES = [
    ("classic", 2),
    ("classic", 4),
    ("classic-grey", 3),
    ("crystal-1", 2),
    ("pavilion", 3),
    ("pavilion-mono", 2),
    ("duel", 2),
]


@pytest.mark.parametrize(("rule_set", "players"), TABLES)
def test_what_is_played_at_a_turned_table_leads_where_it_leads_at_the_other(rule_set: str, players: int) -> None:
    by, told = players - 1, 0
    for seed in range(5):
        played = play(rule_set, ["random"] * players, seed)
        game = tilewright.new_game(rule_set, players, seed=0, first=played.first, auto_deal=False)
        other = tilewright.new_game(rule_set, players, seed=0, first=(played.first + by) % players, auto_deal=False)
        for event in played.events:
            for table in (game, other):
                table.play(event.notation) if event.seat is not None else table.deal(event.notation)
            if game.awaiting != "end":
                assert rotate_seats(game, by).text == other.text
                assert rotate_seats(rotate_seats(game, by), 1).text == game.text
                told += 1
    assert told > 100


def test_codes_that_hold_a_seat_besides_other_things_are_turned() -> None:
    """A plate in a hand not looked at yet, which seat 0 had put under the stack."""
    game = tilewright.new_game("duel", seed=1)
    game.state["place"][0, :2] = KNOWN, UNSEEN

    assert rotate_seats(game, 1).state["place"][0, :2].tolist() == [KNOWN + 1, UNSEEN]
