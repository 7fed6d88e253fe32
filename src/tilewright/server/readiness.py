"""Which games are compiled. The server answers immediately and compiles in the background, requested games first."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright import games
from tilewright.core.text.language import _
from tilewright.server.gc_schedule import freeze_loaded_objects
from tilewright.server.problems import CompilationFailed, NotReady

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tilewright.core.contract.meta import RuleSet

logger = logging.getLogger("tilewright.server")

COMPILE = (sys.executable, "-m", "tilewright", "warm")
TO_PLAY = ("rules", "table")
TO_THINK = ("opponents",)
POLL_SECONDS = 0.3
WAITER_SECONDS = 5.0  # after which a client that has not asked again no longer waits
STUCK_SECONDS = 300.0  # without another function, after which compiling has failed
RETRY_SECONDS = 20.0  # until a game that failed may be tried again


def prepared() -> dict[str, RuleSet]:
    """The rule set of each room that is compiled for all of them: the last one uses most of its code."""
    return {rule_set.room: rule_set for rule_set in games.rule_sets()}


@dataclass(frozen=True)
class CompileStep:
    """What is compiled by one process."""

    room: str
    layers: tuple[str, ...]

    @property
    def is_to_play(self) -> bool:
        return self.layers == TO_PLAY


def steps() -> list[CompileStep]:
    """In this order where nobody waits: all games are playable before any opponent thinks."""
    return [CompileStep(room, layers) for layers in (TO_PLAY, TO_THINK) for room in prepared()]


class Readiness:
    """Which rule sets can be played, and how far the others are."""

    def __init__(self) -> None:
        self._ready: set[str] = set()  # rooms
        self._failed: dict[str, float] = {}  # room: when
        self._prepared = prepared()
        self._steps = steps()  # that are not done
        self._now: CompileStep | None = None
        self._waited_for: dict[str, float] = {}  # room: when it was asked for last; in the order of the first time
        self._asked = asyncio.Event()

    # -- status -----------------------------------------------------------------------------------

    def by_rule_set(self) -> dict[str, bool]:
        return {rule_set.id: rule_set.room in self._ready for rule_set in games.rule_sets()}

    def progress(self) -> dict[str, dict[str, Any]]:
        """How far each rule set is, in functions compiled; reads the cache, so not in the event loop."""
        by_room = {room: self._progress(rule_set) for room, rule_set in self._prepared.items()}
        return {rule_set.id: by_room[rule_set.room] for rule_set in games.rule_sets()}

    def _progress(self, rule_set: RuleSet) -> dict[str, Any]:
        room, most = rule_set.room, rule_set.functions
        if room in self._ready:
            return {"state": "ready", "compiled": most, "functions": most}
        is_now = self._now is not None and self._now.room == room
        state = "failed" if room in self._failed else "compiling" if is_now else "waiting"
        return {"state": state, "compiled": min(_compiled(rule_set), most), "functions": most}

    def expect_ready(self, rule_set: str) -> None:
        """Raise unless this can be played now. Unknown rule sets are refused elsewhere."""
        if self.by_rule_set().get(rule_set) is not False:
            return
        title = _(next(one.title for one in games.rule_sets() if one.id == rule_set))
        if games.rule_set(rule_set).room in self._failed:
            detail = _("{game} could not be made ready; the log of the server says why").format(game=title)
            raise CompilationFailed(detail, retry_after=int(RETRY_SECONDS), rule_set=rule_set)
        detail = _("{game} is still being made ready; try again in a moment").format(game=title)
        raise NotReady(detail, retry_after=3, rule_set=rule_set)

    # -- requests ---------------------------------------------------------------------------------

    def ask_for(self, rule_set: str) -> None:
        """Compile this first, since somebody wants to play it; try again if it failed."""
        room = games.rule_set(rule_set).room
        if time.monotonic() - self._failed.get(room, -RETRY_SECONDS) >= RETRY_SECONDS:
            self._failed.pop(room, None)
        self.wait_for(rule_set)

    def wait_for(self, rule_set: str) -> None:
        """Note that somebody still waits for this."""
        room, now = next((one.room for one in games.rule_sets() if one.id == rule_set), None), time.monotonic()
        if room is None or room in self._failed:
            return
        if now - self._waited_for.get(room, -WAITER_SECONDS) >= WAITER_SECONDS:
            self._waited_for.pop(room, None)  # asked for anew: it becomes the last
        self._waited_for[room] = now
        self._asked.set()

    def _next(self) -> CompileStep | None:
        """The step that was asked for last and is still waited for, else the first that is not done."""
        since = time.monotonic() - WAITER_SECONDS
        waited_for = [room for room, asked in self._waited_for.items() if asked > since]
        left = [step for step in self._steps if step.room not in self._failed]
        wanted = [step for room in reversed(waited_for) for step in left if step.room == room]
        wanted.sort(key=lambda step: not step.is_to_play)  # rules before opponents
        return next(iter(wanted + left), None)

    # -- compiling --------------------------------------------------------------------------------

    def mark_all_ready(self) -> None:
        """Treat everything as ready: what is not compiled yet is compiled when it is first used."""
        self._ready, self._steps = set(self._prepared), []
        freeze_loaded_objects()

    async def prepare(self) -> None:
        """Compile every room in a process of its own, which fills the cache, then load it here in a thread."""
        while self._steps:
            self._asked.clear()
            step = self._now = self._next()
            if step is None:  # what is left has failed, until somebody asks for it again
                await self._asked.wait()
                continue
            try:
                if await self._prepare_step(step):
                    self._steps.remove(step)
            except Exception:  # whatever it is, other games can be played
                logger.exception("a game cannot be made ready", extra={"room": step.room, "layers": step.layers})
                self._fail(step)
        self._now = None

    async def _prepare_step(self, step: CompileStep) -> bool:
        """Do a step; return whether all of it is done."""
        rule_set = self._prepared[step.room]
        if not await asyncio.to_thread(_is_compiled, rule_set, step.layers) and not await self._compile(step):
            return False
        if step.is_to_play:
            await asyncio.to_thread(load, rule_set)
            freeze_loaded_objects()
            self._ready.add(step.room)
            logger.info("ready", extra={"room": step.room})
        return True

    def _fail(self, step: CompileStep) -> None:
        if step.is_to_play:
            self._failed[step.room] = time.monotonic()
        else:  # opponents compile for themselves what is missing
            self._steps.remove(step)

    async def _compile(self, step: CompileStep) -> bool:
        """Compile in a process of its own; return False if that was interrupted, or if another worker does it."""
        with _compile_lock(step.room) as is_held:
            if not is_held:
                await asyncio.sleep(POLL_SECONDS)
                return False
            process = await asyncio.create_subprocess_exec(
                *COMPILE,
                self._prepared[step.room].id,
                *(word for layer in step.layers for word in ("--layer", layer)),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "NO_COLOR": "1"},
            )
            try:
                return await self._wait_for_process(process, step)
            finally:
                if process.returncode is None:
                    with contextlib.suppress(ProcessLookupError):
                        process.kill()
                    await process.wait()

    async def _wait_for_process(self, process: asyncio.subprocess.Process, step: CompileStep) -> bool:
        """Wait for a process. A more urgent step interrupts it, but only after some progress, so that all end."""
        ending = asyncio.ensure_future(process.wait())
        rule_set, changed = self._prepared[step.room], time.monotonic()
        before = count = await asyncio.to_thread(_compiled, rule_set)
        while not (await asyncio.wait((ending,), timeout=POLL_SECONDS))[0]:
            last, count = count, await asyncio.to_thread(_compiled, rule_set)
            if count > last:
                changed = time.monotonic()
            elif time.monotonic() - changed > STUCK_SECONDS:
                raise TimeoutError(f"nothing compiled for {STUCK_SECONDS:.0f} s")
            if count > before and self._next() != step:
                return False
        if ending.result():
            raise ChildProcessError(f"{' '.join(COMPILE)} ended with {ending.result()}")
        return True


@contextlib.contextmanager
def _compile_lock(room: str) -> Iterator[bool]:
    """Lock a game module against other workers of this installation; yield whether that succeeded."""
    with contextlib.ExitStack() as open_files:
        is_held = True
        try:
            import fcntl

            file = open_files.enter_context((_lock_folder() / f"{room}.lock").open("ab"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            is_held = False
        except (ImportError, OSError):  # no locks, or nowhere to keep them: then nobody shares the cache either
            pass
        yield is_held


def _lock_folder() -> Path:
    from tilewright.core.compiling.compiled import CACHE

    folder = (CACHE.root or Path(tempfile.gettempdir())) / CACHE.installation
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _is_compiled(rule_set: RuleSet, layers: tuple[str, ...]) -> bool:
    from tilewright.play.prepared import is_ready

    return all(is_ready(rule_set, layer) for layer in layers)


def _compiled(rule_set: RuleSet) -> int:
    from tilewright.play.prepared import compiled

    return compiled(rule_set)


def load(rule_set: RuleSet) -> None:
    """Play a short game with everything a table asks for, so that no caller waits for code to be loaded."""
    from tilewright.play.game import new_game

    game = new_game(rule_set.id, rule_set.players[0], seed=1)
    while game.awaiting != "end":
        game.play(game.legal_moves[0])
    game.view(0), game.undo()
