"""What generic compiled code asks of the records it is handed, told to readers and to the type checker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.compiling.compiled import Counts, Integers

Weights_co = TypeVar("Weights_co", covariant=True)


class Board(Protocol):
    """What lies in front of one player."""

    score: int


class State(Protocol):
    """Fields that every game's state has, besides what its game needs."""

    players: int
    first: int  # who started the round
    to_move: int
    awaiting: int  # MOVE, DEAL or END
    round_number: int
    ending: int  # 0 while the game runs
    bag: Counts

    @property
    def boards(self) -> Sequence[Board]: ...


class Weights(Protocol):
    """Weights that every evaluation has: what a search needs to turn points into what a seat wants."""

    spread: float
    spread_per_round: float
    temperature: float
    explore: float


class Evaluator(Protocol[Weights_co]):
    """Weights, a memory of boards judged before, and scratch space for what is worked out on the way."""

    scratch: Integers
    memo: Integers

    @property
    def weights(self) -> Weights_co: ...
