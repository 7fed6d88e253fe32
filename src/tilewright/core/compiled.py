"""How rules are compiled and how records are laid out. The only module that imports numba.

The same functions run interpreted under ``NUMBA_DISABLE_JIT=1``, with identical results.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, get_type_hints

import numba
import numpy as np
from numba.extending import overload
from numba.np.numpy_support import as_dtype
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., Any]")
COUNT = np.int16
Counts = NDArray[np.int16]
Reals = NDArray[np.float64]
Records = NDArray[Any]
"""An array of states. Compiled entry points take these: a lone record costs ten times as much to pass."""

FIELDS = {int: COUNT, float: np.float64}
CACHES_KEPT = 4
SOURCES = Path(__file__).parent.parent
INTERPRETED = bool(numba.config.DISABLE_JIT)
BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)


def fingerprint(sources: Path = SOURCES) -> str:
    """Name this state of the sources and tools.

    numba keys a cached function on its own file alone, so an edited helper would leave a stale caller;
    a cache folder named by a hash of everything cannot be stale.
    """
    digest = hashlib.sha256()
    for part in (sys.version, numba.__version__, np.__version__, str(BOUNDS_CHECKED)):
        digest.update(part.encode())
    for path in sorted(sources.rglob("*.py")):
        digest.update(str(path.relative_to(sources)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where compiled rules are kept: the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home) if home else Path.home() / ".cache") / "tilewright"


def prune(root: Path, keep: str) -> None:
    """Remove all but the newest caches, and never the one in use."""
    caches = sorted((path for path in root.iterdir() if path.is_dir()), key=lambda p: -p.stat().st_mtime)
    for old in [path for path in caches if path.name != keep][CACHES_KEPT - 1 :]:
        shutil.rmtree(old, ignore_errors=True)


def open_cache(root: Path, name: str) -> Path:
    """The cache folder for these sources; a folder that cannot be written is no reason to stop."""
    cache = root / name
    try:
        cache.mkdir(parents=True, exist_ok=True)
        prune(root, name)
    except OSError:
        pass
    return cache


if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(open_cache(cache_root(), fingerprint()))


def rule(function: Function) -> Function:
    """Compile a rule. One place for the flags, so that no function has its own."""
    return numba.njit(cache=True, nogil=True, error_model="numpy")(function)


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

    def choose(state: Any, *rest: Any) -> Any:  # noqa: ARG001 - numba matches the word's signature
        chosen = meanings[as_dtype(state)]
        return lambda state, *rest: chosen(state, *rest)  # noqa: PLW0108 - numba wants a plain function

    word.__name__, word.__doc__ = stub.__name__, stub.__doc__
    word.means = meanings.__setitem__  # type: ignore[attr-defined]
    choose.__annotations__ = {}  # numba compares signatures, and a lambda has no annotations
    overload(word)(choose)
    return word  # type: ignore[return-value]
