"""A position as one line of text; docs/notation.md defines it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.core.text.reader import Reader, shorten, write_counts
from tilewright.games.classic.components import (
    CENTRE,
    COLUMNS,
    DRAFTING,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    FLOOR_SPACES,
    IDLE_ROUNDS_TO_END,
    LETTERS,
    LINES,
    MARKER,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    TILING,
)
from tilewright.games.classic.rules import clear

if TYPE_CHECKING:
    from tilewright.games.classic.components import Board, State

MOST_ROUNDS = 9999
MOST_POINTS = 9999


def write_position(state: State) -> str:
    """The fields behind the rule set and the number of players."""
    factories = range(1, int(FACTORIES_FOR[state.players]) + 1)
    fields = [
        _write_turn(state),
        f"centre {write_counts(LETTERS, state.offer[CENTRE])}",
        f"factories {' '.join(_letters(state.offer[factory]) for factory in factories)}",
        f"bag {write_counts(LETTERS, state.bag)}",
        f"lid {write_counts(LETTERS, state.lid)}",
        *(_write_board(state.boards[seat]) for seat in range(state.players)),
    ]
    return " | ".join(fields)


def _write_turn(state: State) -> str:
    marker = "-" if state.marker < 0 else state.marker
    what = "draft" if state.phase == DRAFTING else f"tile {state.tiling_line + 1}"
    if state.awaiting == DEAL:
        what = "deal"
    elif state.awaiting == END:
        what = f"end {ENDINGS[state.ending].replace(' ', '-')}"
    return (
        f"round {state.round_number} first {state.first} marker {marker} turn {state.to_move}"
        f" {what} idle {state.idle_rounds}"
    )


def _letters(tiles: object) -> str:
    return "".join(letter * n for letter, n in zip(LETTERS, tiles, strict=True)) or "-"  # type: ignore[call-overload]


def _write_board(board: Board) -> str:
    rows = ["".join("." if tile == EMPTY else LETTERS[tile] for tile in row) for row in board.wall]
    lines = [
        f"{LETTERS[colour]}{n}" if n else "-" for colour, n in zip(board.line_colour, board.line_count, strict=True)
    ]
    floor = write_counts(LETTERS, board.floor_tiles)
    if board.floor > board.floor_tiles.sum():
        floor = MARKER if floor == "-" else f"{MARKER} {floor}"
    return f"score {board.score} tiles {board.tile_points} wall {' '.join(rows)} lines {' '.join(lines)} floor {floor}"


def read_position(state: State, text: str, column: int) -> None:
    """Fill a state that knows its face and players; what the rules forbid is judged afterwards."""
    reader = Reader(text, column=column)
    _read_turn(state, reader)
    reader.expect("|")
    reader.expect("centre")
    state.offer[:] = 0
    state.offer[CENTRE] = reader.counts(LETTERS, TILES_PER_COLOUR)
    reader.expect("|")
    reader.expect("factories")
    for factory in range(1, int(FACTORIES_FOR[state.players]) + 1):
        _read_factory(state, reader, factory)
    state.tiles_on_offer = state.offer.sum()
    for name, tiles in (("bag", state.bag), ("lid", state.lid)):
        reader.expect("|")
        reader.expect(name)
        tiles[:] = reader.counts(LETTERS, TILES_PER_COLOUR * len(LETTERS))
    for board in state.boards:
        clear(board)
    for seat in range(state.players):
        reader.expect("|")
        _read_board(state.boards[seat], reader)
    reader.done()


def _read_turn(state: State, reader: Reader) -> None:
    state.round_number = reader.labelled("round", 1, MOST_ROUNDS)
    state.first = reader.seat("first", state.players)
    state.marker = reader.seat("marker", state.players, nobody=True)
    state.to_move = reader.seat("turn", state.players)
    state.awaiting, state.phase, state.ending = MOVE, DRAFTING, 0
    state.tiled = state.tiling_line = 0
    what = reader.word("'draft', 'tile', 'deal' or 'end'")
    if what == "tile":
        state.phase = TILING
        state.tiling_line = reader.number("the line to tile", 1, LINES) - 1
        state.tiled = (state.to_move - state.first) % state.players
    elif what == "deal":
        state.awaiting = DEAL
    elif what == "end":
        reasons = [ending.replace(" ", "-") for ending in ENDINGS[1:]]
        reason = reader.word("the reason the game ended")
        if reason not in reasons:
            raise reader.fail(f"expected one of {', '.join(reasons)}, found {shorten(reason)}")
        state.awaiting, state.ending = END, reasons.index(reason) + 1
    elif what != "draft":
        raise reader.fail(f"expected 'draft', 'tile', 'deal' or 'end', found {shorten(what)}")
    state.idle_rounds = reader.labelled("idle", 0, IDLE_ROUNDS_TO_END)


def _read_factory(state: State, reader: Reader, factory: int) -> None:
    group = reader.word(f"factory {factory}")
    if group == "-":
        return
    if len(group) > TILES_PER_FACTORY or any(letter not in LETTERS for letter in group):
        raise reader.fail(f"expected up to four of {LETTERS} for factory {factory}, or '-', found {shorten(group)}")
    for letter in group:
        state.offer[factory, LETTERS.index(letter)] += 1


def _read_board(board: Board, reader: Reader) -> None:
    board.score = reader.labelled("score", 0, MOST_POINTS)
    board.tile_points = reader.labelled("tiles", 0, MOST_POINTS)
    reader.expect("wall")
    for row in range(LINES):
        _read_row(board, reader, row)
    reader.expect("lines")
    for line in range(LINES):
        word = reader.word(f"line {line + 1}")
        if word == "-":
            continue
        if word[0] not in LETTERS:
            raise reader.fail(f"expected a colour and a number for line {line + 1}, or '-', found {shorten(word)}")
        board.line_colour[line] = LETTERS.index(word[0])
        board.line_count[line] = reader.within(word[1:], f"the tiles on line {line + 1}", 1, line + 1)
    reader.expect("floor")
    has_marker = reader.peek() == MARKER
    if has_marker:
        reader.expect(MARKER)
    if not has_marker or reader.peek() not in ("", "|"):
        board.floor_tiles[:] = reader.counts(LETTERS, FLOOR_SPACES)
    board.floor = board.floor_tiles.sum() + has_marker


def _read_row(board: Board, reader: Reader, row: int) -> None:
    cells = reader.word(f"row {row + 1} of the wall")
    if len(cells) != COLUMNS or any(cell not in LETTERS + "." for cell in cells):
        raise reader.fail(f"expected {COLUMNS} of {LETTERS} or '.' for row {row + 1}, found {shorten(cells)}")
    for column, cell in enumerate(cells):
        if cell != ".":
            board.wall[row, column] = LETTERS.index(cell)
            board.row_colours[row] |= 1 << LETTERS.index(cell)
