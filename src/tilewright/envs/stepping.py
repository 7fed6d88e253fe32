"""Many games at once, in compiled code: play a move in each, deal, reward, begin anew, look, list the moves."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from tilewright.core.compiling.compiled import COUNT, Counts, Integers, Layout, Records, Wide, layout, rule
from tilewright.core.contract.dice import Dice, below
from tilewright.core.contract.protocols import State
from tilewright.core.contract.verbs import DEAL, END, MAX_PLAYERS, deal, legal_moves, observe, play, set_up, winners
from tilewright.envs.layout import FIRST_SEATS, PLACES, PLAN, SEATS_AT, SETS_AT, Plan

WIN, MARGIN = 0, 1  # rewards
LOSE, REPLACE = 0, 1  # what an illegal action does
RUNNING, ENDED, FORFEITED = 0, 1, 2  # what became of a game in a step
FORFEIT_POINTS = 50  # what an illegal action costs where rewards are margins
ROLLED_FIRST = -1  # the dice choose who starts

Marks = NDArray[np.int8]
Rewards = NDArray[np.float32] | NDArray[np.float64]


class Settings:
    """How games are played."""

    players: Wide
    reward: Wide  # WIN or MARGIN
    illegal: Wide  # LOSE or REPLACE
    first: Wide  # the seat that starts, or ROLLED_FIRST
    auto_reset: Wide  # a game that is over gives way to a new one


SETTINGS = layout(Settings)


class Workspace:
    """What games are stepped with."""

    settings: Annotated[Settings, (), SETTINGS]
    plan: Annotated[Plan, (), PLAN]
    places: Annotated[Integers, (PLACES, "most_places"), np.int64]  # where seats lie in an observation
    scratch: Annotated[Records, (1,), "state"]
    drawn: Annotated[Counts, ("most_drawn",)]


class Table:
    """What is kept of each game besides its state."""

    dice: Annotated[Dice, (1,), np.uint64]
    move_count: Wide
    moves: Annotated[Counts, ("most_moves",)]  # the legal ones


class Result:
    """What came of a step in each game."""

    mover: Wide  # the seat that moved
    fate: Wide  # RUNNING, ENDED or FORFEITED
    rewards: Annotated[NDArray[np.float32], (MAX_PLAYERS,), np.float32]
    scores: Annotated[Counts, (MAX_PLAYERS,)]  # where a game ended


RESULT = layout(Result)


@cache
def workspace_layout(state: Layout, most_drawn: int, most_places: int) -> Layout:
    """One object for each game: the compiler knows a layout again by that."""
    return layout(Workspace, state=state, most_drawn=most_drawn, most_places=most_places)


@cache
def table_layout(most_moves: int) -> Layout:
    return layout(Table, most_moves=most_moves)


@rule
def resolve(state: State, rng: Dice, drawn: Counts) -> None:
    """Deal until a player is to move or the game is over."""
    while state.awaiting == DEAL:
        deal(state, rng, drawn)


@rule
def begin(state: State, rng: Dice, choices: Counts, drawn: Counts, settings: Settings) -> None:
    """Set up a game and deal."""
    players = settings.players
    first = below(rng, players) if settings.first == ROLLED_FIRST else settings.first
    row = below(rng, len(choices)) if len(choices) > 1 else 0
    set_up(state, players, first, choices[row])
    resolve(state, rng, drawn)


@rule
def write_rewards(state: State, settings: Settings, rewards: Rewards) -> None:
    """What the end of a game is worth to each seat; the sum is 0."""
    players = settings.players
    if settings.reward == MARGIN:
        total = 0
        for seat in range(players):
            total += state.boards[seat].score
        for seat in range(players):
            own = state.boards[seat].score
            rewards[seat] = own - (total - own) / (players - 1)
        return
    won = winners(state)
    share = 0
    for seat in range(players):
        share += won >> seat & 1
    for seat in range(players):
        if share == players:
            rewards[seat] = 0.0
        elif won >> seat & 1:
            rewards[seat] = 1.0 / share
        else:
            rewards[seat] = -1.0 / (players - share)


@rule
def forfeit(seat: int, settings: Settings, rewards: Rewards) -> None:
    """An illegal action loses the game to all others."""
    players = settings.players
    stake = FORFEIT_POINTS if settings.reward == MARGIN else 1
    for other in range(players):
        rewards[other] = -1.0 * stake if other == seat else stake / (players - 1)


@rule
def copy(these: Counts, there: Counts) -> None:
    """Number by number: an assignment of slices first makes sure that they do not overlap, which costs more."""
    for k in range(len(there)):
        there[k] = these[k]


@rule
def look(work: Workspace, states: Records, i: int, seat: int, out: Counts) -> None:
    """Write what a seat sees of game ``i``: only ever from a copy that ``observe`` has blanked."""
    scratch, plan, players = work.scratch, work.plan, work.settings.players
    flat = scratch.view(COUNT)
    scratch[0] = states[i]
    observe(scratch[0], seat)
    boards_at, shared, board_words = plan.boards_at, plan.shared_words, plan.board_words
    copy(flat[:boards_at], out[:boards_at])
    copy(flat[plan.words - shared + boards_at :], out[boards_at:shared])
    turn_seats(seat, players, work.places, out)
    # The boards from the observer's on, then those before it.
    own, end = boards_at + seat * board_words, boards_at + players * board_words
    copy(flat[own:end], out[shared : shared + end - own])
    copy(flat[boards_at:own], out[shared + end - own :])


@rule
def turn_seats(seat: int, players: int, places: Integers, out: Counts) -> None:
    """Count seats from the observer on; a set of seats is turned as a ring of bits."""
    for k in range(places.shape[1]):
        at, first = places[SEATS_AT, k], places[FIRST_SEATS, k]
        if at >= 0 and out[at] >= first:
            turned = out[at] - seat
            out[at] = turned if turned >= first else turned + players
        at = places[SETS_AT, k]
        if at >= 0:
            out[at] = (out[at] >> seat | out[at] << players - seat) & (1 << players) - 1


@rule
def list_moves(state: State, moves: Counts, mask: Marks) -> int:
    """Write the legal moves and their mask; return how many there are."""
    n = legal_moves(state, moves)
    for action in range(len(mask)):
        mask[action] = 0
    for k in range(n):
        mask[moves[k]] = 1
    return n


@rule
def holds(moves: Counts, n: int, action: int) -> bool:
    """Is the action one of the legal moves?"""
    for k in range(n):
        if moves[k] == action:
            return True
    return False


@rule
def act(work: Workspace, state: State, table: Table, action: int, rewards: Rewards) -> int:
    """Play one action for the seat to move; say what became of the game."""
    settings = work.settings
    for seat in range(settings.players):
        rewards[seat] = 0.0
    if not holds(table.moves, table.move_count, action):
        if settings.illegal == LOSE:
            forfeit(state.to_move, settings, rewards)
            return FORFEITED
        action = table.moves[below(table.dice, table.move_count)]
    play(state, action)
    resolve(state, table.dice, work.drawn)
    if state.awaiting != END:
        return RUNNING
    write_rewards(state, settings, rewards)
    return ENDED


@rule
def step_games(
    works: Records,
    states: Records,
    tables: Records,
    choices: Counts,
    actions: Integers,
    results: Records,
    observations: Counts,
    masks: Marks,
) -> None:
    """Play one action in every game, or begin every game where there are no actions; look, and list the moves.

    With auto-reset a game that is over gives way to a new one at once.
    """
    work: Workspace = works[0]
    for i in range(len(states)):
        state, table, result = states[i], tables[i], results[i]
        result.mover, result.fate = state.to_move, RUNNING
        begins = len(actions) == 0
        if begins:
            for seat in range(work.settings.players):
                result.rewards[seat] = 0.0
        else:
            result.fate = act(work, state, table, actions[i], result.rewards)
        if result.fate != RUNNING:
            for seat in range(work.settings.players):
                result.scores[seat] = state.boards[seat].score
            begins = work.settings.auto_reset != 0
        if begins:
            begin(state, table.dice, choices, work.drawn, work.settings)
        table.move_count = list_moves(state, table.moves, masks[i])
        look(work, states, i, state.to_move, observations[i])


@rule
def look_once(works: Records, states: Records, i: int, seat: int, observation: Counts) -> None:
    """What one seat sees of one game."""
    look(works[0], states, i, seat, observation)


@rule
def judge_once(works: Records, states: Records, rewards: Rewards) -> None:
    """What the end of one game is worth to each seat."""
    write_rewards(states[0], works[0].settings, rewards)


@rule
def any_moves(tables: Records, rng: Dice, actions: Integers) -> None:
    """Choose one of the legal moves in every game, all alike likely."""
    for i in range(len(actions)):
        n = tables[i].move_count
        actions[i] = tables[i].moves[below(rng, n)] if n else 0
