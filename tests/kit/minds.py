"""The mind that judges a game, with the weights that are shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.search.weighing import weights_of

if TYPE_CHECKING:
    from tilewright.core.compiled import Records
    from tilewright.play.position import Position


def mind_of(game: Position) -> Records:
    return game.room.judge.mind(weights_of(game.room.judge, game.rule_set.id))
