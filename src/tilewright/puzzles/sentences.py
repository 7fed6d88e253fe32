"""Every sentence about puzzles that is made from data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.text.language import N_, Template, _, counted, fill
from tilewright.puzzles import themes

if TYPE_CHECKING:
    from tilewright.puzzles.puzzle import Theme

TITLES = {
    themes.DENIAL: N_("Denial"),
    themes.LAST_PILE: N_("The last pile"),
    themes.FLOOR: N_("A loss worth taking"),
    themes.RACE: N_("A bonus in reach"),
    themes.ENDING: N_("Ending the game"),
    themes.START: N_("Who starts next"),
    themes.PLATE: N_("Which plate"),
    themes.PAYMENT: N_("How to pay"),
}
MEANINGS = {
    themes.DENIAL: N_("what you take, nobody else can"),
    themes.LAST_PILE: N_("leave the moves that cost points to somebody else"),
    themes.FLOOR: N_("let tiles fall though you need not"),
    themes.RACE: N_("complete, or all but complete, what gives a bonus"),
    themes.ENDING: N_("make this the last round, or see that it is not"),
    themes.START: N_("take the first player's sign, whatever it costs"),
    themes.PLATE: N_("choose a plate, or where it lies"),
    themes.PAYMENT: N_("pay for a space in the right way"),
}

_DENIED_POINTS = counted(
    "after {wrong} another seat plays {reply}, worth {points} point; now it cannot",
    "after {wrong} another seat plays {reply}, worth {points} points; now it cannot",
    by="points",
)
_DENIED_TILES = counted(
    "after {wrong} another seat plays {reply} and takes {tiles} tile; now it cannot",
    "after {wrong} another seat plays {reply} and takes {tiles} tiles; now it cannot",
    by="tiles",
)
_FORCED = counted(
    "another seat has only moves left that cost points: {move} costs it {points} point",
    "another seat has only moves left that cost points: {move} costs it {points} points",
    by="points",
)
_FALLS = counted(
    "it costs {points} point, though there are moves that cost less",
    "it costs {points} points, though there are moves that cost less",
    by="points",
)
_COMPLETES = counted(
    "it completes what is worth {points} point at the end",
    "it completes what is worth {points} points at the end",
    by="points",
)
_ONE_MISSING = counted(
    "one tile is then missing to {points} point at the end",
    "one tile is then missing to {points} points at the end",
    by="points",
)
_ENDS = N_("it makes this the last round, which {wrong} does not")
_GOES_ON = N_("the game goes on, which after {wrong} it does not")
_STARTS = counted(
    "it makes you first in the next round, for {points} point",
    "it makes you first in the next round, for {points} points",
    by="points",
)
_PLATES = counted(
    "there is {choices} choice of a plate or its place",
    "there are {choices} choices of a plate or its place",
    by="choices",
)
_PAYS = counted("the space can be paid for in {ways} way", "the space can be paid for in {ways} ways", by="ways")


def title(theme: str) -> str:
    return _(TITLES[theme])


def meaning(theme: str) -> str:
    return _(MEANINGS[theme])


def told(theme: Theme) -> str:
    """What a theme's figures say."""
    return fill(_template(theme), theme.figures)


def _template(theme: Theme) -> Template:
    figures = theme.figures
    match theme.name:
        case themes.DENIAL:
            return _DENIED_POINTS if "points" in figures else _DENIED_TILES
        case themes.LAST_PILE:
            return _FORCED
        case themes.FLOOR:
            return _FALLS
        case themes.RACE:
            return _ONE_MISSING if figures["missing"] else _COMPLETES
        case themes.ENDING:
            return _ENDS if figures["ends"] else _GOES_ON
        case themes.START:
            return _STARTS
        case themes.PLATE:
            return _PLATES
        case _:
            return _PAYS
