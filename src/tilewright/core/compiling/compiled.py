"""How rules and verbs are declared and how records are laid out.

The same functions run interpreted under ``NUMBA_DISABLE_JIT=1``, with identical results.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec, Protocol, TypeVar, cast, get_type_hints

import numba
import numpy as np
from numpy.typing import NDArray

from tilewright.core.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import ModuleType

    from tilewright.core.compiling.cache import Cache

Function = TypeVar("Function", bound="Callable[..., Any]")
Arguments = ParamSpec("Arguments")
Answer_co = TypeVar("Answer_co", covariant=True)
Layout = np.dtype[np.void]
COUNT = np.int16
Counts = NDArray[np.int16]
Integers = NDArray[np.int64]
Reals = NDArray[np.float64]
Wide = Annotated[int, (), np.int64]
"""A field that counts further than the things on a table."""

Records = NDArray[Any]
"""An array of states. Compiled entry points take these: a lone record costs ten times as much to pass."""

FIELDS = {int: COUNT, float: np.float64}
INTERPRETED = bool(numba.config.DISABLE_JIT)
COMPILERS = {"": "tilewright.core.compiling.compiler", "plain": "tilewright.core.compiling.plain_compiler"}


def chosen_compiler() -> ModuleType:
    """What compiles rules: our own way with numba, or the plain one that TILEWRIGHT_COMPILE asks for."""
    name = os.environ.get("TILEWRIGHT_COMPILE", "")
    if name not in COMPILERS:
        raise BadOption(f"TILEWRIGHT_COMPILE is {name!r}: it can only be 'plain', or not be set")
    return import_module(COMPILERS[name])


COMPILER = chosen_compiler()
CACHE: Cache = COMPILER.CACHE
"""Where compiled code is kept."""

TOOLS: str = COMPILER.TOOLS
"""What compiles it, with versions and settings."""


def rule(function: Function) -> Function:
    """Compile a rule, when it is first called."""
    return function if INTERPRETED else cast("Function", COMPILER.PythonDispatcher(function))


def _add_scaled(total: Any, row: Any, factor: Any) -> None:
    total += factor * row


def _positive_dot(row: Any, other: Any) -> Any:
    return (np.maximum(row, 0) * other).sum()


add_scaled = _add_scaled if INTERPRETED else COMPILER.add_scaled
"""``total += factor * row`` for short rows of a record's float32 numbers, all of a row at once."""

positive_dot = _positive_dot if INTERPRETED else COMPILER.positive_dot
"""The sum of the products of two such rows, where the first is above 0."""


def layout(declared: type, **given: int | Layout) -> Layout:
    """The record layout of a class of annotated fields.

    ``int`` is one count, ``Annotated[Counts, shape]`` an array of counts, and
    ``Annotated[..., shape, OTHER]`` an array of records of another layout.
    Where a shape or a layout is a name, it is one of those ``given``: what differs between games.
    """
    fields: list[tuple[str, object, tuple[object, ...]]] = []
    for name, hint in get_type_hints(declared, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(f"{declared.__name__}.{name} is shadowed by an attribute of NumPy's records")
        shape, *of = getattr(hint, "__metadata__", ((),))
        kind = of[0] if of else FIELDS.get(hint, COUNT)
        fields.append((name, found(kind, given), tuple(found(size, given) for size in shape)))
    return np.dtype((np.record, np.dtype(cast("Any", fields))))


def found(part: object, given: Mapping[str, object]) -> object:
    """A part of a layout, or what is given under its name."""
    return given[part] if isinstance(part, str) else part


class Verb(Protocol[Arguments, Answer_co]):
    """A function that each game implements."""

    __name__: str
    means: Callable[[Layout, Callable[..., Any]], None]

    def __call__(self, *arguments: Arguments.args, **named: Arguments.kwargs) -> Answer_co: ...


def verb(stub: Callable[Arguments, Answer_co]) -> Verb[Arguments, Answer_co]:
    """Make a verb; the layout of its first argument chooses the implementation."""
    implementations: dict[Layout, Callable[..., Any]] = {}

    def dispatch(state: np.void, *rest: object) -> object:
        return implementations[state.dtype](state, *rest)

    dispatch.__name__, dispatch.__doc__ = stub.__name__, stub.__doc__
    dispatch.means = implementations.__setitem__  # type: ignore[attr-defined]
    COMPILER.register_verb(dispatch, implementations)
    return cast("Verb[Arguments, Answer_co]", dispatch)
