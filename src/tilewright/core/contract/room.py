"""The door of a game: what play, records, servers and the command line need beyond the compiled verbs.

Its functions are plain Python. They work on one record (``state``), and none of them changes the record unless it
says so. Texts are for people; codes are the numbers of the game's action space.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

from tilewright.core.shapes.effect_data import Kinds
from tilewright.core.shapes.forecast import Forecast

if TYPE_CHECKING:
    import numpy as np

    from tilewright.core.contract.evaluator import Evaluation
    from tilewright.core.contract.learning import Learning
    from tilewright.core.contract.meta import RuleSet
    from tilewright.core.contract.study import Study
    from tilewright.core.contract.view import View
    from tilewright.core.shapes.effect_data import Effect
    from tilewright.core.shapes.moves import Moves, Parts
    from tilewright.core.shapes.refusal import Refusal
    from tilewright.core.text.terminal_flow import Scene

State = Any
KINDS = Kinds()


def as_given(options: dict[str, str], seed: int) -> dict[str, str]:  # noqa: ARG001
    """No option of the game is left to chance."""
    return options


def no_options(state: State) -> dict[str, str]:  # noqa: ARG001
    """The rule set says everything."""
    return {}


def no_goals(state: State) -> list[dict[str, str]]:  # noqa: ARG001
    """Every game of this room gives points for the same things."""
    return []


def in_full(state: State, notation: str, seat: int) -> str:  # noqa: ARG001
    """Everybody sees every move and draw."""
    return notation


@dataclass(frozen=True)
class Setup:
    """How a game begins."""

    choices: Callable[[RuleSet, dict[str, str], int], Sequence[int]]
    """The choices ``set_up`` needs, from a rule set, the options given, and a seed for random ones."""

    resolve_options: Callable[[dict[str, str], int], dict[str, str]] = as_given
    """The options with chance taken out by a seed, as a record keeps them."""

    options: Callable[[State], dict[str, str]] = no_options
    """The options a position was set up with, as ``choices`` understands them."""

    goals: Callable[[State], list[dict[str, str]]] = no_goals
    """What this game gives extra points for, by name and meaning."""


@dataclass(frozen=True)
class RoomMoves:
    """Moves: their numbers, how they are written, why one is not possible, and what one brings."""

    space: Moves
    """All of them, and what they are made of."""

    most: int
    """No position has more legal moves."""

    name: Callable[[State, int], str]
    parse: Callable[[State, str], int]
    target: Callable[[State, Parts, str], str | None]
    """Where in the view, as a JSON pointer, one of these parts is pointed at; None where it lies nowhere."""

    refusal: Callable[[State, Parts], Refusal | None]
    """The rule that forbids a move, or the beginning of one, for the seat to move; None when none does."""

    reasons: tuple[str, ...]
    """The codes of all its refusals."""

    forecast: Callable[[State, int], Forecast]
    """What a legal move gives and costs."""

    forecasts: type[Forecast] = Forecast
    """The structure of that, where it has fields of its own."""

    silent_reasons: frozenset[str] = frozenset()
    """The codes of refusals that nobody who looks at the table needs to be told."""

    @property
    def actions(self) -> int:
        """Moves are numbered from 0 to one less."""
        return len(self.space)


@dataclass(frozen=True)
class Filling:
    """How the places that are chosen from are filled out of the bag, in the names of the view."""

    places: str
    discards: str  # what goes back into an empty bag
    rounds: int | None = None  # how often, where that is fixed
    is_drawn_again: bool = False  # the largest place is filled first, and again while it has one colour of several
    has_supply: bool = False  # tiles leave the bag while a round is played, too


@dataclass(frozen=True)
class Deals:
    """Chance events."""

    most: int
    """None draws more."""

    name: Callable[[State, Sequence[int]], str]
    parse: Callable[[State, str], list[int]]
    refusal: Callable[[State, Sequence[int]], Refusal | None]
    """Why these things cannot be drawn now; None when they can."""

    filling: Filling
    """What the odds of the next deal follow from."""


@dataclass(frozen=True)
class RoomEffects:
    """What a move or a deal does, step by step.

    The last argument is the seat that watches (-1 a spectator), None for everything.
    """

    play: Callable[[State, int, int | None], list[Effect]]
    """Play a legal move as the verb does, and say what it did."""

    deal: Callable[[State, Sequence[int], int | None], list[Effect]]
    """Resolve the chance event with these things as the verb does, and say what it did."""

    kinds: Kinds = KINDS
    """The kinds of effects that change a view."""

    redact: Callable[[State, str, int], str] = in_full
    """A move or draw, written in full, as a seat (-1 a spectator) sees it; the state is the one before it."""


@dataclass(frozen=True)
class Sentences:
    """Words for people, in the language spoken (core/text/language.py)."""

    move: Callable[[State, Parts], str]
    forecast: Callable[[Any], str]
    """A forecast of this game."""

    refusal: Callable[[Refusal], str]
    expects: Callable[[State], str]
    """What can be typed now, in a few words."""

    help: str
    """How to type a move, for people at a terminal; in English, to be translated where it is shown."""


@dataclass(frozen=True)
class Positions:
    """Positions as data and as text, and what can be wrong with them."""

    view: View
    """How they look as data."""

    write: Callable[[State], str]
    read: Callable[[State, str, int], None]
    """Fill an empty state, already told its choices and players, from text; the last argument is the text's column."""

    breakdown: Callable[[State, int], dict[str, int]]
    """A seat's points by rule; they add up to its score."""

    endings: tuple[str, ...]
    """Why a game ended, by the state's ``ending``; endings[0] is ""."""

    faults: Callable[[State], list[str]]
    """All that is wrong with a position, in words; none for every position that a game can reach."""

    violations: tuple[str, ...]
    """What each bit of the verb ``violations`` means."""


@dataclass(frozen=True)
class Seats:
    """The fields of a state, outside the boards, that depend on where the seats are counted from."""

    fields: tuple[str, ...] = ()
    """That hold a seat or, below 0, nobody."""

    sets: tuple[str, ...] = ()
    """That hold a set of seats, one bit for each."""

    codes: Mapping[str, int] = field(default_factory=dict)
    """That hold other things too, and the number from which on they hold a seat."""


@dataclass(frozen=True)
class Picture:
    """The whole table, given the names of the seats."""

    scene: Callable[[State, Sequence[str]], Scene]
    """To be drawn, in parts."""

    tell: Callable[[State, Sequence[str]], list[str]]
    """In sentences, for screen readers and logs."""


@dataclass(frozen=True)
class Search:
    """What searches judge by."""

    evaluation: Evaluation
    """Whose weights its positions are judged by."""

    learning: Learning | None = None
    """How its positions are described to the nets of its evaluation; None where it has none to learn."""


@dataclass(frozen=True)
class Room:
    """One game, ready to be sat down to."""

    module: str
    """Where it is to be found, as ROOM."""

    state: np.dtype[Any]
    """The layout of its states."""

    setup: Setup
    moves: RoomMoves
    deals: Deals
    effects: RoomEffects
    sentences: Sentences
    positions: Positions
    seats: Seats
    picture: Picture
    search: Search

    study: Study
    """What reviews, statistics, opponents and puzzles ask."""

    hidden: bool = False
    """Does one seat know what another does not?"""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        """Pickled and copied by name: there is one room for each game, and compiled code does not travel."""
        return resolve_name, (f"{self.module}:ROOM",)
