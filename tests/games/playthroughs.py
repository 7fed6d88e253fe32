"""Golden playthroughs: a careful game for each rule set and number of players, told in full.

``python -m tests.games.playthroughs`` plays all of them anew, or those of the rule sets that it is given.
The games are careful because rules about points are invisible in random games, where most scores stay at zero.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import tilewright
from tilewright.core.contract.meta import RuleSet
from tilewright.play.game import Game

FOLDER = Path(__file__).parent / "golden"
SEED = 11
NODES = 300
"""What the thinker looks at for each move: enough to score well, few enough to write all files in some seconds."""

EVERY_TABLE = [(known, players) for known in tilewright.rule_sets() for players in known.players]


def golden(rule_set: RuleSet, players: int) -> Path:
    return FOLDER / f"{rule_set.id}-{players}.txt"


def opening(rule_set: RuleSet, players: int) -> Game:
    return tilewright.new_game(rule_set.id, players, seed=SEED, first=SEED % players, auto_deal=False)


def careful_events(rule_set: RuleSet, players: int) -> Iterator[str]:
    """A game of the thinker against itself."""
    game = opening(rule_set, players)
    bots = [tilewright.bot("thinker", nodes=NODES, seed=seat) for seat in range(players)]
    while game.awaiting != "end":
        if game.awaiting == "deal":
            yield game.deal()
        else:
            seat = game.to_move or 0
            move = bots[seat].choose(game.view(seat)).move
            game.play(move)
            yield str(move)


def told_events(text: str) -> Iterator[str]:
    """The moves and deals that a playthrough tells."""
    for line in text.splitlines():
        if line.startswith("  "):
            told = line.partition("|")[0].split()
            yield " ".join(told[1:] if told[0] == "deal" else told[2:])


def tell(rule_set: RuleSet, players: int, events: Iterable[str]) -> str:
    """The rule set, every event with the scores that it changes, the table after each round, and the result."""
    title = f"{rule_set.id}: {rule_set.title} ({rule_set.year}, {rule_set.designer})"
    game, rounds = opening(rule_set, players), 0
    lines = [title, f"{players} players, rules: {rule_set.rules}", "", game.text]
    for notation in events:
        scores = game.scores
        if game.awaiting == "deal":
            game.deal(notation)
        else:
            game.play(notation)
        event = game.events[-1]
        if event.round_number != rounds:
            rounds = event.round_number
            lines += ["", f"round {rounds}"]
        told = "  deal  " if event.seat is None else f"  seat {event.seat}"
        lines.append(f"{told} {event.notation}" + (f" | {scores_of(game)}" if game.scores != scores else ""))
        if event.ended_round:
            lines += [game.text, f"scores {scores_of(game)}"]
    lines += ["", f"ending {game.ending}, won by {' '.join(map(str, game.winners))}"]
    for seat in range(players):
        parts = ", ".join(f"{name} {points}" for name, points in game.breakdown(seat).items())
        lines.append(f"seat {seat}: {game.scores[seat]} = {parts}")
    return "\n".join(lines) + "\n"


def scores_of(game: Game) -> str:
    return " ".join(map(str, game.scores))


def main() -> None:
    wanted = sys.argv[1:]
    FOLDER.mkdir(exist_ok=True)
    for rule_set, players in EVERY_TABLE:
        if not wanted or rule_set.id in wanted:
            golden(rule_set, players).write_text(tell(rule_set, players, careful_events(rule_set, players)))


if __name__ == "__main__":
    main()
