"""The table as a terminal shows it: letters carry the meaning, styles only help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.core.text.language import N_, _, fill, ngettext
from tilewright.core.text.reader import write_counts
from tilewright.core.text.terminal_flow import Flow, Line, Picture, Scene, flow, row_label, short_name, width_of
from tilewright.games.pavilion.components import (
    ALL_DIFFERENT_BONUS,
    BONUS,
    CENTRE,
    CENTRE_STAR,
    COLOURS,
    COST,
    COSTING,
    DRAFTING,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    KEEPING,
    LETTERS,
    MOST_COST,
    NAMES,
    NUMBER_BONUS,
    PLACING,
    POSITIONS,
    SETTING_UP,
    SIZE,
    STAR_BONUS,
    STAR_LETTERS,
    STARS,
    STRUCTURE_NAMES,
    STRUCTURES,
    joker_of,
)
from tilewright.games.pavilion.meta import COLOURED
from tilewright.games.pavilion.sentences import bonus_tiles

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State

BOARD_WIDTH = 60

WAITS = {
    SETTING_UP: N_("The supply and the factories wait to be filled."),
    DRAFTING: N_("The factories wait to be filled."),
    PLACING: N_("The supply waits to be filled up."),
}
"""What is said while a deal is awaited."""


# -- the table ----------------------------------------------------------------------------------


def scene(state: State, names: Sequence[str]) -> Scene:
    """The whole table: what is going on, the offer, and the boards."""
    seats = range(state.players)
    return Scene(
        head=[_headline(state, names), Flow([]), *_offer(state)],
        boards=[[_board(state, seat, names[seat])] for seat in seats],
        brief=[_brief(state, seat, names[seat]) for seat in seats],
    )


def turn_words(state: State, names: Sequence[str]) -> str:
    """What the seat to move has to do."""
    about = {"name": names[state.to_move], "tiles": bonus_tiles(int(state.bonus_left))}
    return fill(_TURNS[int(state.phase)], about)


_TURNS = {
    DRAFTING: N_("{name} to take tiles"),
    PLACING: N_("{name} to place a tile or pass"),
    BONUS: N_("{name} to take {tiles}"),
    KEEPING: N_("{name} to choose what to keep"),
}


def _headline(state: State, names: Sequence[str]) -> Flow:
    joker = LETTERS[joker_of(state)]
    number = _("Round {round} of 6").format(round=state.round_number)
    spans: Line = [(number, "strong"), ("  " + _("joker") + " ", ""), (joker, joker)]
    spans.append((" " + _(NAMES[joker_of(state)]), ""))
    if state.awaiting == END:
        what = _("The game is over: {ending}.").format(ending=_(ENDINGS[state.ending]))
    elif state.awaiting == DEAL:
        what = _(WAITS[int(state.phase)])
    else:
        what = turn_words(state, names)
    return Flow([spans, [(what, "")]], gap=3)


def _tiles(tiles: object) -> Line:
    spans: Line = []
    for letter, n in zip(LETTERS, tiles, strict=True):  # type: ignore[call-overload]
        spans += [(letter, letter)] * int(n)
    return spans or [("-", "faint")]


def _offer(state: State) -> list[Flow]:
    factories: list[Line] = [
        [(f"{factory}:", "faint"), *_tiles(state.offer[factory])]
        for factory in range(1, int(FACTORIES_FOR[state.players]) + 1)
    ]
    token: Line = [(_("token") + " ", "strong")] if state.token < 0 and state.awaiting == MOVE else []
    return [
        Flow(factories, row_label(_("Factories"))),
        Flow([[("0:", "faint"), *token, *_tiles(state.offer[CENTRE])]], row_label(_("Centre"))),
        Flow([_tiles(state.supply)], row_label(_("Supply"))),
        Flow(
            [
                [(write_counts(LETTERS, state.bag), "faint")],
                [(_("Tower {tiles}").format(tiles=write_counts(LETTERS, state.tower)), "faint")],
            ],
            row_label(_("Bag")),
        ),
    ]


def _title(state: State, seat: int, name: str) -> Line:
    board = state.boards[seat]
    turn = ">" if state.to_move == seat and state.awaiting == MOVE else " "
    signs = [_("(token)")] if state.token == seat else []
    signs += [_("(passed)")] if state.passed >> seat & 1 else []
    points = ngettext("{count} point", "{count} points", int(board.score)).format(count=board.score)
    title = _("{name}: {what}").format(name=short_name(name), what=points)
    return [(f"{turn} {title}", "strong"), ("".join(f" {sign}" for sign in signs), "")]


def _hand(board: Board) -> list[Line]:
    hand: list[Line] = [[(_("hand") + " ", "faint"), *_tiles(board.hand)]]
    if board.kept.any():
        hand.append([(_("kept") + " ", "faint"), *_tiles(board.kept)])
    return hand


def _board(state: State, seat: int, name: str) -> Picture:
    board = state.boards[seat]
    lines: Picture = [_title(state, seat, name), *flow(Flow(_hand(board), "  "), BOARD_WIDTH)]
    positions = " ".join(str(k + 1) for k in range(POSITIONS))
    window, statue, pillar = map(_, STRUCTURE_NAMES)
    end, needs = _("end"), _("{structure} needs").format(structure=pillar)
    stars = f"{_star_label():<{_star_width()}}{positions}"
    lines.append([(f"{stars}  {end:<{_bonus_width()}}{window:<8}{statue:<13}{needs}", "faint")])
    lines += [_star(state, board, star) for star in range(STARS)]
    return [*lines, _numbers(state, board)]


def _star_label() -> str:
    return _("star")


def _star_width() -> int:
    return width_of(_star_label()) + 1


def _bonus_width() -> int:
    """Of what a star brings at the end: a number, or that this is open."""
    return max(width_of(_("end")) + 1, width_of(_("open")) + 1)


def _brief(state: State, seat: int, name: str) -> list[Flow]:
    """A board in two lines: points and hand, then the tiles on each star."""
    board = state.boards[seat]
    stars: list[Line] = [
        [
            (f"{STAR_LETTERS[star]}:", "faint"),
            *((LETTERS[tile], LETTERS[tile]) if tile != EMPTY else (".", "faint") for tile in board.tiles[star]),
        ]
        for star in range(STARS)
    ]
    return [Flow([_title(state, seat, name), *_hand(board)]), Flow(stars, "  ")]


def _star(state: State, board: Board, star: int) -> Line:
    """A tile is its letter, an empty space its cost; then what the star's structures still need."""
    letter = STAR_LETTERS[star]
    coloured = state.side == COLOURED and star != CENTRE_STAR
    spans: Line = [(letter, letter if coloured else "strong"), (" " * (_star_width() - 1), "")]
    for position in range(POSITIONS):
        tile = board.tiles[star, position]
        if tile == EMPTY:
            spans.append((f"{COST[state.side, star, position]}", "faint"))
        else:
            spans.append((LETTERS[tile], LETTERS[tile]))
        spans.append((" ", ""))
    spans.append((f" {_bonus_words(state, board, star):<{_bonus_width()}}", "faint"))
    if star != CENTRE_STAR:
        window, statue, pillar = (needed(board, k) for k, spaces in enumerate(STRUCTURES) if spaces[0][0] == star)
        spans.append((f"{window:<8}{statue:<13}{pillar}", "faint"))
    return spans


def needed(board: Board, structure: int) -> str:
    """The spaces around a structure that are still empty; ``done`` when there is none."""
    spaces = [
        f"{STAR_LETTERS[star]}{position + 1}"
        for star, position in STRUCTURES[structure]
        if board.tiles[star, position] == EMPTY
    ]
    return " ".join(spaces) or _("done")


def _bonus_words(state: State, board: Board, star: int) -> str:
    """What the star will bring when it is complete."""
    if state.side == COLOURED:
        return str(ALL_DIFFERENT_BONUS if star == CENTRE_STAR else STAR_BONUS[star])
    colours = [colour for colour in range(COLOURS) if board.colours[star] >> colour & 1]
    if SIZE[board.covered[star]] < 2:
        return _("open")
    return str(STAR_BONUS[colours[0]] if len(colours) == 1 else ALL_DIFFERENT_BONUS)


def number_progress(state: State, board: Board, cost: int) -> tuple[int, int]:
    """How many spaces of a cost are covered, and how many there are."""
    spaces = COSTING[state.side, cost]
    have = sum(int(board.covered[star] & spaces[star]).bit_count() for star in range(STARS))
    return have, sum(int(one).bit_count() for one in spaces)


def _numbers(state: State, board: Board) -> Line:
    words = []
    for cost in range(1, MOST_COST + 1):
        have, wanted = number_progress(state, board, cost)
        if NUMBER_BONUS[cost]:
            about = {"cost": cost, "have": have, "wanted": wanted, "points": NUMBER_BONUS[cost]}
            words.append(_("{cost}s {have}/{wanted} +{points}").format(**about))
    return [(_("numbers") + "  " + "   ".join(words), "faint")]
