"""The plain way to compile: nothing of numba but what it offers to everybody, and the same games."""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from tests.core.test_compiled import CAT, CUP, DOG, bark, meow
from tilewright.core.compiling import plain_compiler, sources
from tilewright.core.compiling.compiled import COMPILERS, chosen_compiler
from tilewright.core.errors import BadOption

pytestmark = pytest.mark.rules

PUBLIC = {"numba", "numba.extending"}


# Games of a small rule set with what rules are made of: verbs, notes left out and taken, rows of records, dice.
# Besides the short rows of nets, which it has none of.
GAMES = """
import sys
from typing import Annotated, Any

import numpy as np

from tilewright import games, new_game
from tilewright.core.compiling.compiled import COUNT, add_scaled, layout, positive_dot, rule
from tilewright.core.contract.dice import dice
from tilewright.search.playouts import random_games

class Net:
    total: Annotated[Any, (8,), np.float32]
    row: Annotated[Any, (8,), np.float32]
    factor: Annotated[float, (), np.float32]

@rule
def rows(nets):
    add_scaled(nets[0].total, nets[0].row, nets[0].factor)
    return positive_dot(nets[0].total, nets[0].row)

def play(known, room):
    choices, rng = np.array(room.setup.choices(known, {}, 5), dtype=COUNT), dice(5)
    states = np.zeros(1, dtype=room.state)
    for n in (1, 2, 3):
        yield random_games(states, 2, choices, n, room.moves.most, room.deals.most, rng), states.tobytes().hex()

games.room(games.rule_set("classic"))  # so that verbs have another implementation too
games.register("tests.games.invented")
known = games.rule_set("pluck")
compilers = ("tilewright.core.compiling.compiler", "tilewright.core.compiling.plain_compiler")
print(*(name for name in sys.modules if name in compilers))
for played in play(known, games.room(known)):
    print(*played)
game = new_game("pluck", seed=5)
for k in range(10):
    game.play(game.legal_moves[k % len(game.legal_moves)])
    print(game.text, game.effects(len(game.events) - 1))
nets = np.zeros(1, dtype=layout(Net))
nets[0].total[:] = np.sin(np.arange(8))
nets[0].row[:] = np.cos(np.arange(8) * 5)
nets[0].factor = 1 / 3
print(float(rows(nets)).hex(), nets.tobytes().hex())
"""


def games(compiler: str) -> list[str]:
    """In a process of its own: what compiles is chosen once."""
    ours = {"TILEWRIGHT_COMPILE": compiler, "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", GAMES],
        env={**os.environ, **ours},
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
def test_plainly_compiled_rules_play_the_same_games() -> None:
    plain, ours = games("plain"), games("")
    assert (plain[0], ours[0]) == ("tilewright.core.compiling.plain_compiler", "tilewright.core.compiling.compiler")
    assert plain[1:] == ours[1:]
    assert len(plain) == 1 + 3 + 10 + 1


def test_it_asks_numba_for_nothing_private() -> None:
    tree = ast.parse(Path(plain_compiler.__file__).read_text())
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in imported if name.startswith(("numba", "llvmlite"))} == PUBLIC
    private = [node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith("_")]
    assert set(private) <= {"__name__", "__version__"}


def test_the_compiler_is_chosen_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, module in COMPILERS.items():
        monkeypatch.setenv("TILEWRIGHT_COMPILE", name)
        assert chosen_compiler() is importlib.import_module(module)
    monkeypatch.setenv("TILEWRIGHT_COMPILE", "fast")
    with pytest.raises(BadOption, match="TILEWRIGHT_COMPILE is 'fast': it can only be 'plain'"):
        chosen_compiler()


def test_a_plain_verb_is_what_the_layout_of_its_first_argument_says() -> None:
    """What numba does when it meets a verb in compiled code, done by hand."""
    implementations = {DOG: bark, CAT: meow}
    says = plain_compiler.implementation(implementations, (numba.from_dtype(CAT), numba.int64))
    assert says is not None
    assert says(np.full(1, 9, dtype=np.int16).view(CAT)[0], 2) == 18
    assert plain_compiler.implementation(implementations, (numba.from_dtype(CUP), numba.int64)) is None


def lives(state: Any, times: int) -> int:
    return state.lives * times


def count(state: Any, times: int) -> int:
    """A verb of this test alone."""
    return lives(state, times)


def count_first(cats: Any, times: int) -> int:
    return count(cats[0], times)


def test_compiled_code_calls_a_plain_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "IMPLEMENTATIONS", {})
    monkeypatch.setattr(plain_compiler, "IMPLEMENTATIONS", sources.IMPLEMENTATIONS)
    plain_compiler.register_verb(count, {CAT: plain_compiler.PythonDispatcher(lives)})
    assert plain_compiler.PythonDispatcher(count_first)(np.full(1, 9, dtype=np.int16).view(CAT), 2) == 18
    assert list(sources.IMPLEMENTATIONS) == ["count"]


def test_plain_sums_are_taken_by_halves() -> None:
    row = np.array([1e8, 1, -1, 3, -1e8, 5, 6, 7], dtype=np.float32)
    ones = np.ones(8, dtype=np.float32)
    assert plain_compiler.positive_dot(row, ones) == np.float32(np.float32(1e8) + 6) + 16
    plain_compiler.add_scaled(row, ones, np.float32(0.5))
    assert row[1:4].tolist() == [1.5, -0.5, 3.5]


def test_nothing_is_kept() -> None:
    plain_compiler.CACHE.save("name", b"code")
    assert plain_compiler.CACHE.load("name") is None
