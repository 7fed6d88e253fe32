"""Typing in a game that was played on cardboard, draw by draw and move by move; every line is checked and kept."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from tilewright.cli.keeping import check_path
from tilewright.cli.screen import Leaving, Screen, ask, is_interactive
from tilewright.cli.words import listed, seat_names, standing
from tilewright.core.errors import BadArgument, BadRecord, IllegalMove, TilewrightError
from tilewright.core.text.language import N_, _, ngettext
from tilewright.core.text.reader import shorten
from tilewright.play.game import set_up_game
from tilewright.play.move import Move
from tilewright.play.replay import read_file, replay
from tilewright.play.understanding import understand
from tilewright.records.files import write_whole
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.play.game import Game

HELP = N_("""\
When tiles are drawn, type their letters factory by factory (BBYR KKWW ...). Type each move as in a game (3R4, or
3 red 4); several short moves may share a line.
undo takes back the last move or draw, show shows the table, scores 12 9 compares the scores of the last round,
help shows this text, quit stops. Lines that begin with # are comments. Everything is kept: the same command continues.\
""")


def run_type_in(
    path: Path, rule_set: str | None, seats: str | None, players: int | None, first: int, options: dict[str, str]
) -> None:
    """Read lines until the game is over or the input ends; exit 2 at the first bad line of a pipe."""
    check_path(path)
    begun = path.exists() and path.stat().st_size > 0
    game, names = _go_on(path) if begun else _begin(rule_set or "classic", seats, players, first, options)
    if begun and rule_set not in (None, game.rule_set.id):
        raise BadArgument(f"{path} has a game of {game.rule_set.id}, not of {rule_set}")
    if begun and (seats is not None or players not in (None, game.players)):
        raise BadArgument(f"{path} has a game already, of {' and '.join(names)}; leave out --seats and --players")
    desk = _Desk(path, game, names, Screen(plain=not sys.stdout.isatty()))
    desk.keep()
    try:
        desk.type_until_over()
    except Leaving:
        desk.screen.say()
    desk.say_goodbye()


def _begin(
    rule_set: str, seats: str | None, players: int | None, first: int, options: dict[str, str]
) -> tuple[Game, list[str]]:
    names = [name.strip() for name in seats.split(",")] if seats else []
    if not all(names):
        raise BadArgument(f"--seats {seats}: a name is empty")
    if players is not None and names and len(names) != players:
        raise BadArgument(f"--seats names {len(names)}, --players says {players}")
    count = players or len(names) or 2
    game = set_up_game(rule_set, count, options, seed=0, first=first, auto_deal=False)
    return game, names or seat_names(count)


def _go_on(path: Path) -> tuple[Game, list[str]]:
    record = read_file(path)
    game = replay(record)
    game.auto_deal = False
    return game, list(record.seats)


class _Desk:
    """Where a game is typed in."""

    def __init__(self, path: Path, game: Game, names: list[str], screen: Screen) -> None:
        self.path, self.game, self.names, self.screen = path, game, names, screen
        self.asks = is_interactive()
        self.line = 0  # of what is typed

    def keep(self) -> None:
        """Write the record so far: plain text, or JSON where the file's name says so."""
        record = self.game.record(self.names)
        write_whole(self.path, write_json(record) if self.path.suffix == ".json" else write_plain(record))

    def type_until_over(self) -> None:
        if self.asks:
            self.screen.say(_(HELP))
        while self.game.awaiting != "end":
            typed = ask(self._question() if self.asks else "")
            self.line += 1
            if not typed or typed.startswith("#"):
                continue
            if typed.lower() in ("quit", "q"):
                return
            before = (self.game.round_number, len(self.game.events))
            try:
                self._obey(typed)
            except TilewrightError as bad:
                if not self.asks:
                    raise BadRecord(f"line {self.line}: {bad}") from None
                self.screen.say(str(bad))
            finally:
                if len(self.game.events) != before[1]:
                    self.keep()  # what came before a bad move of the same line counts
            if self.game.round_number > before[0] > 0:
                self._say_scores()

    def _question(self) -> str:
        if self.game.awaiting == "deal":
            return _("Round {round}, what was drawn? ").format(round=self.game.round_number)
        name = self.names[self.game.to_move or 0]
        return _("Round {round}, {name}: ").format(round=self.game.round_number, name=name)

    def _obey(self, typed: str) -> None:
        word, _space, rest = typed.partition(" ")
        match word.lower():
            case "help" | "?":
                self.screen.say(_(HELP))
            case "show":
                self.screen.table(self.game, self.names)
            case "undo":
                self._undo()
            case "scores":
                self._compare(rest)
            case _ if self.game.awaiting == "deal":
                self.game.deal(typed)
            case _:
                self._play(typed)

    def _play(self, typed: str) -> None:
        """One move in any words, or several in short form; those before a bad one are played."""
        found = understand(self.game, typed)
        words = typed.split()
        if not isinstance(found, Move) and len(words) > 1 and isinstance(understand(self.game, words[0]), Move):
            for word in words:
                self.game.play(word)
        elif isinstance(found, Move):
            self.game.play(found)
        elif isinstance(found, IllegalMove):
            raise found
        else:
            raise IllegalMove(
                _("{typed} could be {moves}").format(typed=shorten(typed), moves=_(" or ").join(map(str, found[:6])))
            )

    def _undo(self) -> None:
        """Take back the last event: of a move that ended a round only that move, no draw comes between unasked."""
        if not self.game.events:
            raise IllegalMove(_("there is nothing to undo"))
        record = self.game.record(self.names)
        last = record.rounds[-1]
        last.events.pop()
        last.scores = record.result = None
        if not last.events:
            record.rounds.pop()
        self.game = replay(record)
        self.game.auto_deal = False

    def _compare(self, typed: str) -> None:
        numbers = typed.replace(",", " ").split()
        if len(numbers) != self.game.players or not all(number.lstrip("-").isdigit() for number in numbers):
            raise BadArgument(f"scores: {self.game.players} numbers are needed, one for each seat")
        if [int(number) for number in numbers] != list(self.game.scores):
            raise BadRecord(f"the rules give {' '.join(map(str, self.game.scores))}, not {' '.join(numbers)}")
        self.screen.say(_("The scores agree."))

    def _say_scores(self) -> None:
        told = _("The round is over: {scores}.")
        self.screen.say(told.format(scores=standing(self.names, self.game.scores)))

    def say_goodbye(self) -> None:
        if self.game.awaiting == "end":
            self._say_scores()
            winners = listed(self.names[seat] for seat in self.game.winners)
            told = _("The game is over ({ending}): {names}. It is kept in {file}.")
            self.screen.say(told.format(ending=_(self.game.ending), names=winners, file=self.path))
        else:
            told = ngettext(
                "{count} move is kept in {file}; the same command continues the game.",
                "{count} moves are kept in {file}; the same command continues the game.",
                len(self.game.moves),
            )
            self.screen.say(told.format(count=len(self.game.moves), file=self.path))
