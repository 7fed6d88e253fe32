"""Small engines, good and bad, written into a folder for a test."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "engine_client.py"

LOOP = """
import sys, time, os
moves, plies = [], 0
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "hello":
        say("name Bad Boy"); say("want moves"); say("ready")
    elif word == "newgame":
        say("ready")
    elif word == "moves":
        moves = rest.split(" | ")
    elif word == "go":
        plies += 1
        {go}
    elif word == "quit":
        break
"""


def write_engine(folder: Path, go: str, name: str = "engine.py") -> str:
    """An engine that does this when it is asked for a move; its entrant's spec."""
    path = folder / name
    path.write_text(LOOP.replace("{go}", textwrap.indent(go, " " * 8).strip()))
    return f"engine:{sys.executable} {path}"


def slow_engine(folder: Path, seconds: float) -> str:
    """Plays the first legal move, slowly, and leaves its process number in the folder."""
    pid = f'open({str(folder)!r} + "/pid-" + str(os.getpid()), "w").close()'
    return write_engine(folder, f'{pid}; time.sleep({seconds}); say("bestmove " + moves[0])', "slow.py")
