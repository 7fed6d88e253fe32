"""The evaluator that judges a game, with the weights that are shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.search.weights_file import weights_of

if TYPE_CHECKING:
    from tilewright.core.compiling.compiled import Records
    from tilewright.play.position import Position


def evaluator_of(game: Position) -> Records:
    return game.room.search.evaluation.evaluator(weights_of(game.room.search.evaluation, game.rule_set.id))
