"""A process that thinks: one JSON line in, one out. It is sent views, never states.

``thinking`` starts `python -m tilewright.server.thinking_process`; nobody else has a use for it.
"""

from __future__ import annotations

import base64
import os
import sys
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from tilewright import games
from tilewright.arena.engine import Engine
from tilewright.arena.entrants import bot_of, parse_entrant
from tilewright.bots.bot import PROVED, Choice
from tilewright.bots.names import bot
from tilewright.bots.thinker import Thinker
from tilewright.core.errors import TilewrightError
from tilewright.play.position import Position
from tilewright.review.analysis import band_of, grade, judge
from tilewright.review.luck import settle
from tilewright.server.thinking import APPRAISE, GRADE, PROVE, SETTLE, Job, Thought

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.bots.bot import Bot, Candidate

    Report = Callable[[Thought], None]

NICENESS = 15
SAMPLES, POSITIONS = 12, 1_000  # for the luck of a draw: less than at the terminal, others wait for their moves


def unpack_view(rule_set: str, data: str) -> Position:
    chosen = games.rule_set(rule_set)
    states = np.frombuffer(base64.b64decode(data), dtype=games.room(chosen).state).copy()
    return Position(chosen, states)


def ignore_progress(_thought: Thought) -> None:
    """Drop a report of progress."""


def think(job: Job, engines: dict[str, Engine], report: Report = ignore_progress) -> Thought:
    view = unpack_view(job.rule_set, job.view)
    thinker = Thinker(nodes=job.nodes, seed=job.seed) if job.nodes else Thinker(seconds=job.seconds, seed=job.seed)
    if job.task == GRADE:
        return graded_by(job, view, thinker)
    if job.task == SETTLE:
        return Thought(settled=settle(view, unpack_view(job.rule_set, job.drawn), thinker, SAMPLES, POSITIONS))
    if job.task == APPRAISE:
        thought = thought_of(thinker.appraise(view))
        thought.band = 0.0 if thought.badge == PROVED else band_of(view, thinker)
        return thought
    if job.task == PROVE:
        return prove(view, thinker, report)
    if job.engine:
        return thought_of(ask_engine(job, view, engines))
    opponent: Bot = bot(job.opponent, seed=job.seed)
    return thought_of(opponent.choose(view))


def graded_by(job: Job, view: Position, thinker: Thinker) -> Thought:
    """A move graded, with reasons where they are wanted, and its loss as a quicker search sees it."""
    if job.reasons:
        graded = judge(view, job.played, thinker, job.number)
    else:
        graded = grade(view, job.played, thinker.appraise(view), thinker, job.number)
    quick = Thinker(nodes=job.quick_nodes, seed=job.seed).appraise(view)
    return Thought(graded=graded, quick_loss=grade(view, job.played, quick, thinker, job.number).points_lost)


def prove(view: Position, thinker: Thinker, report: Report) -> Thought:
    """Search deeper and deeper until every line is followed or the time is over; report each depth."""
    report(Thought(is_partial=True))  # it has begun

    def on_depth(candidates: tuple[Candidate, ...]) -> None:
        best = candidates[0]
        so_far = Choice(best.move, best.points, best.chances, best.variation, candidates, best.badge, best.positions)
        report(partial_thought(so_far, best.depth))

    choice = thinker.choose(view, progress=on_depth)
    thought = thought_of(choice if choice.candidates else thinker.appraise(view))
    thought.depth = choice.candidates[0].depth if choice.candidates else 0
    return thought


def partial_thought(choice: Choice, depth: int) -> Thought:
    thought = thought_of(choice)
    thought.is_partial, thought.depth = True, depth
    return thought


def ask_engine(job: Job, view: Position, engines: dict[str, Engine]) -> Choice:
    """Ask an engine. It stays for the next question, which is a new game to it, so that nothing is carried over."""
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


def thought_of(choice: Choice) -> Thought:
    return Thought(
        move=choice.move.notation,
        candidates=[
            {
                "move": one.move.notation,
                "points": list(one.points),
                "chances": list(one.chances),
                "variation": list(one.variation),
                "badge": one.badge,
            }
            for one in choice.candidates
        ],
        variation=list(choice.variation),
        badge=choice.badge,
        positions=choice.positions,
    )


def main() -> None:
    os.nice(NICENESS)
    engines: dict[str, Engine] = {}

    def report(thought: Thought) -> None:
        sys.stdout.buffer.write(msgspec.json.encode(thought) + b"\n")
        sys.stdout.buffer.flush()

    try:
        for line in sys.stdin.buffer:
            try:
                thought = think(msgspec.json.decode(line, type=Job), engines, report)
            except TilewrightError as bad:
                thought = Thought(error=str(bad))
            report(thought)
    except KeyboardInterrupt:
        pass
    finally:
        for engine in engines.values():
            engine.close()


if __name__ == "__main__":
    main()
