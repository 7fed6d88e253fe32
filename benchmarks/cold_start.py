"""What it costs to begin: compiling from nothing, the first prompt, the first hint, and a test after an edit.

python -m benchmarks.cold_start [warm] [prompt] [edit]

Works on a copy of the sources and tests in a temporary folder, with caches of its own, and edits only that copy.
Prints one table; measure on an idle machine, for seconds are those of the clock on the wall where a person waits,
and CPU seconds where only work is done.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.cli import terminal

ROOT = Path(__file__).parent.parent
GAMES = ("classic", "pavilion", "duel")
TEST = "tests/games/classic/test_moves.py"
EDITS = {
    "nothing": None,
    "the terminal": "cli/session.py",
    "another game": "games/duel/rules/verbs.py",
    "its evaluation": "games/classic/evaluate.py",
    "its rules": "games/classic/rules.py",
}
terminal.PATIENCE = 900.0


class Copy:
    """A copy of what is run, to be edited and compiled from nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "tests", "scripts"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)

    def surroundings(self, cache: str) -> dict[str, str]:
        """The environment of a process that uses the copy, with a cache of this name."""
        own = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        places = {"XDG_CACHE_HOME": cache, "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config"}
        return own | {"PYTHONPATH": "src"} | {name: str(self.folder / folder) for name, folder in places.items()}

    def run(self, cache: str, *words: str) -> tuple[float, float, float]:
        """Seconds on the wall, CPU seconds and the megabytes of the largest process of a command."""
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, *words], cwd=self.folder, env=self.surroundings(cache), stdout=subprocess.PIPE, text=True
        )
        said = process.stdout.read() if process.stdout else ""
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{' '.join(words)} failed:\n{said}")
        return time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def row(what: str, *figures: str) -> None:
    print(f"| {what} | {' | '.join(figures)} |", flush=True)


def head(*names: str) -> None:
    print(f"\n| {' | '.join(names)} |\n|{'---|' * len(names)}", flush=True)


def warm(copy: Copy) -> None:
    """All games side by side, then each in a process of its own."""
    head("compiled from nothing", "seconds", "CPU seconds", "largest process")
    for name in ("", *GAMES):
        words = ["-m", "tilewright", "warm", *([name] if name else [])]
        seconds, cpu, megabytes = copy.run(f"cache-warm-{name}", *words)
        row(name or "everything", f"{seconds:.0f}", f"{cpu:.0f}", f"{megabytes:.0f} MB")


def prompt(copy: Copy) -> None:
    """A person sits down with an empty cache and asks for a hint at once."""
    head("from an empty cache", "to the first prompt", "to the first hint")
    for name in GAMES:
        environment = copy.surroundings(f"cache-prompt-{name}") | {"PYTHONPATH": str(copy.folder / "src")}
        began = time.monotonic()
        with terminal.Terminal("play", name, "--name", "Ann", "--level", "3", "--first", "0", **environment) as person:
            person.until("Your move:")
            asked = time.monotonic()
            person.type("h")
            person.until("positions seen")
            answered = time.monotonic()
            person.type("q")
        row(name, f"{asked - began:.1f} s", f"{answered - began:.1f} s")


def edit(copy: Copy) -> None:
    """One test file after one more line in a file of the copy; the file is put back each time."""
    copy.run("cache-edit", "-m", "pytest", "-q", TEST)
    head(f"{TEST} after an edit of", "seconds", "CPU seconds")
    for what, name in EDITS.items():
        path = copy.folder / "src" / "tilewright" / name if name else None
        before = path.read_text() if path else ""
        if path:
            path.write_text(f"{before}\n\nEDITED = True\n")
        seconds, cpu, _ = copy.run("cache-edit", "-m", "pytest", "-q", TEST)
        if path:
            path.write_text(before)
        row(what, f"{seconds:.1f}", f"{cpu:.1f}")


MEASURES = {"warm": warm, "prompt": prompt, "edit": edit}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("measure", nargs="*", default=list(MEASURES), help="warm, prompt or edit; else all three")
    wanted = options.parse_args().measure
    if unknown := set(wanted) - set(MEASURES):
        options.error(f"no measure {', '.join(unknown)}: there are {', '.join(MEASURES)}")
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for name in wanted:
            MEASURES[name](copy)


if __name__ == "__main__":
    main()
