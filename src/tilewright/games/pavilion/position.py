"""A position as one line of text; docs/notation.md defines it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.core.text.reader import Reader, shorten, write_counts
from tilewright.games.pavilion.components import (
    BONUS,
    CENTRE,
    COLOURS,
    DRAFTING,
    EMPTY,
    FACTORIES_FOR,
    KEEPING,
    LETTERS,
    NOBODY,
    PLACING,
    POSITIONS,
    ROUNDS,
    SETTING_UP,
    SIX_ROUNDS,
    STAR_LETTERS,
    STARS,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
)
from tilewright.games.pavilion.placing import cover
from tilewright.games.pavilion.setup import clear

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import Board, State

MOST_POINTS = 9999
MOST_BONUS = 3
_DRAWS = {SETTING_UP: "set-up", DRAFTING: "factories", PLACING: "supply"}
_PHASES = {"draft": DRAFTING, "place": PLACING, "bonus": BONUS, "keep": KEEPING}


def write_position(state: State) -> str:
    """The fields behind the rule set and the number of players."""
    factories = range(1, int(FACTORIES_FOR[state.players]) + 1)
    fields = [
        _write_turn(state),
        f"centre {write_counts(LETTERS, state.offer[CENTRE])}",
        f"factories {' '.join(letters(state.offer[factory]) for factory in factories)}",
        f"supply {write_counts(LETTERS, state.supply)}",
        f"bag {write_counts(LETTERS, state.bag)}",
        f"tower {write_counts(LETTERS, state.tower)}",
        *(_write_board(state.boards[seat]) for seat in range(state.players)),
    ]
    return " | ".join(fields)


def _write_turn(state: State) -> str:
    token = "-" if state.token == NOBODY else state.token
    passed = "".join(str(seat) for seat in range(state.players) if state.passed >> seat & 1)
    return (
        f"round {state.round_number} first {state.first} token {token} turn {state.to_move}"
        f" passed {passed or '-'} {_write_what(state)}"
    )


def _write_what(state: State) -> str:
    if state.awaiting == END:
        return "end"
    if state.awaiting == DEAL:
        return f"deal {_DRAWS[int(state.phase)]}"
    if state.phase == BONUS:
        return f"bonus {state.bonus_left} {LETTERS[state.from_colour]}"
    return next(word for word, phase in _PHASES.items() if phase == state.phase)


def letters(tiles: object) -> str:
    """Tiles as letters in the order of the colours; ``-`` for none."""
    return "".join(letter * int(n) for letter, n in zip(LETTERS, tiles, strict=True)) or "-"  # type: ignore[call-overload]


def _write_board(board: Board) -> str:
    stars = ["".join("." if tile == EMPTY else LETTERS[tile] for tile in star) for star in board.tiles]
    return (
        f"score {board.score} tiles {board.tile_points} losses {board.losses}"
        f" hand {write_counts(LETTERS, board.hand)} kept {write_counts(LETTERS, board.kept)}"
        f" stars {' '.join(stars)}"
    )


def read_position(state: State, text: str, column: int) -> None:
    """Fill a state that knows its side and players; what the rules forbid is judged afterwards."""
    reader = Reader(text, column=column)
    _read_turn(state, reader)
    _read_counts(reader, "| centre", state.offer[CENTRE])
    reader.expect("|")
    reader.expect("factories")
    for factory in range(1, int(FACTORIES_FOR[state.players]) + 1):
        _read_factory(state, reader, factory)
    state.tiles_on_offer = state.offer.sum()
    _read_counts(reader, "| supply", state.supply, SUPPLY_SPACES)
    _read_counts(reader, "| bag", state.bag)
    _read_counts(reader, "| tower", state.tower)
    for seat in range(state.players):
        reader.expect("|")
        _read_board(state.boards[seat], reader)
    reader.done()
    if state.phase == KEEPING:
        kept = state.boards[state.to_move].kept
        state.from_colour = max((k for k in range(COLOURS) if kept[k]), default=0)


def _read_counts(reader: Reader, labels: str, tiles: object, most: int = TILES_PER_COLOUR) -> None:
    for label in labels.split():
        reader.expect(label)
    tiles[:] = reader.counts(LETTERS, most)  # type: ignore[index]


def _read_turn(state: State, reader: Reader) -> None:
    state.round_number = reader.labelled("round", 1, ROUNDS)
    state.first = reader.seat("first", state.players)
    state.token = reader.seat("token", state.players, nobody=True)
    state.to_move = reader.seat("turn", state.players)
    reader.expect("passed")
    state.passed = _read_seats(reader, state.players)
    _read_what(state, reader)


def _read_seats(reader: Reader, players: int) -> int:
    word = reader.word("the seats that have passed")
    if word == "-":
        return 0
    known = "0123"[:players]
    if any(digit not in known for digit in word) or list(word) != sorted(set(word)):
        raise reader.fail(f"expected seats 0 to {players - 1} by rising number, or '-', found {shorten(word)}")
    return sum(1 << int(digit) for digit in word)


def _read_what(state: State, reader: Reader) -> None:
    expected = "'draft', 'place', 'bonus', 'keep', 'deal' or 'end'"
    state.awaiting = MOVE
    what = reader.word(expected)
    if what == "end":
        state.awaiting, state.ending, state.phase = END, SIX_ROUNDS, PLACING
    elif what == "deal":
        state.awaiting = DEAL
        name = reader.word("the draw that is due")
        if name not in _DRAWS.values():
            raise reader.fail(f"expected one of {', '.join(_DRAWS.values())}, found {shorten(name)}")
        state.phase = next(phase for phase, draw in _DRAWS.items() if draw == name)
    elif what in _PHASES:
        state.phase = _PHASES[what]
    else:
        raise reader.fail(f"expected {expected}, found {shorten(what)}")
    if state.phase == BONUS:
        state.bonus_left = reader.number("the bonus tiles to be taken", 1, MOST_BONUS)
        colour = reader.word("the earliest colour to be taken")
        if len(colour) != 1 or colour not in LETTERS:
            raise reader.fail(f"expected one of {LETTERS}, found {shorten(colour)}")
        state.from_colour = LETTERS.index(colour)


def _read_factory(state: State, reader: Reader, factory: int) -> None:
    group = reader.word(f"factory {factory}")
    if group == "-":
        return
    if len(group) > TILES_PER_FACTORY or any(letter not in LETTERS for letter in group):
        raise reader.fail(f"expected up to four of {LETTERS} for factory {factory}, or '-', found {shorten(group)}")
    for letter in group:
        state.offer[factory, LETTERS.index(letter)] += 1


def _read_board(board: Board, reader: Reader) -> None:
    clear(board)
    board.score = reader.labelled("score", 0, MOST_POINTS)
    board.tile_points = reader.labelled("tiles", 0, MOST_POINTS)
    board.losses = reader.labelled("losses", 0, MOST_POINTS)
    _read_counts(reader, "hand", board.hand)
    _read_counts(reader, "kept", board.kept)
    reader.expect("stars")
    for star in range(STARS):
        _read_star(board, reader, star)


def _read_star(board: Board, reader: Reader, star: int) -> None:
    spaces = reader.word(f"star {STAR_LETTERS[star]}")
    if len(spaces) != POSITIONS or any(space not in LETTERS + "." for space in spaces):
        raise reader.fail(
            f"expected {POSITIONS} of {LETTERS} or '.' for star {STAR_LETTERS[star]}, found {shorten(spaces)}"
        )
    for position, space in enumerate(spaces):
        if space != ".":
            cover(board, star, position, LETTERS.index(space))
