"""Playing the games of a job."""

from __future__ import annotations

import hashlib
import time
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.arena.engine import Engine, EngineError
from tilewright.arena.entrants import EngineSpec, bot_of, parse_entrant
from tilewright.arena.match import Finished, Job, Match, Played
from tilewright.bots.names import make
from tilewright.core.compiling.compiled import TOOLS
from tilewright.core.compiling.sources import SOURCES
from tilewright.play.game import Game, set_up_game
from tilewright.records.record import write_json

if TYPE_CHECKING:
    from tilewright.bots.bot import Bot


@cache
def build() -> str:
    """Names the sources, weights, nets and tools that play: results of builds should not be mixed unknowingly."""
    digest = hashlib.sha256(TOOLS.encode())
    data = (*SOURCES.glob("games/*/weights.json"), *SOURCES.glob("games/*/nets/*.npz"))
    for path in sorted((*SOURCES.rglob("*.py"), *data)):
        digest.update(str(path.relative_to(SOURCES)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def dice_seed(seed: int, rotation: int, seat: int) -> int:
    """What a seat's opponent leaves to chance: its own in every game, and the same whenever that is repeated."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {rotation} {seat}".encode(), digest_size=7).digest())


def play_job(job: Job) -> list[Finished]:
    """Play all rotations of a job. Engines are started once for all of them."""
    with ExitStack() as engines:
        started: dict[tuple[int, int], Engine] = {}
        finished = []
        for rotation in job.rotations:
            bots: list[Bot] = []
            seating = job.match.seating(job.line_up, job.seed, rotation)
            for seat, entrant in enumerate(seating):
                copy = seating[:seat].count(entrant)
                found = started.get((entrant, copy)) or _bot_of(job, entrant, dice_seed(job.seed, rotation, seat))
                if isinstance(found, Engine) and (entrant, copy) not in started:
                    started[entrant, copy] = found
                    engines.callback(found.close)
                bots.append(found)
            finished.append(_play(job, rotation, [job.match.labels[entrant] for entrant in seating], bots))
        return finished


def _bot_of(job: Job, entrant: int, seed: int) -> Bot:
    text = job.match.entrants[entrant]
    _warm_up(job.match, text)
    return bot_of(parse_entrant(text), seed=seed, patience=job.patience, log=Path(job.log) if job.log else None)


_warm: set[tuple[str, str]] = set()


def _warm_up(match: Match, text: str) -> None:
    """Load the compiled code of one of our own before its clock runs, once in each process."""
    spec = parse_entrant(text)
    if isinstance(spec, EngineSpec) or (match.id, text) in _warm:
        return
    _warm.add((match.id, text))
    game = set_up_game(match.rule_set, match.players, match.options, seed=0, first=0, auto_deal=True)
    make(spec, 0).choose(game.view(game.to_move or 0))


class _Clock:
    """CPU time of one seat: of this process while it thinks, or of its own process."""

    def __init__(self, bot: Bot) -> None:
        self._bot, self._thought = bot, 0.0
        self._external = bot.cpu_seconds if isinstance(bot, Engine) else None

    def add(self, seconds: float) -> None:
        self._thought += seconds

    @property
    def seconds(self) -> float:
        """For an engine whose system does not tell, the time it let us wait."""
        now = self._bot.cpu_seconds if isinstance(self._bot, Engine) else None
        return self._thought if now is None or self._external is None else now - self._external


def _play(job: Job, rotation: int, seats: list[str], bots: list[Bot]) -> Finished:
    match = job.match
    game = set_up_game(match.rule_set, match.players, match.options, seed=job.seed, first=0, auto_deal=True)
    forfeit, reason = None, ""
    positions, moves = [0] * match.players, [0] * match.players
    clocks = [_Clock(bot) for bot in bots]
    seat = 0
    try:
        for seat, bot in enumerate(bots):
            if isinstance(bot, Engine):
                its_seed = dice_seed(job.seed, rotation, seat)
                bot.new_game(match.rule_set, match.players, match.options, seat=seat, seed=its_seed)
                clocks[seat] = _Clock(bot)
        while game.awaiting != "end":
            seat = game.to_move or 0
            view = game.view(seat)
            began, waited = time.process_time(), time.monotonic()
            choice = bots[seat].choose(view)
            is_external = isinstance(bots[seat], Engine)
            clocks[seat].add(time.monotonic() - waited if is_external else time.process_time() - began)
            positions[seat] += choice.positions
            moves[seat] += 1
            game.play(choice.move)
    except EngineError as bad:
        forfeit, reason = seat, str(bad)
    return Finished(
        _result(
            job, rotation, seats, game, forfeit, reason, moves, positions, [round(clock.seconds, 4) for clock in clocks]
        ),
        write_json(game.record(seats)) if job.records else None,
    )


def _result(
    job: Job,
    rotation: int,
    seats: list[str],
    game: Game,
    forfeit: int | None,
    reason: str,
    moves: list[int],
    positions: list[int],
    cpu_seconds: list[float],
) -> Played:
    """After a forfeit all the others share the victory, whatever the points were."""
    others = [seat for seat in range(game.players) if seat != forfeit]
    return Played(
        match=job.match.id,
        rule_set=job.match.rule_set,
        options=job.match.options,
        players=game.players,
        seed=job.seed,
        line_up=job.line_up,
        rotation=rotation,
        seats=seats,
        scores=list(game.scores),
        winners=list(game.winners) if forfeit is None else others,
        ending=game.ending if forfeit is None else "forfeit",
        rounds=game.round_number,
        plies=len(game.moves),
        moves=moves,
        cpu_seconds=cpu_seconds,
        positions=positions,
        build=build(),
        forfeit=forfeit,
        reason=reason,
    )
