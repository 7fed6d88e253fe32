"""Soak every rule set with every number of players: python benchmarks/soak_everything.py [PLIES]."""

from __future__ import annotations

import subprocess
import sys

import tilewright


def main() -> None:
    """One line of JSON for each; exit 1 if any invariant failed anywhere."""
    plies = sys.argv[1] if len(sys.argv) > 1 else "10000000"
    program = "from tilewright.cli.main import main; main()"
    failed = 0
    for rule_set in tilewright.rule_sets():
        for players in rule_set.players:
            words = ["soak", rule_set.id, "--players", str(players), "--plies", plies, "--json"]
            failed += subprocess.run([sys.executable, "-c", program, *words], check=False).returncode != 0
    raise SystemExit(1 if failed else 0)


if __name__ == "__main__":
    main()
