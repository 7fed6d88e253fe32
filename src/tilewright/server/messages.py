"""What goes over the wire, as pydantic models: one declaration for checking, for OpenAPI and for the docs.

``position``, ``parts``, ``forecast``, ``refusal`` and ``happenings`` are shapes of ``play``; docs/schema has them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from tilewright.core.text.language import _
from tilewright.core.text.names import can_be_seen, unseen

MOST_SEQ = 2**53 - 1

BAD_NAME = "bad_name"
"""The validator's type of error for a name that nobody may have."""


def _checked_name(name: str) -> str:
    if (character := unseen(name)) is not None:
        text = _("a name may not have the character {code}, which cannot be seen or turns text around")
        raise PydanticCustomError(BAD_NAME, "{why}", {"why": text.format(code=f"U+{ord(character):04X}")})
    if not can_be_seen(name):
        raise PydanticCustomError(BAD_NAME, "{why}", {"why": _("a name must have visible characters")})
    return name


Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(_checked_name),
]
ShortText = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$")]
TableId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{16}$")]
Seq = Annotated[int, Field(strict=True, ge=0, le=MOST_SEQ)]
Seat = Annotated[int, Field(strict=True, ge=0, le=3)]
Data = dict[str, Any]
Language = Literal["en", "fr", "nl"]
"""The language of sentences."""


class Message(BaseModel):
    """Fields that are not declared are refused."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


# --- guests ---------------------------------------------------------------------------------------------------------


class GuestRequest(Message):
    name: Name = "Guest"


class Guest(Message):
    id: str
    name: str


class NewGuest(Guest):
    token: str
    """Send it as ``Authorization: Bearer TOKEN``; browsers get it as a cookie too."""


# --- what there is --------------------------------------------------------------------------------------------------


class OptionInfo(Message):
    name: str
    meaning: str
    default: str


class RuleSetInfo(Message):
    id: str
    title: str
    room: str
    players: list[int]
    year: int
    designer: str
    summary: str
    options: list[OptionInfo]
    ready: bool
    """False while the game is still being compiled: tables of it can be opened a moment later."""


class Preparation(Message):
    state: Literal["waiting", "compiling", "ready", "failed"]
    compiled: int
    """Functions so far."""
    functions: int
    """All there are to compile before the game can be played."""


class Opponent(Message):
    name: str
    """What a seat is set to: ``thinker:3``, ``greedy``, ``engine:NAME``."""
    level: int | None
    title: str
    sentence: str


class Health(Message):
    status: Literal["ok", "read_only", "closing"]
    version: str
    ready: dict[str, bool]
    """By rule set."""
    thinking: dict[str, int]
    """Processes, jobs running and jobs waiting."""
    database: str


# --- tables ---------------------------------------------------------------------------------------------------------


class Aids(Message):
    """The help a table allows; the same for all its seats, and part of the record."""

    bag_counts: bool = True
    """Pages may show what is left in the bag; it follows from what everybody saw, so it is in ``position`` anyway."""
    forecasts: bool = True
    evaluation: bool = False
    hints: bool = False
    takebacks: bool = True


class Branch(Message):
    """A moment of another game."""

    table: TableId
    at: Annotated[int, Field(strict=True, ge=1, le=MOST_SEQ)]
    """The entry of its log after which the new game goes on."""


class TableRequest(Message):
    rule_set: Annotated[str, StringConstraints(max_length=40)] = "classic"
    players: Annotated[int, Field(ge=2, le=4)] | None = None
    """As many as seats when left out."""
    seats: Annotated[
        list[Annotated[str, StringConstraints(min_length=1, max_length=60)]], Field(min_length=2, max_length=4)
    ] = [
        "me",
        "thinker:3",
    ]
    """Each is ``me``, ``open`` (to invite somebody), ``here`` (somebody else at your screen) or an opponent's name."""
    names: Annotated[list[Name | None], Field(max_length=4)] = []
    """Names of the seats at your screen, by seat; your own name otherwise."""
    first: Seat = 0
    options: Annotated[
        dict[Annotated[str, StringConstraints(max_length=40)], Annotated[str, StringConstraints(max_length=100)]],
        Field(max_length=8),
    ] = {}
    aids: Aids = Aids()
    branch: Branch | None = None
    """Continue, with its rules and draws, a game that is over or that only you and computers play."""
    position: Annotated[str, StringConstraints(max_length=4000)] | Data | None = None
    """Where the game begins, as one line of text or as the data of a view; what a view hides is drawn again."""
    seed: Annotated[int, Field(strict=True, ge=0, le=MOST_SEQ)] | None = None
    """The same seed draws the same tiles everywhere. Refused where somebody is invited, who could not know it."""


class TableOpened(Message):
    id: str
    seat: int | None
    """Your first seat; None when you only watch."""
    seq: int
    invitation: str | None = None
    """For the people invited: they join with it. None when no seat is open."""


class JoinRequest(Message):
    invitation: Annotated[str, StringConstraints(max_length=60)]


class Joined(Message):
    seat: int
    seq: int


class SeatView(Message):
    kind: Literal["person", "here", "open", "computer"]
    name: str
    opponent: str | None = None
    """The opponent's name as in ``/opponents``."""
    yours: bool = False


class Legal(Message):
    notation: str
    parts: Data
    forecast: Data | None = None


class ChoiceOption(Message):
    value: str
    target: str | None = None
    """A JSON pointer into ``position``: where a finger would press."""
    legal: bool
    move: str | None = None
    forecast: Data | None = None
    refusal: Data | None = None
    text: str | None = None
    """What it brings, or why it is not possible, in a few words; None if there is nothing to say yet."""


class Choices(Message):
    """The next part of a move to choose, with what can be chosen and why the rest cannot."""

    part: str | None
    options: list[ChoiceOption]


class PartsRequest(Message):
    so_far: Annotated[
        dict[Annotated[str, StringConstraints(max_length=40)], Annotated[str, StringConstraints(max_length=40)]],
        Field(max_length=12),
    ] = {}


class ChoicesRequest(PartsRequest):
    seat: Seat | None = None


class CandidateView(Message):
    move: str
    points: list[float]
    chances: list[float]


class Event(Message):
    """Something that happened at a table. ``seq`` has no gaps."""

    seq: int
    at: str
    seat: int | None = None


class Opened(Event):
    kind: Literal["opened"]
    draws: list[str] = []
    happenings: list[Data] = []


class Sat(Event):
    kind: Literal["sat"]
    name: str
    draws: list[str] = []
    happenings: list[Data] = []


class Played(Event):
    kind: Literal["played"]
    move: str
    text: str = ""
    """The move in a sentence."""
    brought: str = ""
    """What else it brought, as everybody saw it: a line filled, tiles fallen, the marker taken."""
    draws: list[str] = []
    """The draws that the move caused, each as this seat may know it."""
    happenings: list[Data] = []
    """What the move and its draws did, step by step, for pages to show."""


class Resigned(Event):
    kind: Literal["resigned"]


class TakebackOffered(Event):
    kind: Literal["takeback_offered"]


class TakebackAnswered(Event):
    kind: Literal["takeback_answered"]
    accept: bool
    back_to: int | None = None
    """The ``seq`` after which the game goes on, when it was accepted by all."""


class Said(Event):
    kind: Literal["said"]
    text: str


class Rematched(Event):
    kind: Literal["rematch"]
    table: str


class Hinted(Event):
    kind: Literal["hinted"]
    candidates: list[CandidateView] | None = None
    """Best first; only for the seat that asked."""


TableEvent = Annotated[
    Opened | Sat | Played | Resigned | TakebackOffered | TakebackAnswered | Said | Rematched | Hinted,
    Field(discriminator="kind"),
]


class Outcome(Message):
    scores: list[int]
    winners: list[int]
    ending: str
    resigned: int | None = None


class TableView(Message):
    """A table as one seat, or somebody who watches, may see it."""

    id: str
    rule_set: str
    players: int
    seq: int
    status: Literal["open", "playing", "over"]
    seat: int | None
    """Whose view this is; None for people who watch."""
    seats: list[SeatView]
    aids: Aids
    awaiting: Literal["seats", "move", "end"]
    to_move: int | None
    scores: list[int]
    position: Data
    legal: list[Legal]
    """What you may play now; empty when it is not your turn."""
    choices: Choices | None = None
    """The first part to choose, with refusals; None when it is not your turn."""
    events: list[TableEvent]
    """Everything since the ``seq`` you named."""
    result: Outcome | None = None
    takeback: int | None = None
    """The seat that asks to take its last move back, while it waits for an answer."""
    rematch: str | None = None
    """The table of the next game, when somebody asked for one."""
    thinking: bool = False
    """A computer opponent is at work."""


class TableText(Message):
    """A table in sentences, as the terminal tells it to people who do not see it."""

    seq: int
    sentences: list[str]


class Evaluation(Message):
    """What each seat may expect with the best play that was found."""

    seq: int
    points: list[float]
    """At the end of the game, by seat."""
    chances: list[float]
    """Of winning; they add up to 1."""
    band: float
    """How far the lead usually ends from what is expected: one standard deviation, in points; 0 when it is proved."""
    badge: str
    """How sure it is: ``proved``, proved or searched to some point, or ``estimate``."""


class TableSummary(Message):
    """A table of yours in a list."""

    id: str
    rule_set: str
    players: int
    seq: int
    status: Literal["open", "playing", "over"]
    seat: int
    seats: list[SeatView]
    to_move: int | None
    your_turn: bool
    scores: list[int]
    changed: str


class TableList(Message):
    """The games that wait for you first, then by the time of the last change."""

    tables: list[TableSummary]
    next: str | None = None
    """Ask for ``?before=NEXT`` to see older ones."""


# --- commands -------------------------------------------------------------------------------------------------------


class Command(Message):
    id: UUID
    """Yours to choose. Send the same command again when no answer came: it has one effect and one answer."""
    expect: Seq
    """The ``seq`` you last saw; a table that has moved on refuses what depends on it."""
    seat: Seat | None = None
    """Which of your seats, where you hold several; the one to move when left out."""


class Play(Command):
    kind: Literal["play"]
    move: Annotated[str, StringConstraints(min_length=1, max_length=80)]


class Resign(Command):
    kind: Literal["resign"]


class OfferTakeback(Command):
    kind: Literal["offer_takeback"]


class AnswerTakeback(Command):
    kind: Literal["answer_takeback"]
    accept: bool


class Say(Command):
    kind: Literal["say"]
    text: ShortText


class Rematch(Command):
    kind: Literal["rematch"]


class Hint(Command):
    kind: Literal["hint"]


AnyCommand = Annotated[
    Play | Resign | OfferTakeback | AnswerTakeback | Say | Rematch | Hint, Field(discriminator="kind")
]


class Accepted(Message):
    """Checked by the rules, stored, flushed to disk: it will not be lost."""

    seq: int


# --- analysis -------------------------------------------------------------------------------------------------------


class AnalysisRequest(Message):
    position: Annotated[str, StringConstraints(max_length=4000)] | Data
    """A position as one line of text, or as the data of a view."""
    seconds: Annotated[float, Field(gt=0, le=5)] = 1.0


class AnalysedMove(CandidateView):
    variation: list[str]
    """What is expected after it: the answer to a bad move."""
    badge: str


class Analysis(Message):
    candidates: list[AnalysedMove]
    variation: list[str]
    badge: str
    band: float
    """How far the lead usually ends from what is expected, in points; 0 when it is proved."""
    positions: int


class PositionRequest(Message):
    """A position, and moves to play on it."""

    position: Annotated[str, StringConstraints(max_length=4000)] | Data
    """A position as one line of text, or as the data of a view."""
    moves: Annotated[list[Annotated[str, StringConstraints(min_length=1, max_length=80)]], Field(max_length=60)] = []
    """Moves to play there one after the other, up to the next draw."""
    so_far: Annotated[
        dict[Annotated[str, StringConstraints(max_length=40)], Annotated[str, StringConstraints(max_length=40)]],
        Field(max_length=12),
    ] = {}
    """The parts of the next move that are chosen already."""


class TriedMove(Message):
    seat: int
    move: str
    text: str
    """The move in words."""
    happenings: list[Data]


class TriedPosition(Message):
    """A position after the moves asked for."""

    position: Data
    text: str | None
    """The position as one line; None where it is only what one seat knows."""
    legal: list[Legal]
    choices: Choices | None = None
    """The next part of a move; None when nobody is to move."""
    steps: list[TriedMove]
    """The moves asked for, with what each did."""
    sentences: list[str]
    """The position in sentences."""


# --- problems and frames --------------------------------------------------------------------------------------------


class ProblemView(Message):
    """RFC 9457. ``code`` is for programs, ``detail`` for people."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    refusal: Data | None = None
    seq: int | None = None
    retry_after: int | None = None
    where: str | None = None
    rule_set: str | None = None
    """The game that is ``not_ready``."""


class ViewFrame(Message):
    type: Literal["view"]
    view: TableView


class EventsFrame(Message):
    """With ``frames=moves`` its events have no ``text``, ``brought`` or ``happenings``."""

    type: Literal["events"]
    seq: int
    events: list[TableEvent]


class PersonView(Message):
    name: str
    away: bool
    """Whether the person at this seat has not followed the table for some seconds."""


class PeopleFrame(Message):
    """With ``frames=views``: the people by seat, when a name has changed or somebody has come or gone."""

    type: Literal["people"]
    seats: list[PersonView]


class AckFrame(Message):
    type: Literal["ack"]
    id: UUID
    seq: int


class ProblemFrame(Message):
    type: Literal["problem"]
    id: UUID | None
    problem: ProblemView


class ClosingFrame(Message):
    type: Literal["closing"]
    retry_after: int


LiveFrame = Annotated[
    ViewFrame | EventsFrame | PeopleFrame | AckFrame | ProblemFrame | ClosingFrame, Field(discriminator="type")
]
