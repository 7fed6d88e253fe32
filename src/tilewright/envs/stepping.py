"""Many games at once, in compiled code: play a move in each, deal, reward, begin anew, look, list the moves."""

from __future__ import annotations

from typing import Any

from tilewright.core.compiling.compiled import Counts, Records, rule
from tilewright.core.contract.dice import below
from tilewright.core.contract.verbs import DEAL, END, deal, legal_moves, observe, play, set_up, winners
from tilewright.envs.layout import (
    AUTO_RESET,
    BOARD_WORDS,
    BOARDS_AT,
    FIRST,
    FIRST_SEATS,
    ILLEGAL,
    PLAYERS,
    REWARD,
    SEATS_AT,
    SETS_AT,
    SHARED_WORDS,
    WORDS,
)

WIN, MARGIN = 0, 1  # rewards
LOSE, REPLACE = 0, 1  # what an illegal action does
RUNNING, ENDED, FORFEITED = 0, 1, 2  # what became of a game in a step
FORFEIT_POINTS = 50  # what an illegal action costs where rewards are margins
ROLLED_FIRST = -1  # the dice choose who starts


@rule
def resolve(state: Any, rng: Any, drawn: Counts) -> None:
    """Deal until a player is to move or the game is over."""
    while state.awaiting == DEAL:
        deal(state, rng, drawn)


@rule
def begin(state: Any, rng: Any, choices: Any, drawn: Counts, plan: Any) -> None:
    """Set up a game and deal."""
    players = plan[PLAYERS]
    first = below(rng, players) if plan[FIRST] == ROLLED_FIRST else plan[FIRST]
    row = below(rng, len(choices)) if len(choices) > 1 else 0
    set_up(state, players, first, choices[row])
    resolve(state, rng, drawn)


@rule
def write_rewards(state: Any, plan: Any, rewards: Any) -> None:
    """What the end of a game is worth to each seat; the sum is 0."""
    players = plan[PLAYERS]
    if plan[REWARD] == MARGIN:
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
def forfeit(seat: int, plan: Any, rewards: Any) -> None:
    """An illegal action loses the game to all others."""
    players = plan[PLAYERS]
    stake = FORFEIT_POINTS if plan[REWARD] == MARGIN else 1
    for other in range(players):
        rewards[other] = -1.0 * stake if other == seat else stake / (players - 1)


@rule
def copy(these: Counts, there: Counts) -> None:
    """Number by number: an assignment of slices first makes sure that they do not overlap, which costs more."""
    for k in range(len(there)):
        there[k] = these[k]


@rule
def look(states: Records, i: int, seat: int, scratch: Any, flat: Counts, plan: Any, places: Any, out: Counts) -> None:
    """Write what a seat sees of game ``i``: only ever from a copy that ``observe`` has blanked.

    ``flat`` is the copy as a row of numbers; ``places`` says which of the numbers hold seats.
    """
    scratch[0] = states[i]
    observe(scratch[0], seat)
    players, boards_at, shared = plan[PLAYERS], plan[BOARDS_AT], plan[SHARED_WORDS]
    copy(flat[:boards_at], out[:boards_at])
    copy(flat[plan[WORDS] - shared + boards_at :], out[boards_at:shared])
    turn_seats(seat, players, places, out)
    # The boards from the observer's on, then those before it.
    own, end = boards_at + seat * plan[BOARD_WORDS], boards_at + players * plan[BOARD_WORDS]
    copy(flat[own:end], out[shared : shared + end - own])
    copy(flat[boards_at:own], out[shared + end - own :])


@rule
def turn_seats(seat: int, players: int, places: Any, out: Counts) -> None:
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
def list_moves(state: Any, moves: Counts, mask: Any) -> int:
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
def act(state: Any, action: int, moves: Counts, n: int, rng: Any, drawn: Counts, plan: Any, rewards: Any) -> int:
    """Play one action for the seat to move; say what became of the game."""
    seat = state.to_move
    for other in range(plan[PLAYERS]):
        rewards[other] = 0.0
    if not holds(moves, n, action):
        if plan[ILLEGAL] == LOSE:
            forfeit(seat, plan, rewards)
            return FORFEITED
        action = moves[below(rng, n)]
    play(state, action)
    resolve(state, rng, drawn)
    if state.awaiting != END:
        return RUNNING
    write_rewards(state, plan, rewards)
    return ENDED


@rule
def step_games(
    states: Records,
    rngs: Any,
    actions: Any,
    moves: Counts,
    counts: Any,
    choices: Any,
    drawn: Counts,
    scratch: Records,
    flat: Counts,
    plan: Any,
    places: Any,
    observations: Counts,
    masks: Any,
    rewards: Any,
    scores: Counts,
    movers: Any,
    fates: Any,
) -> None:
    """Play one action in every game, or begin every game where there are no actions; look, and list the moves.

    With auto-reset a game that is over gives way to a new one at once.
    """
    for i in range(len(states)):
        state = states[i]
        movers[i], fates[i] = state.to_move, RUNNING
        begins = len(actions) == 0
        if begins:
            for seat in range(plan[PLAYERS]):
                rewards[i, seat] = 0.0
        else:
            fates[i] = act(state, actions[i], moves[i], counts[i], rngs[i], drawn, plan, rewards[i])
        if fates[i] != RUNNING:
            for seat in range(plan[PLAYERS]):
                scores[i, seat] = state.boards[seat].score
            begins = plan[AUTO_RESET] != 0
        if begins:
            begin(state, rngs[i], choices, drawn, plan)
        counts[i] = list_moves(state, moves[i], masks[i])
        look(states, i, state.to_move, scratch, flat, plan, places, observations[i])


@rule
def look_once(
    states: Records,
    i: int,
    seat: int,
    scratch: Records,
    flat: Counts,
    plan: Any,
    places: Any,
    observation: Counts,
) -> None:
    """What one seat sees of one game."""
    look(states, i, seat, scratch, flat, plan, places, observation)


@rule
def judge_once(states: Records, plan: Any, rewards: Any) -> None:
    """What the end of one game is worth to each seat."""
    write_rewards(states[0], plan, rewards)


@rule
def any_moves(moves: Counts, counts: Any, rng: Any, actions: Any) -> None:
    """Choose one of the legal moves in every game, all alike likely."""
    for i in range(len(actions)):
        actions[i] = moves[i, below(rng, counts[i])] if counts[i] else 0
