"""A position told from another chair plays alike in every way."""

from __future__ import annotations

import pytest

import tilewright
from tilewright.play.turning import turned

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
    by, bot = players - 1, tilewright.bot("random", seed=5)
    game = tilewright.new_game(rule_set, players, seed=5)
    other = tilewright.new_game(rule_set, players, seed=0, first=(game.first + by) % players, auto_deal=False)
    told = 0
    while game.awaiting != "end":
        for event in game.events[told:]:
            other.play(event.notation) if event.seat is not None else other.deal(event.notation)
        told = len(game.events)
        assert turned(game, by).text == other.text
        assert turned(turned(game, by), 1).text == game.text
        game.play(bot.choose(game.view(game.to_move or 0)).move)
    assert told > 20
