"""The opponent that thinks: it picks the search that fits the position, and keeps to its budget."""

from __future__ import annotations

import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.bot import ESTIMATE, PROVED, PROVED_ROUND, Candidate, Choice
from tilewright.core.errors import BadArgument, IllegalMove
from tilewright.search.max_n import max_n
from tilewright.search.round_search import NODE_LIMIT, NODES, OPEN_LEAVES
from tilewright.search.rounds import Found, RoundSearch, bound_of
from tilewright.search.trees import TreeSearch
from tilewright.search.utility import chances_of
from tilewright.search.weights_file import weights_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tilewright.play.move import Move
    from tilewright.play.position import Position

UNLIMITED = 1 << 40
DEFAULT_SECONDS = 0.3
FEW_PLIES = 6  # the end of a round that is worked out in full with three or four players
MAX_N_NODES = 60_000
CANDIDATES = 8  # told beside the move chosen in play; an appraisal tells all
PATIENCE = 3  # on a busy machine: at most so many times the seconds by the clock on the wall


class Thinker:
    """Thinks for so many seconds of a move, or about so many positions."""

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        seed: int = 0,
        weights: Path | None = None,
    ) -> None:
        if (seconds is not None and seconds <= 0) or (nodes is not None and nodes <= 0) or threads < 1:
            raise BadArgument("a thinker needs some time, some positions and at least one thread")
        self.seconds = DEFAULT_SECONDS if seconds is None and nodes is None else seconds
        self.nodes = nodes or UNLIMITED
        self.threads, self.seed = threads, seed
        self.weights = weights  # a file; the game's own without one
        self.name = "thinker"
        self._rule_set = ""

    def choose(self, view: Position, progress: Callable[[str], None] | None = None) -> Choice:
        """The best move found within the budget."""
        moves = _moves_of(view)
        self._prepare(view)
        began = time.process_time()
        if len(moves) == 1:
            return Choice(moves[0], seconds=time.process_time() - began)
        with self._clock():
            choice = self._think(view, moves, progress)
        return _timed(choice, began)

    def appraise(self, view: Position, progress: Callable[[str], None] | None = None) -> Choice:
        """Every legal move judged by the same search, best first: no move is better than the best."""
        moves = _moves_of(view)
        self._prepare(view)
        began = time.process_time()
        with self._clock():
            if self._fits_round_search(view):
                choice = self._appraise_round(view, progress)
            else:
                choice = self._search_tree(view, moves, shown=len(moves))
        return _timed(choice, began)

    def cancel(self) -> None:
        """Make a choice under way return soon with what it has; may be called from another thread."""
        if self._rule_set:
            self.rounds.stop()
            self.trees.stop()

    def _prepare(self, view: Position) -> None:
        """Weights and memory belong to one rule set."""
        if self._rule_set != view.rule_set.id:
            evaluation = view.room.evaluation
            numbers = weights_of(evaluation, view.rule_set.id, self.weights)
            self.rounds = RoundSearch(view.room, [evaluation.evaluator(numbers) for _ in range(self.threads)])
            self.trees = TreeSearch(view.room, [evaluation.evaluator(numbers) for _ in range(self.threads)])
            self._load(view)
            self._rule_set = view.rule_set.id
        self.rounds.ready()
        self.trees.ready()

    def _load(self, view: Position) -> None:
        """A first look of one position with every search compiles or loads its code before any clock runs."""
        if self._fits_round_search(view):
            self.rounds.best(view.state, 1)
        elif not view.room.hidden:
            counts = np.ones(8, dtype=np.int64)
            max_n(view.state, view.room.most_moves, np.zeros(4), counts, self.rounds.main.evaluators)
        self.trees.search(view.state, 1, self.seed)
        self.trees.forget()

    @contextmanager
    def _clock(self) -> Iterator[None]:
        """Cancel when the seconds are used up. CPU seconds, so that a busy machine does not make it weaker."""
        if self.seconds is None:
            yield
            return
        done = threading.Event()
        watch = threading.Thread(target=self._watch, args=(self.seconds, done), daemon=True)
        watch.start()
        try:
            yield
        finally:
            done.set()
            watch.join()

    def _watch(self, seconds: float, done: threading.Event) -> None:
        used, began = time.process_time(), time.monotonic()
        while not done.wait(min(0.02, seconds / 20)):
            if time.process_time() - used >= seconds * self.threads or time.monotonic() - began >= seconds * PATIENCE:
                self.cancel()
                return

    def _fits_round_search(self, view: Position) -> bool:
        return view.players == 2 and not view.room.hidden and bound_of(view.state) > 0

    def _think(self, view: Position, moves: list[Move], progress: Callable[[str], None] | None) -> Choice:
        if self._fits_round_search(view):
            return self._search_round(view, progress)
        if not view.room.hidden and 0 < bound_of(view.state) <= FEW_PLIES:
            choice = self._work_out(view)
            if choice is not None:
                return choice
        return self._search_tree(view, moves, shown=CANDIDATES)

    # -- two players, no chance inside the round --------------------------------------------------

    def _search_round(self, view: Position, progress: Callable[[str], None] | None) -> Choice:
        def tell(found: Found) -> None:
            if progress:
                progress(f"depth {found.depth}: {' '.join(_names(view, found.variation))}")

        found = self.rounds.best(view.state, self.nodes, tell)
        points, chances = self._two_seats(found)
        move = view.move(found.variation[0])
        best = Candidate(move, points, chances, found.nodes)
        return Choice(
            move,
            points,
            chances,
            variation=_names(view, found.variation),
            candidates=(best,),
            badge=_badge(found),
            positions=found.nodes,
        )

    def _appraise_round(self, view: Position, progress: Callable[[str], None] | None) -> Choice:
        tell = (lambda depth: progress(f"depth {depth}")) if progress else None
        found = self.rounds.every_move(view.state, self.nodes, tell)
        sign = 1 if view.to_move == 0 else -1
        ranked = sorted(found.items(), key=lambda item: -sign * item[1].utility)
        candidates = tuple(
            Candidate(view.move(move), *self._two_seats(one), positions=one.nodes) for move, one in ranked
        )
        best = ranked[0][1]
        return Choice(
            candidates[0].move,
            candidates[0].points,
            candidates[0].chances,
            variation=_names(view, best.variation),
            candidates=candidates,
            badge=_badge(best),
            positions=int(self.rounds.main.counts[NODES]),
        )

    def _two_seats(self, found: Found) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Points and chances of both seats at the end of a variation."""
        points, chances = np.array(found.points), np.zeros(4)
        chances_of(points, found.rounds_left, 2, chances, self.rounds.main.evaluators)
        return tuple(found.points), tuple(chances[:2].tolist())

    # -- the end of a round with three or four players --------------------------------------------

    def _work_out(self, view: Position) -> Choice | None:
        utilities, counts = np.zeros(4), np.zeros(8, dtype=np.int64)
        counts[NODE_LIMIT] = min(MAX_N_NODES, self.nodes)
        code = int(max_n(view.state, view.room.most_moves, utilities, counts, self.rounds.main.evaluators))
        if code < 0:
            return None
        points, chances, _ = self.trees.expected(view.state, [code])
        badge = PROVED_ROUND if counts[OPEN_LEAVES] else PROVED
        move = view.move(code)
        return Choice(move, tuple(points), tuple(chances), (str(move),), badge=badge, positions=int(counts[NODES]))

    # -- everything else --------------------------------------------------------------------------

    def _search_tree(self, view: Position, moves: list[Move], *, shown: int) -> Choice:
        seat = view.to_move or 0
        tried = self.trees.search(view.state, self.nodes, self.seed)
        legal = {move.code: move for move in moves}
        ranked = sorted(
            ((visits, utilities, code) for code, (visits, utilities) in tried.items() if code in legal),
            key=lambda one: (-one[0], -one[1][seat]),
        )
        candidates = []
        for visits, utilities, code in ranked[:shown]:
            points, _, _ = self.trees.expected(view.state, [code])
            total = sum(utilities) or 1.0
            candidates.append(Candidate(legal[code], tuple(points), tuple(w / total for w in utilities), visits))
        best = candidates[0]
        return Choice(
            best.move,
            best.points,
            best.chances,
            variation=_names(view, self.trees.principal_variation()),
            candidates=tuple(candidates),
            badge=ESTIMATE,
            positions=self.trees.positions(),
        )


def _moves_of(view: Position) -> list[Move]:
    moves = view.legal_moves
    if not moves:
        raise IllegalMove("nobody is to move, so there is nothing to think about")
    return moves


def _timed(choice: Choice, began: float) -> Choice:
    return replace(choice, seconds=time.process_time() - began)


def _badge(found: Found) -> str:
    return PROVED if found.final else PROVED_ROUND if found.solved else ESTIMATE


def _names(view: Position, variation: list[int]) -> tuple[str, ...]:
    return tuple(view.room.name_move(view.state[0], code) for code in variation)
