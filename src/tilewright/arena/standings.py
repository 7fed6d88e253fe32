"""What the games of a match say: one summary, the same for the same games in whatever order they came."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import msgspec

from tilewright.arena.ratings import Comparison, Estimate, Gate, Ratings, bradley_terry, share

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tilewright.arena.match import GameKey, Match, Played
    from tilewright.core.shapes.data import Data

DIGITS = 4


class Standing(msgspec.Struct, frozen=True):
    """How one entrant did."""

    entrant: str
    won: int
    shared: int
    lost: int
    share: float  # of the victories
    share_interval: list[float]
    mean_points: float | None  # of games that were played to the end
    forfeits: int
    elo: float
    elo_error: float


class Versus(msgspec.Struct, frozen=True):
    """A match of two, from the side of the first."""

    share: float
    share_interval: list[float]
    fair_share: float  # what an equal would have
    elo: float
    elo_interval: list[float]
    pairs_by_score: dict[str, int] | msgspec.UnsetType = msgspec.UNSET  # where both sat on the same deal


class Forfeit(msgspec.Struct, frozen=True):
    """A game that was lost by something else than play."""

    entrant: str
    seed: int
    rotation: int
    reason: str


class SequentialTest(msgspec.Struct, frozen=True):
    """Where a sequential test stands."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    llr: float
    bounds: list[float]
    accepted: str | None


class Results(msgspec.Struct, frozen=True):
    """What the games say; there must be some."""

    ratings: list[Standing]
    mean_plies: float
    endings: dict[str, int]
    forfeits: list[Forfeit]
    sprt: SequentialTest | msgspec.UnsetType = msgspec.UNSET


class Summary(msgspec.Struct, frozen=True):
    """Everything that is reported in the end. It holds no times: those differ from run to run."""

    match: str
    rule_set: str
    options: dict[str, str]
    players: int
    entrants: list[str]
    names: dict[str, str]  # that entrants are shown by
    pairs: int
    games: int
    versus: Versus | None = None
    results: Results | None = None

    def as_data(self) -> Data:
        """One flat object for programs."""
        data = msgspec.to_builtins(self)
        versus, results = data.pop("versus"), data.pop("results")
        return data | (versus or {}) | (results or {})


class Cost(msgspec.Struct, frozen=True):
    """What thinking cost an entrant."""

    entrant: str
    cpu_seconds: float
    cpu_seconds_per_move: float | None
    positions: int
    positions_per_cpu_second: int | None


class Pool(msgspec.Struct, frozen=True):
    """Games of one kind from any number of matches, among entrants that met, directly or through others."""

    rule_set: str
    options: dict[str, str]
    players: int
    games: int
    ratings: list[Standing]  # the strongest first


def pair_scores(match: Match, games: Sequence[Played]) -> list[float]:
    """How the first entrant did against the others, one score for each seed: its mean over games and opponents."""
    first = match.labels[0]
    by_seed: defaultdict[int, list[float]] = defaultdict(list)
    for played in games:
        for seat, label in enumerate(played.seats):
            if label == first:
                others = [s for s in range(played.players) if s != seat]
                by_seed[played.seed] += [played.comparison(seat, other) for other in others]
    return [sum(scores) / len(scores) for _, scores in sorted(by_seed.items())]


def display_names(match: Match, names: Mapping[str, str]) -> dict[str, str]:
    """What each label is shown as: an engine by its own name, with its label where two have the same."""
    shown = {
        label: names.get(entrant, entrant) + label.removeprefix(entrant)
        for label, entrant in zip(match.labels, match.entrants, strict=True)
    }
    often = Counter(shown.values())
    return {label: f"{name} ({label})" if often[name] > 1 else name for label, name in shown.items()}


def summary(
    match: Match, games: Sequence[Played], gate: Gate | None = None, names: Mapping[str, str] | None = None
) -> Summary:
    """What the games of a match add up to."""
    labels = match.labels
    empty = Summary(
        match.id,
        match.rule_set,
        match.options,
        match.players,
        labels,
        display_names(match, names or {}),
        pairs=len({played.seed for played in games}),
        games=len(games),
    )
    if not games:
        return empty
    ratings = bradley_terry(len(labels), _comparisons(labels, games))
    standings = _standings(labels, games, ratings)
    versus = _versus(match, games, standings[0], ratings.difference(0, 1)) if len(labels) == 2 else None
    results = Results(
        standings,
        round(sum(played.plies for played in games) / len(games), 2),
        dict(sorted(Counter(played.ending for played in games).items())),
        [
            Forfeit(played.seats[played.forfeit], played.seed, played.rotation, played.reason)
            for played in games
            if played.forfeit is not None
        ],
        sequential_test(gate, pair_scores(match, games)) if gate else msgspec.UNSET,
    )
    return msgspec.structs.replace(empty, versus=versus, results=results)


def pooled(games: Iterable[Played]) -> list[Pool]:
    """Everybody rated from all their games, whatever matches these belong to. The same game counts once.

    Entrants that never met, not even through others, cannot be compared, so they stand in different pools.
    """
    kinds: defaultdict[str, dict[tuple[str, GameKey], Played]] = defaultdict(dict)
    for played in games:
        kind = f"{played.rule_set} {played.players} {sorted(played.options.items())}"
        kinds[kind].setdefault((played.match, played.key), played)
    found = []
    for _, kept in sorted(kinds.items()):
        for group in _that_met(list(kept.values())):
            labels = sorted({label for played in group for label in played.seats})
            ratings = bradley_terry(len(labels), _comparisons(labels, group))
            ranked = sorted(_standings(labels, group, ratings), key=lambda one: -one.elo)
            found.append(Pool(group[0].rule_set, group[0].options, group[0].players, len(group), ranked))
    return found


def _that_met(games: Sequence[Played]) -> list[list[Played]]:
    """The games apart, by entrants that met each other, directly or through others."""
    groups: list[tuple[set[str], list[Played]]] = []
    for played in games:
        seats, together, apart = set(played.seats), [played], []
        for members, group in groups:
            if members & seats:
                seats |= members
                together += group
            else:
                apart.append((members, group))
        groups = [*apart, (seats, together)]
    return [group for _, group in groups]


def _standings(labels: list[str], games: Sequence[Played], ratings: Ratings) -> list[Standing]:
    return [_standing(label, games, float(ratings.elo[k]), float(ratings.error(k))) for k, label in enumerate(labels)]


def _comparisons(labels: list[str], games: Sequence[Played]) -> list[Comparison]:
    """Every two seats of every game: the better rank beats the worse, equal ranks tie. Copies are not compared."""
    number = {label: k for k, label in enumerate(labels)}
    return [
        Comparison(played.seed, number[played.seats[a]], number[played.seats[b]], played.comparison(a, b))
        for played in games
        for a in range(played.players)
        for b in range(a)
        if played.seats[a] != played.seats[b]
    ]


def _standing(label: str, games: Sequence[Played], elo: float, error: float) -> Standing:
    """How one entrant did. One that sat in several seats of a game is counted once for each."""
    by_seed: defaultdict[int, list[float]] = defaultdict(list)
    won = shared = lost = points = finished = forfeits = 0
    for played in games:
        for seat, sitting in enumerate(played.seats):
            if sitting != label:
                continue
            victory = played.victory(seat)
            by_seed[played.seed].append(victory)
            won, shared, lost = won + (victory == 1), shared + (0 < victory < 1), lost + (victory == 0)
            forfeits += played.forfeit == seat
            if played.forfeit is None:
                points, finished = points + played.scores[seat], finished + 1
    estimate = share([sum(scores) / len(scores) for _, scores in sorted(by_seed.items())])
    return Standing(
        label,
        won,
        shared,
        lost,
        round(estimate.value, DIGITS),
        [round(estimate.low, DIGITS), round(estimate.high, DIGITS)],
        round(points / finished, 2) if finished else None,
        forfeits,
        round(elo, 1),
        round(error, 1),
    )


def _versus(match: Match, games: Sequence[Played], first: Standing, elo: Estimate) -> Versus:
    """The first entrant's share of the victories; alone among copies, 1 / players is what an equal would have."""
    counted = Counter(pair_scores(match, games))
    by_score = {str(score): counted[score] for score in (0.0, 0.25, 0.5, 0.75, 1.0)}
    return Versus(
        first.share,
        first.share_interval,
        round(1 / match.players, DIGITS),
        round(elo.value, 1),
        [round(elo.low, 1), round(elo.high, 1)],
        by_score if match.players == 2 else msgspec.UNSET,
    )


def sequential_test(gate: Gate, scores: Sequence[float]) -> SequentialTest:
    """The state of a sequential test."""
    ratio, (low, high) = gate.ratio(scores), gate.bounds
    bounds = [round(low, 3), round(high, 3)]
    return SequentialTest(
        gate.elo0, gate.elo1, gate.alpha, gate.beta, round(ratio, 3), bounds, gate.verdict(ratio) or None
    )


def cost(match: Match, games: Sequence[Played]) -> list[Cost]:
    """What the thinking cost each entrant; differs from run to run."""
    found = []
    for label in match.labels:
        seats = [(played, seat) for played in games for seat, sitting in enumerate(played.seats) if sitting == label]
        moves = sum(played.moves[seat] for played, seat in seats)
        seconds = sum(played.cpu_seconds[seat] for played, seat in seats)
        positions = sum(played.positions[seat] for played, seat in seats)
        found.append(
            Cost(
                label,
                round(seconds, 2),
                round(seconds / moves, 6) if moves else None,
                positions,
                round(positions / seconds) if seconds else None,
            )
        )
    return found
