"""The table as a terminal shows it: letters carry the meaning, styles only help."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import MOVE
from tilewright.core.text.language import _, ngettext
from tilewright.core.text.reader import write_counts
from tilewright.core.text.terminal_flow import Flow, Line, Picture, Scene, Span, flow, row_label, short_name, width_of
from tilewright.games.duel.components import (
    BROKEN_POINTS,
    BROKEN_SPACES,
    CHIPS,
    CHOSEN,
    COLUMNS,
    DISPLAY,
    EMPTY,
    LARGE,
    LETTERS,
    LINES,
    NO_TOP,
    PLATE_NAMES,
    PLATES,
    SEATS,
    SLOT_NAMES,
    SMALL,
    SPACES_LETTERS,
    SPECIAL,
    SPECIAL_POINTS,
    TYPE_LETTERS,
)
from tilewright.games.duel.interface.forecast import plate_spaces
from tilewright.games.duel.interface.position import write_chip, write_hand, write_lots, write_pile
from tilewright.games.duel.interface.sentences import goal_meaning, round_name, still_needed, waits_for
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.rules.factories import count
from tilewright.games.duel.rules.goals import goals_of

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State

DOME_AT = 2 + 2 * LINES  # the columns before a board's dome
FACTORY_WIDTH = 9
BOARD_WIDTH = DOME_AT + 24  # lines, dome, and what special tiles bring
PANEL_WIDTH = 40  # beside a board; both fit 80 columns


def scene(state: State, names: Sequence[str]) -> Scene:
    """The whole table: what is going on, plates and factories, and the boards."""
    return Scene(
        head=[_headline(state, names), *_plates(state), *_factories(state)],
        boards=[[_board(state, seat, names[seat]), _beside_board(state, seat)] for seat in range(SEATS)],
        brief=[_brief(state, seat, names[seat]) for seat in range(SEATS)],
    )


def _headline(state: State, names: Sequence[str]) -> Flow:
    return Flow([[(round_name(state), "strong")], [(waits_for(state, names), "")]])


def _tiles(tiles: Iterable[int]) -> Line:
    spans: Line = []
    for letter, n in zip(LETTERS, tiles, strict=True):
        spans += [(letter, letter)] * int(n)
    return spans or [("-", "faint")]


def plates_at(state: State, place: int) -> list[str]:
    """The plates in one place, with their spaces."""
    return [f"{PLATE_NAMES[plate]} {plate_spaces(plate)}" for plate in range(PLATES) if state.place[plate] == place]


def in_hand(state: State) -> list[str]:
    """The plates in the hand of who is to move: chosen from the display, or drawn as far as they are known."""
    return plates_at(state, CHOSEN) + write_hand(state)


def _plates(state: State) -> list[Flow]:
    display: list[Line] = [[(plate, "")] for plate in plates_at(state, DISPLAY)] or [[("-", "faint")]]
    unseen = _("{count} unseen").format(count=state.stack)
    if NO_TOP < state.top < len(TYPE_LETTERS):
        unseen += ", " + _("top {type}").format(type=TYPE_LETTERS[state.top])
    stack: list[Line] = [[(unseen, "")]]
    if lots := write_lots(state):
        first = _("put back, top to bottom: {lots}").format(lots=lots[0])
        stack += [[(first, "")], *([(lot, "")] for lot in lots[1:])]
    rows = [Flow(display, row_label(_("Display")), gap=3), Flow(stack, row_label(_("Stack")))]
    if hand := in_hand(state):
        rows.append(Flow([[(plate, "strong")] for plate in hand], row_label(_("In hand")), gap=3))
    return rows


def _factories(state: State) -> list[Flow]:
    """Piles stand from bottom to top, so the tile that can be taken is the last."""
    suns: list[Line] = []
    moons: list[Line] = []
    for factory in range(SMALL):
        tiles = _tiles(state.sun[factory])
        suns.append([(f"{factory + 1}:", "faint"), *tiles, (" " * (FACTORY_WIDTH - 2 - len(tiles)), "")])
        pile = write_pile(state, factory)
        chip = write_chip(state.chip[factory])
        rest = FACTORY_WIDTH - 2 - len(pile) - len(chip)
        spans: Line = [(tile, tile if tile != "-" else "faint") for tile in pile]
        moons.append([*spans, (f"({chip})", "faint"), (" " * rest, "")])
    marker: Line = [(" " + _("1st"), "strong")] if state.marker < 0 and state.round_number else []
    suns.append([("L:", "faint"), *_tiles(state.sun[LARGE])])
    moons.append([("L:", "faint"), *_tiles(state.moon), *marker])
    stock: list[Line] = [
        [(write_counts(LETTERS, state.bag), "faint")],
        [(_("Tower {tiles}").format(tiles=write_counts(LETTERS, state.tower)), "faint")],
        [(_("Chips left {chips}").format(chips=_chips(state.unseen_chips)), "faint")],
    ]
    return [
        Flow(suns, row_label(_("Suns"))),
        Flow(moons, row_label(_("Moons") + "  0:")),
        Flow(stock, row_label(_("Bag"))),
    ]


def _chips(chips: Iterable[int]) -> str:
    return " ".join(f"{chip}{n}" for chip, n in zip(CHIPS, chips, strict=True) if n) or "-"


def _title(state: State, seat: int, name: str) -> Span:
    board = state.boards[seat]
    turn = ">" if state.to_move == seat and state.awaiting == MOVE else " "
    points = ngettext("{count} point", "{count} points", int(board.score)).format(count=board.score)
    title = f"{turn} " + _("{name}: {what}").format(name=short_name(name), what=points)
    if state.marker != seat:
        return (title, "strong")
    marker = title + ", " + _("first-player tile")
    return (marker if width_of(marker) <= BOARD_WIDTH else f"{title}, " + _("1st"), "strong")


def _board(state: State, seat: int, name: str) -> Picture:
    """Lines and dome; the slots for plates are named over them."""
    board = state.boards[seat]
    numbers = "".join(f"{' ' * (column % 2 == 0)} {column + 1} " for column in range(COLUMNS))
    lines: Picture = [[_title(state, seat, name)], [(" " * DOME_AT + numbers, "faint")]]
    for row in range(LINES):
        if row % 2 == 0:
            slots = "".join(f"+--{slot}--" for slot in SLOT_NAMES[row // 2 * 3 : row // 2 * 3 + 3])
            lines.append([(" " * DOME_AT + f"{slots}+", "faint")])
        lines.append(_board_row(board, row))
    return lines


def _board_row(board: Board, row: int) -> Line:
    spans: Line = [(f"{row + 1} " + " " * 2 * (LINES - 1 - row), "faint")]
    for tile in _line(board, row):
        spans += [tile, (" ", "")]
    for column in range(COLUMNS):
        spans += [("|" if column % 2 == 0 else "", "faint"), _cell(board, row, column)]
    return [*spans, (f"|{SPECIAL_POINTS[row]}", "faint")]


def _line(board: Board, row: int) -> Line:
    """A line fills from the right."""
    filled = int(board.line_count[row])
    letter = LETTERS[board.line_colour[row]]
    return [("_", "faint")] * (row + 1 - filled) + [(letter, letter)] * filled


def _cell(board: Board, row: int, column: int) -> Span:
    """A tile in brackets, a special tile as a star; an empty space small, a cell without a plate as a dot."""
    tile, space = board.dome[row, column], board.spaces[row, column]
    if tile == SPECIAL:
        return ("[*]", "strong")
    if tile != EMPTY:
        return (f"[{LETTERS[tile]}]", LETTERS[tile])
    return (" . " if space == EMPTY else f" {SPACES_LETTERS[space].lower()} ", "faint")


def _broken(board: Board) -> Line:
    broken = _tiles(board.broken) if board.broken.any() else []
    return [
        (_("broken") + " ", "faint"),
        *broken,
        ("_" * (BROKEN_SPACES - len(broken)), "faint"),
        (f" -{_loss(board)}" if broken else "", ""),
    ]


def _loss(board: Board) -> int:
    return int(BROKEN_POINTS[count(board.broken)])


def _belongings(board: Board) -> list[Line]:
    chips = _("chips {chips}").format(chips=_chips(board.chips))
    if board.taken:
        chips += " " + _("({count} this round)").format(count=board.taken)
    return [_broken(board), [(_("tokens {count}").format(count=board.tokens), "")], [(chips, "")]]


def _beside_board(state: State, seat: int) -> Picture:
    """What else a player has, and how far the goals have come."""
    board = state.boards[seat]
    *others, [(chips, _style)] = _belongings(board)
    in_parts: list[Line] = [[(part, "")] for part in textwrap.wrap(chips, PANEL_WIDTH, subsequent_indent="   ")]
    lines: Picture = flow(Flow([*others, *in_parts]), PANEL_WIDTH)
    for goal in goals_of(state):
        meaning = textwrap.wrap(f"{GOALS[goal]}: {goal_meaning(goal)}", PANEL_WIDTH, subsequent_indent="   ")
        lines += [[(part, "")] for part in meaning]
        lines.append([(f"   {still_needed(board, goal)}", "faint")])
    return lines


def _brief(state: State, seat: int, name: str) -> list[Flow]:
    """A board in three lines: points and belongings, lines, and the tiles on the dome row by row."""
    board = state.boards[seat]
    rows: list[Line] = [[_brief_cell(board, row, column) for column in range(COLUMNS)] for row in range(LINES)]
    return [
        Flow([[_title(state, seat, name)], *_belongings(board)]),
        Flow([_line(board, row) for row in range(LINES)], "  " + _("lines") + " "),
        Flow(rows, "  " + _("dome") + "  "),
    ]


def _brief_cell(board: Board, row: int, column: int) -> Span:
    tile = board.dome[row, column]
    if tile == SPECIAL:
        return ("*", "strong")
    return (LETTERS[tile], LETTERS[tile]) if tile != EMPTY else (".", "faint")
