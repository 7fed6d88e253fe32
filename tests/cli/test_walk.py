"""How far it is from the keyboard to the picture."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
FEWER_THAN = 18


def test_a_typed_move_goes_through_few_files_and_none_calls_back() -> None:
    command = [sys.executable, "-m", "benchmarks.typed_move", "classic"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.partition(" files, ")[2]
    files = re.findall(r"^ *\d+ (\S+) +from (.*)$", told, re.MULTILINE)
    assert files[0][0] == "cli/screen.py", "the keyboard is read there"
    assert "games/classic/picture.py" in dict(files)
    assert len(files) < FEWER_THAN
    calls = {(above, below) for below, named in files for above in re.findall(r"\d+ (\S+?)(?:,|$)", named)}
    assert not [pair for pair in calls if pair[::-1] in calls]
