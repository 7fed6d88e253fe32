"""Messages about puzzles. A question never contains its answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from tilewright.server.messages import Choices, Data, Legal, Message

ThemeName = Literal["denial", "last-pile", "floor", "race", "ending", "start", "plate", "payment"]


class RatingView(Message):
    """A rating as in chess, its standard deviation, and the number of tries it comes from."""

    rating: float
    deviation: float
    attempts: int


class ChangedRating(RatingView):
    change: float
    """By this try."""


class ThemeInfo(Message):
    theme: ThemeName
    title: str
    meaning: str
    count: int


class PuzzleIndex(Message):
    """The puzzles of a rule set."""

    rule_set: str
    count: int
    themes: list[ThemeInfo]
    you: RatingView | None
    """None for visitors without an account."""


class Tried(Message):
    move: str | None
    """None when you gave up."""
    right: bool


class PuzzleView(Message):
    """A question: which one move is best by far?"""

    id: str
    rule_set: str
    players: int
    seat: int
    """Who is to move, and whose view this is."""
    day: str | None
    """The day whose puzzle it is, like 2026-11-16."""
    rating: RatingView
    you: RatingView | None
    text: str | None
    """The position as one line; None in a game with secrets, since the text would reveal them."""
    position: Data
    legal: list[Legal]
    choices: Choices
    sentences: list[str]
    """The table in words."""
    tried: list[Tried]
    """What you tried, oldest first."""


class AttemptRequest(Message):
    move: Annotated[str, StringConstraints(min_length=1, max_length=80)] | None
    """The move you would play; null gives up, which counts as wrong and shows the solution."""


class LineStep(Message):
    seat: int
    move: str
    text: str
    happenings: list[Data]


class FoundTheme(Message):
    theme: ThemeName
    title: str
    text: str


class Solution(Message):
    moves: list[str]
    """Every notation of the best move: twins lead to the same position."""
    line: list[LineStep]
    margin: float
    """Points of lead by which it beats every other move."""
    error: float
    """How far searches differ about that: one standard deviation; 0 when it is proved."""
    badge: str
    themes: list[FoundTheme]
    levels: list[int]
    """The levels of opponents that find it."""
    difficulty: int
    """The rating that follows from them."""


class AttemptView(Message):
    """The result of a try. The same try again has no further effect and gets the same answer."""

    id: str
    move: str | None
    text: str | None
    right: bool
    points_lost: float | None
    """Of the lead, against the best move; 0 when it is that, None when you gave up."""
    refutation: list[LineStep]
    """How play continues after a tempting wrong move, which is the first step."""
    solved: bool
    """Was this or an earlier try of yours right?"""
    solution: Solution | None
    """There when you found the move or gave up, now or before."""
    rated: bool
    """Only the first try at a puzzle counts."""
    you: ChangedRating
    puzzle: ChangedRating
