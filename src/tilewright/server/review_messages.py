"""What a review looks like over the wire; see ``messages``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tilewright.server.messages import Message


class ReviewRequest(Message):
    """What somebody who follows a review still lacks."""

    since: Annotated[int, Field(strict=True, ge=0, le=100_000)] = 0
    """How many grades you have: the ``next`` of the last answer."""
    luck: bool = False
    """Settle the draws too, when every move is graded."""


class GradeInfo(Message):
    """A grade, its shape and sign, and from which loss on it is given."""

    name: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    shape: Literal["star", "circle", "diamond", "triangle", "cross"]
    sign: str
    points: float
    chance: float


class FactView(Message):
    """Something that was seen by playing a line out with the rules."""

    kind: Literal["takes", "forced", "floor", "scores", "fills", "bonus", "completes", "marker", "ends"]
    of: Literal["played", "best", "game"]
    """After the move that was played, after the best one, or what really happened."""
    seat: int
    line: list[str]
    """The moves from ``position`` that lead to it."""
    points: int | None = None
    count: int | None = None
    row: int | None = None
    name: str | None = None
    text: str


class GradeView(Message):
    """A move beside the best one; lists go by seat."""

    number: int
    """Among the moves of the game, from 1; those without an alternative are in ``forced``."""
    seq: int
    """Its entry in the log: the position before it is the one after the entry before."""
    round: int
    seat: int
    position: str
    """Before the move, as who made it saw it."""
    move: str
    text: str
    best: str
    best_text: str
    points: list[float]
    """What each may expect before the move, when the best is played."""
    chances: list[float]
    points_after: list[float]
    chances_after: list[float]
    band: float
    badge: str
    points_lost: float
    chance_lost: float
    error: float
    """By how much ``points_lost`` is usually off; the grade is for what is lost beyond it."""
    grade: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    turning: bool
    choices: int
    variation: list[str]
    reply: list[str]
    """What is expected after the move that was played, beginning with it."""
    reason: str
    facts: list[FactView]


class ForcedMove(Message):
    """A move without an alternative: nothing in it can be graded."""

    number: int
    seq: int
    round: int
    seat: int
    move: str
    text: str


class SeatReview(Message):
    """How one seat played, as far as it is graded."""

    seat: int
    moves: int
    best_moves: int
    points_lost: float
    chance_lost: float
    grades: dict[str, int]


class DrawView(Message):
    """What was drawn after so many moves, and what luck that was for each seat."""

    after: int
    round: int
    drawn: list[str]
    lead: list[float]
    chance: list[float]
    error: list[float]


class AccountView(Message):
    """Where a result came from: start + luck + all errors + drift = result."""

    start: list[float]
    luck: list[float]
    errors: list[list[float]]
    """By whose moves, and for whom."""
    drift: list[float]
    """What later searches saw better."""
    result: list[float]
    uncertainty: list[float]


class LuckView(Message):
    """The luck ledger; its draws and accounts are there when all is settled."""

    done: bool
    total: int
    draws: list[DrawView]
    leads: AccountView | None
    chances: AccountView | None


class Review(Message):
    """How far the review of a game is; ask again with ``since`` until it is done."""

    seq: int
    total: int
    next: int
    done: bool
    scale: list[GradeInfo]
    grades: list[GradeView]
    forced: list[ForcedMove]
    """All of the game's, also before the others are graded."""
    summaries: list[SeatReview]
    luck: LuckView | None
