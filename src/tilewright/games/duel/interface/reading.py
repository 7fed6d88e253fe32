"""A position read from its line of text; docs/notation.md defines it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.core.text.reader import Reader, shorten
from tilewright.games.duel.components import (
    BACK,
    BROKEN_SPACES,
    CHIPS,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    CHOSEN,
    COLUMNS,
    DISPLAY,
    DISPLAY_PLACES,
    EMPTY,
    FACE_DOWN,
    FIVE_ROUNDS,
    HAND,
    KNOWN,
    LAID,
    LARGE,
    LARGE_SUN,
    LETTERS,
    LINES,
    NO_TOP,
    PILE_SPACES,
    PLATE_NAMES,
    PLATES,
    ROUNDS,
    SEATS,
    SLOT_NAMES,
    SLOTS,
    SMALL,
    SMALL_SUN,
    SPECIAL,
    TILES_PER_COLOUR,
    TOP_AWAITED,
    TYPE_LETTERS,
    UNDER,
    UNSEEN,
)
from tilewright.games.duel.interface.position import DOME_LETTERS
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.rules.plates import lay
from tilewright.games.duel.rules.setup import clear, clear_offer, clear_turn
from tilewright.games.duel.steps import AWAITING, HAND_IN, OVER, PILE, PLACE, SPEND, STEPS, TARGET, UNLOOKED

if TYPE_CHECKING:
    from tilewright.games.duel.components import Board, State

MOST_POINTS = 9999
ALL_TILES = TILES_PER_COLOUR * len(LETTERS)
_LAID = re.compile(r"([SJ][1-9])r([0-3])")
_LOT = re.compile(r"([01]):(.+)")


def read_position(state: State, text: str, column: int) -> None:
    """Fill a state; what the rules forbid is judged afterwards. A view cannot be restored."""
    reader = Reader(text, column=column)
    state.place[:] = UNSEEN
    clear_offer(state)
    _read_goals(state, reader)
    _read_turn(state, reader)
    _read_plates(state, reader)
    _read_factories(state, reader)
    _field(reader, "unseen")
    state.unseen_chips[:] = _read_chips(reader)
    for name, tiles in (("bag", state.bag), ("tower", state.tower)):
        _field(reader, name)
        tiles[:] = reader.counts(LETTERS, ALL_TILES)
    for seat in range(SEATS):
        reader.expect("|")
        clear(state.boards[seat])
        _read_board(state, state.boards[seat], reader)
    reader.done()


def _field(reader: Reader, name: str) -> None:
    reader.expect("|")
    reader.expect(name)


def _read_goals(state: State, reader: Reader) -> None:
    reader.expect("goals")
    state.goals = 0
    while reader.peek() not in ("|", ""):
        goal = reader.word("a goal")
        if goal not in GOALS:
            raise reader.fail(f"{shorten(goal)} is not a goal: the goals are {' '.join(GOALS)}")
        if state.goals >> GOALS.index(goal):
            raise reader.fail(f"goals stand once each in the order {' '.join(GOALS)}, found {goal}")
        state.goals |= 1 << GOALS.index(goal)


def _read_turn(state: State, reader: Reader) -> None:
    reader.expect("|")
    state.round_number = reader.labelled("round", 0, ROUNDS)
    state.first = reader.seat("first", SEATS)
    state.marker = reader.seat("marker", SEATS, nobody=True)
    state.to_move = reader.seat("turn", SEATS)
    step = reader.word("what the game waits for")
    if step not in STEPS:
        raise reader.fail(f"expected one of {', '.join(STEPS)}, found {shorten(step)}")
    clear_turn(state)
    state.step = STEPS.index(step)
    state.awaiting = AWAITING[state.step]
    state.ending = FIVE_ROUNDS if state.step == OVER else 0
    if state.step == PLACE:
        state.plate = _plate(state, reader, reader.word("the plate to be laid"), CHOSEN)
    elif state.step == PILE:
        state.factory = reader.number("the factory of the pile", 1, SMALL) - 1
    elif state.step in (SPEND, TARGET):
        state.line = reader.number("the line", 1, LINES) - 1
        if state.step == SPEND and (chips := reader.word("the chips spent")) != "-":
            _read_spent(state, reader, chips)


def _read_spent(state: State, reader: Reader, chips: str) -> None:
    last = 0
    for chip in chips.split("."):
        if chip not in CHIPS:
            raise reader.fail(f"{shorten(chip)} is not a chip: the chips are {' '.join(CHIPS)}")
        kind = CHIPS.index(chip)
        if kind < last or state.spent[kind] == CHIPS_PER_KIND:
            raise reader.fail(f"chips spent stand in the order {' '.join(CHIPS)}, at most two of a kind")
        last = kind
        state.spent[kind] += 1


def _plate(state: State, reader: Reader, name: str, where: int) -> int:
    """A plate that is said to be here; no plate is in two places."""
    if name in ("s?", "j?"):
        raise reader.fail(f"{name!r} hides a plate: a view cannot be restored")
    if name not in PLATE_NAMES:
        raise reader.fail(f"expected a plate from S1 to S9 or J1 to J9, found {shorten(name)}")
    plate = PLATE_NAMES.index(name)
    if state.place[plate] != UNSEEN:
        raise reader.fail(f"plate {name} is in two places")
    state.place[plate] = where
    return plate


def _read_plates(state: State, reader: Reader) -> None:
    _field(reader, "display")
    shown = _words(reader, "a plate of the display")
    if len(shown) > DISPLAY_PLACES:
        raise reader.fail("the display has three places")
    last = EMPTY
    for name in shown:
        last = _in_order(reader, last, _plate(state, reader, name, DISPLAY))
    _field(reader, "stack")
    state.stack = reader.number("the number of unseen plates in the stack", 0, PLATES)
    top = reader.word("the type of the top plate")
    if top not in ("s", "j", "-", "?"):
        raise reader.fail(f"expected 's', 'j', '-' or '?' for the top plate, found {shorten(top)}")
    state.top = {"-": NO_TOP, "?": TOP_AWAITED, "s": 0, "j": 1}[top]
    _field(reader, "under")
    for lot in _words(reader, "a lot under the stack"):
        _read_lot(state, reader, lot)
    _field(reader, "hand")
    _read_hand(state, reader)
    reader.expect("back")
    back = reader.word("the plates chosen to go back")
    for k, name in enumerate([] if back == "-" else back.split(".")):
        state.back[k] = _plate(state, reader, name, BACK)


def _words(reader: Reader, what: str) -> list[str]:
    """The words of a list, or none for '-'."""
    found = [reader.word(what)]
    while reader.peek() not in ("|", "back", ""):
        found.append(reader.word(what))
    return [] if found == ["-"] else found


def _in_order(reader: Reader, last: int, plate: int) -> int:
    if plate < last:
        raise reader.fail("plates stand in the order S1 to S9, J1 to J9")
    return plate


def _read_lot(state: State, reader: Reader, lot: str) -> None:
    match = _LOT.fullmatch(lot)
    if not match:
        raise reader.fail(f"expected a lot such as 0:S9.S1, found {shorten(lot)}")
    for name in match[2].split("."):
        k = state.under_count
        state.under[k] = _plate(state, reader, name, UNDER)
        state.under_owner[k] = int(match[1])
        state.under_count += 1
    state.under_last[state.under_count - 1] = 1


def _read_hand(state: State, reader: Reader) -> None:
    looked = HAND_IN[state.step] != UNLOOKED
    last = EMPTY
    for word in _words(reader, "a plate in the hand"):
        if word in ("s?", "j?") and not looked:
            kind = TYPE_LETTERS.index(word[0])
            if last != EMPTY or state.hand_unknown[kind + 1 :].any() or state.hand_unknown[kind] == 9:
                raise reader.fail("plates in the hand stand in the order s?, j?, known plates")
            state.hand_unknown[kind] += 1
            continue
        name, colon, seat = word.partition(":")
        if bool(colon) == looked or (colon and seat not in ("0", "1")):
            expected = "a plate such as S9" if looked else "s?, j? or a plate with who knows it such as S9:0"
            raise reader.fail(f"expected {expected} in the hand, found {shorten(word)}")
        where = HAND if looked else KNOWN + int(seat)
        last = _in_order(reader, last, _plate(state, reader, name, where))


def _read_factories(state: State, reader: Reader) -> None:
    _field(reader, "large")
    sun, moon = _parts(reader, "sun and moon of the large factory", 2)
    state.sun[LARGE] = _read_letters(reader, sun, LARGE_SUN)
    state.moon[:] = _read_letters(reader, moon, LARGE_SUN - 1)
    _field(reader, "small")
    for factory in range(SMALL):
        sun, pile, chip = _parts(reader, f"sun, pile and chip of factory {factory + 1}", 3)
        state.sun[factory] = _read_letters(reader, sun, SMALL_SUN)
        _read_letters(reader, pile, PILE_SPACES)
        for tile in pile.strip("-"):
            state.pile[factory, state.pile_height[factory]] = LETTERS.index(tile)
            state.pile_height[factory] += 1
        if chip not in (*CHIPS, "?", "-"):
            raise reader.fail(f"expected a chip, '?' or '-' on factory {factory + 1}, found {shorten(chip)}")
        state.chip[factory] = {"?": FACE_DOWN, "-": EMPTY}[chip] if chip in "?-" else CHIPS.index(chip)
    state.tiles_on_offer = state.sun.sum() + state.moon.sum() + state.pile_height.sum()


def _parts(reader: Reader, what: str, number: int) -> list[str]:
    word = reader.word(what)
    parts = word.split("/")
    if len(parts) != number or "" in parts:
        raise reader.fail(f"expected {what} joined by '/', found {shorten(word)}")
    return parts


def _read_letters(reader: Reader, letters: str, most: int) -> list[int]:
    tiles = "" if letters == "-" else letters
    if len(tiles) > most or any(letter not in LETTERS for letter in tiles):
        raise reader.fail(f"expected up to {most} of {LETTERS}, or '-', found {shorten(letters)}")
    return [tiles.count(letter) for letter in LETTERS]


def _read_chips(reader: Reader) -> list[int]:
    """Chips counted by kind."""
    found = [0] * len(CHIPS)
    for word in _chip_words(reader):
        chip, number = word[:-1], word[-1]
        if chip not in CHIPS:
            raise reader.fail(f"expected chips such as TY2, or '-', found {shorten(word)}")
        if found[CHIPS.index(chip)]:
            raise reader.fail(f"{chip} is counted twice")
        found[CHIPS.index(chip)] = reader.within(number, f"the number of {chip} chips", 1, CHIPS_PER_KIND)
    return found


def _chip_words(reader: Reader) -> list[str]:
    words = [reader.word("chips or '-'")]
    while reader.peek() not in ("|", "plates", "") and words != ["-"]:
        words.append(reader.word("chips"))
    return [] if words == ["-"] else words


def _read_board(state: State, board: Board, reader: Reader) -> None:
    board.score = reader.labelled("score", 0, MOST_POINTS)
    board.tile_points = reader.labelled("earned", 0, MOST_POINTS)
    board.special_points = reader.number("the points of special tiles", 0, MOST_POINTS)
    board.broken_loss = reader.labelled("lost", 0, MOST_POINTS)
    board.marker_loss = reader.number("the points the first-player tile has cost", 0, MOST_POINTS)
    board.plate_cost = reader.number("the points draws have cost", 0, MOST_POINTS)
    board.tokens = reader.labelled("tokens", 0, 2)
    board.taken = reader.labelled("taken", 0, CHIPS_PER_ROUND)
    reader.expect("chips")
    board.chips[:] = _read_chips(reader)
    reader.expect("plates")
    for slot in range(SLOTS):
        _read_slot(state, board, reader, slot)
    reader.expect("dome")
    for row in range(LINES):
        _read_row(board, reader, row)
    reader.expect("lines")
    for line in range(LINES):
        _read_line(board, reader, line)
    reader.expect("broken")
    board.broken[:] = reader.counts(LETTERS, BROKEN_SPACES)


def _read_slot(state: State, board: Board, reader: Reader, slot: int) -> None:
    word = reader.word(f"the plate on {SLOT_NAMES[slot]}")
    if word == "-":
        return
    match = _LAID.fullmatch(word)
    if not match:
        raise reader.fail(f"expected a plate such as S3r1 on {SLOT_NAMES[slot]}, or '-', found {shorten(word)}")
    lay(board, _plate(state, reader, match[1], LAID), slot, int(match[2]))


def _read_row(board: Board, reader: Reader, row: int) -> None:
    cells = reader.word(f"row {row + 1} of the dome")
    if len(cells) != COLUMNS or any(cell not in DOME_LETTERS + "." for cell in cells):
        raise reader.fail(f"expected {COLUMNS} of {DOME_LETTERS} or '.' for row {row + 1}, found {shorten(cells)}")
    for column, cell in enumerate(cells):
        if cell != ".":
            board.dome[row, column] = SPECIAL if cell == "*" else LETTERS.index(cell)


def _read_line(board: Board, reader: Reader, line: int) -> None:
    word = reader.word(f"line {line + 1}")
    if word == "-":
        return
    if word[0] not in LETTERS:
        raise reader.fail(f"expected a colour and a number for line {line + 1}, or '-', found {shorten(word)}")
    board.line_colour[line] = LETTERS.index(word[0])
    board.line_count[line] = reader.within(word[1:], f"the tiles on line {line + 1}", 1, line + 1)
