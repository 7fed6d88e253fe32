"""The thinker against simpler opponents: python benchmarks/strength.py [GAMES] [FOLDER] [RULE_SET ...].

Results go into the folder, so an interrupted run goes on where it stopped. One match at a time, one worker:
the thinker's time is CPU time, but a crowded machine still disturbs it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import tilewright

TIMES = {"greedy": "0.05s", "random": "0.01s"}  # against random a fifth of the time is more than enough


def match(rule_set: str, players: int, opponent: str, games: int, folder: Path) -> dict[str, object]:
    """Play one match and return its summary."""
    out = folder / f"{rule_set}-{players}-{opponent}.jsonl"
    words = ["arena", rule_set, f"thinker@{TIMES[opponent]}", opponent, "--players", str(players)]
    words += ["--pairs", str(-(-games // players)), "--workers", "1", "--out", str(out), "--json"]
    program = "from tilewright.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", program, *words], check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def main() -> None:
    """Print a line for each match."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    folder = Path(sys.argv[2] if len(sys.argv) > 2 else "strength")
    folder.mkdir(parents=True, exist_ok=True)
    chosen = sys.argv[3:] or [rule_set.id for rule_set in tilewright.rule_sets()]
    for rule_set in tilewright.rule_sets():
        for players in rule_set.players if rule_set.id in chosen else ():
            for opponent in ("greedy", "random"):
                summary = match(rule_set.id, players, opponent, games, folder)
                print(rule_set.id, players, opponent, json.dumps(summary), flush=True)


if __name__ == "__main__":
    main()
