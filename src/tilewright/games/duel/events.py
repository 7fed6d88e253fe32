"""What a move or a draw did, step by step, as a seat sees it.

The ply is played slowly: the functions of the rules are called one after the other in the order in which
``play`` and ``deal_exactly`` call them, and what each of them does is noted. The state is changed as they
change it; a test compares the two byte for byte. Beside the kinds of core/events.py there are

| kind | says |
|---|---|
| ``take_plate`` ``keep_plate`` | a ``seat`` takes this ``plate`` from the display, or keeps it from the hand |
| ``lay_plate`` | a ``seat`` lays this ``plate`` on a slot, ``to``, with its ``turn`` |
| ``draw_plate`` | a ``seat`` draws a plate of this ``type`` from the stack |
| ``look`` | a ``seat`` looks at the plates drawn; ``plates`` are for that seat alone |
| ``return_plate`` | a ``seat`` chooses the next plate to go back; ``plate`` is for that seat alone |
| ``put_lot`` | a ``seat`` puts so many plates (``count``) under the stack |
| ``reveal_plate`` ``reveal_type`` | a ``plate`` is turned up in the display; the ``type`` of the stack's top shows |

The places of plates change by ``set`` events, which hold what the watching seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tilewright.core.moves import KIND
from tilewright.core.verbs import DEAL
from tilewright.games.duel import deals, moves, plates, tiles, turns
from tilewright.games.duel.components import (
    BROKEN,
    CHIPS,
    COLOURS,
    DISPLAY,
    EMPTY,
    HAND,
    LAID,
    LARGE,
    LETTERS,
    MOONS,
    NOBODY,
    PLATE_NAMES,
    PLATES,
    SLOT_COLUMNS,
    SMALL,
    TOP_AWAITED,
    TYPE_LETTERS,
)
from tilewright.games.duel.decoration_events import choose_column, spend, start_decorating, stop_spending
from tilewright.games.duel.factories import count, must_turn_up
from tilewright.games.duel.stack import count_in
from tilewright.games.duel.steps import DRAWING, FILL, FRONTS, KEEP, PILE, REFILL, RETURN, REVEAL
from tilewright.games.duel.view import SPACES
from tilewright.games.duel.watching import Watched

if TYPE_CHECKING:
    from tilewright.core.events import Event
    from tilewright.games.duel.components import Board, State


def play(state: State, move: int, seat: int | None = None) -> list[Event]:
    """One step of a turn and all that follows from it, as this seat (-1 a spectator, None everything) sees it."""
    log = Watched(state, seat)
    _PLAY[moves.MOVES.parts(move)[KIND]](log, state, move)
    log.show_plates()
    log.close()
    return log.events


# -- tiles and chips ------------------------------------------------------------------------------


def _take(log: Watched, state: State, move: int) -> None:
    """R5, R6.1"""
    source, colour = int(moves.source_of(move)), int(moves.colour_of(move))
    destination = int(moves.destination_of(move))
    seat = int(state.to_move)
    if source == MOONS:
        origins = _take_from_moons(log, state, colour)
    else:
        origins = [(f"/suns/{source - 1}", int(state.sun[source - 1, colour]))]
        state.sun[source - 1, colour] = 0
    taken = sum(n for _, n in origins)
    state.tiles_on_offer -= taken
    _put_tiles(log, state, destination, colour, origins)
    if source == MOONS:
        _end_take(log, state)
    elif source - 1 == LARGE:
        left = state.sun[LARGE].tolist()
        tiles.clear_large_sun(state)
        for other, n in enumerate(left):
            log.move_tiles(LETTERS[other], n, f"/suns/{LARGE}", "/moons")
        if not any(left):
            log.move_marker("/moons", f"/boards/{seat}", seat)
        _end_take(log, state)
    else:
        _go_on_piling(log, state, source - 1)


def _take_from_moons(log: Watched, state: State, colour: int) -> list[tuple[str, int]]:
    """R5.4-R5.6 From where the tiles come, and how many."""
    seat, lay_there = int(state.to_move), state.marker == NOBODY
    origins = [("/moons", int(state.moon[colour]))] if state.moon[colour] else []
    for factory in range(SMALL):
        top = int(state.pile_height[factory]) - 1
        if top >= 0 and state.pile[factory, top] == colour:
            origins.append((f"/moons/piles/{factory}/{top}", 1))
    tiles.take_from_moons(state, colour)
    if lay_there and state.marker == seat:
        log.move_marker("/moons", f"/boards/{seat}", seat)
    return origins


def _put_tiles(log: Watched, state: State, destination: int, colour: int, origins: list[tuple[str, int]]) -> None:
    """R6.1, R6.4, R6.5"""
    mine, board = f"/boards/{state.to_move}", state.boards[state.to_move]
    on_line = int(board.line_count[destination]) if destination != BROKEN else 0
    in_zone, in_tower = int(board.broken[colour]), int(state.tower[colour])
    tiles.put_tiles(state, board, destination, colour, sum(n for _, n in origins))
    ends = [(f"{mine}/broken", int(board.broken[colour]) - in_zone), ("/tower", int(state.tower[colour]) - in_tower)]
    if destination != BROKEN:
        ends.insert(0, (f"{mine}/lines/{destination}", int(board.line_count[destination]) - on_line))
    for where, n in origins:
        left = n
        for k, (to, wanted) in enumerate(ends):
            moved = min(left, wanted)
            log.move_tiles(LETTERS[colour], moved, where, to)
            ends[k] = (to, wanted - moved)
            left -= moved


def _go_on_piling(log: Watched, state: State, factory: int) -> None:
    """R5.2"""
    colours = [colour for colour in range(COLOURS) if state.sun[factory, colour] > 0]
    if len(colours) > 1:
        state.step = PILE
        state.factory = factory
        return
    for colour in colours:
        while state.sun[factory, colour] > 0:
            _pile_up(log, state, factory, colour)
    _end_take(log, state)


def _pile_up(log: Watched, state: State, factory: int, colour: int) -> None:
    """R5.2"""
    height = int(state.pile_height[factory])
    tiles.pile_up(state, factory, colour)
    log.move_tiles(LETTERS[colour], 1, f"/suns/{factory}", f"/moons/piles/{factory}/{height}")


def _pile(log: Watched, state: State, move: int) -> None:
    _pile_up(log, state, int(state.factory), move - moves.PILE_AT)
    _go_on_piling(log, state, int(state.factory))


def _end_take(log: Watched, state: State) -> None:
    """R5.7"""
    if any(must_turn_up(state, factory) for factory in range(SMALL)):
        tiles.end_take(state)
    else:
        _end_turn(log, state)


def _chip(log: Watched, state: State, move: int) -> None:
    """R7.1, R7.2"""
    factory, seat = move - moves.CHIP_AT, int(state.to_move)
    board, kind = state.boards[seat], int(state.chip[factory])
    board.chips[kind] += 1
    board.taken += 1
    state.chip[factory] = EMPTY
    log.move_chip(kind, f"/chips/{factory}", f"/boards/{seat}/chips")
    log.set(f"/boards/{seat}/chips_taken", int(board.taken))
    _end_turn(log, state)


def _end_turn(log: Watched, state: State) -> None:
    """R3.2, R3.4, R3.6"""
    if turns.has_action(state, 1 - state.to_move) or turns.has_action(state, state.to_move):
        turns.end_turn(state)
    else:
        log.show_plates()
        start_decorating(log, state)


# -- plates ---------------------------------------------------------------------------------------


def _plate(log: Watched, state: State, move: int) -> None:
    """R2.6, R4.1, R4.2, R4.6"""
    plate, seat, kept = move - moves.PLATE_AT, int(state.to_move), state.step == KEEP
    tokens = int(state.boards[seat].tokens)
    plates.choose_plate(state, plate)
    log.note("keep_plate" if kept else "take_plate", seat=seat, plate=PLATE_NAMES[plate])
    _note_tokens(log, state, seat, tokens)


def _note_tokens(log: Watched, state: State, seat: int, before: int) -> None:
    """R4.1"""
    if state.boards[seat].tokens != before:
        log.set(f"/boards/{seat}/tokens", int(state.boards[seat].tokens))


def _draw(log: Watched, state: State, move: int) -> None:  # noqa: ARG001 - a draw has no parts
    """R4.1, R4.3-R4.6"""
    seat, top = int(state.to_move), int(state.top)
    tokens, cost = int(state.boards[seat].tokens), int(state.boards[seat].plate_cost)
    plates.draw_from_stack(state)
    log.note("draw_plate", seat=seat, type=TYPE_LETTERS[top])
    _note_tokens(log, state, seat, tokens)
    log.score(seat, cost - int(state.boards[seat].plate_cost), "plates", "R4.3")
    _note_look(log, state)


def _note_look(log: Watched, state: State) -> None:
    """R4.6, R14.6 The plates are looked at; a single one is kept unasked."""
    seat = int(state.to_move)
    if state.step == KEEP:
        hand = [PLATE_NAMES[plate] for plate in range(PLATES) if state.place[plate] == HAND]
        log.note("look", seat=seat, **({"plates": hand} if log.knows_hand_of(seat) else {}))
    elif state.plate != EMPTY:
        log.note("keep_plate", seat=seat, plate=PLATE_NAMES[state.plate])
    log.show_plates()


def _stop(log: Watched, state: State, move: int) -> None:  # noqa: ARG001 - to stop has no parts
    """R4.4, R8.6"""
    if state.step == DRAWING:
        plates.stop_drawing(state)
        _note_look(log, state)
    else:
        stop_spending(log, state)


def _lay(log: Watched, state: State, move: int) -> None:
    """R2.6, R4.7, R4.8"""
    slot, turn, plate, seat = int(moves.slot_of(move)), int(moves.turn_of(move)), int(state.plate), int(state.to_move)
    plates.lay(state.boards[seat], plate, slot, turn)
    state.place[plate] = LAID
    state.plate = EMPTY
    log.note("lay_plate", seat=seat, plate=PLATE_NAMES[plate], to=f"/boards/{seat}/slots/{slot}", turn=turn)
    _note_slot(log, state.boards[seat], seat, slot)
    log.show_plates()
    if state.round_number == 0:
        state.awaiting = DEAL
        state.step = REFILL
    else:
        _go_on_returning(log, state)


def _note_slot(log: Watched, board: Board, seat: int, slot: int) -> None:
    """R4.7 What lies on a slot, and the spaces it brings."""
    laid = {"plate": PLATE_NAMES[board.plates[slot]], "turn": int(board.turns[slot])}
    log.set(f"/boards/{seat}/slots/{slot}", laid)
    spaces = SPACES.write(board.spaces.tolist())
    row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
    for k in range(4):
        here = (row + k // 2, column + k % 2)
        log.set(f"/boards/{seat}/spaces/{here[0]}/{here[1]}", spaces[here[0]][here[1]])


def _go_on_returning(log: Watched, state: State) -> None:
    """R4.6"""
    left = int(count_in(state, HAND))
    if left > 1:
        state.step = RETURN
        return
    if left == 1:
        _put_back(log, state, state.place.tolist().index(HAND))
        lot = sum(plate != EMPTY for plate in state.back)
        plates.end_lot(state)
        log.note("put_lot", seat=int(state.to_move), count=int(lot))
        log.show_plates()
    _end_turn(log, state)


def _put_back(log: Watched, state: State, plate: int) -> None:
    """R4.6, R14.6"""
    plates.put_back(state, plate)
    seat = int(state.to_move)
    log.note("return_plate", seat=seat, **({"plate": PLATE_NAMES[plate]} if log.knows_hand_of(seat) else {}))
    log.show_plates()


def _return(log: Watched, state: State, move: int) -> None:
    _put_back(log, state, move - moves.RETURN_AT)
    _go_on_returning(log, state)


def _spend(log: Watched, state: State, move: int) -> None:
    spend(log, state, move - moves.SPEND_AT)


def _target(log: Watched, state: State, move: int) -> None:
    choose_column(log, state, int(moves.column_of(move)))


_PLAY: dict[str, Callable[[Watched, State, int], None]] = {
    "take": _take,
    "chip": _chip,
    "plate": _plate,
    "draw": _draw,
    "stop": _stop,
    "lay": _lay,
    "return": _return,
    "pile": _pile,
    "spend": _spend,
    "target": _target,
}

# -- draws ----------------------------------------------------------------------------------------


def deal(state: State, drawn: Sequence[int], seat: int | None = None) -> list[Event]:
    """R14.10 What becomes visible, and how the game goes on, as this seat sees it."""
    log = Watched(state, seat)
    fronts, types, suns, chips = deals.split(state, drawn)
    _deal_plates(log, state, fronts, types)
    _deal_suns(log, state, suns)
    if state.step == FILL:
        deals.lay_chips(state)
        for factory in range(SMALL):
            log.set(f"/chips/{factory}", "?")
    for factory in [factory for factory in range(SMALL) if must_turn_up(state, factory)]:
        kind = chips.pop(0)
        deals.turn_up(state, factory, kind)
        log.note("reveal", **{"from": "/unseen_chips"}, at=f"/chips/{factory}", value=CHIPS[kind])
    if state.step == REVEAL:
        _end_turn(log, state)
    elif state.step == FRONTS:
        deals.after_draw(state)
        _note_look(log, state)
    else:
        deals.after_draw(state)
    log.show_plates()
    log.close()
    return log.events


def _deal_plates(log: Watched, state: State, fronts: list[int], types: list[int]) -> None:
    """R2.1, R12.2, R14.4, R14.11"""
    for plate in fronts:
        deals.draw_plate(state, plate)
        if state.step != FRONTS:
            log.note("reveal_plate", plate=PLATE_NAMES[plate])
    shown = set((state.place == DISPLAY).nonzero()[0].tolist())
    deals.fill_from_under(state)
    for plate in sorted(set((state.place == DISPLAY).nonzero()[0].tolist()) - shown):
        log.note("reveal_plate", plate=PLATE_NAMES[plate])
    if state.top == TOP_AWAITED:
        [state.top] = types
        log.note("reveal_type", type=TYPE_LETTERS[state.top])
    log.show_plates()


def _deal_suns(log: Watched, state: State, suns: list[list[int]]) -> None:
    """R2.2, R12.3, R12.4"""
    wanted = sum(map(len, suns))
    if count(state.bag) < wanted:
        for colour in range(COLOURS):
            log.move_tiles(LETTERS[colour], state.tower[colour], "/tower", "/bag")
        deals.pour_tower(state)
    for factory, sun in zip((LARGE, *range(SMALL)), suns, strict=False):
        for colour in sorted(set(sun)):
            n = sun.count(colour)
            state.bag[colour] -= n
            state.sun[factory, colour] += n
            log.move_tiles(LETTERS[colour], n, "/bag", f"/suns/{factory}")
    state.tiles_on_offer += wanted
