"""The opponent that thinks: it picks the search that fits the position, and keeps to its budget."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.bots.bot import DRAFTING, ESTIMATE, PROVED, PROVED_ROUND, Budget, Candidate, Choice, moves_of
from tilewright.bots.clock import Clock
from tilewright.bots.loading import load
from tilewright.search.alphabeta import SearchResult, bound_of
from tilewright.search.memory import POOL, Searches
from tilewright.search.net_file import Judgement, judgement_of
from tilewright.search.stop import Stop
from tilewright.search.variations import Outlook

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tilewright.play.move import Move
    from tilewright.play.position import Position
    from tilewright.search.max_n import Solution
    from tilewright.search.mcts import RootMove

    Progress = Callable[[tuple[Candidate, ...]], None]
    """Is told the candidates so far, best first, whenever more is known."""

UNLIMITED = 1 << 40
DEFAULT_SECONDS = 0.3
FEW_PLIES = 6  # the end of a round that is worked out in full with three or four players
MAX_N_NODES = 60_000
CANDIDATES = 8  # told beside the move chosen in play; an appraisal tells all
ROUNDS, REST = "rounds", "rest"  # the code a position needs


class Thinker:
    """Thinks for so many seconds of a move, or about so many positions.

    By positions alone it is repeatable: the same view, budget and seed give the same choice, whatever came before.
    By seconds it may go on where its last choice of the round ended.
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        seed: int = 0,
        weights: Path | None = None,
        net: Path | None = None,
        learned: bool = True,
        judgement: Judgement | None = None,
    ) -> None:
        self.budget = Budget(DEFAULT_SECONDS if seconds is None and nodes is None else seconds, nodes, threads)
        self.seed = seed
        self.weights, self.net = weights, net  # files; the game's own without one
        self.learned = learned  # does a net of the game's own count?
        self.judgement = judgement  # of one rule set; judges in place of all of these
        self.name = "thinker"
        self._judgements: dict[tuple[str, int], Judgement] = {}

    def choose(
        self,
        view: Position,
        budget: Budget | None = None,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> Choice:
        """The best move found within the budget."""
        moves = moves_of(view, budget, stop)
        if len(moves) == 1:
            return self._answer(view, moves, budget, stop, lambda question: question.only_move())
        return self._answer(view, moves, budget, stop, lambda question: question.choose(progress))

    def appraise(
        self,
        view: Position,
        budget: Budget | None = None,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> Choice:
        """Every legal move judged by the same search, best first: no move is better than the best.

        A stop that comes before anything was searched leaves the candidates empty.
        """
        moves = moves_of(view, budget, stop)
        return self._answer(view, moves, budget, stop, lambda question: question.appraise(progress))

    def _answer(
        self,
        view: Position,
        moves: list[Move],
        budget: Budget | None,
        stop: Stop | None,
        answer: Callable[[_Question], Choice],
    ) -> Choice:
        budget, stop = budget or self.budget_for(view), stop or Stop()
        judgement = self.judgement_for(view)
        if stop.is_set or not _load(view, judgement, stop):
            return Choice(moves[0])
        with POOL.borrow(view.room, view.rule_set.id, judgement, budget.threads, self) as (searches, is_own):
            fresh = budget.seconds is None or not is_own
            with Clock(budget.seconds, searches.halt) as clock:
                question = _Question(
                    view, moves, min(budget.positions or UNLIMITED, UNLIMITED), self.seed, stop, searches, fresh=fresh
                )
                choice = answer(question)
        return replace(choice, seconds=clock.seconds + question.helped)

    def budget_for(self, view: Position) -> Budget:  # noqa: ARG002 - levels think longer about some games
        """How long a choice may take here, unless its caller says."""
        return self.budget

    def has_learned(self, view: Position) -> bool:  # noqa: ARG002 - levels have in some games
        """Does a net of the game's own count here?"""
        return self.learned

    def judgement_for(self, view: Position) -> Judgement:
        """What positions like this are judged by."""
        if self.judgement is not None:
            return self.judgement
        kind = (view.rule_set.id, view.players)
        if kind not in self._judgements:
            self._judgements[kind] = judgement_of(
                view.room.search.evaluation, *kind, weights=self.weights, net=self.net, learned=self.has_learned(view)
            )
        return self._judgements[kind]


class _Question:
    """One position to think about, with the searches borrowed for it."""

    def __init__(
        self,
        view: Position,
        moves: list[Move],
        nodes: int,
        seed: int,
        stop: Stop,
        searches: Searches,
        *,
        fresh: bool,
    ) -> None:
        self.view, self.nodes, self.seed, self.stop, self.fresh = view, nodes, seed, stop, fresh
        self.searches, self.legal = searches, {move.code: move for move in moves}
        self.helped = 0.0  # CPU seconds of helping threads

    def only_move(self) -> Choice:
        """A move without an alternative needs no search: it is told with what the evaluation says after it."""
        (move,) = self.legal.values()
        after = Outlook(self.view.state, [move.code], self.searches.evaluators[0])
        return Choice(move, tuple(after.points), tuple(after.chances), (str(move),))

    def choose(self, progress: Progress | None) -> Choice:
        if fits_round_search(self.view):
            return self._search_round(progress)
        if ends_soon(self.view):
            choice = self._work_out()
            if choice is not None:
                return choice
        return self._search_tree(progress, CANDIDATES)

    def appraise(self, progress: Progress | None) -> Choice:
        if fits_round_search(self.view):
            return self._appraise_round(progress)
        if ends_soon(self.view):
            choice = self._work_out_every_move()
            if choice is not None:
                return choice
        return self._search_tree(progress, len(self.legal))

    # -- two players, no chance inside the round --------------------------------------------------

    def _search_round(self, progress: Progress | None) -> Choice:
        tell = (lambda found: progress((self._found(found),))) if progress else None
        rounds = self.searches.rounds
        best = rounds.best(self.view.state, self.nodes, self.stop, fresh=self.fresh, progress=tell)
        self.helped = rounds.helped
        return _choice((self._found(best),), best.nodes)

    def _appraise_round(self, progress: Progress | None) -> Choice:
        tell = (lambda found: progress(self._ranked(found))) if progress else None
        rounds = self.searches.rounds
        found = rounds.every_move(self.view.state, self.nodes, self.stop, fresh=self.fresh, progress=tell)
        return _choice(self._ranked(found), rounds.nodes)

    def _ranked(self, found: dict[int, SearchResult]) -> tuple[Candidate, ...]:
        sign = 1 if self.view.to_move == 0 else -1
        return tuple(self._found(one) for one in sorted(found.values(), key=lambda one: -sign * one.utility))

    def _found(self, found: SearchResult) -> Candidate:
        if found.is_final:
            badge = PROVED
        elif found.ends_round:
            badge = PROVED_ROUND
        else:
            badge = DRAFTING if found.solved else ESTIMATE
        return Candidate(
            self.legal[found.variation[0]],
            tuple(found.points),
            tuple(found.chances),
            positions=found.nodes,
            depth=found.depth,
            variation=self._names(found.variation),
            badge=badge,
        )

    # -- the end of a round with three or four players --------------------------------------------

    def _work_out(self) -> Choice | None:
        search = self.searches.max_n
        worked_out = search.best(self.view.state, min(MAX_N_NODES, self.nodes), self.stop)
        if worked_out is None:
            return None
        return _choice((self._worked_out(worked_out, search.nodes),), search.nodes)

    def _work_out_every_move(self) -> Choice | None:
        search, seat = self.searches.max_n, self.view.to_move or 0
        found = search.every_move(self.view.state, min(MAX_N_NODES, self.nodes), self.stop)
        if found is None:
            return None
        ranked = sorted(found.values(), key=lambda one: -one.utilities[seat])
        return _choice(tuple(self._worked_out(one) for one in ranked), search.nodes)

    def _worked_out(self, one: Solution, nodes: int = 0) -> Candidate:
        at_end = Outlook(self.view.state, one.variation, self.searches.max_n.evaluators)
        found = SearchResult(0, one.variation, len(one.variation), solved=True, open_bits=one.open_bits, nodes=nodes)
        found.points, found.chances = at_end.points, at_end.chances
        return self._found(found)

    # -- everything else --------------------------------------------------------------------------

    def _search_tree(self, progress: Progress | None, shown: int) -> Choice:
        trees = self.searches.trees

        def candidates(tried: dict[int, RootMove]) -> tuple[Candidate, ...]:
            seat = self.view.to_move or 0
            ranked = sorted(
                ((one, self.legal[code]) for code, one in tried.items() if code in self.legal),
                key=lambda pair: (-pair[0].visits, -pair[0].utilities[seat]),
            )
            course = self._names(trees.principal_variation())

            def candidate(one: RootMove, move: Move) -> Candidate:
                points, chances = trees.means(self.view.state, move.code)
                variation = course if course[:1] == (str(move),) else (str(move),)
                return Candidate(move, tuple(points), tuple(chances), positions=one.visits, variation=variation)

            return tuple(candidate(*pair) for pair in ranked[:shown])

        tell = (lambda tried: progress(candidates(tried))) if progress else None
        tried = trees.search(self.view.state, self.nodes, self.seed, self.stop, fresh=self.fresh, progress=tell)
        self.helped = trees.helped
        return _choice(candidates(tried), trees.positions())

    def _names(self, variation: list[int]) -> tuple[str, ...]:
        return tuple(self.view.room.moves.name(self.view.state[0], code) for code in variation)


def _choice(candidates: tuple[Candidate, ...], positions: int) -> Choice:
    best = candidates[0]
    return Choice(best.move, best.points, best.chances, best.variation, candidates, best.badge, positions)


def fits_round_search(view: Position) -> bool:
    return view.players == 2 and not view.room.hidden and bound_of(view.state) > 0


def may_be_proved(view: Position) -> bool:
    """Can the drafting be searched to its end, given the time?"""
    return fits_round_search(view) or ends_soon(view)


def ends_soon(view: Position) -> bool:
    """Can the rest of the round be worked out in full?"""
    return not view.room.hidden and 0 < bound_of(view.state) <= FEW_PLIES


def _load(view: Position, judgement: Judgement, stop: Stop) -> bool:
    """A first look of one position with every search that is needed here."""
    needed = ROUNDS if fits_round_search(view) else REST

    def look() -> None:
        searches = Searches(view.room, judgement, tree_size=1000)
        if needed == ROUNDS:
            searches.rounds.best(view.state, 1, Stop())
        else:
            if not view.room.hidden:
                searches.max_n.best(view.state, 1, Stop())
            tried = searches.trees.search(view.state, 1, 0, Stop())
            searches.trees.means(view.state, min(tried, key=lambda move: tried[move].visits))  # what was not tried

    return load((view.rule_set.room, needed), look, stop)
