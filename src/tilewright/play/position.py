"""A position: one state and everything that can be asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from tilewright import games
from tilewright.core.compiling.compiled import COUNT, Counts, Records
from tilewright.core.contract.dice import dice
from tilewright.core.contract.verbs import AWAITING, MAX_PLAYERS
from tilewright.core.contract.view import FORMAT
from tilewright.core.errors import (
    BadArgument,
    BadData,
    BadOption,
    BadPosition,
    BadText,
    IllegalMove,
    UnknownRuleSet,
    UnknownSeat,
    WrongPlayers,
)
from tilewright.core.shapes.fields import pack, unpack
from tilewright.core.shapes.moves import NOTHING, Parts
from tilewright.core.shapes.shape import Seat
from tilewright.core.text import arguments
from tilewright.core.text.language import _
from tilewright.core.text.reader import Reader, shorten
from tilewright.core.text.terminal_flow import arrange
from tilewright.play import entries
from tilewright.play.choices import Choices, next_choices
from tilewright.play.move import Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.contract.meta import RuleSet
    from tilewright.core.contract.room import Room
    from tilewright.core.shapes.effect_data import Effect
    from tilewright.core.shapes.forecast import Forecast
    from tilewright.core.text.terminal_flow import Picture

SPECTATOR = -1
"""The number of all who only watch, where a seat's is asked for."""


class Position:
    """What lies on the table, and what may be done with it.

    A value: equal positions are of one rule set, seen by one seat, and alike in every tile. Copies are independent.
    """

    # Fields are read from the array by name here: a record's attributes cost ten times as much.

    def __init__(self, rule_set: RuleSet, states: Records, seat: int | None = None, room: Room | None = None) -> None:
        self.rule_set = rule_set
        self.room = room or games.room(rule_set)
        self.seat = seat  # whose view this is; None when it hides nothing from anybody, or is a spectator's
        self._states = states

    def copy(self) -> Self:
        """The same once more; what is done with one does not change the other."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _states=self._states.copy())
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as data: another version can read it, and it is checked on the way back."""
        return from_data, (self.as_data(),)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[str, int | None, bytes]:
        return self.rule_set.id, self.seat, self._states.tobytes()

    @property
    def state(self) -> Records:
        """The one-element record array underneath; its fields are those of the room's components.py."""
        return self._states

    @property
    def players(self) -> int:
        return int(self._states["players"][0])

    @property
    def awaiting(self) -> str:
        """What happens next: "move", "deal" or "end"."""
        return AWAITING[self._states["awaiting"][0]]

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when nobody is."""
        return int(self._states["to_move"][0]) if self.awaiting == "move" else None

    @property
    def round_number(self) -> int:
        return int(self._states["round_number"][0])

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self._states["boards"]["score"][0, : self.players].tolist())

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won or share the victory; empty while the game runs."""
        won = entries.winners(self._states)
        return tuple(seat for seat in range(self.players) if won >> seat & 1)

    @property
    def ending(self) -> str:
        """Why the game ended; "" while it runs."""
        return self.room.positions.endings[self._states[0].ending]

    @property
    def legal_moves(self) -> list[Move]:
        """Every legal move, in canonical order."""
        state = self._states[0]
        return [self._move(state, code) for code in self._legal_codes().tolist()]

    @property
    def only_move(self) -> Move | None:
        """The legal move where there is only one."""
        codes = self._legal_codes()
        return self._move(self._states[0], int(codes[0])) if len(codes) == 1 else None

    def _legal_codes(self) -> Counts:
        codes = np.empty(self.room.moves.most, dtype=COUNT)
        return codes[: entries.legal_moves(self._states, codes)]

    def move(self, code: int) -> Move:
        """The move with this number, legal or not."""
        return self._move(self._states[0], self._numbered(code))

    def _numbered(self, code: int) -> int:
        known = len(self.room.moves.space)
        if not 0 <= (code := arguments.number(code, "a move's number")) < known:
            raise BadArgument(f"there is no move {code}: moves are numbered from 0 to {known - 1}")
        return code

    def _move(self, state: Any, code: int) -> Move:
        return Move(code, self.room.moves.name(state, code), dict(self.room.moves.space.parts(code)))

    def parse(self, text: str) -> Move:
        """Understand a move typed in short form or in words; IllegalMove says why it cannot be played."""
        arguments.text(text, "a move that is typed")
        self._expect_move(text)
        try:
            return self.read(text)
        except BadText as bad:
            raise IllegalMove(bad.reason) from None

    def read(self, text: str) -> Move:
        """The same, but BadText for what is no move at all, possible now or not."""
        code = self.room.moves.parse(self._states[0], text)
        self._expect_move(text)
        move = self._move(self._states[0], code)
        self.check(move)
        return move

    def _expect_move(self, text: str) -> None:
        if self.awaiting != "move":
            waits = _("the game is over") if self.awaiting == "end" else _("tiles must be dealt first")
            raise IllegalMove(f"{shorten(text)}: {waits}")

    def check(self, move: Move) -> None:
        """Raise IllegalMove unless the move may be played now."""
        code = self._code(move)
        if code in self._legal_codes() and move == self.move(code):  # naming every legal move would take longer
            return
        reason = self.room.moves.refusal(self._states[0], self.room.moves.space.parts(code))
        if reason is None:
            raise IllegalMove(_("{move} is not a move of this game").format(move=shorten(str(move))))
        raise IllegalMove(f"{move}: {self.room.sentences.refusal(reason)}", reason)

    def _code(self, move: Move) -> int:
        if not isinstance(move, Move) or not isinstance(move.notation, str):
            raise IllegalMove(f"{shorten(repr(move))} is not a move: give one of legal_moves, or its notation to play")
        return self._numbered(move.code)

    def _playable(self, move: Move | str) -> Move:
        """A move, or its notation, that may be played now; IllegalMove says why not."""
        if isinstance(move, str):
            return self.parse(move)
        self._code(move)
        self._expect_move(move.notation)
        self.check(move)
        return move

    def after(self, move: Move | str) -> Position:
        """The position that a move leads to, before anything is drawn; this one stays as it is.

        After a view it is what its seat sees then. Where the move turns up what the seat does not know, that is
        one of the things it may be.
        """
        code = self._playable(move).code
        states = self._states.copy()
        entries.determinise(states, dice(0))  # plays on from whole positions
        is_view = self.seat is not None or states.tobytes() != self._states.tobytes()
        entries.play(states, code)
        if is_view:
            entries.observe(states, SPECTATOR if self.seat is None else self.seat)
        return Position(self.rule_set, states, self.seat, self.room)

    def choices(self, so_far: Parts = NOTHING) -> Choices:
        """What to choose next for a move that has begun so, each option legal or with the reason why not."""
        return next_choices(self.room, self._states[0], self.legal_moves, so_far)

    def describe(self, move: Move) -> str:
        """A move in words: "takes 2 red from factory 3 to line 4"."""
        return self.room.sentences.move(self._states[0], self.room.moves.space.parts(self._code(move)))

    def forecast(self, move: Move) -> Forecast:
        """What a legal move gives and costs."""
        return self.room.moves.forecast(self._states[0], self._code(move))

    def forecast_text(self, move: Move) -> str:
        """What a legal move gives and costs, in a few words."""
        return self.room.sentences.forecast(self.forecast(move))

    def effects_of(self, move: Move) -> list[Effect]:
        """What a legal move would do, up to the next move or draw, as data (core/shapes/effect_data.py)."""
        return self.room.effects.play(self._states.copy()[0], self._code(move), self.seat)

    def breakdown(self, seat: int) -> dict[str, int]:
        """A seat's points by rule; they add up to its score."""
        return self.room.positions.breakdown(self._states[0], self.check_seat(seat))

    def check_seat(self, seat: int) -> int:
        """The seat as a plain number; UnknownSeat unless somebody sits there."""
        if not 0 <= (seat := arguments.number(seat, "a seat")) < self.players:
            raise UnknownSeat(f"there is no seat {seat}: seats are 0 to {self.players - 1}")
        return seat

    def _watching(self, seat: int) -> int:
        """A seat, or SPECTATOR."""
        return SPECTATOR if arguments.number(seat, "a seat") == SPECTATOR else self.check_seat(seat)

    def view(self, seat: int) -> Position:
        """What that seat may see, as a position of its own; seat -1 is a spectator."""
        view, seat = self._states.copy(), self._watching(seat)
        entries.observe(view, seat)
        return Position(self.rule_set, view, None if seat == SPECTATOR else seat, self.room)

    def as_data(self) -> dict[str, Any]:
        """The position as data that JSON can hold; docs/schema describes it."""
        state = self._states[0]
        return self.room.positions.view.write(
            unpack(self._states),
            rule_set=self.rule_set.id,
            seat=self.seat,
            options=self.room.setup.options(state),
            goals=self.room.setup.goals(state),
            winners=list(self.winners) if self.awaiting == "end" else [],
            breakdown=[self.room.positions.breakdown(state, seat) for seat in range(self.players)],
        )

    @property
    def text(self) -> str:
        """The position as one line of text."""
        return f"{self.rule_set.id} {self.players} | {self.room.positions.write(self._states[0])}"

    def picture(
        self, names: Sequence[str] | None = None, *, width: int = 80, height: int | None = None, eye: int | None = None
    ) -> Picture:
        """The table as lines of styled text, as wide as given.

        When it would be higher than given, only the board of the seat ``eye`` is drawn in full.
        """
        scene = self.room.picture.scene(self._states[0], self._names(names))
        width = arguments.number(width, "the width")
        height = None if height is None or eye is None else arguments.number(height, "the height")
        return arrange(scene, width=width, height=height, eye=0 if eye is None else self._watching(eye))

    def tell(self, names: Sequence[str] | None = None) -> list[str]:
        """The table in sentences, for screen readers and logs."""
        return self.room.picture.tell(self._states[0], self._names(names))

    def _names(self, names: Sequence[str] | None) -> list[str]:
        if names is None:
            return [f"Seat {seat}" for seat in range(self.players)]
        if not isinstance(names, (list, tuple)) or len(names) != self.players:
            raise WrongPlayers(
                f"{self.players} seats need a list of {self.players} names, found {shorten(repr(names))}"
            )
        return [arguments.written(name, "a name") for name in names]

    def __str__(self) -> str:
        return "\n".join("".join(text for text, _style in line).rstrip() for line in self.picture())

    def __repr__(self) -> str:
        return f"tilewright.from_text({self.text!r})"


def rule_set_for(name: str, players: int) -> RuleSet:
    """The rule set of this name, if so many may play it."""
    chosen = games.rule_set(name)
    if players not in chosen.players:
        allowed = " or ".join(str(n) for n in chosen.players)
        raise WrongPlayers(f"{name} is played by {allowed}, not by {players}")
    return chosen


def laid_table(rule_set: RuleSet, players: int, first: int, choices: Sequence[int]) -> Records:
    """A state set up and waiting for its first deal."""
    states = np.zeros(1, dtype=games.room(rule_set).state)
    entries.set_up(states, players, first, np.array(choices, dtype=COUNT))
    return states


def read_position(text: str) -> tuple[RuleSet, Records]:
    """Understand a position; nothing is returned unless all of it obeys the rules."""
    rule_set, states = _written(text)
    check_position(rule_set, states)
    return rule_set, states


def _written(text: str) -> tuple[RuleSet, Records]:
    """What a position's text says, whether a game can come there or not."""
    if "\n" in arguments.text(text, "a position").strip():
        raise BadText("a position is one line", line=2)
    head, bar, rest = text.partition("|")
    reader = Reader(head)
    name = reader.word("a rule set")
    try:
        rule_set = games.rule_set(name)
    except UnknownRuleSet as unknown:
        raise reader.fail(str(unknown)) from None
    players = reader.number("the number of players", 2, MAX_PLAYERS)
    if players not in rule_set.players:
        raise reader.fail(f"{name} is not played by {players}")
    reader.done()
    if not bar:
        raise BadText("the text ends where '|' should be", column=len(text) + 1)
    states = laid_table(rule_set, players, 0, rule_set.choices)
    games.room(rule_set).positions.read(states[0], rest, len(head) + 2)
    return rule_set, states


def from_data(data: Any) -> Position:
    """A position, or a seat's view of one, from what ``as_data`` gave; BadData says what is wrong and where."""
    position = _laid_out(data)
    states = position.state
    check_position(position.rule_set, _filled_in(states, position.seat) if position.room.hidden else states)
    return position


def sketched(given_: str | dict[str, Any]) -> tuple[Position, list[str]]:
    """A position that is still being put together, as text or data, and all that keeps a game from coming there."""
    position = Position(*_written(given_)) if isinstance(given_, str) else _laid_out(given_)
    if position.room.hidden and position.seat is not None:
        raise BadData("what one seat sees cannot be changed", at="/seat")
    wrong = position.room.positions.faults(position.state[0]) if entries.violations(position.state) else []
    return position, list(wrong)


def _laid_out(data: Any) -> Position:
    """What data says, whether a game can come there or not."""
    rule_set, players = _head_of(data)
    try:
        choices = games.room(rule_set).setup.choices(rule_set, data.get("options", {}), 0)
    except BadOption as bad:
        raise BadData(str(bad), at="/options") from None
    room = games.room(rule_set)
    values = unpack(laid_table(rule_set, players, 0, choices))
    room.positions.view.read(data, values)
    return Position(rule_set, pack(values, room.state), data.get("seat"))


def _filled_in(states: Records, seat: int | None) -> Records:
    """A position that fits a view, so that it can be checked; BadData when a view shows more than its seat knows."""
    whole = states.copy()
    entries.determinise(whole, dice(0))
    if seat is not None or whole.tobytes() != states.tobytes():
        view = states.copy()
        entries.observe(view, SPECTATOR if seat is None else seat)
        if view.tobytes() != states.tobytes():
            who = "a spectator" if seat is None else f"seat {seat}"
            raise BadData(f"{who} cannot know all of this", at="/seat")
    return whole


def _head_of(data: Any) -> tuple[RuleSet, int]:
    """The rule set and the number of players that data names."""
    if not isinstance(data, dict):
        raise BadData("expected an object")
    if data.get("format") != FORMAT:
        raise BadData(f"expected {FORMAT!r}, found {shorten(str(data.get('format')))}", at="/format")
    try:
        rule_set = games.rule_set(str(data.get("rule_set", "")))
    except UnknownRuleSet as unknown:
        raise BadData(str(unknown), at="/rule_set") from None
    players = data.get("players")
    if not isinstance(players, int) or players not in rule_set.players:
        raise BadData(f"{rule_set.id} is not played by {shorten(str(players))}", at="/players")
    options = data.get("options", {})
    known = [option.name for option in rule_set.options]
    if not isinstance(options, dict) or any(
        name not in known or not isinstance(options[name], str) for name in options
    ):
        raise BadData(f"options of {rule_set.id}: {', '.join(known) or 'none'}", at="/options")
    Seat(nobody=True, most=players - 1).read(data.get("seat"), "/seat")
    return rule_set, players


def check_position(rule_set: RuleSet, states: Records) -> None:
    """Raise BadPosition with everything that is wrong."""
    if entries.violations(states):
        wrong = games.room(rule_set).positions.faults(states[0])
        raise BadPosition(f"no game can reach this position: {'; '.join(wrong)}")
