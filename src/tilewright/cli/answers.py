"""What ``solve`` and ``analyse`` answer to programs, with as many digits as mean something."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec

from tilewright.review.grades import Fact

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tilewright.bots.bot import Choice
    from tilewright.play.position import Position
    from tilewright.review.grades import Graded, Summary
    from tilewright.review.telling import Telling


def _points(points: Iterable[float]) -> list[float]:
    return [round(one, 2) for one in points]


def _chances(chances: Iterable[float]) -> list[float]:
    return [round(one, 4) for one in chances]


class Considered(msgspec.Struct, frozen=True):
    """A move, and what each seat may expect after it."""

    move: str
    points: list[float]
    chances: list[float]


class Answer(msgspec.Struct, frozen=True):
    """The best move of a position."""

    position: str
    to_move: int | None
    best: str
    badge: str
    positions: int
    seconds: float
    variation: tuple[str, ...]
    candidates: list[Considered]  # best first

    @classmethod
    def of(cls, view: Position, choice: Choice) -> Answer:
        return cls(
            view.text,
            view.to_move,
            str(choice.move),
            choice.badge,
            choice.positions,
            round(choice.seconds, 4),
            choice.variation,
            [Considered(str(one.move), _points(one.points), _chances(one.chances)) for one in choice.candidates],
        )


class GradedMove(msgspec.Struct, frozen=True):
    """A move of a game compared with the best one."""

    number: int
    round: int
    seat: int
    position: str
    move: str
    best: str
    points: list[float]
    chances: list[float]
    variation: tuple[str, ...]
    reply: tuple[str, ...]
    points_lost: float
    chance_lost: float
    error: float
    band: float
    badge: str
    grade: str
    reason: str
    facts: tuple[Fact, ...]

    @classmethod
    def of(cls, one: Graded, telling: Telling) -> GradedMove:
        return cls(
            one.number,
            one.round_number,
            one.seat,
            one.position,
            one.move,
            one.best,
            _points(one.points),
            _chances(one.chances),
            one.variation,
            one.reply,
            round(one.points_lost, 2),
            round(one.chance_lost, 4),
            one.error,
            one.band,
            one.badge,
            one.grade,
            telling.reason(),
            one.facts,
        )


class SeatSummary(msgspec.Struct, frozen=True):
    """How one seat played."""

    seat: int
    name: str
    moves: int
    best_moves: int
    points_lost: float
    chance_lost: float
    worst: str | None
    grades: dict[str, int]

    @classmethod
    def of(cls, one: Summary, seats: Sequence[str]) -> SeatSummary:
        return cls(
            one.seat,
            seats[one.seat],
            one.moves,
            one.best_moves,
            round(one.points_lost, 1),
            round(one.chance_lost, 3),
            one.worst.move if one.worst else None,
            one.grades,
        )


class Summaries(msgspec.Struct, frozen=True):
    """How every seat played."""

    summary: list[SeatSummary]


def say(answer: msgspec.Struct) -> None:
    """One line of JSON."""
    print(json.dumps(msgspec.to_builtins(answer)))  # noqa: T201
