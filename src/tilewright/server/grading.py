"""The grades of moves at tables: each is computed once, by one search, for reviews and statistics alike.

The search looks at a fixed number of positions, so a grade is the same in every worker, and whenever it is computed
again.
"""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tilewright.review.grades import positions_to_grade
from tilewright.review.statistics import NODES
from tilewright.server.opponents import pack_view
from tilewright.server.thinking import GRADE, Job, Thought

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tilewright.review.analysis import Decision
    from tilewright.review.grades import Graded

    Ask = Callable[[Job], Awaitable[Thought]]

MOST_KEPT = 10_000  # moves


class Grade(NamedTuple):
    """A graded move, and its loss according to the search that levels were measured with."""

    graded: Graded
    quick_loss: float
    has_reasons: bool


class Grading:
    """A cache of grades."""

    def __init__(self) -> None:
        self._grades: OrderedDict[bytes, Grade] = OrderedDict()

    async def grade(self, decision: Decision, ask: Ask, *, reasons: bool) -> Grade | None:
        """The grade of a move, from the cache or from the thinkers; None if they have no answer."""
        key = _key(decision)
        found = self._grades.get(key)
        if found is None or (reasons and found.graded.needs_reason and not found.has_reasons):
            thought = await ask(_job(decision, reasons=reasons))
            if thought.graded is None:
                return None
            found = self._grades[key] = Grade(thought.graded, thought.quick_loss, reasons)
            if len(self._grades) > MOST_KEPT:
                self._grades.popitem(last=False)
        self._grades.move_to_end(key)
        return found._replace(graded=msgspec.structs.replace(found.graded, number=decision.number))


def _key(decision: Decision) -> bytes:
    """The same move in the same position has the same grade at every table."""
    said = f"{decision.view.rule_set.id} {pack_view(decision.view)} {decision.move}"
    return blake2b(said.encode(), digest_size=16).digest()


def _job(decision: Decision, *, reasons: bool) -> Job:
    view = decision.view
    return Job(
        view.rule_set.id,
        pack_view(view),
        view.to_move or 0,
        GRADE,
        nodes=positions_to_grade(view.rule_set.id),
        quick_nodes=NODES,
        reasons=reasons,
        played=decision.move,
        number=decision.number,
    )
