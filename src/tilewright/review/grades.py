"""What a review says of a move, as data: its grade, what it lost, and the facts behind it. Nothing here is compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tilewright import games
from tilewright.bots.bot import DRAFTING, ESTIMATE, PROVED, PROVED_ROUND
from tilewright.core.contract.study import Measured


class Grade(NamedTuple):
    """A band of losses. Each has a shape and a sign, because not everybody sees colours."""

    name: str
    shape: str
    sign: str  # as chess players write it
    points: float  # lost at least, beyond the error
    chance: float  # or this much of a chance to win


SCALE = (
    Grade("best", "star", "!", 0.0, 0.0),
    Grade("good", "circle", "", 0.05, 0.005),
    Grade("inaccuracy", "diamond", "?!", 1.0, 0.05),
    Grade("mistake", "triangle", "?", 2.5, 0.1),
    Grade("blunder", "cross", "??", 5.0, 0.2),
)
BEST, GOOD, INACCURACY, MISTAKE, BLUNDER = (grade.name for grade in SCALE)
RANK = {grade.name: rank for rank, grade in enumerate(SCALE)}

SURENESS = (ESTIMATE, DRAFTING, PROVED_ROUND, PROVED)
"""Badges, the least sure first."""


def error_of(badge: str, rule_set: str, players: int) -> float:
    """By how many points a loss is taken to be off."""
    if badge != ESTIMATE:
        return 0.0
    return _measured(rule_set).errors[min(players, 3) - 2]


def positions_to_grade(rule_set: str) -> int:
    """How many positions a server looks at to grade a move."""
    return _measured(rule_set).positions


def lost_by_level(rule_set: str) -> tuple[float, ...]:
    """Points that each level, from 1, loses a move; empty where nobody measured it."""
    return _measured(rule_set).lost_by_level


def _measured(rule_set: str) -> Measured:
    known = games.rule_set(rule_set)
    return games.study(known).of(known.id)


def weaker(*badges: str) -> str:
    """The badge of what follows from several figures: that of the least sure."""
    return min(badges, key=SURENESS.index)


def grade_of(points_lost: float, chance_lost: float, error: float) -> Grade:
    """The worst band that the loss reaches, in points or in chances, when its error is taken off.

    A move that seems worse than the best, though by no more than the error, is good.
    """
    beyond = max(0.0, points_lost - error)
    share = beyond / points_lost if points_lost > 0.0 else float(error == 0.0)
    for grade in reversed(SCALE):
        points, chance = (points_lost, chance_lost) if grade.name == GOOD else (beyond, chance_lost * share)
        if points >= grade.points or chance >= grade.chance:
            return grade
    return SCALE[0]


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that was seen by playing moves out with the rules. Fields that do not apply are left out."""

    kind: str  # one of KINDS
    of: str  # after which move: PLAYED, BEST_MOVE, or what really happened, GAME
    seat: int  # whom it is about
    line: tuple[str, ...]  # the moves from the position before the graded move that lead to it
    points: int | None = None
    count: int | None = None  # of tiles
    row: int | None = None  # the line that is filled, from 1
    name: str | None = None  # of a bonus, a structure, or the ending


TAKES = "takes"  # another seat takes ``count`` tiles with the last move of the line
FORCED = "forced"  # every move the seat has where it plays the last of the line lets ``count`` tiles or more fall
FLOOR = "floor"  # the seat loses ``points`` along the line: floor, broken tiles, tiles it must give up
SCORES = "scores"  # the seat gets ``points`` for tiles along the line
FILLS = "fills"  # the seat fills the line number ``row`` with the last move
BONUS = "bonus"  # the last move completes what is worth ``points`` at the end of the game
COMPLETES = "completes"  # the last move completes a structure that earns ``count`` tiles
MARKER = "marker"  # the last move takes what makes its holder start the next round
ENDS = "ends"  # the game is over with the last move; it is about nobody, the seat is that of the graded move
KINDS = (TAKES, FORCED, FLOOR, SCORES, FILLS, BONUS, COMPLETES, MARKER, ENDS)

PLAYED, BEST_MOVE, GAME = "played", "best", "game"


class Graded(msgspec.Struct, frozen=True):
    """A move that was played, beside the best one the same search found."""

    number: int  # of the move in the game, from 1
    round_number: int
    seat: int
    position: str  # before it, as that seat sees it
    move: str
    best: str
    points: tuple[float, ...]  # what each seat may expect when the best is played: the value of the position
    chances: tuple[float, ...]
    points_after: tuple[float, ...]  # and when the move that was played is
    chances_after: tuple[float, ...]
    band: float  # points by which a lead usually ends elsewhere than expected; 0 when it is proved
    variation: tuple[str, ...]  # the expected course of play
    reply: tuple[str, ...]  # and that after the move that was played
    points_lost: float  # of the lead over the best opponent; never below 0
    chance_lost: float
    error: float  # of points_lost
    badge: str
    grade: str
    choices: int  # how many legal moves there were
    kind: str  # of the move
    facts: tuple[Fact, ...] = ()  # why, where it was an inaccuracy or worse

    @property
    def needs_reason(self) -> bool:
        return RANK[self.grade] >= RANK[INACCURACY]

    @property
    def is_turning_point(self) -> bool:
        return RANK[self.grade] >= RANK[MISTAKE]

    @property
    def sign(self) -> str:
        return SCALE[RANK[self.grade]].sign


class Settled(msgspec.Struct, frozen=True):
    """A draw beside others that might have come: leads and chances of each seat."""

    average: list[list[float]]  # over the others
    error: list[list[float]]  # standard error of that average
    after: list[list[float]]  # with what was drawn


class Summary(msgspec.Struct, frozen=True):
    """How one seat played."""

    seat: int
    moves: int
    best_moves: int
    points_lost: float
    chance_lost: float
    worst: Graded | None
    grades: dict[str, int]  # how many moves of each


def summary(graded: Sequence[Graded], seat: int) -> Summary:
    """How one seat played, added up."""
    own = [one for one in graded if one.seat == seat]
    return Summary(
        seat=seat,
        moves=len(own),
        best_moves=sum(one.points_lost < SCALE[RANK[GOOD]].points for one in own),
        points_lost=sum(one.points_lost for one in own),
        chance_lost=sum(one.chance_lost for one in own),
        worst=max(own, key=lambda one: one.points_lost, default=None),
        grades={grade.name: sum(one.grade == grade.name for one in own) for grade in SCALE},
    )
