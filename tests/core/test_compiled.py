"""Layouts, words of the family, and what is the same compiled and interpreted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import numba
import numpy as np
import pytest
from numba.core.typing.templates import builtin_registry

from tilewright import games
from tilewright.core import verbs
from tilewright.core.compiled import Counts, layout, rule, verb

pytestmark = pytest.mark.rules

# -- layouts ------------------------------------------------------------------------------------


class Cup:
    """One number and one row of numbers."""

    sips: int
    spoons: Annotated[Counts, (3,)]


CUP = layout(Cup)


class Tray:
    """A record with records in it."""

    cups: Annotated[Any, (2,), CUP]
    grid: Annotated[Counts, (2, 4)]


def test_a_layout_has_its_fields_in_the_order_declared() -> None:
    assert CUP.names == ("sips", "spoons")
    assert CUP["sips"] == np.int16
    assert CUP["spoons"].shape == (3,)
    assert CUP.itemsize == 8


def test_a_layout_may_hold_records_of_another() -> None:
    tray = np.zeros(1, dtype=layout(Tray))
    tray[0].cups[1].spoons[2] = 7
    tray[0].grid[1, 3] = 9
    assert tray[0].cups[1].spoons.tolist() == [0, 0, 7]
    assert tray[0].cups.shape == (2,)
    assert tray.itemsize == 2 * 8 + 8 * 2


def test_a_field_that_numpy_would_shadow_is_refused() -> None:
    class Bad:
        fill: int

    with pytest.raises(TypeError, match=r"Bad\.fill is shadowed"):
        layout(Bad)


# -- words of the family ------------------------------------------------------------------------


class Dog:
    """Barks."""

    age: int


class Cat:
    """Meows."""

    lives: int


DOG, CAT = layout(Dog), layout(Cat)


@verb
def speak(state: Any, times: int) -> int:
    """What the animal says."""
    raise NotImplementedError


@rule
def bark(state: Any, times: int) -> int:
    return state.age + times


@rule
def meow(state: Any, times: int) -> int:
    return state.lives * times


speak.means(DOG, bark)
speak.means(CAT, meow)


@rule
def hear(states: Any, times: int) -> int:
    return speak(states[0], times)


def test_a_word_means_what_the_layout_of_its_first_argument_says() -> None:
    dog, cat = np.ones(1, dtype=DOG), np.full(1, 9, dtype=np.int16).view(CAT)
    dog[0].age = 5
    assert (speak(dog[0], 2), speak(cat[0], 2)) == (7, 18)
    assert (hear(dog, 3), hear(cat, 3)) == (8, 27)


def test_a_word_keeps_its_name_and_meaning_for_readers() -> None:
    assert speak.__name__ == "speak"
    assert speak.__doc__ == "What the animal says."


def test_a_layout_nobody_gave_a_meaning_is_not_understood() -> None:
    with pytest.raises(KeyError):
        speak(np.zeros(1, dtype=CUP)[0], 1)


def test_the_compiler_asks_a_word_by_type_and_gets_the_same_meaning() -> None:
    """What numba does when it meets a word in compiled code, done by hand."""
    template = next(kind for known, kind in builtin_registry.globals if known is speak).templates[0]
    chosen = template._overload_func(numba.from_dtype(DOG), numba.int64)
    dog = np.zeros(1, dtype=DOG)
    dog[0].age = 4
    assert chosen(dog[0], 3) == 7


def test_every_room_gives_every_verb_a_meaning() -> None:
    words = [value for value in vars(verbs).values() if hasattr(value, "means")]
    assert len(words) == 15
    for known in games.RULE_SETS:
        state = np.zeros(1, dtype=games.room(known).state)[0]
        for word in words:
            meanings = word.means.__self__
            assert state.dtype in meanings, f"{known.id} does not know {word.__name__}"


# -- compiled and interpreted -------------------------------------------------------------------

SIGNATURES = """
import numpy as np
from tilewright import games
from tilewright.core.compiled import COUNT, INTERPRETED
from tilewright.core.dice import dice
from tilewright.search.playouts import random_games

print(INTERPRETED)
for known in games.RULE_SETS:
    room = games.room(known)
    states = np.zeros(1, dtype=room.state)
    choices = np.array(room.choices(known, {}, 5), dtype=COUNT)
    rng = dice(5)
    for players in known.players:
        print(known.id, players, *random_games(states, players, choices, 2, room.most_moves, room.most_drawn, rng))
"""


def signatures(**environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", SIGNATURES],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    return done.stdout.splitlines()


def test_compiled_and_interpreted_play_the_same_game() -> None:
    """In processes of their own: the switch is read once, when numba is imported."""
    interpreted = signatures(NUMBA_DISABLE_JIT="1")
    jitted = signatures(NUMBA_DISABLE_JIT="0")
    assert (interpreted[0], jitted[0]) == ("True", "False")
    assert interpreted[1:] == jitted[1:]
    assert len(jitted[1:]) == sum(len(known.players) for known in games.RULE_SETS)
