"""The table as a terminal shows it: letters carry the meaning, styles only help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.language import _
from tilewright.core.room import Picture, Span
from tilewright.core.text import write_counts
from tilewright.core.verbs import MOVE
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
from tilewright.games.duel.factories import count
from tilewright.games.duel.forecast import plate_spaces
from tilewright.games.duel.goals import goals_of
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.position import write_chip, write_hand, write_lots, write_pile
from tilewright.games.duel.sentences import goal_meaning, round_name, still_needed, waits_for

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State

BOARD_WIDTH = 54
LABEL_WIDTH = 11


def picture(state: State, names: Sequence[str]) -> Picture:
    """What is going on, goals, plates, factories, then the two boards side by side."""
    drawn: Picture = [_headline(state, names), _goals(state), [], *_plates(state), [], *_factories(state), []]
    boards = [_board(state, seat, names[seat]) for seat in range(SEATS)]
    return [*drawn, *(_beside(left, right) for left, right in zip(*boards, strict=True)), []]


def _headline(state: State, names: Sequence[str]) -> list[Span]:
    return [(round_name(state), "strong"), (f"  {waits_for(state, names)}", "")]


def _goals(state: State) -> list[Span]:
    told = [f"{GOALS[goal]} {goal_meaning(goal)}" for goal in goals_of(state)]
    return [(_label(_("Goals")) + "; ".join(told), "faint")]


def _label(text: str) -> str:
    """The beginning of a row of the table."""
    return f"{text:<{LABEL_WIDTH}}"


def _tiles(tiles: Iterable[int]) -> list[Span]:
    spans: list[Span] = []
    for letter, n in zip(LETTERS, tiles, strict=True):
        spans += [(letter, letter)] * int(n)
    return spans or [("-", "faint")]


def _plates(state: State) -> Picture:
    shown: list[Span] = [(_label(_("Display")), "")]
    for plate in range(PLATES):
        if state.place[plate] in (DISPLAY, CHOSEN):
            shown += [(f"{PLATE_NAMES[plate]} ", "strong"), (f"{plate_spaces(plate)}   ", "")]
    stack = _label(_("Stack")) + _("{count} unseen").format(count=state.stack)
    if NO_TOP < state.top < len(TYPE_LETTERS):
        stack += ", " + _("top {type}").format(type=TYPE_LETTERS[state.top])
    if lots := write_lots(state):
        stack += "   " + _("put back, top to bottom: {lots}").format(lots=" ".join(lots))
    if hand := write_hand(state):
        stack += "   " + _("in hand: {plates}").format(plates=" ".join(hand))
    return [shown if len(shown) > 1 else [*shown, ("-", "faint")], [(stack, "")]]


def _factories(state: State) -> Picture:
    """Piles stand from bottom to top, so the tile that can be taken is the last."""
    suns: list[Span] = [(_label(_("Suns")), "")]
    moons: list[Span] = [(_label(_("Moons") + " 0:"), "")]
    for factory in range(SMALL):
        tiles = _tiles(state.sun[factory])
        suns += [(f"{factory + 1}:", "faint"), *tiles, (" " * (9 - len(tiles)), "")]
        pile = write_pile(state, factory)
        chip = write_chip(state.chip[factory])
        moons += [*((tile, tile if tile != "-" else "faint") for tile in pile), (f"({chip})", "faint")]
        moons.append((" " * (9 - len(pile) - len(chip)), ""))
    suns += [("L:", "faint"), *_tiles(state.sun[LARGE])]
    moons += [("L:", "faint"), *_tiles(state.moon)]
    if state.marker < 0 and state.round_number:
        moons.append((" " + _("1st"), "strong"))
    bag = _label(_("Bag")) + write_counts(LETTERS, state.bag)
    stock = f"{bag}    {_('Tower')} {write_counts(LETTERS, state.tower)}"
    return [suns, moons, [(stock, "faint")], [(_label(_("Chips left")) + _chips(state.unseen_chips), "faint")]]


def _chips(chips: Iterable[int]) -> str:
    return " ".join(f"{chip}{n}" for chip, n in zip(CHIPS, chips, strict=True) if n) or "-"


def _board(state: State, seat: int, name: str) -> Picture:
    board = state.boards[seat]
    turn = ">" if state.to_move == seat and state.awaiting == MOVE else " "
    marker = ", " + _("first-player tile") if state.marker == seat else ""
    points = _("{count} points").format(count=board.score)
    lines: Picture = [[(f"{turn} {name}: {points}{marker}", "strong")]]
    for row in range(LINES):
        if row in (2, 4):
            lines.append([(" " * 16 + "+-----+-----+-----+", "faint")])
        lines.append(_board_row(board, row))
    broken = _tiles(board.broken) if board.broken.any() else []
    lines.append(
        [
            (f"  {_('broken')} ", "faint"),
            *broken,
            ("_" * (BROKEN_SPACES - len(broken)), "faint"),
            (f" -{_loss(board)}", ""),
        ]
    )
    tokens, taken = _("tokens {count}").format(count=board.tokens), _("{count} this round").format(count=board.taken)
    lines.append([(f"  {tokens}  " + _("chips {chips}").format(chips=_chips(board.chips)) + f" ({taken})", "")])
    return lines + [[(f"  {GOALS[goal]}: {still_needed(board, goal)}", "faint")] for goal in goals_of(state)]


def _loss(board: Board) -> int:
    return int(BROKEN_POINTS[count(board.broken)])


def _board_row(board: Board, row: int) -> list[Span]:
    spans: list[Span] = [(f"  {row + 1} " + " " * 2 * (LINES - 1 - row), "faint")]
    filled = board.line_count[row]
    for space in range(row, -1, -1):
        if space < filled:
            letter = LETTERS[board.line_colour[row]]
            spans.append((f"{letter} ", letter))
        else:
            spans.append(("_ ", "faint"))
    for column in range(COLUMNS):
        spans += [("| " if column % 2 == 0 else "", "faint"), _cell(board, row, column), (" ", "")]
    return [*spans, (f"|{SPECIAL_POINTS[row]}  {_slots(row)}", "faint")]


def _slots(row: int) -> str:
    """The slots beside a row, named once."""
    return " ".join(SLOT_NAMES[row // 2 * 3 : row // 2 * 3 + 3]) if row % 2 == 0 else ""


def _cell(board: Board, row: int, column: int) -> Span:
    """A tile in capitals, a special tile as a star; an empty space small, a cell without a plate as a dot."""
    tile, space = board.dome[row, column], board.spaces[row, column]
    if tile == SPECIAL:
        return ("*", "strong")
    if tile != EMPTY:
        return (LETTERS[tile], LETTERS[tile])
    return ("." if space == EMPTY else SPACES_LETTERS[space].lower(), "faint")


def _beside(left: list[Span], right: list[Span]) -> list[Span]:
    """Two boards next to each other."""
    width = sum(len(text) for text, _style in left)
    return [*left, (" " * max(2, BOARD_WIDTH - width), ""), *right]
