"""A game in progress: a position, its dice, and the way that led here."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from tilewright import games
from tilewright.core.compiling.compiled import COUNT, Records
from tilewright.core.contract.dice import dice
from tilewright.core.errors import BadArgument, BadOption, BadRecord, IllegalDeal, IllegalMove, UnknownSeat
from tilewright.core.text import arguments
from tilewright.core.text.reader import nearby
from tilewright.play import entries
from tilewright.play.move import Move
from tilewright.play.position import Position, laid_table, read_position, rule_set_for
from tilewright.records.record import DEAL_SIGN, FORMAT, Record, Result, Round

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tilewright.core.contract.meta import RuleSet


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a seat's move, or a deal (seat None)."""

    seat: int | None
    notation: str
    round_number: int
    scores_after: tuple[int, ...]
    ended_round: bool


@dataclass(frozen=True, slots=True)
class _Snapshot:
    state: bytes
    dice: int


class Game(Position):
    """A game that people and programs play.

    Games are equal when they began alike and the same has happened in them; the dice do not count, so a record
    that is replayed is equal to the game that it is of.
    """

    def __init__(
        self,
        rule_set: RuleSet,
        states: Records,
        *,
        first: int,
        options: dict[str, str],
        seed: int,
        auto_deal: bool,
        start: str | None = None,
    ) -> None:
        super().__init__(rule_set, states)
        self.first, self.options, self.seed, self.auto_deal = first, options, seed, auto_deal
        self.start = start  # the position this game began from, None for an ordinary set-up
        self.events: list[Event] = []
        self._before: list[_Snapshot] = []
        self._dice: NDArray[np.uint64] = dice(seed)
        self._deal_if_due()

    def copy(self) -> Self:
        """The same game once more, with its way so far and its dice; what is played in one is not in the other."""
        twin = super().copy()
        mine = {"options": dict(self.options), "events": self.events.copy(), "_before": self._before.copy()}
        vars(twin).update(mine, _dice=self._dice.copy())
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its record, so that it is played again by the rules, with the dice of every step beside it."""
        dice_at = [*(before.dice for before in self._before), int(self._dice[0])]
        replay = resolve_name("tilewright.play.replay:replay")  # it plays games, so it stands above them
        return replay, (self.record(),), (self.text, dice_at, self.seed, self.auto_deal)

    def __setstate__(self, kept: tuple[str, list[int], int, bool]) -> None:
        text, dice_at, self.seed, self.auto_deal = kept
        if self.text != text or len(dice_at) != len(self.events) + 1:
            raise BadRecord("a game that was pickled leads to another position when it is played again")
        self._before = [_Snapshot(one.state, word) for one, word in zip(self._before, dice_at, strict=False)]
        self._dice[0] = dice_at[-1]

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and super().__eq__(other) and self._history() == other._history()

    def _history(self) -> tuple[object, ...]:
        return self.first, self.options, self.start, self.events

    def play(self, move: Move | str) -> Move:
        """Play a move, given as such or as text; returns the move. IllegalMove says why not."""
        move = self._playable(move)
        seat = self.to_move
        with _Recording(self, seat, move.notation):
            entries.play(self._states, move.code)
        self._deal_if_due()
        return move

    def _deal_if_due(self) -> None:
        while self.auto_deal and self.awaiting == "deal":
            self.deal()

    def deal(self, tiles: str | None = None) -> str:
        """Resolve the chance event, with the game's own dice or with these tiles; returns what was drawn."""
        if self.awaiting != "deal":
            raise IllegalDeal("nothing is to be dealt now")
        if tiles is None:
            return self._deal_at_random()
        drawn = self.room.deals.parse(self._states[0], arguments.text(tiles, "a draw"))
        if refusal := self.room.deals.refusal(self._states[0], drawn):
            raise IllegalDeal(self.room.sentences.refusal(refusal), refusal)
        notation = self.room.deals.name(self._states[0], drawn)
        with _Recording(self, None, notation):
            entries.deal_exactly(self._states, np.array(drawn, dtype=COUNT), len(drawn))
        return notation

    def _deal_at_random(self) -> str:
        drawn = np.zeros(self.room.deals.most, dtype=COUNT)
        before = self._states.copy()
        with _Recording(self, None, "") as recording:
            n = entries.deal(self._states, self._dice, drawn)
            recording.notation = self.room.deals.name(before[0], drawn[:n].tolist())
        return recording.notation

    def undo(self) -> Event:
        """Take back the last move and what was dealt after it; the same tiles will come again."""
        moves = [k for k, event in enumerate(self.events) if event.seat is not None]
        back_to = moves[-1] if moves else len(self.events) - 1
        if back_to < 0 or (not moves and self.auto_deal):
            raise IllegalMove("there is nothing to undo")
        event, snapshot = self.events[back_to], self._before[back_to]
        self._states[:] = np.frombuffer(snapshot.state, dtype=self._states.dtype)
        self._dice[0] = snapshot.dice
        del self.events[back_to:], self._before[back_to:]
        return event

    def record(self, seats: list[str] | None = None) -> Record:
        """The whole game so far, draws included, ready to be written or replayed."""
        rounds: list[Round] = []
        number = None
        for event in self.events:
            if event.round_number != number:
                rounds.append(Round(events=[]))
                number = event.round_number
            text = f"{DEAL_SIGN}{event.notation}" if event.seat is None else event.notation
            rounds[-1].events.append(text)
            if event.ended_round:
                rounds[-1].scores = list(event.scores_after)
        return Record(
            format=FORMAT,
            rule_set=self.rule_set.id,
            players=self.players,
            first=self.first,
            options=dict(self.options),
            position=self.start,
            seats=self._names(seats),
            rounds=rounds,
            result=self.result(),
        )

    def before(self, number: int) -> Position:
        """The position before the event of this number; the one now for a number no event has yet."""
        number = arguments.number(number, "the number of an event")
        states = self._states.copy() if number >= len(self.events) else self._states_before(self._event(number))
        return Position(self.rule_set, states, room=self.room)

    def _event(self, number: int) -> int:
        """The number of an event that has happened."""
        if not 0 <= (number := arguments.number(number, "the number of an event")) < len(self.events):
            raise BadArgument(f"there is no event {number}: there are {len(self.events)} so far, counted from 0")
        return number

    def _states_before(self, number: int) -> Records:
        return np.frombuffer(self._before[number].state, dtype=self._states.dtype).copy()

    def shown(self, number: int, seat: int) -> str:
        """The event of this number as a seat (-1 a spectator) sees it: what is private stays so."""
        written, seat = self.events[self._event(number)].notation, self._watching(seat)
        return self.room.effects.redact(self._states_before(number)[0], written, seat) if self.room.hidden else written

    def effects(self, number: int, seat: int | None = None) -> list[dict[str, Any]]:
        """What the event of this number did, step by step, as data (core/shapes/effect_data.py).

        With a seat (-1 a spectator) only what that seat may see; without, everything.
        """
        number, seat = self._event(number), None if seat is None else self._watching(seat)
        before = self._states_before(number)
        event, state = self.events[number], before.copy()[0]
        if event.seat is None:
            return self.room.effects.deal(state, self.room.deals.parse(before[0], event.notation), seat)
        return self.room.effects.play(state, self.room.moves.parse(before[0], event.notation), seat)

    def result(self) -> Result | None:
        """How the game ended; None while it runs."""
        if self.awaiting != "end":
            return None
        return Result(scores=list(self.scores), winners=list(self.winners), ending=self.ending)

    @property
    def moves(self) -> list[str]:
        """The moves played so far, without the deals."""
        return [event.notation for event in self.events if event.seat is not None]


class _Recording:
    """Notes an event together with the way back; nothing is noted when it fails."""

    def __init__(self, game: Game, seat: int | None, notation: str) -> None:
        self.game, self.seat, self.notation = game, seat, notation
        self.before = _Snapshot(game.state.tobytes(), int(game._dice[0]))  # noqa: SLF001
        self.round_number = game.round_number

    def __enter__(self) -> Self:
        return self

    def __exit__(self, failed: object, *_: object) -> None:
        if failed is None:
            game = self.game
            over = game.awaiting == "end" or game.round_number != self.round_number
            game.events.append(Event(self.seat, self.notation, self.round_number, game.scores, over))
            game._before.append(self.before)  # noqa: SLF001


def new_game(
    rule_set: str = "classic",
    players: int = 2,
    *,
    seed: int | None = None,
    first: int = 0,
    auto_deal: bool = True,
    **options: str,
) -> Game:
    """Set up a game. Without a seed the dice are different each time; the record keeps what they drew."""
    return set_up_game(rule_set, players, options, seed=seed, first=first, auto_deal=auto_deal)


def set_up_game(
    rule_set: str, players: int, options: dict[str, str], *, seed: int | None, first: int, auto_deal: bool
) -> Game:
    """Set up a game with options that came from outside, so by name and unchecked."""
    players, first = arguments.number(players, "the number of players"), arguments.number(first, "the first seat")
    chosen = rule_set_for(rule_set, players)
    if not 0 <= first < players:
        raise UnknownSeat(f"seat {first} cannot be first: seats are 0 to {players - 1}")
    known = {option.name for option in chosen.options}
    if unknown := sorted(set(options) - known):
        has = f"its options are {', '.join(sorted(known))}" if known else "it has none"
        raise BadOption(f"{rule_set} has no option {unknown[0]!r}: {has}{nearby(unknown[0], known)}")
    for name, value in options.items():
        arguments.text(value, f"the option {name!r}")
    seed = secrets.randbits(63) if seed is None else arguments.seed(seed)
    options = games.room(chosen).setup.resolve_options(options, seed)
    choices = games.room(chosen).setup.choices(chosen, options, seed)
    states = laid_table(chosen, players, first, choices)
    return Game(chosen, states, first=first, options=options, seed=seed, auto_deal=auto_deal)


def from_text(text: str, *, seed: int | None = None, auto_deal: bool = True) -> Game:
    """A game that goes on from a position; BadText or BadPosition says what is wrong with it."""
    rule_set, states = read_position(text)
    seed = secrets.randbits(63) if seed is None else arguments.seed(seed)
    start = Position(rule_set, states).text
    first = int(states[0].first)
    return Game(rule_set, states, first=first, options={}, seed=seed, auto_deal=auto_deal, start=start)
