"""How rules and words are declared and how records are laid out.

The same functions run interpreted under ``NUMBA_DISABLE_JIT=1``, with identical results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast, get_type_hints

import numba
import numpy as np
from numpy.typing import NDArray

from tilewright.core.compiler import Entry, understood

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., Any]")
COUNT = np.int16
Counts = NDArray[np.int16]
Reals = NDArray[np.float64]
Records = NDArray[Any]
"""An array of states. Compiled entry points take these: a lone record costs ten times as much to pass."""

FIELDS = {int: COUNT, float: np.float64}
INTERPRETED = bool(numba.config.DISABLE_JIT)


def rule(function: Function) -> Function:
    """Compile a rule, when it is first called."""
    return function if INTERPRETED else cast("Function", Entry(function))


def layout(declared: type) -> np.dtype[Any]:
    """The record layout of a class of annotated fields.

    ``int`` is one count, ``Annotated[Counts, shape]`` an array of counts, and
    ``Annotated[..., shape, OTHER]`` an array of records of another layout.
    """
    fields: list[Any] = []
    for name, hint in get_type_hints(declared, include_extras=True).items():
        if hasattr(np.record, name):
            raise TypeError(f"{declared.__name__}.{name} is shadowed by an attribute of NumPy's records")
        shape, *of = getattr(hint, "__metadata__", ((),))
        fields.append((name, of[0] if of else FIELDS.get(hint, COUNT), shape))
    return np.dtype((np.record, np.dtype(fields)))


class Verb(Protocol):
    """A word that each game gives its own meaning to."""

    __name__: str
    means: Callable[[np.dtype[Any], Any], None]

    def __call__(self, state: Any, *rest: Any) -> Any: ...


def verb(stub: Callable[..., Any]) -> Verb:
    """Make a word of the family; the layout of its first argument chooses whose meaning applies."""
    meanings: dict[Any, Any] = {}

    def word(state: Any, *rest: Any) -> Any:
        return meanings[state.dtype](state, *rest)

    word.__name__, word.__doc__ = stub.__name__, stub.__doc__
    word.means = meanings.__setitem__  # type: ignore[attr-defined]
    understood(word, meanings)
    return word  # type: ignore[return-value]
