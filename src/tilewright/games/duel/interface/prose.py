"""The table in sentences: what a screen reader says and a log keeps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import END
from tilewright.core.text.language import N_, _, fill, ngettext, tiles_of
from tilewright.games.duel.components import (
    BROKEN_POINTS,
    CHIPS,
    DISPLAY,
    EMPTY,
    FACE_DOWN,
    LARGE,
    LINES,
    NAMES,
    NO_TOP,
    PLATE_NAMES,
    PLATES,
    SEATS,
    SLOT_NAMES,
    SMALL,
    SPACES_LETTERS,
    TOP_AWAITED,
)
from tilewright.games.duel.interface.forecast import plate_spaces
from tilewright.games.duel.interface.picture import in_hand
from tilewright.games.duel.interface.position import write_lots
from tilewright.games.duel.interface.sentences import TYPE_NAMES, goal_meaning, round_name, still_needed, waits_for
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.rules.factories import count
from tilewright.games.duel.rules.goals import goals_of

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State

_SPACE_NAMES = dict(zip(SPACES_LETTERS, (*NAMES, *TYPE_NAMES), strict=True))
_TILE_NAMES = (*NAMES, N_("special tile"))


def tell(state: State, names: Sequence[str]) -> list[str]:
    """Everything on the table, the turn last: that is what a listener waits for."""
    sentences = [f"{round_name(state)}."]
    sentences += [
        _("Goal {name}: {meaning}.").format(name=GOALS[goal], meaning=goal_meaning(goal)) for goal in goals_of(state)
    ]
    if state.awaiting != END:
        sentences += [*_tell_plates(state), *_tell_factories(state)]
        sentences.append(_("Bag: {bag}. Tower: {tower}.").format(bag=_tiles(state.bag), tower=_tiles(state.tower)))
    for seat in range(SEATS):
        sentences += _tell_board(state, seat, names[seat])
    return [*sentences, f"{waits_for(state, names).rstrip('.')}."]


def plate_words(plate: int, turn: int = 0) -> str:
    """A plate row by row: "red blue over yellow special"."""
    above, below = plate_spaces(plate, turn).split("/")
    rows = (" ".join(_(_SPACE_NAMES[letter]) for letter in row) for row in (above, below))
    return _("{above} over {below}").format(**dict(zip(("above", "below"), rows, strict=True)))


def _tell_plates(state: State) -> list[str]:
    shown = [f"{PLATE_NAMES[plate]}, {plate_words(plate)}" for plate in range(PLATES) if state.place[plate] == DISPLAY]
    sentences = [_("Display: {plates}.").format(plates="; ".join(shown) or _("empty"))]
    about = {"count": int(state.stack), "type": _(TYPE_NAMES[state.top % len(TYPE_NAMES)])}
    sentences.append(fill(_STACK.get(int(state.top), _STACK_SHOWS), about))
    if lots := write_lots(state):
        told = _("Under the stack, from the top, with who put them there: {lots}.")
        sentences.append(told.format(lots=", ".join(lots)))
    if hand := in_hand(state):
        sentences.append(_("In hand: {plates}.").format(plates=", ".join(hand)))
    return sentences


_STACK = {
    NO_TOP: N_("Stack: {count} unseen plates."),
    TOP_AWAITED: N_("Stack: {count} unseen plates, its top not seen yet."),
}
_STACK_SHOWS = N_("Stack: {count} unseen plates, a {type} plate on top.")


def _tell_factories(state: State) -> list[str]:
    sentences = []
    for factory in range(SMALL):
        parts = []
        if state.sun[factory].any():
            parts.append(_("sun {tiles}").format(tiles=_tiles(state.sun[factory])))
        if state.pile_height[factory]:
            pile = [_(NAMES[tile]) for tile in state.pile[factory][::-1] if tile != EMPTY]
            parts.append(_("moon from the top {tiles}").format(tiles=", ".join(pile)))
        if state.chip[factory] not in (EMPTY, FACE_DOWN):
            parts.append(_("chip {chip} turned up").format(chip=CHIPS[state.chip[factory]]))
        if parts:
            sentences.append(_("Factory {number}: {what}.").format(number=factory + 1, what="; ".join(parts)))
    if state.sun[LARGE].any():
        what = _("sun {tiles}").format(tiles=_tiles(state.sun[LARGE]))
    elif state.tiles_on_offer:
        what = _("moon {tiles}").format(tiles=_tiles(state.moon))
    else:
        return sentences
    with_marker = _("Large factory with the first-player tile: {what}.")
    return [*sentences, (with_marker if state.marker < 0 else _("Large factory: {what}.")).format(what=what)]


def _tiles(tiles: Iterable[int]) -> str:
    counted = [tiles_of(name, n) for name, n in zip(NAMES, tiles, strict=True) if n]
    return ", ".join(counted) or _("empty")


def _tell_board(state: State, seat: int, name: str) -> list[str]:
    board = state.boards[seat]
    points = ngettext("{count} point", "{count} points", int(board.score)).format(count=board.score)
    marker = ", " + _("with the first-player tile") if state.marker == seat else ""
    chips = [f"{n} {chip}" for chip, n in zip(CHIPS, board.chips, strict=True) if n]
    sentences = [_("{name}: {what}").format(name=name, what=f"{points}{marker}.")]
    sentences.append("  " + _("Lines: {lines}.").format(lines=_lines(board)))
    sentences.append("  " + _("Dome: {dome}.").format(dome=_dome(board)))
    sentences.append("  " + _("Plates: {plates}.").format(plates=_plates(board)))
    tokens = _("Tokens: {tokens}. Chips: {chips}, {taken} taken this round.")
    about = {"tokens": board.tokens, "chips": ", ".join(chips) or _("none"), "taken": board.taken}
    sentences.append("  " + tokens.format(**about))
    if board.broken.any():
        about = {"tiles": _tiles(board.broken), "points": BROKEN_POINTS[count(board.broken)]}
        sentences.append("  " + _("Broken: {tiles}, costing {points}.").format(**about))
    told = _("{name}: {what}")
    return sentences + [
        "  " + told.format(name=GOALS[goal], what=f"{still_needed(board, goal)}.") for goal in goals_of(state)
    ]


def _lines(board: Board) -> str:
    lines = [
        _("line {line} {count} of {spaces} {colour}").format(
            line=line + 1, count=board.line_count[line], spaces=line + 1, colour=_(NAMES[board.line_colour[line]])
        )
        for line in range(LINES)
        if board.line_count[line]
    ]
    return "; ".join(lines) or _("all empty")


def _dome(board: Board) -> str:
    rows = []
    for row in range(LINES):
        tiles = [
            _("{tile} in {column}").format(tile=_(_TILE_NAMES[tile]), column=column + 1)
            for column, tile in enumerate(board.dome[row])
            if tile != EMPTY
        ]
        if tiles:
            rows.append(_("row {row} {tiles}").format(row=row + 1, tiles=", ".join(tiles)))
    return "; ".join(rows) or _("no tile")


def _plates(board: Board) -> str:
    laid = [
        f"{slot} {plate_words(plate, turn)}"
        for slot, plate, turn in zip(SLOT_NAMES, board.plates, board.turns, strict=True)
        if plate != EMPTY
    ]
    return "; ".join(laid) or _("none")
