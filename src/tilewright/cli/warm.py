"""Compiling ahead: side by side, or behind a game that is already played."""

from __future__ import annotations

import atexit
import importlib.util
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from tilewright import games
from tilewright.cli.options import LAYERS as NAMES
from tilewright.cli.screen import PREPARING, Screen, moving_line, waiting
from tilewright.core.compiling.compiled import CACHE, COUNT
from tilewright.core.contract.dice import dice
from tilewright.core.contract.meta import RuleSet
from tilewright.core.errors import BadOption, TilewrightError
from tilewright.core.text.language import ENGLISH, _
from tilewright.play.game import new_game
from tilewright.play.position import from_data
from tilewright.play.prepared import counted, is_ready, note_ready

FOR_A_GAME = ("rules", "table", "opponents")
"""What a game at the terminal needs, in this order; opponents and hints need the searches, which take longest."""

COMMAND = (sys.executable, "-m", "tilewright", "--language", ENGLISH, "warm")  # what it says is read here


# -- ahead ----------------------------------------------------------------------------------------


def run_warm(name: str | None, layers: Sequence[str]) -> None:
    """Compile these layers, or all; several rooms side by side, each in a process of its own."""
    for layer in layers:
        if layer not in LAYERS:
            raise BadOption(f"no layer {layer!r}: there are {', '.join(LAYERS)}")
    began = cpu_seconds()
    if name:
        warm_room(games.rule_set(name), layers or tuple(LAYERS))
    else:
        warm_side_by_side(one_of_each_room(games.rule_sets()), layers)
    Screen(plain=False).say(f"Compiled in {cpu_seconds() - began:.1f} s of CPU time.")


def cpu_seconds() -> float:
    """What this process and those that it started have used."""
    return sum(os.times()[:4])


def one_of_each_room(rule_sets: Iterable[RuleSet]) -> Iterable[RuleSet]:
    """The last rule set of each room: siblings share their compiled code, and the later ones use more of it."""
    return {rule_set.room: rule_set for rule_set in rule_sets}.values()


def warm_room(rule_set: RuleSet, layers: Sequence[str]) -> None:
    """Use everything once, which compiles it."""
    for layer in layers:
        with counted(rule_set), waiting(f"{rule_set.room}: {layer}"):
            LAYERS[layer](rule_set)
        note_ready(rule_set, layer)


def warm_side_by_side(rule_sets: Iterable[RuleSet], layers: Sequence[str]) -> None:
    """A process for each room, at most as many at a time as there are processors."""
    options = [word for layer in layers for word in ("--layer", layer)]
    begins, goes_on = PREPARING.split("{what}")
    with moving_line() as line, ThreadPoolExecutor(os.cpu_count()) as pool:

        def warm(rule_set: RuleSet) -> None:
            task = line.add_task(f"{rule_set.room}: starting")
            command = [*COMMAND, rule_set.id, *options]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own command
                said = ""
                for said in process.stderr or ():
                    if said.startswith(begins):
                        line.update(task, description=said.removeprefix(begins).partition(goes_on)[0])
            line.remove_task(task)
            if process.returncode:
                raise TilewrightError(f"compiling {rule_set.room} failed: {said.strip()}")

        for _done in pool.map(warm, rule_sets):
            pass


# -- behind a game --------------------------------------------------------------------------------


class Behind:
    """Compiles what a game needs in a process of its own, while people already play."""

    def __init__(self, rule_set: RuleSet) -> None:
        self.rule_set = rule_set
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin, unless there is nothing to do or no cache to share the code through."""
        if CACHE.root is None or is_ready(self.rule_set, FOR_A_GAME[-1]):
            return
        command = [*COMMAND, self.rule_set.id, *(word for layer in FOR_A_GAME for word in ("--layer", layer))]
        nobody = subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=nobody, stdout=nobody, stderr=nobody, start_new_session=True)  # noqa: S603 - our own command
        atexit.register(self.process.kill)

    def wait(self) -> None:
        """Wait until it is done, and say so; what is still missing then is compiled when it is needed."""
        if self.process is not None and self.process.poll() is None:
            with waiting(_("the searches of {game}").format(game=_(self.rule_set.title)), at_once=True):
                self.process.wait()


# -- what is compiled -----------------------------------------------------------------------------


def play_a_game(rule_set: RuleSet) -> None:
    game = new_game(rule_set.id, rule_set.players[0], seed=1)
    while game.awaiting != "end":
        game.play(game.legal_moves[-1])
    game.undo()
    from tilewright.play.replay import replay

    replay(game.record())


def show_the_table(rule_set: RuleSet) -> None:
    game = new_game(rule_set.id, rule_set.players[0], seed=1)
    tally = set()
    while game.awaiting != "end":
        moves = game.legal_moves
        for move in moves:
            if (kind := str(move)[1:2]) not in tally:
                tally.add(kind)
                game.describe(move), game.forecast_text(move)
        game.choices()
        game.play(moves[-1])
    str(game), game.tell(), game.text, game.breakdown(0)
    from_data(game.view(0).as_data())
    for number in range(len(game.events)):
        game.effects(number, 0)


def ask_opponents(rule_set: RuleSet) -> None:
    from tilewright.bots.names import BOTS, bot

    game = new_game(rule_set.id, rule_set.players[0], seed=1)
    for name in BOTS:
        bot(name).choose(game.view(game.to_move or 0))


def measure_rules(rule_set: RuleSet) -> None:
    from tilewright.search.perft import perft
    from tilewright.search.playouts import random_games
    from tilewright.search.soak import SOAKING, TALLY, soak

    game = new_game(rule_set.id, rule_set.players[0], seed=1)
    room, choices, players = game.room, np.array(game.room.setup.choices(rule_set, {}, 1), dtype=COUNT), game.players
    perft(game.state, 2, room.moves.most)
    random_games(game.state.copy(), players, choices, 1, room.moves.most, room.deals.most, dice(1))
    tally, soaking = np.zeros(1, dtype=TALLY), np.zeros(1, dtype=SOAKING)
    soaking[0] = (players, 1, room.moves.most, room.deals.most, -1)
    soak(game.state.copy(), tally, soaking, choices, dice(1))


def step_environments(rule_set: RuleSet) -> None:
    """Where the libraries are installed: they are an extra."""
    if importlib.util.find_spec("gymnasium") is None or importlib.util.find_spec("pyspiel") is None:
        return
    import pyspiel

    from tilewright.envs.batch import Batch
    from tilewright.envs.names import spiel_name

    batch = Batch(rule_set.id, rule_set.players[0])
    batch.reset(1)
    batch.step(batch.any_moves())
    batch.look(0), batch.rewards_of(batch.records)
    state, rng = pyspiel.load_game(spiel_name(rule_set.id)).new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    state.apply_action(state.legal_actions()[0])


LAYERS: dict[str, Callable[[RuleSet], None]] = dict(
    zip(
        NAMES,
        (play_a_game, show_the_table, ask_opponents, measure_rules, step_environments),
        strict=True,
    )
)
"""What compiles each layer."""
