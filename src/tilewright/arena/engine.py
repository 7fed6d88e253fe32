"""An external program as an opponent: the host's side of docs/engine-protocol.md."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec

from tilewright.bots.bot import ESTIMATE, Budget, Choice
from tilewright.core.errors import IllegalMove, TilewrightError
from tilewright.core.text.reader import shorten
from tilewright.records.files import cannot_write

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tilewright.play.move import Move
    from tilewright.play.position import Position
    from tilewright.search.stop import Stop

PROTOCOL = "tilewright-engine/1"
SEPARATOR = " | "  # between moves: some notations have spaces inside
PATIENCE = 10.0  # seconds on the wall beyond what an engine was given
START_UP = 60.0  # a first start may have to compile
STOP_AFTER = 0.5
POLL = 0.01  # seconds between two looks at a stop
LONGEST_LINE = 1 << 16
LINES_KEPT = 256
GOOD_BYE = 1.0
LAST_WORDS = 1.0  # seconds to read what a process that has ended still wrote
FLUSH = "; it said nothing: an engine must flush its output after every line"

_living: set[subprocess.Popen[bytes]] = set()


class EngineError(TilewrightError):
    """An engine that cannot go on: which one, and why."""

    def __init__(self, engine: str, reason: str) -> None:
        self.engine, self.reason = engine, reason
        super().__init__(f"engine {engine}: {reason}")


def kill_all() -> None:
    """End every engine that this process has started."""
    for process in list(_living):
        process.kill()


class Engine:
    """An opponent in a process of its own. Every fault of it raises EngineError and ends the process."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        patience: float = PATIENCE,
        log: Path | None = None,
    ) -> None:
        self.name = Path(command[0]).name
        self._command, self._seconds, self._nodes, self._patience = list(command), seconds, nodes, patience
        self._process: subprocess.Popen[bytes] | None = None
        self._wants: set[str] = set()
        self._lines: queue.Queue[bytes | None] = queue.Queue(LINES_KEPT)
        self._complaints: deque[str] = deque(maxlen=1)
        self._hears_complaints: threading.Thread | None = None
        self._log = log

    def new_game(self, rule_set: str, players: int, options: dict[str, str], *, seat: int, seed: int) -> None:
        """Tell the engine what is played and where it sits; starts it when it does not run."""
        if self._process is None:
            self._start()
        chosen = "".join(f" {name}={value}" for name, value in sorted(options.items()))
        self._send(
            f"newgame {rule_set} players {players} seat {seat} seed {seed}{' options' if chosen else ''}{chosen}"
        )
        self._await_ready(START_UP + self._patience)

    def choose(self, view: Position, budget: Budget | None = None, stop: Stop | None = None) -> Choice:
        """Ask for a move; what comes back is checked. A stop is passed on, and answered as soon as the engine does."""
        budget = budget or Budget(self._seconds, self._nodes)
        self._expect_silence()
        self._send(f"position {view.text}")
        moves = view.legal_moves
        if "moves" in self._wants:
            self._send(f"moves {SEPARATOR.join(map(str, moves))}")
        if "view" in self._wants:
            self._send(f"view {msgspec.json.encode(view.as_data()).decode()}")
        began = time.monotonic()
        self._send(_go(budget))
        told: dict[str, Any] = {}
        while True:
            word, _, rest = self._answer(began, budget.seconds, stop).partition(" ")
            if word == "bestmove":
                return Choice(self._checked(view, moves, rest.strip()), seconds=time.monotonic() - began, **told)
            if word == "info":
                told.update(self._understand(rest, view.players))
            elif word == "error":
                raise self._fault(rest)
            elif word:
                raise self._fault(f"answered {shorten(f'{word} {rest}'.strip())} where a move was due")

    def _expect_silence(self) -> None:
        """An answer that nobody asked for would be taken for the next one."""
        while not self._lines.empty():
            line = self._line(time.monotonic())
            if line and line.partition(" ")[0] != "info":
                raise self._fault(f"said {shorten(line)} out of turn")

    def _answer(self, began: float, seconds: float | None, stop: Stop | None) -> str:
        """The next line; a thinker that forgets its time, or whose answer is wanted now, is told to stop first."""
        given = seconds or 0.0
        give_up = began + given + self._patience
        tell_at = began + given + STOP_AFTER if seconds is not None else give_up
        while (now := time.monotonic()) < tell_at and not (stop and stop.is_set):
            line = self._line(min(tell_at, now + POLL) if stop else tell_at)
            if line is not None:
                return line
        self._send("stop")
        line = self._line(give_up)
        if line is None:
            raise self._fault(f"no move after {given + self._patience:g} seconds")
        return line

    def _checked(self, view: Position, moves: list[Move], text: str) -> Move:
        for move in moves:
            if move.notation == text:
                return move
        try:
            return view.parse(text[:200])
        except IllegalMove as bad:
            raise self._fault(f"illegal move {bad}") from None

    def _understand(self, told: str, players: int) -> dict[str, Any]:
        """What an engine tells of its choice; words we do not know are passed over."""
        before, _, variation = told.partition("variation ")
        words = before.split()
        found: dict[str, Any] = {"variation": tuple(variation.strip().split(SEPARATOR))} if variation.strip() else {}
        try:
            if "positions" in words:
                found["positions"] = int(words[words.index("positions") + 1])
            for key in ("points", "chances"):
                if key in words:
                    at = words.index(key) + 1
                    values = tuple(float(word) for word in words[at : at + players])
                    if len(values) == players:
                        found[key] = values
        except (ValueError, IndexError):
            raise self._fault(f"info that cannot be read: {shorten(told, 60)}") from None
        return found | {"badge": ESTIMATE}

    @property
    def cpu_seconds(self) -> float | None:
        """CPU time of the process so far; None where the system does not tell."""
        if self._process is None:
            return None
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # own and waited-for children's, user and system

    def _start(self) -> None:
        try:
            process = subprocess.Popen(  # noqa: S603 - running what the user entered is the point
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the match, which then ends its engines
            )
        except OSError as bad:
            raise EngineError(self.name, f"cannot be started: {bad.strerror} ({self._command[0]})") from None
        _living.add(process)
        self._process, self._lines = process, queue.Queue(LINES_KEPT)
        self._note("#", f"started {shlex.join(self._command)}")
        self._complaints.clear()
        threading.Thread(target=_read_lines, args=(process.stdout, self._lines), daemon=True).start()
        listener = threading.Thread(
            target=_keep_last,
            args=(process.stderr, self._complaints, partial(self._note, number=process.pid)),
            daemon=True,
        )
        listener.start()
        self._hears_complaints = listener
        self._wants = set()
        self._send(f"hello {PROTOCOL}")
        self._await_ready(START_UP + self._patience, hint=FLUSH)

    def _await_ready(self, patience: float, hint: str = "") -> None:
        """Wait until the engine is ready; the hint is for one that says nothing at all."""
        until = time.monotonic() + patience
        while (line := self._line(until)) is not None:
            word, _, rest = line.partition(" ")
            hint = ""
            if word == "ready":
                return
            if word == "error":
                raise self._fault(rest)
            if word == "name":
                self.name = rest.strip()[:60] or self.name
            elif word == "want":
                self._wants.update(rest.split())
            elif word and word != "info":
                raise self._fault(f"answered {shorten(line)} where 'ready' was due")
        raise self._fault(f"not ready after {patience:g} seconds{hint}")

    def _send(self, line: str) -> None:
        if self._process is None or self._process.stdin is None:
            raise EngineError(self.name, "does not run")
        self._note(">", line)
        try:
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()
        except OSError:
            raise self._died() from None

    def _line(self, until: float) -> str | None:
        """The next line, or None when the time is over."""
        try:
            line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            return None
        if line is None:
            raise self._died()
        if len(line) >= LONGEST_LINE:
            raise self._fault("sent a line without end")
        self._note("<", line.decode(errors="backslashreplace").strip())
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise self._fault(f"sent {shorten(repr(line))}, which is not UTF-8 text") from None

    def _died(self) -> EngineError:
        process = self._process
        code = None
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(GOOD_BYE)
        self._hear_the_rest()
        said = f"; it said {shorten(self._complaints[0], 120)}" if self._complaints else ""
        how = "closed its output" if code is None else f"ended with code {code}"
        return self._fault(f"{how}{said}")

    def _fault(self, reason: str) -> EngineError:
        reason = reason.strip() or "gave up without saying why"
        self._note("#", reason)
        self.close(kindly=False)
        return EngineError(self.name, reason)

    def _note(self, sign: str, line: str, number: int | None = None) -> None:
        """Add a line to the log, which engines of several processes may share."""
        if self._log is None:
            return
        if number is None and self._process:
            number = self._process.pid
        text = f"{datetime.now().astimezone().isoformat(timespec='milliseconds')} {number or '-'} {sign} {line}\n"
        try:
            with self._log.open("ab", buffering=0) as file:
                file.write(text.encode())
        except OSError as bad:
            raise cannot_write(self._log, bad) from None

    def close(self, *, kindly: bool = True) -> None:
        """End the process: a request first, unless it has lost our trust."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            if kindly and process.stdin:
                process.stdin.write(b"quit\n")
                process.stdin.close()
                process.wait(GOOD_BYE)
        process.kill()
        process.wait()
        _living.discard(process)
        self._hear_the_rest()
        if process.stdin:
            with contextlib.suppress(OSError):
                process.stdin.close()

    def _hear_the_rest(self) -> None:
        """Wait for the last words of a process that has ended; its children may keep the stream open for ever."""
        if self._hears_complaints is not None:
            self._hears_complaints.join(LAST_WORDS)


def _go(budget: Budget) -> str:
    if budget.seconds is not None:
        return f"go seconds {budget.seconds:g}"
    return "go" if budget.positions is None else f"go nodes {budget.positions}"


def _read_lines(stream: IO[bytes], lines: queue.Queue[bytes | None]) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def _keep_last(stream: IO[bytes], kept: deque[str], note: Callable[[str, str], None]) -> None:
    with stream, contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LONGEST_LINE):
            if text := line.decode(errors="replace").strip():
                kept.append(text)
                note("!", text)
