"""What proofs, odds, edited positions, records and statistics look like over the wire; see ``messages``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from tilewright.server.messages import Choices, Data, Legal, Message, Name, PartsRequest, Seat

PositionGiven = Annotated[str, StringConstraints(max_length=4000)] | Data
RecordText = Annotated[str, StringConstraints(min_length=1, max_length=60_000)]
Pointer = Annotated[str, StringConstraints(max_length=60, pattern=r"^(/[A-Za-z0-9_]{1,20}){1,6}$")]
EventText = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class GivenPosition(Message):
    """What is to be looked at."""

    position: PositionGiven
    """A position as one line of text, or as the data of a view."""


# --- proofs and odds ------------------------------------------------------------------------------------------------


class ProofView(Message):
    """How far the proof of a round is; ask again until it is done, or cancel it."""

    state: Literal["waiting", "searching", "done"]
    proved: bool
    plies: int
    """Moves at most until the drafting is over."""
    depth: int
    """Moves that are looked ahead in full by now; a proof is there when it reaches the end of every line."""
    positions: int
    seconds: float
    most_seconds: float
    move: str | None
    """The best so far."""
    points: list[float]
    chances: list[float]
    variation: list[str]
    badge: str


class ColourOddsView(Message):
    """What to expect of one colour."""

    colour: str
    bag: int
    discarded: int
    expected: float
    """Tiles of this colour in the next deal."""
    any: float
    """The chance that at least one comes."""
    together: dict[int, float]
    """The chance that some place gets so many or more; empty when the bag does not suffice."""


class DrawOddsView(Message):
    """The next filling of the factories or suns, exactly, while the bag suffices for it."""

    drawn: int
    places: list[int]
    bag: int
    short: int
    """Tiles that the bag lacks: they come from what is discarded by then."""
    spare: int | None
    """Where a supply is filled from the bag too: the odds hold while no more than this go there before."""
    colours: list[ColourOddsView]


# --- positions put together by hand ---------------------------------------------------------------------------------


class Edit(Message):
    """A tile laid on a place of the view, or taken from it (null); a number for what has one."""

    at: Pointer
    put: Annotated[str, StringConstraints(min_length=1, max_length=1)] | Annotated[int, Field(ge=-99, le=999)] | None


class EditRequest(GivenPosition):
    """A position, and what is changed in it by hand."""

    edits: Annotated[list[Edit], Field(max_length=40)] = Field(default_factory=list)
    fill: bool = False
    """Put into the bag whatever the table lacks."""


class EditedPosition(Message):
    """A position that need not be one yet."""

    position: Data
    text: str
    faults: list[str]
    """All that keeps a game from coming there; none when it can be played."""
    missing: dict[str, int]
    """Tiles that the table lacks by colour; below 0 there are too many."""
    sentences: list[str]


# --- games from elsewhere -------------------------------------------------------------------------------------------


class RecordRequest(Message):
    """A game from elsewhere."""

    record: RecordText
    """A record, JSON or plain text (docs/record.md)."""
    seat: Seat | None = None
    """Which seat was yours; its moves count in your statistics."""


class RecordKept(Message):
    """Where it lies now."""

    id: str
    """The table it is on."""
    seat: int | None
    seq: int


class TypedRequest(PartsRequest):
    """A game that is typed in: how it began, and every draw and move so far."""

    rule_set: Annotated[str, StringConstraints(max_length=40)] = "classic"
    players: Annotated[int, Field(ge=2, le=4)] = 2
    names: Annotated[list[Name | None], Field(max_length=4)] = Field(default_factory=list)
    first: Seat = 0
    options: Annotated[
        dict[Annotated[str, StringConstraints(max_length=40)], Annotated[str, StringConstraints(max_length=100)]],
        Field(max_length=8),
    ] = Field(default_factory=dict)
    start: Annotated[str, StringConstraints(max_length=4000)] | None = None
    """The position it began from, as one line, where that was no ordinary set-up."""
    record: RecordText | None = None
    """Go on with this record instead."""
    events: Annotated[list[EventText], Field(max_length=2000)] = Field(default_factory=list)
    """Draws and moves in their order, each as it is written or said."""


class TypedGame(Message):
    """A game as far as it is typed in."""

    rule_set: str
    players: int
    names: list[str]
    first: int
    options: dict[str, str]
    start: str | None
    """The position it began from, where that was no ordinary set-up."""
    events: list[str]
    moves: int
    round: int
    awaiting: Literal["move", "deal", "end"]
    to_move: int | None
    scores: list[int]
    example: str | None
    """What a draw looks like that could come now, where one is asked for."""
    position: Data
    legal: list[Legal]
    choices: Choices | None
    sentences: list[str]
    text: str
    plain: str
    """The game as a plain-text record."""
    record: str
    """And as JSON."""


# --- statistics -----------------------------------------------------------------------------------------------------


class StatisticsRequest(Message):
    """What is to be added up."""

    luck: bool = False
    """Settle the draws too; takes several times as long."""


class FigureView(Message):
    """A mean and how sure it is."""

    mean: float
    error: float | None
    """Standard error; None where there is only one."""
    count: int


class SheetView(Message):
    """One game of yours, added up."""

    game: str
    rule_set: str
    players: int
    seat: int
    is_over: bool
    """You played it to its end."""
    won: float | None
    """Also where somebody resigned; None where nobody has won."""
    score: int
    best_other: int
    floor: int
    bonuses: int
    moves: int
    points_lost: float
    chance_lost: float
    grades: dict[str, int]
    luck: float | None
    luck_error: float | None


class StrengthView(Message):
    """The level that loses as much a move, and what one standard error makes of it."""

    level: float
    low: float
    high: float


class StatisticsView(Message):
    """Your games of one rule set."""

    player: str
    rule_set: str
    games: int
    finished: int
    won: FigureView
    score: FigureView
    floor: FigureView
    bonuses: FigureView
    lost_per_move: FigureView
    lost_by_round: dict[int, FigureView]
    lost_by_kind: dict[str, FigureView]
    grades: dict[str, int]
    luck: FigureView | None
    strength: StrengthView | None
    sheets: list[SheetView]


class StatisticsAnswer(Message):
    """How far your games are counted; ask again until ``counted`` is ``games``."""

    games: int
    counted: int
    left_out: int
    """Of these, games that could not be counted: the thinkers failed at them, or their logs do not replay."""
    luck: bool
    statistics: list[StatisticsView]
