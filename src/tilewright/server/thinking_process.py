"""A process that thinks: one JSON line in, one out. It is sent views, never states.

Started by ``thinking``; `python -m tilewright.server.thinking_process` is of no use to anybody else.
"""

from __future__ import annotations

import base64
import math
import os
import sys
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from tilewright import games
from tilewright.arena.engine import Engine
from tilewright.arena.entrants import bot_of, parse_entrant
from tilewright.bots.bot import PROVED
from tilewright.bots.names import bot
from tilewright.bots.thinker import Thinker
from tilewright.core.dice import dice
from tilewright.core.errors import TilewrightError
from tilewright.play import entries
from tilewright.play.position import Position
from tilewright.search.variations import Outlook
from tilewright.search.weights_file import weights_of
from tilewright.server.thinking import APPRAISE, Job, Thought

if TYPE_CHECKING:
    from tilewright.bots.bot import Bot, Choice

NICENESS = 15


def unpacked(rule_set: str, data: str) -> Position:
    chosen = games.rule_set(rule_set)
    states = np.frombuffer(base64.b64decode(data), dtype=games.room(chosen).state).copy()
    return Position(chosen, states)


def think(job: Job, engines: dict[str, Engine]) -> Thought:
    view = unpacked(job.rule_set, job.view)
    if job.task == APPRAISE:
        thought = thought_of(Thinker(seconds=job.seconds, seed=job.seed).appraise(view))
        thought.band = 0.0 if thought.badge == PROVED else band_of(view)
        return thought
    if job.engine:
        return thought_of(ask_engine(job, view, engines))
    opponent: Bot = bot(job.opponent, seed=job.seed)
    return thought_of(opponent.choose(view))


def ask_engine(job: Job, view: Position, engines: dict[str, Engine]) -> Choice:
    """An engine stays for the next question; each is a new game to it, so that nothing is carried over."""
    if job.engine not in engines:
        found = bot_of(parse_entrant(f"engine@{job.seconds:g}s:{job.engine}"), seed=job.seed, patience=job.seconds)
        if not isinstance(found, Engine):
            raise TypeError(job.engine)
        engines[job.engine] = found
    engine = engines[job.engine]
    try:
        engine.new_game(job.rule_set, view.players, {}, seat=job.seat, seed=job.seed)
        return engine.choose(view)
    except TilewrightError:
        del engines[job.engine]
        raise


def band_of(view: Position) -> float:
    """How far a lead usually ends from what is expected: the standard deviation that chances are worked out with."""
    numbers = weights_of(view.room.evaluation, view.rule_set.id, None)
    states = view.state.copy()
    entries.determinise(states, dice(0))  # evaluations look at whole positions
    left = Outlook(states, [], view.room.evaluation.evaluator(numbers)).rounds_left
    scale = 0.5 * (numbers["spread"] + numbers["spread_per_round"] * left)  # of a logistic distribution
    return round(scale * math.pi / math.sqrt(3), 1)


def thought_of(choice: Choice) -> Thought:
    return Thought(
        move=choice.move.notation,
        candidates=[
            {"move": one.move.notation, "points": list(one.points), "chances": list(one.chances)}
            for one in choice.candidates
        ],
        variation=list(choice.variation),
        badge=choice.badge,
        positions=choice.positions,
    )


def main() -> None:
    os.nice(NICENESS)
    engines: dict[str, Engine] = {}
    try:
        for line in sys.stdin.buffer:
            try:
                thought = think(msgspec.json.decode(line, type=Job), engines)
            except TilewrightError as bad:
                thought = Thought(error=str(bad))
            sys.stdout.buffer.write(msgspec.json.encode(thought) + b"\n")
            sys.stdout.buffer.flush()
    except KeyboardInterrupt:
        pass
    finally:
        for engine in engines.values():
            engine.close()


if __name__ == "__main__":
    main()
