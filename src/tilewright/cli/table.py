"""A game at the terminal: who sits where, what they type, what they are shown."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright import games
from tilewright.bots.bot import Bot
from tilewright.bots.names import BOTS, bot, parse_spec
from tilewright.cli.screen import Screen
from tilewright.core.compiled import INTERPRETED
from tilewright.core.compiler import CACHE
from tilewright.core.errors import IllegalMove, UnknownBot, WrongPlayers
from tilewright.play.game import Game, from_text, set_up_game
from tilewright.play.position import SPECTATOR
from tilewright.records.record import write_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.play.move import Move

HUMAN = "human"
MOST_LISTED = 24

WELCOME = """\
Welcome to Tilewright. You play the classic tile game against a simple opponent.
On your turn take all tiles of one colour from a factory or the centre, and put them on one of your lines.
A full line moves one tile to your wall and scores; tiles that do not fit fall to the floor and cost points.
The first complete row of five on a wall ends the game."""

COMMANDS = """\
  ?         this help            m         list the moves you have (m 3R: only those)
  u         undo your last move  t         show the table again
  s [FILE]  save the game        p         print the position as text
  q         stop                 h         a hint: the best moves, with what they are worth"""

HINT_SECONDS = 1.0


def greet_and_play() -> None:
    """What a newcomer meets: a game that needs no reading first."""
    screen = Screen(plain=False)
    screen.say(WELCOME)
    screen.say()
    play_at_table("classic", seats=f"{HUMAN},greedy")


def play_at_table(
    rule_set: str,
    *,
    players: int | None = None,
    seats: str | None = None,
    first: int = 0,
    seed: int | None = None,
    position: str | None = None,
    save: Path | None = None,
    plain: bool = False,
    options: dict[str, str] | None = None,
) -> None:
    """Set up a game, seat everybody and play it."""
    if position:
        game = from_text(position, seed=seed)
        rule_set, players = game.rule_set.id, game.players
    names = seat_names(seats, players)
    if not position:
        warn_of_waiting(rule_set)
        game = set_up_game(rule_set, len(names), options or {}, seed=seed, first=first, auto_deal=True)
    Table(game, names, Screen(plain=plain), save=save).play()


def warn_of_waiting(rule_set: str) -> None:
    """The first game of a kind on a machine waits for the compiler: say so, beside the game's own text."""
    room = games.rule_set(rule_set).room
    if not INTERPRETED and CACHE.is_empty(f"tilewright.games.{room}."):
        print("Preparing this game for your machine; this happens once and takes a moment.", file=sys.stderr)  # noqa: T201


def seat_names(seats: str | None, players: int | None) -> list[str]:
    """Who sits where: as asked, else one human among simple opponents."""
    if seats is None:
        return [HUMAN] + ["greedy"] * ((players or 2) - 1)
    names = [name.strip() for name in seats.split(",")]
    for name in names:
        if name != HUMAN and parse_spec(name).name not in BOTS:
            raise UnknownBot(f"nobody called {name!r} can sit down: there are {', '.join((HUMAN, *BOTS))}")
    if players is not None and players != len(names):
        raise WrongPlayers(f"{players} players but {len(names)} seats: {seats}")
    return names


def to_you(told: str) -> str:
    """What somebody does, said to the one who does it: "takes 2 red" becomes "take 2 red"."""
    verb, space, rest = told.partition(" ")
    return {"passes": "pass"}.get(verb, verb.removesuffix("s")) + space + rest


class Table:
    """The game, its seats and the screen."""

    def __init__(self, game: Game, seats: list[str], screen: Screen, *, save: Path | None = None) -> None:
        self.game, self.screen, self.save_to = game, screen, save
        self.bots: list[Bot | None] = [
            None if name == HUMAN else bot(name, seed=game.seed + seat) for seat, name in enumerate(seats)
        ]
        alone = seats.count(HUMAN) == 1
        self.names = ["You" if name == HUMAN and alone else f"Seat {seat} ({name})" for seat, name in enumerate(seats)]
        self.stopped = False
        self.shown_round = 0
        self.shown_ply = -1

    def play(self) -> None:
        """Play to the end, or until somebody stops."""
        self.greet()
        while self.game.awaiting != "end" and not self.stopped:
            self.announce_round()
            seat = self.game.to_move
            opponent = self.bots[seat] if seat is not None else None
            if opponent:
                self.make(opponent.choose(self.game.view(seat or 0)).move)
            else:
                self.take_turn()
        if self.game.awaiting == "end":
            self.final_count()
        if self.save_to:
            self.save(str(self.save_to))

    def greet(self) -> None:
        game = self.game
        self.screen.say(f"{game.rule_set.title}, {game.players} players, seed {game.seed}", "bold")
        if None in self.bots:
            self.screen.say(game.room.help)
            self.screen.say("Type ? for help.")

    def announce_round(self) -> None:
        """At the start of a round everybody looks at the whole table."""
        if self.game.round_number != self.shown_round:
            self.shown_round = self.game.round_number
            self.show_table()

    def make(self, move: Move) -> None:
        """Play a move and say what happened."""
        game, seat = self.game, self.game.to_move or 0
        name, told, looking = self.names[seat], game.describe(move), self.onlooker()
        before, number = game.round_number, len(game.events)
        game.play(move)
        shown = game.shown(number, looking)
        if shown == str(move):
            self.screen.say(f"{name} {told if name != 'You' else to_you(told)}  [{move}]")
        else:
            self.screen.say(f"{name}: {shown}")  # in words it would tell what only that seat may know
        if game.round_number != before or game.awaiting == "end":
            self.say_scores()

    def say_scores(self) -> None:
        scores = ", ".join(f"{name} {points}" for name, points in zip(self.names, self.game.scores, strict=True))
        self.screen.say(f"Round over. Scores: {scores}.", "bold")

    def take_turn(self) -> None:
        """Ask the person to move until a move has been made or the game stopped."""
        moves = self.game.legal_moves
        if len(moves) == 1:
            self.screen.say(f"There is only one move: {moves[0]}")
            self.make(moves[0])
            return
        if not self.screen.plain and self.shown_ply != len(self.game.events):
            self.show_table()
        while not self.stopped:
            typed = self.ask()
            if typed and self.obey(typed):
                return

    def ask(self) -> str:
        name = self.names[self.game.to_move or 0]
        try:
            return input(f"{name}, your move: " if name != "You" else "Your move: ").strip()
        except (EOFError, KeyboardInterrupt):
            self.screen.say()
            return "q"

    def obey(self, typed: str) -> bool:
        """Do what was typed; True when the table has changed."""
        word, _, rest = typed.partition(" ")
        commands: dict[str, Callable[[str], bool]] = {
            "?": self.show_help,
            "help": self.show_help,
            "m": self.list_moves,
            "u": self.undo,
            "t": self.show_table,
            "s": self.save,
            "p": self.show_position,
            "h": self.hint,
            "hint": self.hint,
            "q": self.stop,
        }
        if word.lower() in commands:
            return commands[word.lower()](rest.strip())
        try:
            self.make(self.game.parse(typed))
        except IllegalMove as no:
            if not self.list_moves(typed, quiet=True):
                self.screen.say(str(no), "yellow")
            return False
        return True

    def show_help(self, _: str) -> bool:
        self.screen.say(self.game.room.help)
        self.screen.say(COMMANDS)
        return False

    def list_moves(self, beginning: str, *, quiet: bool = False) -> bool:
        """List the legal moves that begin so, with what they bring. Says whether there were any, if quiet."""
        wanted = "".join(beginning.split()).upper()
        found = [move for move in self.game.legal_moves if str(move).upper().startswith(wanted)]
        for move in found[:MOST_LISTED]:
            self.screen.say(f"  {move!s:6} {self.game.describe(move)}: {self.game.forecast_text(move)}")
        if len(found) > MOST_LISTED:
            self.screen.say(
                f"  and {len(found) - MOST_LISTED} more; m and the beginning of a move lists fewer, like m 3"
            )
        if not found and not quiet:
            self.screen.say(f"no legal move begins with {beginning!r}", "yellow")
        return bool(found) and quiet

    def hint(self, _: str) -> bool:
        """What a thinker would do here, and why."""
        from tilewright.bots.thinker import Thinker
        from tilewright.cli.think import show_candidates

        view = self.game.view(self.game.to_move or 0)
        show_candidates(self.screen, view, Thinker(seconds=HINT_SECONDS).appraise(view))
        return False

    def undo(self, _: str) -> bool:
        """Back to this person's last decision, over what opponents did since."""
        seat = self.game.to_move
        if not any(event.seat == seat for event in self.game.events):
            self.screen.say("there is nothing to undo", "yellow")
            return False
        while self.game.undo().seat != seat:
            pass
        self.screen.say("Taken back.")
        self.shown_round = 0
        return True

    def show_table(self, _: str = "") -> bool:
        """Show the table as the person who looks at it may see it."""
        self.shown_ply = len(self.game.events)
        self.screen.say()
        self.screen.table(self.game.view(self.onlooker()), self.names)
        return False

    def onlooker(self) -> int:
        """The seat that looks at the screen: the only person's, else the person's whose turn it is, else nobody's."""
        people = [seat for seat, opponent in enumerate(self.bots) if opponent is None]
        if len(people) == 1:
            return people[0]
        return self.game.to_move if self.game.to_move in people else SPECTATOR

    def show_position(self, _: str) -> bool:
        self.screen.say(self.game.text)
        return False

    def save(self, name: str) -> bool:
        """Write the record; a file that cannot be written is said and the game goes on."""
        path = Path(name or f"tilewright-{self.game.rule_set.id}-{self.game.seed}.json")
        try:
            path.write_text(write_json(self.game.record(self.names)))
        except OSError as bad:
            self.screen.say(f"could not save to {path}: {bad.strerror}", "yellow")
        else:
            self.screen.say(f"Saved to {path}; `tilewright replay {path}` plays it again.")
        return False

    def stop(self, _: str) -> bool:
        self.stopped = True
        self.screen.say("The game stops here.")
        return True

    def final_count(self) -> None:
        """The last table, the points by rule, and who won."""
        self.show_table()
        for seat, name in enumerate(self.names):
            parts = self.game.breakdown(seat)
            counted = ", ".join(f"{rule.replace('_', ' ')} {points:+d}" for rule, points in parts.items())
            self.screen.say(f"{name}: {self.game.scores[seat]} points ({counted})")
        winners = [self.names[seat] for seat in self.game.winners]
        if len(winners) > 1:
            self.screen.say(f"{' and '.join(winners)} share the victory.", "bold")
        else:
            self.screen.say(f"{winners[0]} {'win' if winners[0] == 'You' else 'wins'}.", "bold")
