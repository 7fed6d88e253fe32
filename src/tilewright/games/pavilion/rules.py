"""The rules of Summer Pavilion: what may be done and how it is done, chapter by chapter of docs/rules/pavilion.md.

| chapter | file |
|---|---|
| R1 set-up | setup.py |
| R1.6, R4.9, R6.3 draws | deals.py |
| R2 acquiring tiles | offer.py |
| R3 placing a tile, R4 points and bonus tiles | placing.py |
| R5 passing | passing.py |
| R4.8, R5.3-R5.5 after every turn of placing or passing | turns.py |
| R6 the next round, R7 the end | ending.py |

Each imports what comes after it.
"""

from __future__ import annotations

from tilewright.core.compiling.compiled import Counts, rule
from tilewright.core.contract.dice import Dice
from tilewright.core.contract.effects import Effects
from tilewright.core.contract.verbs import MOVE
from tilewright.games.pavilion import moves as codes
from tilewright.games.pavilion.components import BONUS, DRAFTING, PLACING, State
from tilewright.games.pavilion.offer import draft, drafting_moves
from tilewright.games.pavilion.passing import finish_passing, keep, keeping_moves, pass_turn
from tilewright.games.pavilion.placing import bonus_moves, place, placing_moves, take_bonus


@rule
def legal_moves(state: State, moves: Counts) -> int:
    """Everything the player to move may do, in rising order."""
    if state.awaiting != MOVE:
        return 0
    if state.phase == DRAFTING:
        return drafting_moves(state, moves)
    if state.phase == PLACING:
        return placing_moves(state, moves)
    if state.phase == BONUS:
        return bonus_moves(state, moves)
    return keeping_moves(state, moves)


@rule
def play(state: State, move: int, effects: Effects | None = None) -> None:
    """One step of a turn: a draft, a tile placed, a pass, a bonus tile, a tile kept."""
    if move < codes.DRAFTS:
        draft(state, codes.source_of(move), codes.drafted(move), effects)
    elif move < codes.PASS:
        place(state, move, effects)
    elif move < codes.BONUSES:
        pass_turn(state, move == codes.PASS, effects)
    elif move < codes.KEEPS:
        take_bonus(state, move - codes.BONUSES, effects)
    elif move < codes.DONE:
        keep(state, move - codes.KEEPS, effects)
    else:
        finish_passing(state, effects)


@rule
def observe(state: State, seat: int) -> None:
    """R1.10 Nothing is hidden in this game: even the bag is known by counting."""


@rule
def determinise(state: State, rng: Dice) -> None:
    """Nothing was hidden, so there is nothing to fill in."""
