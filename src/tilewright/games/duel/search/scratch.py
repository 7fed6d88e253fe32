"""Where an evaluator of the duel puts what in its scratch: chances of cells, then what the table holds for the nets."""

from __future__ import annotations

from tilewright.games.duel.components import COLOURS, COLUMNS, LINES

SURE = 1_000_000  # the chances of the 36 cells are whole numbers, millionths
ON_OFFER = LINES * COLUMNS  # behind them: tiles of each colour on all suns and moons
IN_ONE_TAKE = ON_OFFER + COLOURS  # the most tiles of each colour that one take brings
SUPPLY = IN_ONE_TAKE + COLOURS  # tiles of each colour that the next deal is drawn from
