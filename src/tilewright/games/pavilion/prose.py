"""The table in sentences: what a screen reader says and a log keeps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.core.text.language import _, ngettext, tiles_of
from tilewright.games.pavilion.components import (
    BONUS,
    CENTRE,
    COST,
    DRAFTING,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    KEEPING,
    LETTERS,
    MOST_COST,
    NAMES,
    NUMBER_BONUS,
    POSITIONS,
    STAR_LETTERS,
    STARS,
    STRUCTURE_NAMES,
    STRUCTURES,
    joker_of,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.picture import WAITS, needed, number_progress, turn_words
from tilewright.games.pavilion.sentences import star_name

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State

NEARLY = 2  # empty spaces around a structure that is worth mentioning


def tell(state: State, names: Sequence[str]) -> list[str]:
    """Everything on the table, the turn last: that is what a listener waits for."""
    sentences = [
        _("Round {number} of 6. The joker is {colour}.").format(
            number=state.round_number, colour=_(NAMES[joker_of(state)])
        )
    ]
    if state.awaiting == MOVE and state.phase == DRAFTING:
        sentences += _tell_offer(state)
    sentences.append(_("Supply: {tiles}.").format(tiles=_tiles(state.supply)))
    sentences.append(_("Bag: {bag}. Tower: {tower}.").format(bag=_tiles(state.bag), tower=_tiles(state.tower)))
    for seat in range(state.players):
        sentences += _tell_board(state, seat, names[seat])
    return [*sentences, _tell_turn(state, names)]


def _tell_turn(state: State, names: Sequence[str]) -> str:
    if state.awaiting == END:
        return _("The game is over: {ending}.").format(ending=_(ENDINGS[state.ending]))
    if state.awaiting == DEAL:
        return _(WAITS[int(state.phase)])
    return f"{turn_words(state, names)}."


def _tell_offer(state: State) -> list[str]:
    factories = range(1, int(FACTORIES_FOR[state.players]) + 1)
    sentences = [
        _("Factory {number}: {tiles}.").format(number=factory, tiles=_tiles(state.offer[factory]))
        for factory in factories
        if state.offer[factory].any()
    ]
    centre = _("Centre with the token: {tiles}.") if state.token < 0 else _("Centre: {tiles}.")
    return [*sentences, centre.format(tiles=_tiles(state.offer[CENTRE]))]


def _tiles(tiles: object) -> str:
    counted = [tiles_of(name, n) for name, n in zip(NAMES, tiles, strict=True) if n]  # type: ignore[call-overload]
    return ", ".join(counted) or _("empty")


def _tell_board(state: State, seat: int, name: str) -> list[str]:
    board = state.boards[seat]
    signs = [ngettext("{count} point", "{count} points", int(board.score)).format(count=board.score)]
    signs += [_("has the token")] if state.token == seat else []
    signs += [_("has passed")] if state.passed >> seat & 1 else []
    sentences = [_("{name}: {what}").format(name=name, what=f"{', '.join(signs)}.")]
    sentences.append(_("  Hand: {tiles}.").format(tiles=_tiles(board.hand)))
    if board.kept.any():
        sentences.append(_("  Kept: {tiles}.").format(tiles=_tiles(board.kept)))
    stars = [_tell_star(state, board, star) for star in range(STARS) if board.covered[star]]
    sentences += stars or [_("  The board is empty.")]
    if nearly := _nearly_done(board):
        sentences.append(_("  Nearly done: {structures}.").format(structures="; ".join(nearly)))
    if stars:
        sentences.append(_("  Numbers: {numbers}.").format(numbers=_tell_numbers(state, board)))
    return sentences


def _tell_star(state: State, board: Board, star: int) -> str:
    """The covered spaces with their colours, then the empty ones with their costs."""
    name = star_name(STAR_LETTERS[star], coloured=state.side == COLOURED)
    tiles, empty = [], []
    for k in range(POSITIONS):
        if (tile := board.tiles[star, k]) == EMPTY:
            empty.append(_("{position} costs {cost}").format(position=k + 1, cost=COST[state.side, star, k]))
        else:
            tiles.append(_("{colour} on {position}").format(colour=_(NAMES[tile]), position=k + 1))
    rest = _("open: {spaces}").format(spaces=", ".join(empty)) if empty else _("complete")
    what = "; ".join((", ".join(tiles), rest))
    return "  " + _("{name}: {what}").format(name=f"{name[0].upper()}{name[1:]}", what=f"{what}.")


def _nearly_done(board: Board) -> list[str]:
    found = []
    for k, spaces in enumerate(STRUCTURES):
        empty = sum(board.tiles[star, position] == EMPTY for star, position in spaces)
        if 0 < empty <= min(NEARLY, len(spaces) - 1):
            name = _(STRUCTURE_NAMES[k % 3])
            found.append(_("a {structure} needs {spaces}").format(structure=name, spaces=needed(board, k)))
    return found


def _tell_numbers(state: State, board: Board) -> str:
    words = []
    for cost in range(1, MOST_COST + 1):
        have, wanted = number_progress(state, board, cost)
        if NUMBER_BONUS[cost]:
            words.append(_("{have} of {wanted} spaces of cost {cost}").format(have=have, wanted=wanted, cost=cost))
    return ", ".join(words)


def expects(state: State) -> str:
    """What can be typed now."""
    about = {"colours": " ".join(LETTERS), "factories": FACTORIES_FOR[state.players]}
    if state.phase == DRAFTING:
        told = _("factories are 1 to {factories} and 0 is the centre, colours are {colours}, like 3G")
    elif state.phase == BONUS:
        told = _("take a tile from the supply, like *G; colours are {colours}")
    elif state.phase == KEEPING:
        told = _("keep a tile, like =G, or write done; colours are {colours}")
    else:
        about |= {"stars": " ".join(STAR_LETTERS), "positions": POSITIONS}
        told = _(
            "stars are {stars} and positions 1 to {positions}, like G5, with jokers G5+2, where the colour is open"
            " C3:O; or write pass or discard"
        )
    return told.format(**about)
