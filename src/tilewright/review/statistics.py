"""How somebody plays over many games: what is lost where, floor, bonuses, luck, and how strong that is."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tilewright.bots.thinker import Thinker
from tilewright.play.replay import replay
from tilewright.review.analysis import review
from tilewright.review.grades import SCALE, lost_by_level
from tilewright.review.luck import luck_ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tilewright.records.record import Record
    from tilewright.review.grades import Graded
    from tilewright.review.luck import LuckLedger

NODES = 2_000  # positions for each move; the losses of levels were measured with as many


class Figure(msgspec.Struct, frozen=True):
    """A mean, its standard error, and of how many."""

    mean: float
    error: float
    count: int


class Sheet(msgspec.Struct, frozen=True):
    """One game of somebody, added up."""

    game: str  # where it came from
    rule_set: str
    players: int
    seat: int
    is_over: bool  # played to its end, by this player
    won: float | None  # 1 for a victory, a share of one that was shared; None where nobody has won
    score: int
    best_other: int
    floor: int
    bonuses: int
    moves: int  # that were graded
    points_lost: float
    chance_lost: float
    grades: dict[str, int]
    luck: float | None = None  # points of lead
    luck_error: float | None = None


class Loss(NamedTuple):
    """What is kept of a graded move, to be added up."""

    round_number: int
    kind: str
    points_lost: float


def losses_of(graded: Iterable[Graded], seat: int) -> list[Loss]:
    """The moves of one seat."""
    return [Loss(one.round_number, one.kind, one.points_lost) for one in graded if one.seat == seat]


class Strength(msgspec.Struct, frozen=True):
    """The level that loses as much, with what one standard error of the loss makes of it."""

    level: float
    low: float
    high: float


class Statistics(msgspec.Struct, frozen=True):
    """Somebody's games of one rule set."""

    player: str
    rule_set: str
    games: int
    finished: int
    won: Figure  # share of the games that somebody won, also by resignation
    score: Figure
    floor: Figure  # points of a game
    bonuses: Figure
    lost_per_move: Figure
    lost_by_round: dict[int, Figure]
    lost_by_kind: dict[str, Figure]
    grades: dict[str, int]
    luck: Figure | None  # points of lead in a game; only where it was asked for
    strength: Strength | None  # only where levels were measured
    sheets: list[Sheet]


class GivenUp(NamedTuple):
    """A game that somebody resigned: a record does not tell."""

    resigned: Sequence[int]
    winners: Sequence[int]


def finite(found: object) -> object:
    """As JSON can hold it: an error nobody can know is null."""
    data = msgspec.to_builtins(found)

    def mend(data: object) -> object:
        if isinstance(data, dict):
            return {str(key): mend(value) for key, value in data.items()}
        if isinstance(data, list):
            return [mend(value) for value in data]
        return None if isinstance(data, float) and data == math.inf else data

    return mend(data)


def figure(numbers: Iterable[float]) -> Figure:
    """The mean of these, with the standard error it has."""
    found = list(numbers)
    n = len(found)
    mean = sum(found) / n if n else 0.0
    spread = math.sqrt(sum((one - mean) ** 2 for one in found) / (n - 1)) if n > 1 else math.inf
    return Figure(mean, spread / math.sqrt(n) if n else math.inf, n)


def statistics(
    player: str,
    records: Sequence[tuple[str, Record]],
    *,
    nodes: int = NODES,
    luck: bool = False,
    progress: Callable[[int], None] | None = None,
) -> list[Statistics]:
    """What the games of a player add up to, one for each rule set; ``progress`` is told the games behind it."""
    thinker = Thinker(nodes=nodes)
    sheets: dict[str, list[Sheet]] = defaultdict(list)
    moves: dict[str, list[Loss]] = defaultdict(list)
    for done, (name, record) in enumerate(records, start=1):
        for seat in [seat for seat, sitting in enumerate(record.seats) if sitting == player]:
            sheet, graded = sheet_of(name, record, seat, thinker, luck=luck)
            sheets[record.rule_set].append(sheet)
            moves[record.rule_set] += graded
        if progress:
            progress(done)
    quick = {one: [move.points_lost for move in moves[one]] if nodes == NODES else [] for one in sheets}
    return [added_up(player, one, sheets[one], moves[one], quick[one]) for one in sheets]


def sheet_of(name: str, record: Record, seat: int, thinker: Thinker, *, luck: bool) -> tuple[Sheet, list[Loss]]:
    """One game of one seat, and its graded moves."""
    settles = luck and record.result is not None
    graded, _ = review(record, thinker, seat=None if settles else seat, reasons=False)
    ledger = luck_ledger(record, graded, thinker) if settles else None
    return sheet_from(name, record, seat, graded, ledger), losses_of(graded, seat)


def sheet_from(
    name: str,
    record: Record,
    seat: int,
    graded: Sequence[Graded],
    ledger: LuckLedger | None,
    given_up: GivenUp | None = None,
) -> Sheet:
    """One game of one seat, whose moves are graded; who won follows from the record, if nobody gave it up."""
    game = replay(record)
    own = [one for one in graded if one.seat == seat]
    points, meaning = game.breakdown(seat), game.room.study.points
    winners = game.winners if given_up is None else given_up.winners
    return Sheet(
        game=name,
        rule_set=record.rule_set,
        players=record.players,
        seat=seat,
        is_over=record.result is not None and (given_up is None or seat not in given_up.resigned),
        won=(seat in winners) / len(winners) if winners else None,
        score=game.scores[seat],
        best_other=max(score for other, score in enumerate(game.scores) if other != seat),
        floor=sum(points[part] for part in (*meaning.losses, *meaning.costs)),
        bonuses=sum(number for part, number in points.items() if meaning.is_bonus(part)),
        moves=len(own),
        points_lost=sum(one.points_lost for one in own),
        chance_lost=sum(one.chance_lost for one in own),
        grades={grade.name: sum(one.grade == grade.name for one in own) for grade in SCALE},
        luck=ledger.leads.luck[seat] if ledger else None,
        luck_error=ledger.leads.uncertainty[seat] / 2 if ledger else None,
    )


def added_up(
    player: str, rule_set: str, sheets: list[Sheet], moves: Sequence[Loss], quick: Sequence[float]
) -> Statistics:
    """What the sheets of somebody's games of one rule set come to; ``quick`` is what the moves lose by ``NODES``."""
    over = [one for one in sheets if one.is_over]
    lost = figure(one.points_lost for one in moves)
    by_round, by_kind = defaultdict[int, list[float]](list), defaultdict[str, list[float]](list)
    grades = Counter[str]()
    for one in moves:
        by_round[one.round_number].append(one.points_lost)
        by_kind[one.kind].append(one.points_lost)
    for sheet in sheets:
        grades.update(sheet.grades)
    lucks = [one.luck for one in over if one.luck is not None]
    return Statistics(
        player=player,
        rule_set=rule_set,
        games=len(sheets),
        finished=len(over),
        won=figure(one.won for one in sheets if one.won is not None),
        score=figure(one.score for one in over),
        floor=figure(one.floor for one in over),
        bonuses=figure(one.bonuses for one in over),
        lost_per_move=lost,
        lost_by_round={number: figure(found) for number, found in sorted(by_round.items())},
        lost_by_kind={kind: figure(found) for kind, found in sorted(by_kind.items())},
        grades=dict(grades),
        luck=figure(lucks) if lucks else None,
        strength=strength_of(rule_set, figure(quick)) if all(one.players == 2 for one in sheets) else None,
        sheets=sheets,
    )


def strength_of(rule_set: str, lost: Figure) -> Strength | None:
    """The level between whose losses this one lies; None where levels were not measured, or too few moves."""
    levels = lost_by_level(rule_set)
    if not levels or lost.count < 2:
        return None
    return Strength(
        _level(levels, lost.mean), _level(levels, lost.mean + lost.error), _level(levels, lost.mean - lost.error)
    )


def _level(levels: tuple[float, ...], lost: float) -> float:
    """Between two levels by how near the loss is to that of each; stronger levels lose less."""
    for below in range(1, len(levels)):
        weaker, stronger = levels[below - 1], levels[below]
        if lost >= stronger:
            return below + min(1.0, max(0.0, (weaker - lost) / max(1e-9, weaker - stronger)))
    return float(len(levels))
