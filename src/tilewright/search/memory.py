"""Search memory that the thinkers of one process share: each borrows some while it thinks.

A search needs about 21 MB, but only while it runs. So a hundred seats cost no more than as many searches as run at
the same time, and a few more that are kept because their thinkers may go on where they were.
"""

from __future__ import annotations

import threading
import weakref
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

from tilewright.search.alphabeta import RoundSearch
from tilewright.search.max_n import MaxN
from tilewright.search.mcts import TREE_SIZE, TreeSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.core.compiling.compiled import Records
    from tilewright.core.contract.room import Room
    from tilewright.search.net_file import Judgement

MOST = 4  # as many players as one game can have; more are made only for searches that run at the same time


class Searches:
    """The searches of one room with one way to judge, each made when it is first needed."""

    def __init__(self, room: Room, judgement: Judgement, threads: int = 1, *, tree_size: int = TREE_SIZE) -> None:
        self._room, self._tree_size = room, tree_size
        self.evaluators: list[Records] = [
            room.search.evaluation.evaluator(judgement.numbers, judgement.nets) for _ in range(threads)
        ]
        self._made: list[RoundSearch | TreeSearch | MaxN] = []

    @cached_property
    def rounds(self) -> RoundSearch:
        made = RoundSearch(self._room, self.evaluators)
        self._made.append(made)
        return made

    @cached_property
    def trees(self) -> TreeSearch:
        made = TreeSearch(self._room, self.evaluators, self._tree_size)
        self._made.append(made)
        return made

    @cached_property
    def max_n(self) -> MaxN:
        made = MaxN(self._room, self.evaluators[0])
        self._made.append(made)
        return made

    def ready(self) -> None:
        """Forget that an earlier search was halted."""
        for one in self._made:
            one.ready()

    def halt(self) -> None:
        """Make the search under way return soon; may be called from another thread."""
        for one in self._made:
            one.halt()


class Lease:
    """Search memory, whose it was last, and what it fits."""

    def __init__(self, kind: tuple[str, str, int], searches: Searches, owner: object) -> None:
        self.kind, self.searches, self.owner = kind, searches, weakref.ref(owner)


class Pool:
    """All search memory of a process."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._lock = most, threading.Lock()
        self._free: list[Lease] = []  # the longest unused first
        self._lent = 0

    @contextmanager
    def borrow(
        self, room: Room, rule_set: str, judgement: Judgement, threads: int, owner: object
    ) -> Iterator[tuple[Searches, bool]]:
        """Searches that judge like this, and whether the owner was the last to use them."""
        kind = (rule_set, judgement.name, threads)
        with self._lock:
            found = self._take(kind, owner)
            self._lent += 1
        try:
            is_own = found is not None and found.owner() is owner
            searches = found.searches if found else Searches(room, judgement, threads)
            searches.ready()
            yield searches, is_own
            with self._lock:
                self._free.append(Lease(kind, searches, owner))
        finally:
            with self._lock:
                self._lent -= 1
                del self._free[: max(0, len(self._free) + self._lent - self._most)]

    def _take(self, kind: tuple[str, str, int], owner: object) -> Lease | None:
        """The owner's own, else one that nobody will miss, else the longest unused if there are enough."""
        fitting = [one for one in self._free if one.kind == kind]
        own = [one for one in fitting if one.owner() is owner]
        orphans = [one for one in fitting if one.owner() is None]
        is_full = len(self._free) + self._lent >= self._most
        chosen = next(iter(own + orphans + (fitting if is_full else [])), None)
        if chosen is not None:
            self._free.remove(chosen)
        return chosen

    def __len__(self) -> int:
        return len(self._free) + self._lent


POOL = Pool()
