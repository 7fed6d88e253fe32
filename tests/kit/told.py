"""A ply told as events: they must lead from its view to the next."""

from __future__ import annotations

from typing import Any

from tilewright.play.game import Game


def told(game: Game, move: str | None = None, *, deal: str | None = None) -> list[dict[str, Any]]:
    """Play or deal, and say what happened."""
    before, number = game.as_data(), len(game.events)
    if move is None:
        game.deal(deal)
    else:
        game.play(move)
    happened = game.effects(number)
    assert game.room.effects.kinds.apply(before, happened) == game.as_data()
    return happened
