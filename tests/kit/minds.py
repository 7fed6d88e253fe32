"""The mind that judges a game, with the weights that are shipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.core.compiled import Records
    from tilewright.play.position import Position


def mind_of(game: Position) -> Records:
    judge = game.room.judge
    return judge.mind(judge.numbers(game.rule_set.id))
