"""What a move or a draw did, step by step.

The ply is played slowly: the functions of the rules are called one after the other in the order in which
``play`` and ``deal_exactly`` call them, and what each of them does is noted. The state is changed as they
change it; a test compares the two byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.compiled import Counts
from tilewright.core.events import Event, Log
from tilewright.core.shape import SEATS
from tilewright.core.verbs import AWAITING, DEAL, END, MOVE
from tilewright.games.pavilion import closing, deals, placing, rules
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import (
    ALL_POSITIONS,
    BONUS,
    BONUS_TILES,
    CENTRE,
    COLOURS,
    COST,
    COSTING,
    DRAFTING,
    ENDINGS,
    KEEPING,
    LETTERS,
    MOST_COST,
    MOST_KEPT,
    NOBODY,
    NUMBER_BONUS,
    PHASES,
    PLACING,
    POSITIONS,
    ROUNDS,
    SETTING_UP,
    STARS,
    STRUCTURE_NAMES,
    STRUCTURES,
    SUPPLY_SPACES,
    TILES_PER_FACTORY,
)
from tilewright.games.pavilion.forecast import completed_structures
from tilewright.games.pavilion.view import source_place

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import State


def play(state: State, move: int, seat: int | None = None) -> list[Event]:  # noqa: ARG001 - nothing is hidden
    """R2-R5 One step of a turn, and all that follows from it."""
    log, before = Log(), _counted(state)
    if move < codes.DRAFTS:
        _draft(log, state, int(codes.source_of(move)), int(codes.drafted(move)))
    elif move < codes.PASS:
        _place(log, state, move)
    elif move < codes.BONUSES:
        _pass_turn(log, state, keep_all=move == codes.PASS)
    elif move < codes.KEEPS:
        _take_bonus(log, state, move - codes.BONUSES)
    elif move < codes.DONE:
        _keep(log, state, move - codes.KEEPS)
    else:
        _finish_passing(log, state)
    return _with_counts(log, before, state)


def deal(state: State, drawn: Sequence[int], seat: int | None = None) -> list[Event]:  # noqa: ARG001
    """R1.6, R4.8, R4.9, R6.3 Tiles come out of the bag."""
    log, before = Log(), _counted(state)
    if placing.count(state.bag) < len(drawn):
        _note_tiles(log, state.tower.tolist(), "/tower", "/bag")
        deals.tip_tower(state)
    state.awaiting = MOVE
    log.note("await", awaiting=AWAITING[MOVE])
    in_supply = {PLACING: len(drawn), SETTING_UP: SUPPLY_SPACES}.get(int(state.phase), 0)
    _draw(log, state, drawn[:in_supply], state.supply, "/supply")
    for start in range(in_supply, len(drawn), TILES_PER_FACTORY):
        factory = 1 + (start - in_supply) // TILES_PER_FACTORY
        tiles = drawn[start : start + TILES_PER_FACTORY]
        _draw(log, state, tiles, state.offer[factory], source_place(factory))
    if state.phase == PLACING:
        _give_turn(log, state, int(placing.next_seat(state, state.to_move)))
    else:
        _open_offer(log, state, len(drawn) - in_supply)
    return _with_counts(log, before, state)


def _draw(log: Log, state: State, drawn: Sequence[int], place: Counts, where: str) -> None:
    counts = [list(drawn).count(colour) for colour in range(COLOURS)]
    for colour, n in enumerate(counts):
        state.bag[colour] -= n
        place[colour] += n
    _note_tiles(log, counts, "/bag", where)


def _open_offer(log: Log, state: State, dealt: int) -> None:
    """R2.1, R6.5"""
    state.tiles_on_offer = dealt
    _enter(log, state, DRAFTING)
    if dealt == 0:
        _begin_placing(log, state)


# -- what is noted --------------------------------------------------------------------------------


def _note_tiles(log: Log, tiles: Sequence[int], where: str, to: str) -> None:
    for colour, n in enumerate(tiles):
        log.move_tiles(LETTERS[colour], n, where, to)


def _counted(state: State) -> dict[str, object]:
    """What the table shows besides tiles and points."""
    return {
        "/joker": LETTERS[placing.joker_of(state)],
        "/passed": SEATS.write(int(state.passed)),
        "/bonus_left": int(state.bonus_left),
        "/from_colour": LETTERS[state.from_colour],
    }


def _with_counts(log: Log, before: dict[str, object], state: State) -> list[Event]:
    """The events, and behind them what is counted differently now."""
    for at, value in _counted(state).items():
        if value != before[at]:
            log.note("set", at=at, value=value)
    return log.events


def _enter(log: Log, state: State, phase: int) -> None:
    if state.phase != phase:
        state.phase = phase
        log.note("phase", phase=PHASES[phase])


# -- R2 acquiring tiles -----------------------------------------------------------------------------


def _draft(log: Log, state: State, source: int, colour: int) -> None:
    seat = int(state.to_move)
    board, where = state.boards[seat], source_place(source)
    hand, there = board.hand.tolist(), state.offer[source].tolist()
    taken = rules.take(state, board, source, colour)
    gained = [n - had for n, had in zip(board.hand.tolist(), hand, strict=True)]
    _note_tiles(log, gained, where, f"/boards/{seat}/hand")
    if source != CENTRE:
        _note_tiles(log, [n - gone for n, gone in zip(there, gained, strict=True)], where, "/centre")
    if source == CENTRE and state.token == NOBODY:
        state.token = seat
        log.note("move_token", **{"from": "/centre", "to": f"/boards/{seat}", "seat": seat})
        _lose(log, state, seat, taken, "R2.8")
    if state.tiles_on_offer == 0:
        _begin_placing(log, state)
    else:
        state.to_move = placing.next_seat(state, state.to_move)
        log.note("turn", seat=int(state.to_move))


def _lose(log: Log, state: State, seat: int, points: int, rule: str) -> None:
    """R5.6"""
    before = int(state.boards[seat].score)
    closing.lose(state.boards[seat], points)
    log.score(seat, int(state.boards[seat].score) - before, "losses", rule)


# -- R3, R4 placing ---------------------------------------------------------------------------------


def _begin_placing(log: Log, state: State) -> None:
    """R3.1"""
    _enter(log, state, PLACING)
    _give_turn(log, state, int(state.first if state.token == NOBODY else state.token))


def _place(log: Log, state: State, move: int) -> None:
    """R3.2, R3.11, R4.2, R4.4, R4.6"""
    seat, jokers = int(state.to_move), int(codes.jokers_of(move))
    star, position, colour = int(codes.star_of(move)), int(codes.position_of(move)), int(codes.placed(move))
    board, mine = state.boards[seat], f"/boards/{seat}"
    cost, joker = int(COST[state.side, star, position]), int(placing.joker_of(state))
    placing.pay(state, board, colour, cost, jokers)
    placing.cover(board, star, position, colour)
    points = int(placing.arc_points(board, star, position))
    board.tile_points += points
    board.score += points
    space = f"{mine}/stars/{star}/{position}"
    log.move_tiles(LETTERS[colour], 1, f"{mine}/hand", space, points=points, runs={"arc": points})
    log.score(seat, points, "tiles", "R4.2", [space])
    log.move_tiles(LETTERS[colour], cost - jokers - 1, f"{mine}/hand", "/tower")
    log.move_tiles(LETTERS[joker], jokers, f"{mine}/hand", "/tower")
    for k in completed_structures(board.covered.tolist(), star, position):
        at = [f"{mine}/stars/{one}/{other}" for one, other in STRUCTURES[k]]
        log.note("complete", name=STRUCTURE_NAMES[k % 3], tiles=int(BONUS_TILES[k]), rule="R4.4", at=at)
    earned = min(placing.earned_tiles(board, star, position), placing.count(state.supply))
    if earned:
        _enter(log, state, BONUS)
        state.bonus_left = earned
        state.from_colour = 0
    else:
        _end_turn(log, state)


def _take_bonus(log: Log, state: State, colour: int) -> None:
    """R4.5"""
    state.supply[colour] -= 1
    state.boards[state.to_move].hand[colour] += 1
    log.move_tiles(LETTERS[colour], 1, "/supply", f"/boards/{state.to_move}/hand")
    state.from_colour = colour
    state.bonus_left -= 1
    if state.bonus_left == 0:
        _end_turn(log, state)


def _end_turn(log: Log, state: State) -> None:
    """R4.8, R4.9"""
    _enter(log, state, PLACING)
    state.from_colour = 0
    if placing.missing_supply(state) > 0:
        state.awaiting = DEAL
        log.note("await", awaiting=AWAITING[DEAL])
    else:
        _give_turn(log, state, int(placing.next_seat(state, state.to_move)))


def _give_turn(log: Log, state: State, seat: int) -> None:
    """R5.3-R5.5"""
    for _ in range(state.players):
        if not state.passed >> seat & 1:
            if placing.count(state.boards[seat].hand) > 0:
                if seat != state.to_move:
                    state.to_move = seat
                    log.note("turn", seat=seat)
                return
            state.passed |= 1 << seat
        seat = int(placing.next_seat(state, seat))
    _end_round(log, state)


# -- R5 passing -------------------------------------------------------------------------------------


def _pass_turn(log: Log, state: State, *, keep_all: bool) -> None:
    """R5.1, R5.2"""
    board, mine = state.boards[state.to_move], f"/boards/{state.to_move}"
    if keep_all and placing.count(board.hand) <= MOST_KEPT:
        _note_tiles(log, board.hand.tolist(), f"{mine}/hand", f"{mine}/kept")
        board.kept[:] = board.hand
        board.hand[:] = 0
        _finish_passing(log, state)
    else:
        _enter(log, state, KEEPING)
        state.from_colour = 0
        _end_choice_if_over(log, state)


def _keep(log: Log, state: State, colour: int) -> None:
    """R5.2"""
    board, mine = state.boards[state.to_move], f"/boards/{state.to_move}"
    board.hand[colour] -= 1
    board.kept[colour] += 1
    log.move_tiles(LETTERS[colour], 1, f"{mine}/hand", f"{mine}/kept")
    state.from_colour = colour
    _end_choice_if_over(log, state)


def _end_choice_if_over(log: Log, state: State) -> None:
    """R5.2"""
    board = state.boards[state.to_move]
    if not board.hand[state.from_colour :].any() or placing.count(board.kept) == placing.keep_limit(board):
        _finish_passing(log, state)


def _finish_passing(log: Log, state: State) -> None:
    """R5.2, R5.4"""
    seat = int(state.to_move)
    board = state.boards[seat]
    _lose(log, state, seat, placing.count(board.hand), "R5.2")
    _note_tiles(log, board.hand.tolist(), f"/boards/{seat}/hand", "/tower")
    for colour in range(COLOURS):
        state.tower[colour] += board.hand[colour]
        board.hand[colour] = 0
    state.passed |= 1 << seat
    _end_turn(log, state)


# -- R6, R7 the end of a round and of the game --------------------------------------------------------


def _end_round(log: Log, state: State) -> None:
    """R6.1, R6.2, R7.1"""
    if state.round_number == ROUNDS:
        _end_game(log, state)
        return
    if state.token != NOBODY:
        log.note("move_token", **{"from": f"/boards/{state.token}", "to": "/centre", "seat": None})
    for seat in range(state.players):
        _note_tiles(log, state.boards[seat].kept.tolist(), f"/boards/{seat}/kept", f"/boards/{seat}/hand")
    closing.end_round(state)
    log.note("await", awaiting=AWAITING[DEAL])
    log.note("round", round=int(state.round_number), first=int(state.first))
    log.note("phase", phase=PHASES[DRAFTING])
    log.note("turn", seat=int(state.to_move))


def _end_game(log: Log, state: State) -> None:
    """R7.1-R7.5"""
    before = [int(state.boards[seat].losses) for seat in range(state.players)]
    closing.end_game(state)
    for seat in range(state.players):
        _note_bonuses(log, state, seat)
        log.score(seat, before[seat] - int(state.boards[seat].losses), "losses", "R7.4", [f"/boards/{seat}/kept"])
    log.note("phase", phase=PHASES[PLACING])
    log.note("turn", seat=int(state.to_move))
    log.note("await", awaiting=AWAITING[END])
    log.note("end", ending=ENDINGS[state.ending], winners=SEATS.write(int(closing.winners(state))))


def _note_bonuses(log: Log, state: State, seat: int) -> None:
    """R7.2, R7.3 The bonuses that the end of the game has added, one event for each."""
    board, stars = state.boards[seat], f"/boards/{seat}/stars"
    for star in range(STARS):
        if board.covered[star] == ALL_POSITIONS:
            at = [f"{stars}/{star}/{k}" for k in range(POSITIONS)]
            log.score(seat, closing.complete_star_bonus(board.colours[star]), "stars", "R7.2", at)
    for cost in range(1, MOST_COST + 1):
        if NUMBER_BONUS[cost] and closing.is_number_complete(state.side, board, cost):
            spaces = COSTING[state.side, cost].tolist()
            at = [f"{stars}/{star}/{k}" for star in range(STARS) for k in range(POSITIONS) if spaces[star] >> k & 1]
            log.score(seat, NUMBER_BONUS[cost], "numbers", "R7.3", at)
