"""Commands that measure: speed and soundness."""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.console import Console
from rich.progress import Progress

from tilewright.cli.screen import Screen
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import dice
from tilewright.games import room as room_of
from tilewright.games import rule_sets
from tilewright.play.position import rule_set_for

if TYPE_CHECKING:
    from tilewright.core.compiling.compiled import Counts
    from tilewright.core.contract.meta import RuleSet
    from tilewright.search.soak import Tally

SIGNATURE_GAMES = 2_000
BATCHES, BATCH_SECONDS = 5, 0.04
ORACLE_SECONDS = 0.15
SOAK_BATCH = 500
CHECKOUT = Path(__file__).parent.parent.parent.parent


def _choices(rule_set: RuleSet) -> Counts:
    return np.array(room_of(rule_set).setup.choices(rule_set, {}, 1), dtype=COUNT)


def measure(rule_set: RuleSet, players: int) -> dict[str, Any]:
    """Random games on one thread: the best of a few batches, because shared machines only ever add time."""
    from tilewright.search.playouts import random_games

    room = room_of(rule_set)
    states, choices = np.zeros(1, dtype=room.state), _choices(rule_set)

    def run(count: int, seed: int) -> tuple[int, int, float]:
        began = time.process_time()
        plies, signature = random_games(states, players, choices, count, room.moves.most, room.deals.most, dice(seed))
        return plies, signature, max(time.process_time() - began, 1e-9)

    run(1, 1)
    plies, signature, seconds = run(SIGNATURE_GAMES, 1)
    count = max(1, int(SIGNATURE_GAMES * BATCH_SECONDS / seconds))
    batches = [(plies / seconds, SIGNATURE_GAMES / seconds)]
    for batch in range(BATCHES):
        plies, _, seconds = run(count, batch + 2)
        batches.append((plies / seconds, count / seconds))
    plies_per_second, games_per_second = max(batches)
    oracle = oracle_plies_per_second(rule_set, players)
    return {
        "rule_set": rule_set.id,
        "players": players,
        "games_per_second": round(games_per_second),
        "plies_per_second": round(plies_per_second),
        "ratio_to_oracle": round(plies_per_second / oracle, 1) if oracle else None,
        "signature": signature,
    }


def load_oracle(rule_set: RuleSet) -> Any:
    """The naive oracle of a room; None where there is only the wheel, without the tests."""
    module = f"naive_{rule_set.room}"
    if not (CHECKOUT / "tests" / "kit" / f"{module}.py").is_file():
        return None
    if str(CHECKOUT) not in sys.path:
        sys.path.append(str(CHECKOUT))
    return importlib.import_module(f"tests.kit.{module}").new_naive_game


def oracle_plies_per_second(rule_set: RuleSet, players: int) -> float | None:
    """The slow, obvious version playing the same kind of games in the same process."""
    new_naive_game = load_oracle(rule_set)
    if new_naive_game is None:
        return None
    rng = random.Random(1)
    plies, began = 0, time.process_time()
    while time.process_time() - began < ORACLE_SECONDS:
        game = new_naive_game(rule_set.id, players)
        while game.awaiting != "end" and time.process_time() - began < ORACLE_SECONDS:
            if game.awaiting == "deal":
                game.random_deal(rng)
            else:
                game.play(rng.choice(game.legal_moves()))
                plies += 1
    return plies / (time.process_time() - began)


def run_bench(name: str | None, *, players: int, as_json: bool) -> None:
    """One line for each rule set."""
    chosen = [rule_set_for(name, players)] if name else [r for r in rule_sets() if players in r.players]
    screen = Screen(plain=False)
    for rule_set in chosen:
        found = measure(rule_set, players)
        if as_json:
            print(json.dumps(found), flush=True)  # noqa: T201
            continue
        ratio = f"{found['ratio_to_oracle']} x the oracle" if found["ratio_to_oracle"] else "no oracle here"
        screen.say(
            f"{rule_set.id:14} {players} players  {found['games_per_second']:>8,} games/s"
            f"  {found['plies_per_second']:>10,} plies/s  {ratio:>18}  signature {found['signature']}"
        )


def run_soak(name: str, *, players: int, games: int, plies: int, seed: int, fault_at: int, as_json: bool) -> None:
    """Random games with every invariant checked inside the compiled loop."""
    from tilewright.search.soak import SOAKING, TALLY, soak

    rule_set = rule_set_for(name, players)
    room, choices, rng = room_of(rule_set), _choices(rule_set), dice(seed)
    states = np.zeros(1, dtype=room.state)
    tally, soaking = np.zeros(1, dtype=TALLY), np.zeros(1, dtype=SOAKING)
    soaking[0] = (players, 0, room.moves.most, room.deals.most, fault_at)
    total = plies or games
    with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True) as bar:
        task = bar.add_task(f"{name}, {players} players", total=total)
        while (done := int(tally[0].plies if plies else tally[0].games)) < total and not tally[0].violations:
            soaking[0].games = SOAK_BATCH if plies else min(SOAK_BATCH, games - done)
            soak(states, tally, soaking, choices, rng)
            bar.update(task, completed=int(tally[0].plies if plies else tally[0].games))
    report = soak_report(name, players, tally[0], room.positions.endings, room.positions.violations)
    if as_json:
        print(json.dumps(report))  # noqa: T201
    else:
        for key, value in report.items():
            Screen(plain=True).say(f"{key.replace('_', ' '):26} {value}")
    if tally[0].violations:
        raise SystemExit(1)


def soak_report(
    name: str,
    players: int,
    tally: Tally,
    reasons: tuple[str, ...],
    meanings: tuple[str, ...],
) -> dict[str, Any]:
    """What a soak saw: means to three digits, so that a changed rule shows as a changed fingerprint."""
    played, plies = int(tally.games), int(tally.plies)
    return {
        "rule_set": name,
        "players": players,
        "games": played,
        "plies": plies,
        "violations": int(tally.violations),
        "violated": [text for bit, text in enumerate(meanings) if int(tally.broken) >> bit & 1],
        "mean_plies": round(plies / played, 3),
        "mean_rounds": round(int(tally.rounds) / played, 3),
        "mean_legal_moves": round(int(tally.moves) / plies, 3),
        "most_legal_moves": int(tally.most_moves),
        "mean_score": round(int(tally.points) / played / players, 3),
        "mean_winning_score": round(int(tally.winning_points) / played, 3),
        "shared_victories": int(tally.shared),
        "longest_game_plies": int(tally.longest),
        "longest_game_rounds": int(tally.most_rounds),
        "endings": {reason or "running": int(n) for reason, n in zip(reasons, tally.endings, strict=False) if n},
    }
