"""How rules are compiled and how records are laid out. The only module that imports numba.

The same functions run interpreted under ``NUMBA_DISABLE_JIT=1``, with identical results.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_type_hints

import llvmlite
import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.core.types import Record
from numba.extending import overload
from numba.np.numpy_support import as_dtype
from numpy.typing import NDArray

from tilewright.core.shelf import Shelf, chosen_root
from tilewright.core.sources import WORDS, fingerprint

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
BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)
TOOLS = " ".join((sys.version, numba.__version__, llvmlite.__version__, np.__version__, f"bounds {BOUNDS_CHECKED}"))
SHELF = Shelf(chosen_root())


class KeptRule(NullCache):  # type: ignore[misc]  # numba has no types
    """The compiled forms of one rule. numba's own cache looks at a function's own file alone, and so can be stale."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def name(self, signature: Any, target: Any) -> str | None:
        """The name on the shelf of the form for this signature; None for what cannot be told by name."""
        where, what = self.function.__module__, self.function.__qualname__
        types = getattr(signature, "args", signature)
        layouts = frozenset(layout for kind in types for layout in layouts_in(kind))
        fresh = fingerprint(where, layouts, f"{TOOLS} {target.codegen().magic_tuple()}")
        if fresh is None or "<locals>" in what:
            return None
        form = hashlib.sha256(str(signature).encode()).hexdigest()[:16]
        return f"{where}/{what}-{form}-{fresh}.{self.function.__code__.co_firstlineno}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        name = self.name(sig, target_context)
        data = SHELF.load(name) if name else None
        return None if data is None else CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: S301, SLF001 - our own file, sealed; numba has no other door

    def save_overload(self, sig: Any, data: Any) -> None:
        name = self.name(sig, data.target_context)
        if name and not data.library.has_dynamic_globals:
            SHELF.save(name, dumps(data._replace(type_annotation="")._reduce()))  # noqa: SLF001 - the same door


@cache
def layouts_in(kind: Any) -> frozenset[np.dtype[Any]]:
    """The record layouts that a type of numba's holds, at any depth."""
    inner = getattr(kind, "types", ())
    if isinstance(kind, Record):
        inner = [field.type for field in kind.fields.values()]
    elif hasattr(kind, "dtype") and kind.dtype is not kind:
        inner = [kind.dtype]
    found = frozenset().union(*(layouts_in(one) for one in inner))
    return found | {as_dtype(kind)} if isinstance(kind, Record) else found


def rule(function: Function) -> Function:
    """Compile a rule. One place for the flags, so that no function has its own."""
    compiled = numba.njit(nogil=True, error_model="numpy")(function)
    compiled._cache = KeptRule(function)  # noqa: SLF001 - numba has no door for a cache of one's own
    return compiled


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
    WORDS[stub.__name__] = meanings

    def word(state: Any, *rest: Any) -> Any:
        return meanings[state.dtype](state, *rest)

    def choose(state: Any, *rest: Any) -> Any:  # noqa: ARG001 - numba matches the word's signature
        chosen = meanings[as_dtype(state)]
        return lambda state, *rest: chosen(state, *rest)  # noqa: PLW0108 - numba wants a plain function

    word.__name__, word.__doc__ = stub.__name__, stub.__doc__
    word.means = meanings.__setitem__  # type: ignore[attr-defined]
    choose.__annotations__ = {}  # numba compares signatures, and a lambda has no annotations
    overload(word)(choose)
    return word  # type: ignore[return-value]
