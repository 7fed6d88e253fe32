"""Commands that show things: positions, records, rules, counts."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright import games
from tilewright.cli.screen import Screen

if TYPE_CHECKING:
    from tilewright.play.game import Game

PACKAGE = Path(__file__).parent.parent


def list_rule_sets() -> None:
    """A line for each rule set."""
    screen = Screen(plain=not sys.stdout.isatty())
    for known in games.RULE_SETS:
        players = "-".join(str(n) for n in sorted({known.players[0], known.players[-1]}))
        screen.say(f"{known.id:14} {players:3} players  {known.year}  {known.title}: {known.summary}")
        for option in known.options:
            screen.say(f"{'':14}   --{option.name}: {option.meaning} (default {option.default})")
    screen.say("`tilewright rules RULE_SET` prints the rules, `tilewright play RULE_SET` plays.")


def rules_page(name: str) -> str:
    """The page of numbered rules, from the wheel or from the checkout."""
    page = games.rule_set(name).rules
    for folder in (PACKAGE / "docs" / "rules", PACKAGE.parent.parent / "docs" / "rules"):
        if (folder / page).is_file():
            return (folder / page).read_text(encoding="utf-8")
    raise FileNotFoundError(f"docs/rules/{page} was not installed")  # a broken installation, not bad input


def print_rules(name: str) -> None:
    """The rules: formatted for a terminal, as they are for everything else."""
    text = rules_page(name)
    if not sys.stdout.isatty():
        print(text, end="")  # noqa: T201 - raw text for pipes
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(text))


def show_position(text: str, *, plain: bool, moves: bool) -> None:
    """The table, and on demand the legal moves."""
    from tilewright.play.game import from_text

    game = from_text(text, auto_deal=False)
    screen = Screen(plain=plain)
    screen.table(game, [f"Seat {seat}" for seat in range(game.players)])
    if moves:
        for move in game.legal_moves:
            screen.say(f"  {move!s:6} {game.describe(move)}: {game.forecast_text(move)}")


def print_perft(rule_set: str, *, depth: int, players: int, seed: int, position: str | None, as_json: bool) -> None:
    """Count lines of play and say how long it took."""
    from tilewright.play.game import from_text, new_game
    from tilewright.search.perft import perft

    game = from_text(position, auto_deal=False) if position else new_game(rule_set, players, seed=seed)
    perft(game.state, 0, game.room.most_moves)  # compiled before the clock starts
    began = time.process_time()
    leaves = int(perft(game.state, depth, game.room.most_moves))
    seconds = time.process_time() - began
    if as_json:
        found = {
            "rule_set": game.rule_set.id,
            "players": game.players,
            "depth": depth,
            "leaves": leaves,
        }
        print(json.dumps(found | {"seconds": round(seconds, 6), "position": game.text}))  # noqa: T201
    else:
        Screen(plain=True).say(f"perft({depth}) = {leaves:,} in {seconds:.3f} s of {game.text}")


def replay_file(path: Path, *, boards: bool, as_text: bool, plain: bool) -> None:
    """Check a record by playing it, then show what happened in it."""
    from tilewright.play.replay import read_file, replay
    from tilewright.records.plain import write_plain

    record = read_file(path)
    replay(record)  # all of it is checked before anything is shown
    if as_text:
        print(write_plain(record), end="")  # noqa: T201
        return
    screen = Screen(plain=plain)
    screen.say(f"{games.rule_set(record.rule_set).title}: {', '.join(record.seats)}", "bold")

    def tell(game: Game) -> None:
        event = game.events[-1]
        who = "deal" if event.seat is None else record.seats[event.seat]
        screen.say(f"  {who}: {event.notation}")
        if event.ended_round:
            screen.say(f"Round {event.round_number} over: {' '.join(map(str, event.scores_after))}", "bold")
            if boards:
                screen.table(game, record.seats)

    game = replay(record, after=tell)
    if game.winners:
        won = " and ".join(record.seats[seat] for seat in game.winners)
        screen.say(f"{won} won: {game.ending}. Every draw, move and score agrees with the rules.")
    else:
        screen.say("The record stops here; so far everything agrees with the rules.")
