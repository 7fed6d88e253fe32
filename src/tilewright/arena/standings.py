"""What the games of a match say: one summary, the same for the same games in whatever order they came."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Any

from tilewright.arena.ratings import Comparison, Estimate, Gate, bradley_terry, share

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tilewright.arena.match import Match, Played

DIGITS = 4


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
) -> dict[str, Any]:
    """Everything that is reported in the end. It holds no times: those differ from run to run."""
    labels = match.labels
    found: dict[str, Any] = {
        "match": match.id,
        "rule_set": match.rule_set,
        "options": match.options,
        "players": match.players,
        "entrants": labels,
        "names": display_names(match, names or {}),
        "pairs": len({played.seed for played in games}),
        "games": len(games),
    }
    if not games:
        return found
    ratings = bradley_terry(len(labels), _comparisons(labels, games))
    standings = [_row(label, games) for label in labels]
    for k, row in enumerate(standings):
        row["elo"], row["elo_error"] = round(float(ratings.elo[k]), 1), round(ratings.error(k), 1)
    if len(labels) == 2:
        found |= _match_of_two(match, games, standings[0], ratings.difference(0, 1))
    found["ratings"] = standings
    found["mean_plies"] = round(sum(played.plies for played in games) / len(games), 2)
    found["endings"] = dict(sorted(Counter(played.ending for played in games).items()))
    found["forfeits"] = [
        {
            "entrant": played.seats[played.forfeit],
            "seed": played.seed,
            "rotation": played.rotation,
            "reason": played.reason,
        }
        for played in games
        if played.forfeit is not None
    ]
    if gate:
        found["sprt"] = gate_report(gate, pair_scores(match, games))
    return found


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


def _row(label: str, games: Sequence[Played]) -> dict[str, Any]:
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
    return {
        "entrant": label,
        "won": won,
        "shared": shared,
        "lost": lost,
        "share": round(estimate.value, DIGITS),
        "share_interval": [round(estimate.low, DIGITS), round(estimate.high, DIGITS)],
        "mean_points": round(points / finished, 2) if finished else None,
        "forfeits": forfeits,
    }


def _match_of_two(match: Match, games: Sequence[Played], first: dict[str, Any], elo: Estimate) -> dict[str, Any]:
    """The first entrant's share of the victories; alone among copies, 1 / players is what an equal would have."""
    found = {
        "share": first["share"],
        "share_interval": first["share_interval"],
        "fair_share": round(1 / match.players, DIGITS),
        "elo": round(elo.value, 1),
        "elo_interval": [round(elo.low, 1), round(elo.high, 1)],
    }
    if match.players == 2:
        counted = Counter(pair_scores(match, games))
        found["pairs_by_score"] = {str(score): counted[score] for score in (0.0, 0.25, 0.5, 0.75, 1.0)}
    return found


def gate_report(gate: Gate, scores: Sequence[float]) -> dict[str, Any]:
    """The state of a sequential test."""
    ratio, (low, high) = gate.ratio(scores), gate.bounds
    return {
        "elo0": gate.elo0,
        "elo1": gate.elo1,
        "alpha": gate.alpha,
        "beta": gate.beta,
        "llr": round(ratio, 3),
        "bounds": [round(low, 3), round(high, 3)],
        "accepted": gate.verdict(ratio) or None,
    }


def cost(match: Match, games: Sequence[Played]) -> list[dict[str, Any]]:
    """What the thinking cost each entrant; differs from run to run."""
    found = []
    for label in match.labels:
        seats = [(played, seat) for played in games for seat, sitting in enumerate(played.seats) if sitting == label]
        moves = sum(played.moves[seat] for played, seat in seats)
        seconds = sum(played.cpu_seconds[seat] for played, seat in seats)
        positions = sum(played.positions[seat] for played, seat in seats)
        found.append(
            {
                "entrant": label,
                "cpu_seconds": round(seconds, 2),
                "cpu_seconds_per_move": round(seconds / moves, 6) if moves else None,
                "positions": positions,
                "positions_per_cpu_second": round(positions / seconds) if seconds else None,
            }
        )
    return found
