"""Where a typed move goes: python -m benchmarks.typed_move [RULE SET] [MOVE] [--calls].

Two people sit at a terminal. From the moment one has typed a move until the next is asked, every function of the
program that Python calls is noted. Compiled code is one step, under the file that Python calls it by; with
``NUMBA_DISABLE_JIT=1`` the rules are walked through as well. Prints the files in the order in which they are first
reached, how often each is called from other files, and by which; ``--calls`` tells the functions too.
"""

from __future__ import annotations

import builtins
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import tilewright
from tilewright.cli.commands import NAMED
from tilewright.cli.keeping import Keeper
from tilewright.cli.screen import Screen
from tilewright.cli.seating import name_seats
from tilewright.cli.session import Session

if TYPE_CHECKING:
    from types import FrameType

SOURCES = Path(tilewright.__file__).parent
SEED = 7
FOLLOWED = 2  # the move that is followed: the first one loads what all need


class Walk:
    """The files that control goes through, as Python's profiler sees it."""

    def __init__(self) -> None:
        self.calls: dict[str, Counter[str]] = {}  # of functions, by file in the order of the first visit
        self.came_from: dict[str, Counter[str]] = defaultdict(Counter)

    def visit(self, frame: FrameType, function: str) -> None:
        """Control is in this frame's file now."""
        here, above = file_of(frame), frame.f_back
        while above is not None and file_of(above) is None:
            above = above.f_back
        caller = file_of(above) if above else None
        if here is not None:
            self.calls.setdefault(here, Counter())[function] += 1
            if caller != here:
                self.came_from[here][caller or "compiled"] += 1

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.visit(frame, frame.f_code.co_name)


def file_of(frame: FrameType) -> str | None:
    """A file of ours; None for any other."""
    path = Path(frame.f_code.co_filename)
    return str(path.relative_to(SOURCES)) if path.is_relative_to(SOURCES) else None


def walk(rule_set: str, move: str | None) -> Walk:
    """Play the first moves of a game at the terminal, and follow one of them."""
    found, asked = Walk(), 0
    game = tilewright.new_game(rule_set, seed=SEED)

    def typed(_: object) -> str:
        nonlocal asked
        sys.setprofile(None)
        asked += 1
        if asked > FOLLOWED:
            raise EOFError
        wanted = move if move and asked == FOLLOWED else str(game.legal_moves[0])
        if asked == FOLLOWED:
            found.visit(sys._getframe(1), "input")  # noqa: SLF001 - where the keyboard is read
            sys.setprofile(found)
        return wanted

    builtins.input = typed
    with tempfile.TemporaryDirectory() as folder:
        keeper = Keeper(Path(folder) / "game.json", None, print)
        Session(game, name_seats(["human:Ann", "human:Bob"]), Screen(plain=False), keeper, NAMED).play()
    return found


def main(arguments: list[str]) -> None:
    words = [one for one in arguments if not one.startswith("--")]
    found = walk(words[0] if words else "classic", words[1] if len(words) > 1 else None)
    print(f"\n{len(found.calls)} files, called {sum(map(Counter.total, found.came_from.values()))} times by others")
    for number, (file, calls) in enumerate(found.calls.items(), start=1):
        print(f"{number:3} {file:28} from " + ", ".join(f"{n} {name}" for name, n in found.came_from[file].items()))
        if "--calls" in arguments:
            print("      " + ", ".join(f"{name} {n}" for name, n in calls.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
