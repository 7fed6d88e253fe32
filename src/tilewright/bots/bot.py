"""What every opponent offers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tilewright.core.errors import BadArgument, IllegalMove
from tilewright.core.text import arguments
from tilewright.play.position import Position
from tilewright.search.stop import Stop

if TYPE_CHECKING:
    from tilewright.play.move import Move


PROVED = "proved"
PROVED_ROUND = "proved to the end of the round"
DRAFTING = "searched to the end of the drafting"
ESTIMATE = "estimate"
"""How sure a value is: of the whole game; of this round; of the choices before its last phase; or not at all."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long one choice may take: CPU seconds of the thread that thinks, positions, or both.

    With several threads each has the seconds; positions are those of a thread in a round search, of all in a tree.
    """

    seconds: float | None = None
    positions: int | None = None
    threads: int = 1

    def __post_init__(self) -> None:
        seconds = None if self.seconds is None else arguments.amount(self.seconds, "a limit in seconds")
        positions = None if self.positions is None else arguments.number(self.positions, "a limit in positions")
        threads = arguments.number(self.threads, "the number of threads")
        if not all(limit is None or limit > 0 for limit in (seconds, positions)) or threads < 1:
            raise BadArgument("a thinker needs some time, some positions and at least one thread")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was considered, and what each seat may expect after it."""

    move: Move
    points: tuple[float, ...]  # expected final points, one for each seat
    chances: tuple[float, ...]  # of winning; they add up to 1
    positions: int = 0  # seen below this move
    depth: int = 0  # moves looked ahead in full; 0 where the tree grew unevenly
    variation: tuple[str, ...] = ()  # the expected course of play, in notation
    badge: str = ESTIMATE


@dataclass(frozen=True, slots=True)
class Choice:
    """What an opponent decided. One that does not think says only its move."""

    move: Move
    points: tuple[float, ...] = ()
    chances: tuple[float, ...] = ()
    variation: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()  # best first
    badge: str = ESTIMATE
    positions: int = 0
    seconds: float = 0.0  # of CPU time, all threads together


class Bot(Protocol):
    """An opponent. It sees a view, never the state behind it."""

    name: str

    def choose(self, view: Position, budget: Budget | None = None, stop: Stop | None = None) -> Choice:
        """Choose one of the view's legal moves, within the budget (else its own), and at once when stopped."""
        ...


def moves_of(view: Position, budget: Budget | None, stop: Stop | None) -> list[Move]:
    """What there is to choose from; raises where there is nothing, or where a bot is asked with something else."""
    if not isinstance(view, Position):
        raise BadArgument(f"a bot is shown a position, not {arguments.kind(view)}")
    if not isinstance(budget, Budget | None):
        raise BadArgument(f"how long a choice may take is a Budget, not {arguments.kind(budget)}")
    if not isinstance(stop, Stop | None):
        raise BadArgument(f"what may end a choice is a Stop, not {arguments.kind(stop)}")
    moves = view.legal_moves
    if not moves:
        raise IllegalMove("nobody is to move, so there is nothing to think about")
    return moves
