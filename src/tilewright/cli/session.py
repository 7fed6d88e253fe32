"""A game at the terminal: turn after turn, until it is over or a person leaves."""

from __future__ import annotations

import signal
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import msgspec

from tilewright.bots.thinker import Thinker
from tilewright.cli.screen import Leaving, ask, does, is_interactive, waiting, you
from tilewright.cli.seating import opponents, send_home
from tilewright.cli.thinking import think
from tilewright.cli.warm import Behind
from tilewright.cli.words import standing
from tilewright.core.errors import IllegalMove, TilewrightError
from tilewright.core.text.language import _
from tilewright.play.position import SPECTATOR
from tilewright.play.understanding import understand
from tilewright.records.record import Resume

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tilewright.cli.keeping import Keeper
    from tilewright.cli.screen import Screen
    from tilewright.cli.seating import Seat
    from tilewright.play.game import Game
    from tilewright.play.move import Move
    from tilewright.play.position import Position
    from tilewright.records.record import Record

    Command = Callable[["Session", str], bool]
    """Does something other than a move, given the words behind its name; True when the table has changed."""

ENDING_SIGNALS = ("SIGTERM", "SIGHUP")  # SIGHUP is not known everywhere
MOST_LISTED = 24


class Session:
    """The game, who plays it, the screen they look at, and where the game is kept."""

    def __init__(
        self, game: Game, seats: list[Seat], screen: Screen, keeper: Keeper, commands: Mapping[str, Command]
    ) -> None:
        self.game, self.seats, self.screen, self.keeper, self.commands = game, seats, screen, keeper, commands
        self.people = [number for number, seat in enumerate(seats) if seat.is_person]
        alone = len(self.people) == 1
        self.names = [you() if seat.is_person and alone else seat.name for seat in seats]
        self.bots = opponents(seats, game)
        self.behind = Behind(game.rule_set)
        self.shown_round = -1
        self.shown_event = -1  # the number of events when the table was last shown
        self._last_person: int | None = None

    # -- who sees what ----------------------------------------------------------------------------

    @property
    def onlooker(self) -> int:
        """The seat that looks at the screen: the only person's, else that of the person to move, else none."""
        if len(self.people) == 1:
            return self.people[0]
        return self.game.to_move if self.game.to_move in self.people else SPECTATOR

    @property
    def view(self) -> Position:
        """What may be shown: every text a person sees comes from here."""
        return self.game.view(self.onlooker)

    def record(self) -> Record:
        """The game so far, with what is needed to continue it."""
        record = self.game.record([seat.name for seat in self.seats])
        return msgspec.structs.replace(record, resume=Resume([seat.spec for seat in self.seats], self.game.seed))

    # -- the loop ---------------------------------------------------------------------------------

    def play(self) -> bool:
        """Play to the end, or until a person leaves; returns whether it is over. The game is kept in any case."""
        if self.people:
            self.behind.start()
        try:
            with _signals_end_the_program():
                self._greet()
                while self.game.awaiting != "end":
                    self._turn()
        except (Leaving, KeyboardInterrupt):
            self.screen.say()
            self.screen.say(_("The game stops here."))
            self.say_where_it_is()
            return False
        except BaseException:
            with suppress(OSError):  # the terminal may be gone
                self.say_where_it_is()
            raise
        else:
            return True
        finally:
            send_home(self.bots)

    def _greet(self) -> None:
        game = self.game
        told = _("{game}, {count} players, seed {seed}")
        about = {"game": _(game.rule_set.title), "count": game.players, "seed": game.seed}
        self.screen.say(told.format(**about), "bold")
        if self.people:
            self.screen.say(_(game.room.sentences.help))
            self.screen.say(_("Type ? for help."))

    def say_where_it_is(self) -> None:
        """Where the game can be found again."""
        if self.keeper.kept and self.game.awaiting != "end":
            told = _("The game is kept in {file}; `tilewright play --resume` continues it.")
            self.screen.say(told.format(file=self.keeper.own))
        elif self.keeper.kept:
            self.screen.say(_("The game is kept in {file}.").format(file=self.keeper.own))

    def _turn(self) -> None:
        self._announce_round()
        seat = self.game.to_move or 0
        opponent = self.bots[seat]
        if opponent is None:
            self._persons_turn(seat)
            return
        view = self.game.view(seat)
        if isinstance(opponent, Thinker):
            self.behind.wait()
        with waiting(self.names[seat]):
            choice = think(lambda stop: opponent.choose(view, stop=stop))
        self.make(choice.move)

    def _announce_round(self) -> None:
        """At the start of a round everybody looks at the whole table."""
        if self.game.round_number != self.shown_round:
            self.shown_round = self.game.round_number
            self.show_table()

    def show_table(self, *, full: bool = False) -> None:
        """The table as the person who looks at it may see it."""
        self.shown_event = len(self.game.events)
        self.screen.say()
        self.screen.table(self.view, self.names, eye=self.onlooker, full=full)

    def make(self, move: Move) -> None:
        """Play a move, keep the game, and say what happened."""
        game, seat = self.game, self.game.to_move or 0
        told, looking = does(self.names[seat], game, move), self.onlooker
        before, number = game.round_number, len(game.events)
        with waiting(_(game.rule_set.title)):
            game.play(move)
        self.keeper.keep(self.record())
        shown = game.shown(number, looking)
        if shown == move.notation:
            self.screen.say(f"{told}  [{shown}]")
        else:
            # the words would tell what only that seat may know
            self.screen.say(_("{name}: {what}").format(name=self.names[seat], what=shown))
        if game.round_number != before or game.awaiting == "end":
            told = _("Round over. Scores: {scores}.")
            self.screen.say(told.format(scores=standing(self.names, game.scores)), "bold")

    # -- a person ---------------------------------------------------------------------------------

    def _persons_turn(self, seat: int) -> None:
        """Ask until a move has been made or taken back."""
        self._hand_over(seat)
        if only := self.view.only_move:
            self.screen.say(_("There is only one move: {move}").format(move=only))
            self.make(only)
            return
        if not self.screen.plain and self.shown_event != len(self.game.events):
            self.show_table()
        name = self.names[seat]
        question = _("Your move: ") if name == you() else _("{name}, your move: ").format(name=name)
        while not self.obey(ask(question)):
            pass

    def obey(self, typed: str) -> bool:
        """Do what was typed, a command or a move; True when the table has changed."""
        if not typed:
            return False
        word, _space, rest = typed.partition(" ")
        if command := self.commands.get(word.lower()):
            try:
                return command(self, rest.strip())
            except (TilewrightError, OSError) as bad:
                self.screen.say(str(bad), "yellow")
                return False
        found = understand(self.view, typed)
        if isinstance(found, IllegalMove):
            self.screen.say(str(found), "yellow")
            return False
        if isinstance(found, list):
            self.list_moves(found)
            return False
        self.make(found)
        return True

    def list_moves(self, moves: Sequence[Move]) -> None:
        """Moves with what they bring."""
        view = self.view
        for move in moves[:MOST_LISTED]:
            self.screen.item(str(move), f"{view.describe(move)}: {view.forecast_text(move)}")
        if len(moves) > MOST_LISTED:
            more = _("  and {count} more; to list fewer, type m and how a move begins, such as m 3")
            self.screen.say(more.format(count=len(moves) - MOST_LISTED))

    def _hand_over(self, seat: int) -> None:
        """In games with secrets, let a person look only at their own screen."""
        last, self._last_person = self._last_person, seat
        if self.game.room.hidden and last not in (None, seat) and is_interactive():
            ask(_("{name}, it is your turn: press Enter when nobody else is looking. ").format(name=self.names[seat]))
            self.screen.clear()
            self.shown_event = -1


@contextmanager
def _signals_end_the_program() -> Iterator[None]:
    """A signal to end ends the program as an error would: everything is put away on the way out."""

    def leave(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    before = {name: signal.signal(getattr(signal, name), leave) for name in ENDING_SIGNALS if hasattr(signal, name)}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)
