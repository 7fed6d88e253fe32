"""Past the end of a round: moves that end it almost equally well, compared by the deals that may follow.

An evaluation says in one number what the end of a round is worth. Where a round is solved before its time is over, the
rest of the time goes into deals: each is dealt behind every move that comes close, the same tiles for all of them, and
looked at for a little while. What these looks say of two moves counts beside what the evaluation says, as much as it
is surer than that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiled import COUNT, Counts, Reals, Records, rule
from tilewright.core.dice import Dice, dice
from tilewright.core.verbs import DEAL, MAX_PLAYERS, MOVE, deal, play, search_moves
from tilewright.search.round_search import INFINITE
from tilewright.search.rounds import bound_of
from tilewright.search.utility import two_seat_utility

if TYPE_CHECKING:
    from tilewright.search.rounds import Found, RoundSearch
    from tilewright.search.stop import Stop

NEAR = 400  # how much less a move may be worth than the best to be compared with it
MOST_MOVES = 5
MOST_DEALS = 24
FEWEST_DEALS = 6  # fewer tell nothing
LOOK = 500  # positions behind one deal
FINDING = 20_000  # positions at most to find out which moves come close
DOUBT = 350.0  # by how much an evaluation may be wrong about which of two round ends is better
LEAST_SWING = 300.0  # from deal to deal: a few that agree are no proof
CLEARLY = 2.0  # standard errors behind the best: such a move is not looked at any more


@rule
def deal_next(states: Records, rng: Dice, drawn: Counts) -> None:
    """Deal until somebody is to move."""
    while states[0].awaiting == DEAL:
        deal(states[0], rng, drawn)


@rule
def finish_round(states: Records, scratch: Records, moves: Counts, points: Reals, evaluators: Records) -> None:
    """Choices that are left after the drafting: each the best one move ahead, until chance decides again.

    ``states`` and ``scratch`` are two of the same kind, and so are the moves; the first state is played on.
    """
    while states[0].awaiting == MOVE:
        n = search_moves(states[0], moves)
        sign = 1 - 2 * states[0].to_move
        best, most = 0, -INFINITE
        for k in range(n if n > 1 else 0):
            scratch[0] = states[0]
            play(scratch[0], moves[k])
            worth = sign * two_seat_utility(scratch[0], scratch[1:], points, evaluators[0])
            if worth > most:
                best, most = k, worth
        play(states[0], moves[best])


@dataclass
class Rival:
    """A move that may be the best: where it leads, and what looks behind the next deals found, to the mover."""

    found: Found
    end: Records
    worth: int  # by the evaluation of its round's end
    looks: list[float] = field(default_factory=list)

    def over(self, other: Rival) -> tuple[float, float]:
        """How much more it is worth than the other, by evaluation and deals together, and the standard error."""
        if self is other:
            return 0.0, 0.0
        seen = np.array(self.looks) - np.array(other.looks[: len(self.looks)])
        variance = max(float(seen.std(ddof=1)), LEAST_SWING) ** 2 / len(seen)
        trust = DOUBT**2 / (DOUBT**2 + variance)
        return (1 - trust) * (self.worth - other.worth) + trust * float(seen.mean()), (trust * variance) ** 0.5


class NextDeals:
    """Chooses between moves of a solved round."""

    def __init__(self, rounds: RoundSearch, looks: RoundSearch) -> None:
        self._rounds, self._looks = rounds, looks
        self.positions = 0  # of the last choice, beyond those that solved the round

    def best(self, states: Records, solved: Found, nodes: int, seed: int, stop: Stop) -> Found:
        """The move to play, after a search that solved the round and has so many positions left."""
        self.positions = 0
        if nodes < 2 * FEWEST_DEALS * LOOK:
            return solved
        rivals = self._rivals(states, solved, nodes)
        deals = min(MOST_DEALS, (nodes - self.positions) // (LOOK * max(1, len(rivals))))
        if len(rivals) < 2 or deals < FEWEST_DEALS:
            return solved
        first, sign = rivals[0], 1 if states[0].to_move == 0 else -1
        for k in range(deals):
            seen = [sign * self._look(rival, dice(seed + k, stream=8), stop) for rival in rivals]
            if self._looks.is_halted(stop):
                break
            for rival, look in zip(rivals, seen, strict=True):
                rival.looks.append(look)
            if k + 1 >= FEWEST_DEALS:
                rivals = _still_close(rivals, first)
                if len(rivals) == 1:
                    break
        if len(first.looks) < FEWEST_DEALS:
            return solved
        chosen = max(rivals, key=lambda rival: rival.over(first)[0])
        return solved if chosen is first else replace(chosen.found, nodes=solved.nodes)

    def load(self, states: Records) -> None:
        """Have all code that is needed here loaded, which takes long when it must be compiled."""
        end = np.zeros(1, dtype=states.dtype)
        end[0].awaiting = DEAL
        self._finish(end)
        end[0] = states[0]
        deal_next(end, dice(0), np.zeros(self._rounds.room.most_drawn, dtype=COUNT))

    def _rivals(self, states: Records, solved: Found, nodes: int) -> list[Rival]:
        """The best move and those that come close, each with the end of the round that it leads to; none twice.

        Only ends that wait for the deal of another round: what ends the game needs no deals, and where tiles are drawn
        inside a round too, looks behind them would be looks at something else.
        """
        before, sign = self._rounds.nodes, 1 if states[0].to_move == 0 else -1
        self._rounds.grant(min(FINDING, nodes))
        rivals: dict[bytes, Rival] = {}
        self._add(rivals, states, solved, sign)  # its whole line first: later there may be no time to follow it
        if rivals:  # if the best needs no deals, no other move is worth asking about
            found = sorted(self._rounds.close_moves(states, solved, NEAR), key=lambda one: -sign * one.utility)
            self._rounds.grant(min(FINDING, nodes))
            for one in found[: MOST_MOVES - 1]:
                self._add(rivals, states, one, sign)
        self.positions = self._rounds.nodes - before
        return list(rivals.values())

    def _add(self, rivals: dict[bytes, Rival], states: Records, found: Found, sign: int) -> None:
        end, found.variation = self._rounds.follow(states, found.variation)
        if bound_of(end) == 0:  # else positions ran out on the way
            self._finish(end)
        if end[0].awaiting == DEAL and end[0].round_number != states[0].round_number:
            rivals.setdefault(end.tobytes(), Rival(found, end, sign * found.utility))

    def _finish(self, end: Records) -> None:
        moves, points = np.zeros(self._rounds.room.most_moves, dtype=COUNT), np.zeros(MAX_PLAYERS)
        finish_round(end, np.zeros(2, dtype=end.dtype), moves, points, self._rounds.main.evaluators)

    def _look(self, rival: Rival, rng: Dice, stop: Stop) -> float:
        """What the game is worth to seat 0 behind one deal."""
        states = rival.end.copy()
        deal_next(states, rng, np.zeros(self._rounds.room.most_drawn, dtype=COUNT))
        value = self._looks.value(states, LOOK, stop)
        self.positions += self._looks.nodes
        return value


def _still_close(rivals: list[Rival], first: Rival) -> list[Rival]:
    """Without those that are clearly worse; the first stays, because all are measured by it."""
    worths = [rival.over(first) for rival in rivals]
    most = max(worth for worth, _ in worths)
    return [
        rival
        for rival, (worth, error) in zip(rivals, worths, strict=True)
        if rival is first or worth > most - CLEARLY * error
    ]
