"""Luck and skill apart: what the draws gave, what the moves cost, and what the evaluation learned on the way.

A draw's luck is the value of the position after it less the average over draws that might have come instead, all
judged by the same search with the same dice. A move's cost is what one search of all moves says. Between one search and
the next the evaluation changes its mind a little; that is told as ``drift``, never hidden in luck or skill, and
its spread is the error of the account: start + luck + errors + drift = result. Searches of few moves ahead swing to
and fro from one move to the next, so the spread is taken over what drifts from one draw to the next.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tilewright.bots.bot import Budget
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import dice
from tilewright.core.errors import BadArgument
from tilewright.play import entries
from tilewright.play.position import Position
from tilewright.play.replay import replay
from tilewright.play.turning import rotate_seats
from tilewright.review.grades import Settled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tilewright.bots.thinker import Thinker
    from tilewright.core.compiling.compiled import Records
    from tilewright.play.game import Game
    from tilewright.records.record import Record
    from tilewright.review.grades import Graded

    Value = NDArray[np.float64]
    """Leads in points and chances to win: two rows, one column for each seat."""

SAMPLES = 24
POSITIONS = 2_000  # searched after every draw, the true one and the others
LEADS, CHANCES = 0, 1


@dataclass(frozen=True, slots=True)
class Draw:
    """What was drawn between two moves, and how lucky it was for each seat."""

    after: int  # moves played before it
    round_number: int
    drawn: tuple[str, ...]
    lead: tuple[float, ...]
    chance: tuple[float, ...]
    error: tuple[float, ...]  # standard error of ``lead``: other draws were sampled, not counted


@dataclass(frozen=True, slots=True)
class Account:
    """Where a result came from, for each seat, in points of lead or in chances to win."""

    start: tuple[float, ...]
    luck: tuple[float, ...]
    errors: tuple[tuple[float, ...], ...]  # by whose moves; a seat's own are what grades say it lost
    drift: tuple[float, ...]
    result: tuple[float, ...]
    uncertainty: tuple[float, ...]  # two standard errors of all but the result


@dataclass(frozen=True, slots=True)
class LuckLedger:
    """The luck of every draw, and what it all adds up to."""

    draws: list[Draw]
    leads: Account
    chances: Account


class _Book:
    """Follows a value through a game and notes why it changed."""

    def __init__(self, players: int) -> None:
        self.value: Value | None = None
        self.start: Value = np.zeros((2, players))
        self.luck: Value = np.zeros((2, players))
        self.errors: Value = np.zeros((players, 2, players))
        self.drift: Value = np.zeros((2, players))
        self.drift_before: Value = np.zeros((2, players))  # up to the last draw
        self.variance: Value = np.zeros((2, players))

    def expect(self, value: Value) -> None:
        """A new search of what was searched before, or the first of all."""
        if self.value is None:
            self.start = value
        else:
            self.drift += value - self.value
        self.value = value

    def draw(self, average: Value, after: Value, error: Value) -> None:
        self.expect(average)
        self._note_spread()
        self.luck += after - average
        self.variance += error**2
        self.value = after

    def move(self, seat: int, best: Value, played: Value) -> None:
        self.expect(best)
        change = played - best
        lost = change[:, [seat]] < 0.0  # the best move by chances may be another by points: who gains has lost nothing
        self.errors[seat] += np.where(lost, change, 0.0)
        self.drift += np.where(lost, 0.0, change)
        self.value = played

    def _note_spread(self) -> None:
        self.variance += (self.drift - self.drift_before) ** 2
        self.drift_before = self.drift.copy()

    def close(self, result: Value) -> None:
        """The game is over with this."""
        self.expect(result)
        self._note_spread()

    def account(self, what: int, result: Value) -> Account:
        return Account(
            start=_numbers(self.start[what]),
            luck=_numbers(self.luck[what]),
            errors=tuple(_numbers(own[what]) for own in self.errors),
            drift=_numbers(self.drift[what]),
            result=_numbers(result[what]),
            uncertainty=_numbers(2 * np.sqrt(self.variance[what])),
        )


def check_is_over(record: Record) -> None:
    """Raise for a game without a result: that is what an account explains."""
    if record.result is None:
        raise BadArgument("luck and skill can be told apart when a game is over, not before")


def luck_ledger(
    record: Record,
    graded: Sequence[Graded],
    thinker: Thinker,
    *,
    samples: int = SAMPLES,
    positions: int = POSITIONS,
    progress: Callable[[int], None] | None = None,
) -> LuckLedger:
    """Settle a finished game whose moves, of all seats, have been graded. ``progress`` is told the draws behind it."""
    check_is_over(record)
    game, settled = replay(record), list[Settled]()
    for first, last in draws_of(game):
        settled.append(settle(game.before(first), game.before(last + 1), thinker, samples, positions))
        if progress:
            progress(len(settled))
    return add_up(game, graded, settled)


def draws_of(game: Game) -> list[tuple[int, int]]:
    """The numbers of the first and last event of every draw; those that follow one another are one."""
    return [(first, last) for first, last in _runs(game) if game.events[first].seat is None]


def settle(
    before: Position, drawn: Position, thinker: Thinker, samples: int = SAMPLES, positions: int = POSITIONS
) -> Settled:
    """What a draw was worth, beside other draws from the same position with the same dice for all."""
    values = _Values(thinker, Budget(positions=positions))
    others = np.array([values.of(_dealt_anew(before, seed)) for seed in range(samples)])
    error = others.std(axis=0, ddof=1) / np.sqrt(samples)
    return Settled(others.mean(axis=0).tolist(), error.tolist(), values.of(drawn).tolist())


def add_up(game: Game, graded: Sequence[Graded], settled: Sequence[Settled]) -> LuckLedger:
    """The account of a finished game from its graded moves and settled draws, both in their order."""
    book, draws, played = _Book(game.players), list[Draw](), 0
    grades, waiting = {one.number: one for one in graded}, iter(settled)
    for first, last in _runs(game):
        seat = game.events[first].seat
        if seat is not None:
            played += 1
            if played in grades:
                one = grades[played]
                book.move(seat, _value(one.points, one.chances), _value(one.points_after, one.chances_after))
            continue
        found = next(waiting)
        average, error, after = np.array(found.average), np.array(found.error), np.array(found.after)
        book.draw(average, after, error)
        luck = after - average
        drawn = tuple(event.notation for event in game.events[first : last + 1])
        figures = (_numbers(luck[LEADS]), _numbers(luck[CHANCES]), _numbers(error[LEADS]))
        draws.append(Draw(played, game.events[first].round_number, drawn, *figures))
    result = _final(game)
    book.close(result)
    return LuckLedger(draws, book.account(LEADS, result), book.account(CHANCES, result))


def _runs(game: Game) -> list[tuple[int, int]]:
    """The events by number, draws that follow one another as one."""
    runs: list[tuple[int, int]] = []
    for number, event in enumerate(game.events):
        if event.seat is None and runs and game.events[runs[-1][0]].seat is None:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _dealt_anew(before: Position, seed: int) -> Position:
    """The same position with other tiles drawn, until somebody is to move or the game is over."""
    states: Records = before.state.copy()
    ahead, drawn, chance = Position(before.rule_set, states), np.zeros(before.room.deals.most, dtype=COUNT), dice(seed)
    while ahead.awaiting == "deal":
        entries.deal(states, chance, drawn)
    return ahead


class _Values:
    """What positions are worth, judged by one search with one budget, whoever sits where."""

    def __init__(self, thinker: Thinker, budget: Budget) -> None:
        self.thinker, self.budget = thinker, budget

    def of(self, position: Position) -> Value:
        if position.awaiting == "end":
            return _final(position)
        # A search that is cut short may end a position sooner where seats are numbered otherwise: its memory is laid
        # out by them. So who is to move is always the first.
        by = -(position.to_move or 0)
        view = rotate_seats(position, by).view(0)
        # A forced move is not thought about when choosing, so its worth is asked for.
        think = self.thinker.choose if len(view.legal_moves) > 1 else self.thinker.appraise
        found = think(view, self.budget)
        return np.roll(_value(found.points, found.chances), -by, axis=1)


def _final(position: Position) -> Value:
    winners = position.winners
    chances = [float(seat in winners) / len(winners) for seat in range(position.players)]
    return _value(position.scores, chances)


def _value(points: Sequence[float], chances: Sequence[float]) -> Value:
    leads = [own - max(other for k, other in enumerate(points) if k != seat) for seat, own in enumerate(points)]
    return np.array([leads, chances])


def _numbers(row: NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(row.tolist())
