"""What is compiled already. A server answers at once; games become ready one after the other behind it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from typing import TYPE_CHECKING

from tilewright.core.language import _
from tilewright.games import RULE_SETS
from tilewright.server.garbage import keep_what_is_loaded
from tilewright.server.problems import NotReady

if TYPE_CHECKING:
    from tilewright.core.meta import RuleSet

logger = logging.getLogger("tilewright.server")

COMPILE = (sys.executable, "-m", "tilewright", "warm")


class Readiness:
    """Which rule sets can be played."""

    def __init__(self) -> None:
        self._ready: set[str] = set()  # rooms
        self._process: asyncio.subprocess.Process | None = None

    def by_rule_set(self) -> dict[str, bool]:
        return {rule_set.id: rule_set.room in self._ready for rule_set in RULE_SETS}

    def expect(self, rule_set: str) -> None:
        """Raise unless this can be played now; what does not exist is somebody else's to refuse."""
        if self.by_rule_set().get(rule_set) is False:
            raise NotReady(
                _("{game} is still being made ready; try again in a moment").format(game=rule_set), retry_after=3
            )

    def declare_all(self) -> None:
        """Take everything for ready: what is not will be compiled by whoever needs it first."""
        self._ready = {rule_set.room for rule_set in RULE_SETS}
        keep_what_is_loaded()

    async def prepare(self) -> None:
        """Compile every room in a process of its own, which fills the cache, then load it here in a thread.

        Rules come first, for all games; opponents compile what is still missing when they are first asked.
        """
        rooms = {rule_set.room: rule_set for rule_set in RULE_SETS}  # the last of each uses most of its code
        try:
            for room, rule_set in rooms.items():
                await self._compile(rule_set, "rules")
                await asyncio.to_thread(load, rule_set)
                keep_what_is_loaded()
                self._ready.add(room)
                logger.info("ready", extra={"room": room})
            for rule_set in rooms.values():
                await self._compile(rule_set, "opponents")
        finally:
            if self._process is not None and self._process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    self._process.kill()

    async def _compile(self, rule_set: RuleSet, layer: str) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *COMPILE,
            rule_set.id,
            "--layer",
            layer,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "NO_COLOR": "1"},
        )
        if await self._process.wait():
            logger.error("compiling failed", extra={"room": rule_set.room, "code": self._process.returncode})


def load(rule_set: RuleSet) -> None:
    """Play a short game with everything a table asks for, so that no caller waits for code to be loaded."""
    from tilewright.play.game import new_game

    game = new_game(rule_set.id, rule_set.players[0], seed=1)
    while game.awaiting != "end":
        game.play(game.legal_moves[0])
    game.view(0), game.undo()
