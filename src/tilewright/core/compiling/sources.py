"""Which source files compiled code depends on.

A compiled function depends on its own module, on every module that one imports, and so on; and where one of these
calls a verb, on the modules that implement it for the layouts at hand. Nothing else counts: not the doors, not
another room.
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

PACKAGE = __name__.partition(".")[0]
SOURCES = Path(__file__).parents[2]
KEEPERS = {__name__, f"{PACKAGE}.core.compiling.cache"}
"""What keeps compiled code is no part of it."""

ByLayout = Mapping[Hashable, Callable[..., Any]]
IMPLEMENTATIONS: dict[str, ByLayout] = {}
"""The verbs by name, and what implements each for a layout."""


def stamp(path: Path) -> tuple[int, int]:
    """What changes when a file is written."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size


AS_STARTED = {path: stamp(path) for path in SOURCES.rglob("*.py")}
"""The sources when the program started: what is edited after that may not be what was imported."""


@dataclass(frozen=True)
class Source:
    """What a module's text tells."""

    digest: bytes
    imports: frozenset[str]  # modules of the same package and of this one
    names: frozenset[str]  # every name that it uses


def path_of(module: str) -> Path | None:
    """The file of a module that lies in a package; None for anything else."""
    top, *rest = module.split(".")
    home = getattr(sys.modules.get(top), "__path__", None)
    if not home:
        return None
    base = Path(next(iter(home)), *rest)
    return next((path for path in (Path(f"{base}.py"), base / "__init__.py") if path.is_file()), None)


@cache
def read(module: str) -> Source | None:
    """A module's source; None where there is none, or where it was edited after the program started."""
    path = path_of(module)
    if path is None or AS_STARTED.get(path, stamp(path)) != stamp(path):
        return None
    text = path.read_bytes()
    imports: set[str] = set()
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.Import):
            imports.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            home = resolve_name("." * node.level + (node.module or ""), module.rpartition(".")[0])
            inner = [f"{home}.{alias.name}" for alias in node.names]
            imports.update(name if path_of(name) else home for name in inner)
            names.update(alias.name for alias in node.names)  # also what has another name here
    ours = (PACKAGE, module.partition(".")[0])
    followed = frozenset(name for name in imports if name.partition(".")[0] in ours)
    return Source(hashlib.sha256(text).digest(), followed, frozenset(names))


def modules_behind(module: str, layouts: Iterable[Hashable]) -> set[str]:
    """All modules that code of this module depends on when it is compiled for these layouts."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        source = read(name)
        if source is not None:
            waiting += source.imports
            waiting += [
                IMPLEMENTATIONS[verb][layout].__module__
                for verb in source.names & IMPLEMENTATIONS.keys()
                for layout in layouts
                if layout in IMPLEMENTATIONS[verb]
            ]
    return found


@cache
def fingerprint(module: str, layouts: frozenset[Hashable], tools: str) -> str | None:
    """Name the state of everything that this module's compiled code depends on; None if that cannot be known."""
    digest = hashlib.sha256(tools.encode())
    for name in sorted(modules_behind(module, layouts) - KEEPERS):
        source = read(name)
        if source is None:
            return None
        digest.update(name.encode())
        digest.update(source.digest)
    return digest.hexdigest()[:16]
