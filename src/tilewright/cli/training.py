"""The command that trains nets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console

from tilewright.cli.screen import counting_bar
from tilewright.core.errors import NotInstalled
from tilewright.training.curves import check_drawing, draw_curves, read_log
from tilewright.training.loop import Loop, Plan

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import Progress, TaskID


def run_train(plan: Plan, *, generations: int, workers: int | None, on: str, out: Path) -> None:
    """Play, learn, gate, and again; draw the curves after every generation."""
    _check_torch()
    check_drawing()
    console = Console(stderr=True)
    with counting_bar(console) as bar:
        telling = Telling(bar)
        loop = Loop(out, plan, workers, on, telling)
        for generation in range(1, generations + 1):
            verdict = loop.run(generation)[-1]
            draw_curves(read_log(out / "log.jsonl"), out / "curves.png")
    if verdict.reigning is None:
        print(f"No net has passed its gate yet; more --generations continue {out}.")  # noqa: T201
    else:
        print(f"{out / 'best.npz'} is the last net that passed its gate.")  # noqa: T201


def _check_torch() -> None:
    try:
        import torch  # noqa: F401 - only whether it is there
    except ImportError:
        raise NotInstalled("training needs torch: pip install 'tilewright[train]'") from None


class Telling:
    """Progress: bars in a terminal, and a line for each step."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task: TaskID | None = None

    def __call__(self, kind: str, facts: dict[str, Any]) -> None:
        match kind:
            case "play":
                self._begin(f"generation {facts['generation']}: games", facts["games"], facts["played"])
            case "games":
                self._advance(facts["games"])
            case "learn":
                self._end()
                self._say(f"learning from {facts['round_ends']:,} round ends, {facts['insides']:,} positions inside")
            case "epoch":
                surprise = f", surprise {facts['surprise']:.4f} nats" if "surprise" in facts else ""
                error = f"leads are off by {facts['lead_error']:.3f} points"
                self._say(f"{facts['net']} {facts['part']} epoch {facts['epoch']}: {error}{surprise}")
            case "match":
                if facts["games"] == facts["more"]:
                    self._begin(f"{facts['net']} against the reigning one", facts["of"], 0)
                self._advance(facts["more"])
            case "trial":
                self._say(f"{facts['net']}: {_rated(facts)}")
            case "verdict":
                self._end()
                passed = "passed its gate" if facts["accepted"] else "did not pass its gate"
                self._say(f"generation {facts['generation']}: {facts['candidate']} {passed}: {_rated(facts)}")

    def _say(self, text: str) -> None:
        self._bar.console.print(text, highlight=False, soft_wrap=True, markup=False)

    def _begin(self, what: str, total: int, done: int) -> None:
        self._end()
        self._say(f"{what}, {done} of {total} are there" if done else what)
        self._task = self._bar.add_task(what, total=total, completed=done)

    def _advance(self, more: int) -> None:
        if self._task is not None:
            self._bar.advance(self._task, more)

    def _end(self) -> None:
        if self._task is not None:
            self._bar.remove_task(self._task)
            self._task = None


def _rated(facts: dict[str, Any]) -> str:
    low, high = facts["elo_interval"]
    return f"{facts['elo']:+.0f} Elo from the reigning one ({low:+.0f} to {high:+.0f}) in {facts['games']} games"
