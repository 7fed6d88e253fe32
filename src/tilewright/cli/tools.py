"""Commands that show things: positions, records, rules, counts."""

from __future__ import annotations

import json
import os
import sys
import time

from tilewright import games
from tilewright.bots.names import BOTS
from tilewright.bots.opponents import opponents
from tilewright.cli.screen import Screen
from tilewright.core.text.language import _
from tilewright.play.rules_pages import rules_page


def list_rule_sets() -> None:
    """A line for each rule set."""
    screen = Screen(plain=not sys.stdout.isatty())
    for known in games.rule_sets():
        players = "-".join(str(n) for n in sorted({known.players[0], known.players[-1]}))
        many = _("{players} players").format(players=f"{players:3}")
        what = _("{name}: {what}").format(name=_(known.title), what=_(known.summary))
        screen.say(f"{known.id:14} {many}  {known.year}  {what}")
        for option in known.options:
            told = _("--{option}: {meaning} (default {default})")
            about = {"option": option.name, "meaning": _(option.meaning), "default": option.default}
            screen.say(f"{'':14}   {told.format(**about)}")
    screen.say(_("`tilewright rules RULE_SET` prints the rules, `tilewright play RULE_SET` plays."))


def list_opponents(rule_set: str) -> None:
    """One line for each: the name to ask for, the same as a level, and how it plays."""
    screen = Screen(plain=not sys.stdout.isatty())
    for one in opponents(rule_set):
        screen.say(f"{one.name:<10} {one.spec:<11} {one.sentence}")
    for name in ("greedy", "random"):
        screen.say(f"{name:<22} {_(BOTS[name])}")


def print_rules(name: str) -> None:
    """The rules: formatted for a terminal, as they are for everything else."""
    text = rules_page(name)
    if not sys.stdout.isatty():
        print(text, end="")  # noqa: T201 - raw text for pipes
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-RFX")  # or the usual pager shows colours as codes
    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text))


def show_position(text: str, *, plain: bool, moves: bool) -> None:
    """The table, and on demand the legal moves."""
    from tilewright.cli.words import seat_names
    from tilewright.play.game import from_text

    game = from_text(text, auto_deal=False)
    screen = Screen(plain=plain)
    screen.table(game, seat_names(game.players))
    if moves:
        for move in game.legal_moves:
            screen.item(str(move), f"{game.describe(move)}: {game.forecast_text(move)}")


def print_perft(rule_set: str, *, depth: int, players: int, seed: int, position: str | None, as_json: bool) -> None:
    """Count lines of play and say how long it took."""
    from tilewright.play.game import from_text, new_game
    from tilewright.search.perft import perft

    game = from_text(position, auto_deal=False) if position else new_game(rule_set, players, seed=seed)
    perft(game.state, 0, game.room.moves.most)  # compiled before the clock starts
    began = time.process_time()
    leaves = int(perft(game.state, depth, game.room.moves.most))
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
