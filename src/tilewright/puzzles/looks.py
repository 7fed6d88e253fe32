"""Several looks at one position: do they agree on one best move, and by how much?

The first look judges as the thinker does. Where nothing is proved to the end of the game, three more follow: one by the
weights alone and two by weights that are each off by up to a fifth, each with dice of its own and half the budget.
What they differ by is the error of the margin.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright import games
from tilewright.bots.bot import ESTIMATE, PROVED, Budget
from tilewright.bots.thinker import Thinker, fits_round_search
from tilewright.review.analysis import lead, leads_to
from tilewright.search.net_file import by_weights
from tilewright.search.weights_file import weights_of

if TYPE_CHECKING:
    from tilewright.bots.bot import Candidate, Choice
    from tilewright.core.contract.evaluator import Numbers
    from tilewright.play.position import Position
    from tilewright.search.net_file import Judgement

LEAST_PROVED = 1.0  # points of lead; a proof needs no more
LEAST_ESTIMATED = 2.0
TIMES_ERROR = 4.0  # a margin that is not proved must be this many times its error
SHAKEN = 0.2  # how far the weights of a shaken judge are off, at the most
WORTH_COUNTING = 0.01  # of all visits; a tree search knows nothing of moves it hardly tried


@dataclass(frozen=True, slots=True)
class Look:
    """What one search says of all moves."""

    choice: Choice
    margin: float  # of the best over every other

    @property
    def best(self) -> Candidate:
        return self.choice.candidates[0]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What all looks together say."""

    first: Look
    margin: float
    error: float

    @property
    def badge(self) -> str:
        return self.first.best.badge

    @property
    def is_clear(self) -> bool:
        """Is one move best, by far more than the looks differ?"""
        return self.margin >= max(least_margin(self.badge), TIMES_ERROR * self.error)


class Panel:
    """The judges of one rule set; each keeps its own search memory, and there is memory for four."""

    def __init__(self, rule_set: str) -> None:
        self._rule_set = rule_set
        self.learned = Thinker(nodes=1)
        self.plain = Thinker(nodes=1, learned=False)

    @cached_property
    def others(self) -> tuple[Thinker, ...]:
        numbers = weights_of(games.room(games.rule_set(self._rule_set)).search.evaluation, self._rule_set)
        shaken = (Thinker(nodes=1, seed=seed, judgement=shaken_weights(numbers, seed)) for seed in (2, 3))
        return (Thinker(nodes=1, seed=1, learned=False), *shaken)

    def judge(self, view: Position, nodes: int) -> Verdict | None:
        """The verdict of all; None as soon as the best move is not clear."""
        first = look(self.learned, view, nodes)
        is_unfinished = first.best.badge == ESTIMATE and fits_round_search(view)
        if is_unfinished or first.margin < least_margin(first.best.badge):
            return None
        margins = [first.margin]
        if first.best.badge != PROVED:
            wanted = leads_to(view, first.best.move)
            for other in self.others:
                found = look(other, view, max(1, nodes // 2))
                if leads_to(view, found.best.move) != wanted:
                    return None
                margins.append(found.margin)
        verdict = Verdict(first, fmean(margins), stdev(margins) if len(margins) > 1 else 0.0)
        return verdict if verdict.is_clear else None


def least_margin(badge: str) -> float:
    """What the best move must be ahead by, in points of lead."""
    return LEAST_PROVED if badge == PROVED else LEAST_ESTIMATED


def look(thinker: Thinker, view: Position, nodes: int) -> Look:
    """Judge every move of a position with one search."""
    choice = thinker.appraise(view, Budget(positions=nodes))
    seat, (best, *others) = view.to_move or 0, choice.candidates
    known = [one for one in others if one.depth or one.positions >= WORTH_COUNTING * choice.positions]
    return Look(choice, min((lead(best, seat) - lead(one, seat) for one in known or others[:1]), default=0.0))


def shaken_weights(numbers: Numbers, seed: int) -> Judgement:
    """Weights that are each off by some part, to learn how much depends on them."""
    rolls = np.random.default_rng(seed)

    def shake(value: Any) -> Any:
        weights = np.asarray(value, dtype=float)
        return (weights * rolls.uniform(1 - SHAKEN, 1 + SHAKEN, weights.shape)).tolist()

    return by_weights({name: shake(numbers[name]) for name in sorted(numbers)})
