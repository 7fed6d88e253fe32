"""The door of a game: what play, records and the command line need beyond the compiled verbs.

Everything here works on one record (``state``) in plain Python, and none of it changes the record
unless it says so. Texts are for people; codes are the numbers of the game's action space.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from tilewright.core.evaluator import Evaluation
    from tilewright.core.events import Event
    from tilewright.core.forecast import Forecast
    from tilewright.core.layout import Scene
    from tilewright.core.learning import Learning
    from tilewright.core.meta import RuleSet
    from tilewright.core.moves import Moves, Parts
    from tilewright.core.refusal import Refusal
    from tilewright.core.study import Study
    from tilewright.core.view import View

State = Any


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
class Filling:
    """How the places that are chosen from are filled out of the bag, in the names of the view."""

    places: str
    discards: str  # what goes back into an empty bag
    rounds: int | None = None  # how often, where that is fixed
    is_drawn_again: bool = False  # the largest place is filled first, and again while it has one colour of several
    has_supply: bool = False  # tiles leave the bag while a round is played, too


@dataclass(frozen=True)
class Room:
    """One game, ready to be sat down to."""

    module: str  # where it is to be found, as ROOM
    state: np.dtype[Any]  # the layout of its states
    actions: int  # moves are numbered from 0 to actions - 1
    most_moves: int  # no position has more legal moves
    most_drawn: int  # no chance event draws more
    endings: tuple[str, ...]  # why a game ended, by the state's ``ending``; endings[0] is ""
    violations: tuple[str, ...]  # what each bit of the verb ``violations`` means

    choices: Callable[[RuleSet, dict[str, str], int], Sequence[int]]
    """The choices ``set_up`` needs, from a rule set, the options given, and a seed for random ones."""

    # moves
    moves: Moves
    """What they are made of."""

    name_move: Callable[[State, int], str]
    parse_move: Callable[[State, str], int]
    target: Callable[[State, Parts, str], str | None]
    """Where in the view, as a JSON pointer, one of these parts is pointed at; None where it lies nowhere."""

    refusal: Callable[[State, Parts], Refusal | None]
    """The rule that forbids a move, or the beginning of one, for the seat to move; None when none does."""

    reasons: tuple[str, ...]
    """The codes of all its refusals."""

    senseless: frozenset[str]
    """The codes of refusals that nobody who looks at the table needs to be told."""

    forecast: Callable[[State, int], Forecast]
    """What a legal move gives and costs."""

    play_events: Callable[[State, int, int | None], list[Event]]
    """Play a legal move as the verb does, and say what happened step by step.

    The last argument is the seat that watches (-1 a spectator), None for everything.
    """

    # draws
    name_deal: Callable[[State, Sequence[int]], str]
    parse_deal: Callable[[State, str], list[int]]
    deal_refusal: Callable[[State, Sequence[int]], Refusal | None]
    """Why these things cannot be drawn now; None when they can."""

    deal_events: Callable[[State, Sequence[int], int | None], list[Event]]
    """Resolve the chance event with these things as the verb does, and say what happened, as above."""

    # sentences, in the language spoken (core/language.py)
    describe_move: Callable[[State, Parts], str]
    describe_forecast: Callable[[Forecast], str]
    describe_refusal: Callable[[Refusal], str]
    help: str
    """How to type a move, for people at a terminal; in English, to be translated where it is shown."""

    filling: Filling
    """What the odds of the next deal follow from."""

    # positions
    view: View
    """How they look as data."""

    write_position: Callable[[State], str]
    read_position: Callable[[State, str, int], None]
    """Fill an empty state, already told its choices and players, from text; the last argument is the text's column."""

    faults: Callable[[State], list[str]]
    """All that is wrong with a position, in words; none for every position that a game can reach."""

    breakdown: Callable[[State, int], dict[str, int]]
    """A seat's points by rule; they add up to its score."""

    scene: Callable[[State, Sequence[str]], Scene]
    """The whole table to be drawn, in parts, given the names of the seats."""

    tell: Callable[[State, Sequence[str]], list[str]]
    """The whole table in sentences, for screen readers and logs."""

    expects: Callable[[State], str]
    """What can be typed now, in a few words."""

    evaluation: Evaluation
    """Whose weights its positions are judged by."""

    learning: Learning
    """How its positions are described to the nets of its evaluation."""

    study: Study
    """What reviews, statistics, opponents and puzzles ask."""

    options: Callable[[State], dict[str, str]] = no_options
    """The options a position was set up with, as ``choices`` understands them."""

    goals: Callable[[State], list[dict[str, str]]] = no_goals
    """What this game gives extra points for, by name and meaning."""

    seat_fields: tuple[str, ...] = ()
    """The fields of a state, outside the boards, that hold a seat or, below 0, nobody."""

    seat_sets: tuple[str, ...] = ()
    """The fields of a state, outside the boards, that hold a set of seats, one bit for each."""

    seat_codes: Mapping[str, int] = field(default_factory=dict)
    """The fields that hold other things too, and the number from which on they hold a seat."""

    hidden: bool = False  # does one seat know what another does not?

    settle: Callable[[dict[str, str], int], dict[str, str]] = as_given
    """The options with chance taken out by a seed, as a record keeps them."""

    shown: Callable[[State, str, int], str] = in_full
    """A move or draw, written in full, as a seat (-1 a spectator) sees it; the state is the one before it."""

    def __reduce__(self) -> tuple[Callable[[str], object], tuple[str]]:
        """Pickled and copied by name: there is one room for each game, and compiled code does not travel."""
        return resolve_name, (f"{self.module}:ROOM",)
