"""How rules are compiled with nothing but what numba offers to everybody: TILEWRIGHT_COMPILE=plain.

The way out when a release of numba breaks the private parts that ``core/compiling/compiler.py`` works with. What runs
is the same; it takes longer to compile, and nothing is kept between runs.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba.extending import overload

from tilewright.core.compiling.cache import Cache
from tilewright.core.compiling.sources import IMPLEMENTATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

TOOLS = f"plain {sys.version} {numba.__version__} {np.__version__}"
CACHE = Cache(None)
OPTIONS = {"nogil": True, "error_model": "numpy"}


def PythonDispatcher(function: Callable[..., Any]) -> Any:  # noqa: N802 - named as in core/compiling/compiler.py, which it stands in for
    """Compile a rule, for Python and for other rules."""
    return numba.njit(**OPTIONS)(function)


# -- verbs ----------------------------------------------------------------------------------------


def implementation(implementations: Mapping[np.dtype[Any], Any], kinds: Sequence[Any]) -> Callable[..., Any] | None:
    """What implements a verb for arguments of these types of numba's; None where the first is nobody's state."""
    found = next((implementations[layout] for layout in implementations if numba.from_dtype(layout) == kinds[0]), None)
    if found is None:
        return None
    return lambda *kinds: found(*kinds)  # noqa: PLW0108 - numba wants a function with the arguments of the overload


def register_verb(verb: Any, implementations: Mapping[Any, Any]) -> None:
    """Let compiled code call a verb."""
    IMPLEMENTATIONS[verb.__name__] = implementations
    overload(verb, jit_options=OPTIONS)(lambda *kinds: implementation(implementations, kinds))


# -- short rows of numbers ------------------------------------------------------------------------


def _add_scaled(total: Any, row: Any, factor: Any) -> None:
    for k in range(len(total)):
        total[k] += factor * row[k]


def _positive_dot(row: Any, other: Any) -> Any:
    """Sums are taken in the order of ``compiler.py``: half of the row onto the other half, again and again."""
    products = np.empty_like(row)
    for k in range(len(row)):
        products[k] = row[k] * other[k] if row[k] > 0 else np.float32(0)
    half = len(row)
    while half > 1:
        half //= 2
        for k in range(half):
            products[k] += products[half + k]
    return products[0]


add_scaled, positive_dot = PythonDispatcher(_add_scaled), PythonDispatcher(_positive_dot)
