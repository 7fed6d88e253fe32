"""Every sentence about a move and about what the game waits for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright.core.contract.verbs import DEAL, END
from tilewright.core.shapes.moves import KIND, Parts
from tilewright.core.text.language import N_, Template, VerbForms, _, counted, fill, ngettext, tiles_of
from tilewright.core.text.reader import shorten
from tilewright.games.duel.components import (
    BORDER_GOAL,
    CHIPS,
    COLOURS_GOAL,
    COLOURS_WANTED,
    COLUMNS_GOAL,
    CORNERS_GOAL,
    DIAGONALS_GOAL,
    EMPTY,
    ENDINGS,
    GOAL_MEANINGS,
    JOKERS_GOAL,
    LETTERS,
    LINES,
    MARKER_LOSS,
    NAMES,
    PLATE_NAMES,
    ROWS_GOAL,
    TYPE_LETTERS,
)
from tilewright.games.duel.interface.position import plate_name
from tilewright.games.duel.interface.refusal import Reason
from tilewright.games.duel.moves import SOURCE_LETTERS
from tilewright.games.duel.rules.goals import (
    GROUPS,
    border_tiles,
    colours_shown,
    empty_specials,
    joker_cells,
    missing,
)
from tilewright.games.duel.rules.tiles import tiles_at
from tilewright.games.duel.steps import DRAWING, KEEP, STEPS

if TYPE_CHECKING:
    from tilewright.core.shapes.refusal import Refusal
    from tilewright.games.duel.components import Board, State
    from tilewright.games.duel.interface.plate_forecast import PlateForecast as Forecast

HELP = N_("""\
Tiles: where you take from, the colour, and the line: 3R4 takes red from sun 3 to line 4, LTX breaks turquoise
of the large sun, 0B4 takes blue from the moons. Pile what is left from bottom to top: ^Y.
Plates: S3 takes plate S3 of the display, draw takes one of the stack for a point, stop ends drawing;
@b2r1 lays the plate on slot b2 turned by one quarter, _S9 puts S9 under the stack. C3 takes the chip of factory 3.
After the takes: +TY spends a chip to complete a line, stop leaves it or ends spending, 3@4 puts the tile of line 3
in column 4. Words work too: 3 red 4, moons blue broken, large turquoise 6, chip 3, under S9, plus TY.""")

# -- names ----------------------------------------------------------------------------------------

TYPE_NAMES = (N_("special"), N_("joker"))


def colour_name(letter: str) -> str:
    return _(NAMES[LETTERS.index(letter)])


def type_name(letter: str) -> str:
    """The type of a plate in words."""
    return _(TYPE_NAMES[TYPE_LETTERS.index(letter)])


def source_name(source: str) -> str:
    """A source in words."""
    if source == "0":
        return _("the moons")
    return _("the large sun") if source == "L" else _("sun {number}").format(number=source)


def goal_meaning(goal: int) -> str:
    """What a goal gives points for."""
    return _(GOAL_MEANINGS[goal])


def _joined(words: Sequence[str]) -> str:
    return _(" and ").join(words)


# -- steps ----------------------------------------------------------------------------------------

_EXPECTED: Mapping[str, str] = {
    "start": N_("name a plate of the display, like S3"),
    "act": N_(
        "take tiles like 3R4 or 0BX (suns are 1 to 4 and L, 0 the moons; lines are 1 to 6, X is broken),"
        " a chip like C3, a plate like S3, or draw"
    ),
    "place": N_("write slot and turn of the plate, like @b2r1"),
    "draw": N_("write draw or stop"),
    "keep": N_("name the plate you keep, like S3"),
    "return": N_("name the plate that goes under the stack, like _S9"),
    "pile": N_("name the next tile of the pile, like ^Y"),
    "chips": N_("spend a chip like +TY, or write stop"),
    "target": N_("write line and column, like 3@4"),
}
_FIRST: Mapping[str, str] = {
    "start": N_("a starting plate is chosen first"),
    "act": N_("a turn begins with an action"),
    "place": N_("the plate must be laid first"),
    "draw": N_("the drawing from the stack is not over"),
    "keep": N_("one of the plates drawn must be kept first"),
    "return": N_("the other plates go back under the stack first"),
    "pile": N_("the tiles left over must be piled first"),
    "chips": N_("the line may be completed first"),
    "target": N_("the tile of the line goes to the dome first"),
}
_WAITS: Mapping[str, str] = {
    "deal": N_("Display and suns wait to be filled."),
    "refill": N_("The display waits to be filled."),
    "top": N_("The next plate of the stack is about to show."),
    "fronts": N_("The plates drawn are about to be looked at."),
    "reveal": N_("A chip is about to be turned up."),
    "start": N_("{name} to take a starting plate"),
    "act": N_("{name} to move"),
    "place": N_("{name} to lay plate {plate}"),
    "draw": N_("{name} to draw another plate or stop"),
    "keep": N_("{name} to keep one of the plates drawn"),
    "return": N_("{name} to put the other plates under the stack"),
    "pile": N_("{name} to pile what is left on factory {factory}"),
    "chips": N_("{name} to complete line {line} with chips, or leave it"),
    "target": N_("{name} to choose the column of line {line}"),
}


def expected(state: State) -> str:
    """What can be typed now."""
    return _(_EXPECTED[STEPS[state.step]])


def no_move(state: State, text: str) -> str:
    """What was typed cannot be read as a move."""
    return _("{text} is not a move: {expected}").format(text=shorten(text), expected=expected(state))


def waits_for(state: State, names: Sequence[str]) -> str:
    """What happens next, in words."""
    if state.awaiting == END:
        return _("The game is over: {ending}.").format(ending=_(ENDINGS[state.ending]))
    plate = plate_name(state.plate) if state.plate != EMPTY else ""
    about = {"plate": plate, "factory": int(state.factory) + 1, "line": int(state.line) + 1}
    name = "" if state.awaiting == DEAL else names[state.to_move]
    return fill(_WAITS[STEPS[state.step]], {"name": name, **about})


def round_name(state: State) -> str:
    """The round, or the set-up before it."""
    return _("Round {round}").format(round=state.round_number) if state.round_number else _("Set-up")


# -- what a move does -----------------------------------------------------------------------------


def describe_move(state: State, parts: Parts) -> str:
    """A move in words, as a screen reader says it."""
    kind = parts[KIND]
    if kind == "stop":
        return _describe_stop(state)
    about: dict[str, Any] = {"line": int(state.line) + 1, **parts}
    if kind == "take":
        colour = LETTERS.index(parts["colour"])
        about["tiles"] = tiles_of(NAMES[colour], tiles_at(state, SOURCE_LETTERS.index(parts["source"]), colour))
        about["source"] = source_name(parts["source"])
        about["destination"] = _destination_name(parts["destination"])
    elif kind == "chip":
        about["chip"] = CHIPS[state.chip[int(parts["factory"]) - 1]]
    elif kind == "lay":
        about |= {"plate": PLATE_NAMES[state.plate], "turned": _turned(int(parts["turn"]))}
    elif kind == "pile":
        about["factory"] = int(state.factory) + 1
    elif kind == "target":
        about["colour"] = LETTERS[state.boards[state.to_move].line_colour[int(parts["line"]) - 1]]
    if "colour" in about:
        about["colour"] = colour_name(about["colour"])
    return fill(_KEEPS if kind == "plate" and state.step == KEEP else _MOVES[kind], about)


def _destination_name(destination: str) -> str:
    return _("the broken zone") if destination == "X" else _("line {line}").format(line=destination)


_KEEPS = VerbForms(N_("keeps plate {plate}"), N_("keep plate {plate}"))
_MOVES: Mapping[str, VerbForms] = {
    "take": VerbForms(
        N_("takes {tiles} from {source} to {destination}"), N_("take {tiles} from {source} to {destination}")
    ),
    "chip": VerbForms(
        N_("takes the chip {chip} of factory {factory}"), N_("take the chip {chip} of factory {factory}")
    ),
    "plate": VerbForms(N_("takes plate {plate}"), N_("take plate {plate}")),
    "draw": VerbForms(N_("draws a plate from the stack"), N_("draw a plate from the stack")),
    "lay": VerbForms(N_("lays plate {plate} on {slot}, {turned}"), N_("lay plate {plate} on {slot}, {turned}")),
    "return": VerbForms(N_("puts plate {plate} under the stack"), N_("put plate {plate} under the stack")),
    "pile": VerbForms(
        N_("puts {colour} on the pile of factory {factory}"), N_("put {colour} on the pile of factory {factory}")
    ),
    "spend": VerbForms(N_("spends a chip {chip} on line {line}"), N_("spend a chip {chip} on line {line}")),
    "target": VerbForms(
        N_("places {colour} from line {line} in column {column}"),
        N_("place {colour} from line {line} in column {column}"),
    ),
}
_STOPS = VerbForms(N_("stops drawing and looks at the plates"), N_("stop drawing and look at the plates"))
_COMPLETES = VerbForms(N_("completes line {line} with these chips"), N_("complete line {line} with these chips"))
_LEAVES = VerbForms(N_("leaves line {line} as it is"), N_("leave line {line} as it is"))


def _turned(turn: int) -> str:
    if not turn:
        return _("not turned")
    return ngettext("turned by {count} quarter", "turned by {count} quarters", turn).format(count=turn)


def _describe_stop(state: State) -> str:
    if state.step == DRAWING:
        return fill(_STOPS, {})
    return fill(_COMPLETES if state.spent.any() else _LEAVES, {"line": int(state.line) + 1})


# -- what a move brings ---------------------------------------------------------------------------


def describe_forecast(forecast: Forecast) -> str:
    """What a move gives and costs, in a few words."""
    if forecast.shows is not None:
        return _describe_face(forecast)
    if forecast.plates is not None:
        if not forecast.loses:
            return _("free, and the only plate")
        return ngettext("costs {count} point", "costs {count} points", forecast.loses).format(count=forecast.loses)
    if forecast.covers is not None:
        return _("lies over the tiles piled so far")
    if forecast.leaves is not None:
        [(chip, left)] = forecast.leaves.items()
        return ngettext("leaves {count} chip {chip}", "leaves {count} chips {chip}", left).format(count=left, chip=chip)
    if forecast.points_now is not None:
        special = forecast.of_special or 0
        tile = _("+{points} now").format(points=forecast.points_now - special)
        return tile + (", " + _("special tile +{points}").format(points=special) if special else "")
    if forecast.spills is not None:
        return _describe_take(forecast)
    return _("no further cost")


def _describe_face(forecast: Forecast) -> str:
    """What a chip or a plate shows, and who waits for it."""
    shown = forecast.shows or ""
    if shown in CHIPS:
        return _("shows {what}").format(
            what=_joined([colour_name(letter) for letter in sorted(shown, key=LETTERS.index)])
        )
    if forecast.opens is None:
        return _("shows {what}").format(what=shown)
    if not forecast.opens:
        return shown
    waiting = [_("line {line} {colour}").format(line=line.line, colour=line.colour) for line in forecast.opens]
    return _("{plate}, a space for {lines}").format(plate=shown, lines=_joined(waiting))


def _describe_take(forecast: Forecast) -> str:
    said = []
    if forecast.line:
        what = _("fills line {line}").format(line=forecast.line)
        if forecast.spaces_left:
            about = {"line": forecast.line, "count": forecast.line - forecast.spaces_left, "spaces": forecast.line}
            what = _("line {line}: {count} of {spaces}").format(**about)
        said.append(what if forecast.has_space else _("{line}, no space in its row yet").format(line=what))
    if broken := (forecast.loses or 0) - MARKER_LOSS * forecast.marker:
        said.append(_("broken -{points}").format(points=broken))
    if forecast.marker:
        said.append(_("first-player tile -{points}, starts the next round").format(points=MARKER_LOSS))
    return ", ".join(said) or _("no points lost")


# -- why not --------------------------------------------------------------------------------------


def describe_refusal(refusal: Refusal) -> str:
    """Why something is not possible."""
    about: dict[str, Any] = {**refusal.parameters, "rule": refusal.rule}
    if refusal.code == Reason.OTHER_STEP:
        first, expected = _(_FIRST[about["step"]]), _(_EXPECTED[about["step"]])
        return _("{first}: {expected}").format(first=first, expected=expected)
    for name, word in _WORDS.items():
        if name in about:
            about[name] = word(about[name])
    return fill(_REFUSALS[Reason(refusal.code)], about)


def _listed(names: Sequence[object]) -> str:
    return " ".join(map(str, names)) or _("none")


_WORDS = {
    "colour": colour_name,
    "source": source_name,
    "sun": source_name,
    "type": type_name,
    "open": _listed,
    "order": _listed,
}
_REFUSALS: dict[Reason, Template] = {
    Reason.SOURCE_EMPTY: N_("no tile can be taken from {source} ({rule})"),
    Reason.COLOUR_NOT_THERE: N_("no {colour} tile can be taken from {source} ({rule})"),
    Reason.LINE_FULL: N_("line {line} is full ({rule})"),
    Reason.LINE_HOLDS: N_("line {line} holds {colour} ({rule})"),
    Reason.CHIP_GONE: N_("the chip of factory {factory} has been taken"),
    Reason.CHIP_FACE_DOWN: N_("factory {factory} still has tiles, its chip is face down ({rule})"),
    Reason.CHIPS_TAKEN: N_("you have taken {count} chips in this round ({rule})"),
    Reason.NO_TOKEN: N_("you have no token left in this round ({rule})"),
    Reason.NOT_IN_DISPLAY: N_("plate {plate} is not in the display: {open}"),
    Reason.NOT_IN_HAND: N_("plate {plate} is not in your hand: {open}"),
    Reason.STACK_EMPTY: N_("the stack is empty ({rule})"),
    Reason.NO_POINT: N_("a draw costs a point and you have none; take a plate of the display ({rule})"),
    Reason.SLOT_TAKEN: N_("slot {slot} already carries a plate ({rule})"),
    Reason.NONE_TO_PILE: N_("no {colour} tile is left to pile on factory {factory} ({rule})"),
    Reason.NO_SUCH_CHIP: N_("you have no chip {chip}"),
    Reason.NO_SET_WITH_CHIP: N_(
        "no set of chips for line {line} goes on with {chip}; chips are named in the order {order} ({rule})"
    ),
    Reason.SET_NOT_COMPLETE: N_("these chips do not complete line {line} yet ({rule})"),
    Reason.OTHER_LINE_NEXT: N_("line {line} is next, lines are dealt with from top to bottom ({rule})"),
    Reason.SPACE_NOT_AVAILABLE: N_(
        "the space in row {row}, column {column} is not available; available columns: {open} ({rule})"
    ),
    Reason.PLATE_NOT_UNSEEN: N_("plate {plate} is not among the unseen plates"),
    Reason.PLATE_TWICE: N_("plate {plate} is named twice"),
    Reason.HAND_HOLDS: N_("the hand holds {special} special and {joker} joker plates nobody has seen"),
    Reason.TOP_IS: N_("the top plate of the stack is a {type} plate"),
    Reason.NO_PLATE_FOR_TOP: N_("no unseen {type} plate is left for the top of the stack"),
    Reason.BAG_FIRST: counted(
        "{sun} must get the {colour} tile that is left in the bag",
        "{sun} must get all {count} {colour} tiles that are left in the bag",
        by="count",
    ),
    Reason.DRAWN_AGAIN: N_("five tiles of one colour on the large sun are drawn again ({rule})"),
    Reason.NOT_ENOUGH: N_("there are not enough {colour} tiles for {sun}"),
    Reason.CHIP_NOT_UNSEEN: N_("chip {chip} is not among the unseen chips"),
}

# -- how far a goal has come ----------------------------------------------------------------------

_GOALS_DONE: Mapping[int, Template] = {
    ROWS_GOAL: N_("{done} rows done"),
    COLOURS_GOAL: N_("{done} rows done"),
    COLUMNS_GOAL: N_("{done} columns done"),
    DIAGONALS_GOAL: N_("{done} diagonals done"),
    CORNERS_GOAL: N_("{done} corners done"),
}


def still_needed(board: Board, goal: int) -> str:
    """How far a goal has come on a board, and what it needs next."""
    if goal == COLOURS_GOAL:
        shown = [int(colours_shown(board, row)) for row in range(LINES)]
        return _so_far(
            goal,
            [max(0, COLOURS_WANTED - n) for n in shown],
            counted("{done}, next needs {count} colour", "{done}, next needs {count} colours", by="count"),
        )
    if goal == BORDER_GOAL:
        return _("{count} of {all} cells").format(count=border_tiles(board), all=20)
    if goal == JOKERS_GOAL:
        jokers = joker_cells(board)
        filled = len(jokers) - missing(board, jokers)
        return _("{count} of {all} joker spaces").format(count=filled, all=len(jokers))
    if goal in GROUPS:
        left = [missing(board, cells) for cells in GROUPS[goal]]
        return _so_far(
            goal, left, counted("{done}, next needs {count} cell", "{done}, next needs {count} cells", by="count")
        )
    return _("{count} special spaces empty").format(count=empty_specials(board))


def _so_far(goal: int, left: list[int], needs: Template) -> str:
    done = fill(_GOALS_DONE[goal], {"done": left.count(0)})
    open_ones = [n for n in left if n]
    return fill(needs, {"done": done, "count": min(open_ones)}) if open_ones else done
