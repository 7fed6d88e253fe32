"""Our own opponents as an engine: the engine's side of docs/engine-protocol.md."""

from __future__ import annotations

import queue
import sys
import threading
from typing import TYPE_CHECKING, TextIO

import msgspec

from tilewright.arena.engine import PROTOCOL, SEPARATOR
from tilewright.bots.bot import Budget
from tilewright.bots.names import make, parse_spec
from tilewright.core.errors import BadText, TilewrightError
from tilewright.core.text.reader import Reader
from tilewright.play.game import set_up_game
from tilewright.play.position import Position, from_data, read_position
from tilewright.search.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.bots.bot import Bot, Choice


class Server:
    """Understands one line after the other; ``say`` sends an answer."""

    def __init__(self, spec: str, say: Callable[[str], None]) -> None:
        self._asked, self._say = parse_spec(spec), say
        make(self._asked, 0)  # a name that nobody knows is told before anything is promised
        self._seed = 0
        self._bot: Bot | None = None  # the same one for the whole game
        self._position: Position | None = None
        self._unread = "none was sent"

    def understand(self, line: str, stop: Stop | None = None) -> bool:
        """Answer one line; False when it was the last. What a ``go`` sets off ends when its token is set."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word == "hello":
                self._hello(rest)
            elif word == "newgame":
                self._new_game(rest)
            elif word == "position":
                self._look(rest)
            elif word == "view":
                self._look_closely(rest)
            elif word == "go":
                self._go(rest, stop or Stop())
            elif word not in ("", "moves", "stop", "quit"):
                self._say(f"info unknown command {word[:24]!r}")  # passed over, but a person at the keyboard is told
        except TilewrightError as bad:
            self._say(f"error {bad}")
        return word != "quit"

    def _hello(self, rest: str) -> None:
        if rest.split()[:1] != [PROTOCOL]:
            raise BadText(f"this engine speaks {PROTOCOL}")
        self._say(f"name tilewright {self._asked.name}")
        self._say("want view")
        self._say("ready")

    def _new_game(self, rest: str) -> None:
        head, _, given = rest.partition(" options ")
        reader = Reader(head)
        rule_set = reader.word("a rule set")
        players = reader.labelled("players", 2, 4)
        reader.labelled("seat", 0, players - 1)
        reader.expect("seed")
        digits = reader.word("a seed")
        if not digits.isdecimal() or len(digits) > 20:
            raise reader.fail("expected a seed")
        options = dict(word.partition("=")[::2] for word in given.split())
        game = set_up_game(rule_set, players, options, seed=int(digits), first=0, auto_deal=True)
        self._seed, self._bot = int(digits), None
        # A first look at a table of this kind loads the compiled code before any clock runs.
        view = game.view(game.to_move or 0)
        self._look(view.text)
        make(self._asked, 0).choose(view, Budget(positions=1))
        self._position = None
        self._say("ready")

    def _look(self, text: str) -> None:
        self._position = None
        try:
            self._position = Position(*read_position(text))
        except TilewrightError as bad:
            self._unread = str(bad)  # perhaps a view with hidden things: `view` may follow

    def _look_closely(self, rest: str) -> None:
        """A view as data says all that the seat may see, also in games whose views cannot be read as positions."""
        try:
            self._position = from_data(msgspec.json.decode(rest))
        except msgspec.DecodeError as bad:
            raise BadText(f"view: {bad}") from None

    def _go(self, rest: str, stop: Stop) -> None:
        if self._position is None:
            raise BadText(f"no position to think about: {self._unread}")
        if self._position.awaiting != "move":
            raise BadText("nobody is to move in this position")
        budget = self._budget(rest)
        if self._bot is None:
            self._bot = make(self._asked, self._seed)
        choice = self._bot.choose(self._position, budget, stop)
        if told := tell(choice):
            self._say(f"info {told}")
        self._say(f"bestmove {choice.move}")

    def _budget(self, limit: str) -> Budget | None:
        """The limit of this ``go``; None leaves it to the opponent, and a level is its own limit."""
        reader = Reader(limit)
        what = reader.peek()
        if not what:
            return None
        reader.word("a limit")
        try:
            amount = float(reader.word("a number"))
        except ValueError:
            raise reader.fail("expected a number") from None
        if what not in ("seconds", "nodes") or not 0 < amount < 1e12:
            raise reader.fail("expected 'seconds' or 'nodes' and a number above 0")
        if self._asked.level is not None:
            return None
        return Budget(seconds=amount) if what == "seconds" else Budget(positions=max(1, int(amount)))


def tell(choice: Choice) -> str:
    """What is known of a choice beyond its move."""
    parts = [f"positions {choice.positions}"] if choice.positions else []
    if choice.points:
        parts.append("points " + " ".join(f"{value:.2f}" for value in choice.points))
    if choice.chances:
        parts.append("chances " + " ".join(f"{value:.4f}" for value in choice.chances))
    if choice.variation:
        parts.append("variation " + SEPARATOR.join(choice.variation))
    return " ".join(parts)


def serve(spec: str, lines: TextIO = sys.stdin, answers: TextIO = sys.stdout) -> None:
    """Speak the protocol until the input ends or says ``quit``."""

    def say(line: str) -> None:
        answers.write(line + "\n")
        answers.flush()

    server = Server(spec, say)
    heard: queue.Queue[tuple[str, Stop] | None] = queue.Queue()

    def listen() -> None:
        stop = Stop()  # of the last ``go``: made when it is heard, so that no ``stop`` behind it can be lost
        for line in lines:
            word = line.strip().partition(" ")[0]
            if word == "go":
                stop = Stop()
            elif word == "stop":
                stop.set()
            heard.put((line, stop))
        heard.put(None)

    threading.Thread(target=listen, daemon=True).start()
    while (next_line := heard.get()) is not None and server.understand(*next_line):
        pass
