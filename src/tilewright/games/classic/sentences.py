"""Every sentence about a move or a draw: what it does, what it brings, why it is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.shapes.moves import KIND, Parts
from tilewright.core.text.language import N_, Template, VerbForms, _, counted, fill, tiles_of
from tilewright.core.text.reader import shorten
from tilewright.games.classic.components import CENTRE, LETTERS, NAMES
from tilewright.games.classic.refusal import Reason

if TYPE_CHECKING:
    from tilewright.core.shapes.forecast import Forecast
    from tilewright.core.shapes.refusal import Refusal
    from tilewright.games.classic.components import State


HELP = N_("""\
Type where you take from, the colour, and where it goes: 3R4 takes red from factory 3 to line 4.
0 is the centre, F the floor: 0BF. Words work too: 3 red 4, centre blue floor.
On a free wall choose the column of each full line: 2@4 puts the tile of line 2 in column 4.""")


def no_move(text: str) -> str:
    """What was typed cannot be read as a move."""
    return _("{text} is not a move: write source, colour and line, like 3R4 or 0BF, or 2@4 on a free wall").format(
        text=shorten(text)
    )


def not_a_colour(letter: str) -> str:
    return _("{letter} is not a colour: the colours are {colours}").format(
        letter=shorten(letter), colours=" ".join(LETTERS)
    )


def only_factories(factories: int) -> str:
    return _("there are only {factories} factories").format(factories=factories)


def must_get_four(factory: int) -> str:
    return _("factory {factory} must get four tiles").format(factory=factory)


def colour_name(letter: str) -> str:
    return _(NAMES[LETTERS.index(letter)])


def source_name(source: int) -> str:
    """A source in words."""
    return _("the centre") if source == CENTRE else _("factory {number}").format(number=source)


def describe_move(state: State, parts: Parts) -> str:
    """A move in words, as a screen reader says it."""
    if parts[KIND] == "tile":
        colour = state.boards[state.to_move].line_colour[int(parts["line"]) - 1]
        return fill(_PLACES, {"colour": _(NAMES[colour]), "line": parts["line"], "column": parts["column"]})
    source, line = int(parts["source"]), parts["destination"]
    colour = LETTERS.index(parts["colour"])
    about = {
        "tiles": tiles_of(NAMES[colour], state.offer[source, colour]),
        "source": source_name(source),
        "destination": _("the floor") if line == "F" else _("line {line}").format(line=line),
    }
    return fill(_TAKES, about)


_PLACES = VerbForms(
    N_("places {colour} from line {line} in column {column}"),
    N_("place {colour} from line {line} in column {column}"),
)
_TAKES = VerbForms(
    N_("takes {tiles} from {source} to {destination}"),
    N_("take {tiles} from {source} to {destination}"),
)


def describe_forecast(forecast: Forecast) -> str:
    """What a move gives and costs, in a few words."""
    if forecast.points_now is not None:
        return _("+{points} now").format(points=forecast.points_now)
    said = []
    if forecast.line and forecast.spaces_left:
        said.append(
            _("line {line}: {count} of {spaces}").format(
                line=forecast.line, count=forecast.line - forecast.spaces_left, spaces=forecast.line
            )
        )
    elif forecast.line:
        said.append(_("fills line {line}").format(line=forecast.line))
        if forecast.points_round_end is not None:
            said.append(f"+{forecast.points_round_end}")
    if forecast.loses:
        said.append(_("floor -{points}").format(points=forecast.loses))
    if forecast.marker:
        said.append(_("takes the marker, starts the next round"))
    return ", ".join(said) or _("no points lost")


def describe_refusal(refusal: Refusal) -> str:
    """Why something is not possible."""
    about = {**refusal.parameters, "rule": refusal.rule}
    if "colour" in about:
        about["colour"] = colour_name(about["colour"])
    if "source" in about:
        about["source"] = source_name(about["source"])
    if "open" in about:
        about["open"] = " ".join(map(str, about["open"]))
    return fill(_REFUSALS[Reason(refusal.code)], about)


_REFUSALS: dict[Reason, Template] = {
    Reason.TILE_FIRST: N_("line {line} must be tiled first: choose its column, like {line}@1"),
    Reason.TAKE_FIRST: N_("tiles are still on offer: take some first, like 3R4"),
    Reason.NO_SUCH_FACTORY: N_("there are only {factories} factories"),
    Reason.SOURCE_EMPTY: N_("there is no tile in {source} ({rule})"),
    Reason.COLOUR_NOT_THERE: N_("there is no {colour} tile in {source} ({rule})"),
    Reason.ROW_HAS_COLOUR: N_("row {row} of the wall already has a {colour} tile ({rule})"),
    Reason.LINE_FULL: N_("line {line} is full ({rule})"),
    Reason.LINE_HOLDS: N_("line {line} holds {colour} ({rule})"),
    Reason.OTHER_LINE_NEXT: N_("line {line} is next, lines are tiled from top to bottom ({rule})"),
    Reason.CELL_TAKEN: N_("the cell in row {row}, column {column} is taken; open columns: {open} ({rule})"),
    Reason.COLUMN_HAS_COLOUR: N_("column {column} already has a {colour} tile; open columns: {open} ({rule})"),
    Reason.PRINTED_OTHERWISE: N_(
        "the cell in row {row}, column {column} is printed in another colour; open columns: {open} ({rule})"
    ),
    Reason.WRONG_NUMBER: counted(
        "{wanted} tile must be drawn, not {drawn}", "{wanted} tiles must be drawn, not {drawn}", by="wanted"
    ),
    Reason.BAG_FIRST: counted(
        "factory {factory} must get the {colour} tile that is left in the bag",
        "factory {factory} must get all {count} {colour} tiles that are left in the bag",
        by="count",
    ),
    Reason.NOT_ENOUGH: N_("there are not enough {colour} tiles to fill factory {factory}"),
}
