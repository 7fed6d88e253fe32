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

from tilewright import games
from tilewright.core.compiling import compiler
from tilewright.core.compiling.cache import Cache
from tilewright.core.compiling.compiled import Counts, Wide, layout, rule, verb
from tilewright.core.compiling.compiler import PythonDispatcher, VerbType, register_verb, widened
from tilewright.core.contract import verbs
from tilewright.core.contract.protocols import State

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


class Cupboard:
    """A record whose size is settled later."""

    cups: Annotated[Any, ("shelves", 2), "cup"]
    opened: Wide


def test_a_layout_may_leave_sizes_and_layouts_to_be_given() -> None:
    cupboards = np.zeros(1, dtype=layout(Cupboard, shelves=3, cup=CUP))
    cupboards[0].cups[2, 1].sips = 5
    cupboards[0].opened = 1 << 40
    assert cupboards[0].cups["sips"].tolist() == [[0, 0], [0, 0], [0, 5]]
    assert cupboards[0].opened == 1 << 40
    with pytest.raises(KeyError, match="shelves"):
        layout(Cupboard, cup=CUP)


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


def words_know_their_arguments(state: State) -> None:
    """Never run. The type checker refuses each line, and calls the comment needless should it ever not."""
    verbs.play(state, "3R4")  # type: ignore[arg-type]
    verbs.play(state)  # type: ignore[call-arg]
    verbs.winners(state).append(1)  # type: ignore[attr-defined]


def test_a_layout_nobody_gave_a_meaning_is_not_understood() -> None:
    with pytest.raises(KeyError):
        speak(np.zeros(1, dtype=CUP)[0], 1)


def test_the_compiler_asks_a_word_by_type_and_gets_the_same_meaning() -> None:
    """What numba does when it meets a word in compiled code, done by hand."""
    words, asked = VerbType("speak", {DOG: Meaning("bark"), CAT: Meaning("meow")}), (numba.from_dtype(CAT), numba.int64)
    assert words.get_call_type("context", asked, {}) == ("meow", "context", asked, {})
    assert words.get_impl_key(numba.int64(*asked)) == ("meow", asked)
    assert words.get_call_signatures() == ([], True)


class Meaning:
    """As much of a compiled rule as a word looks at."""

    def __init__(self, name: str) -> None:
        self.name, self._numba_type_ = name, self

    def get_call_type(self, *asked: Any) -> tuple[Any, ...]:
        return (self.name, *asked)

    def get_impl_key(self, signature: Any) -> tuple[Any, ...]:
        return self.name, signature.args


# -- what is compiled -----------------------------------------------------------------------------


def test_all_signed_integers_share_one_form() -> None:
    same = (numba.int16, numba.int32, numba.int64, numba.types.literal(3))
    assert {widened(kind) for kind in same} == {numba.int64}
    for kind in (numba.uint64, numba.float64, numba.boolean, numba.from_dtype(DOG)):
        assert widened(kind) == kind


def test_none_handed_on_is_an_argument_left_out() -> None:
    assert widened(numba.types.none) == widened(numba.types.Omitted(None)) == numba.types.Omitted(None)


def test_rows_of_records_share_one_form_whatever_their_length() -> None:
    rows = {widened(numba.from_dtype(layout(one)).typeof(name)) for one, name in ((Cup, "spoons"), (Pair, "numbers"))}
    assert rows == {numba.int16[::1]}


class Pair:
    """Two numbers."""

    numbers: Annotated[Counts, (2,)]


@rule
def second(numbers: Counts) -> int:
    return numbers[1]


@rule
def seconds(cups: Any, pairs: Any) -> int:
    return second(cups[0].spoons) * 10 + second(pairs[0].numbers)


def test_a_rule_reads_rows_of_any_length() -> None:
    cups, pairs = np.zeros(1, dtype=CUP), np.zeros(1, dtype=layout(Pair))
    cups[0].spoons[:], pairs[0].numbers[:] = (1, 2, 3), (4, 5)
    assert seconds(cups, pairs) == 25


def half_of(number: int) -> int:
    return number // 2


def age_of(state: Any, more: int) -> int:
    return state.age + more


def age(state: Any, more: int) -> int:
    """A word of this test alone."""
    raise NotImplementedError


def listen(dogs: Any, heard: Counts) -> int:
    """Calls a rule with three kinds of integers, and a word."""
    return half(heard[2] + 2) + half(3) + half(heard[2]) + age(dogs[0], heard[1])


half: Any = PythonDispatcher(half_of)
register_verb(age, {DOG: PythonDispatcher(age_of)})


def test_what_only_rules_call_has_one_form_and_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every run, also where rules are interpreted: the compiler itself is what is tested here."""
    monkeypatch.setattr(compiler, "CACHE", Cache(tmp_path))
    dogs, heard = np.ones(1, dtype=DOG), np.arange(3, dtype=np.int16)
    for kept in (False, True):
        monkeypatch.setitem(globals(), "half", PythonDispatcher(half_of))
        if kept:
            edited = listen.__code__.replace(co_firstlineno=1)  # else it would come from the cache itself
            monkeypatch.setattr(listen, "__code__", edited)
        assert PythonDispatcher(listen)(dogs, heard) == 2 + 1 + 1 + 2
        assert list(half.overloads) == []
        assert list(half.inline.overloads) == [(numba.int64,)]
        assert bool(half.inline.stats.cache_hits) == kept
    assert half(9) == 4


both: Any = PythonDispatcher(lambda row: row[0] + row[1])


def both_of_both(cups: Any, pairs: Any) -> int:
    return both(cups[0].spoons) * 10 + both(pairs[0].numbers)


def test_rows_of_any_length_have_one_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every run: the compiler itself is what is tested here."""
    monkeypatch.setattr(compiler, "CACHE", Cache(tmp_path))
    cups, pairs = np.zeros(1, dtype=CUP), np.zeros(1, dtype=layout(Pair))
    cups[0].spoons[:], pairs[0].numbers[:] = (1, 2, 3), (4, 5)
    assert PythonDispatcher(both_of_both)(cups, pairs) == 39
    assert list(both.inline.overloads) == [(numba.types.Array(numba.int16, 1, "C"),)]


def test_every_room_implements_every_verb() -> None:
    every = [value for value in vars(verbs).values() if hasattr(value, "means")]
    assert len(every) == 15
    for known in games.rule_sets():
        state = np.zeros(1, dtype=games.room(known).state)[0]
        for one in every:
            assert state.dtype in one.means.__self__, f"{known.id} does not implement {one.__name__}"


# -- compiled and interpreted -------------------------------------------------------------------

SIGNATURES = """
import numpy as np
from tilewright import games
from tilewright.core.compiling.compiled import COUNT, INTERPRETED
from tilewright.core.contract.dice import dice
from tilewright.search.playouts import random_games

print(INTERPRETED)
for known in games.rule_sets():
    room = games.room(known)
    states = np.zeros(1, dtype=room.state)
    choices = np.array(room.setup.choices(known, {}, 5), dtype=COUNT)
    rng = dice(5)
    for players in known.players:
        print(known.id, players, *random_games(states, players, choices, 2, room.moves.most, room.deals.most, rng))
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


@pytest.mark.slow
def test_compiled_and_interpreted_play_the_same_game() -> None:
    """In processes of their own: the switch is read once, when numba is imported."""
    interpreted = signatures(NUMBA_DISABLE_JIT="1")
    jitted = signatures(NUMBA_DISABLE_JIT="0")
    assert (interpreted[0], jitted[0]) == ("True", "False")
    assert interpreted[1:] == jitted[1:]
    assert len(jitted[1:]) == sum(len(known.players) for known in games.rule_sets())
