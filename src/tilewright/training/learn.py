"""Training the nets of an evaluation with torch: one for round ends, one for positions inside rounds.

Both are residuals: they add to what the weights expect of a board, and begin by adding nothing. Which of several
nets is best, games decide and not the loss.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch import nn

from tilewright.training.positions import LAST, Insides, RoundEnds, points_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.core.contract.evaluator import Evaluation, Nets, Numbers
    from tilewright.core.contract.learning import Learning
    from tilewright.core.contract.net import NetShape, Parts

    Tell = Callable[[dict[str, float]], None]
    """Is told how far a net is, after every epoch."""

HELD_BACK = 10  # one game in so many is never trained on
POINTS_COUNT = 0.5  # what a squared error of the lead counts beside who wins
OWN_POINTS_COUNT = 0.5  # what a seat's own points count beside the lead, inside rounds
TRUST = 0.7  # in the value of the next round end; the rest in how the game ended
MOST_ROUNDS = 6
RARE = 100.0  # squared points: how far leads are off with so many rounds to come as no game here had


@dataclass(frozen=True)
class Schedule:
    """How long and how fast a net learns."""

    epochs: int
    rate: float
    decay: float
    batch: int


ROUND_END = Schedule(epochs=8, rate=1e-3, decay=1.0, batch=512)
INSIDE = Schedule(epochs=10, rate=2e-3, decay=0.05, batch=1024)


class Residual(nn.Module):  # type: ignore[misc]  # torch is an extra, and not read by mypy
    """The net that ``core.contract.net`` computes in play."""

    def __init__(self, shape: NetShape) -> None:
        super().__init__()
        self.layer_1 = nn.Linear(shape.inputs, shape.first)
        self.layer_2 = nn.Linear(shape.first, shape.second)
        self.layer_3 = nn.Linear(shape.second, 1)
        nn.init.zeros_(self.layer_3.weight)
        nn.init.zeros_(self.layer_3.bias)
        self.blocks = None if shape.blocks is None else torch.from_numpy(shape.blocks().copy())

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """What the net makes of inputs, or of blocks of them given by number."""
        if self.blocks is None:
            hidden = self.layer_1(seen)
        else:
            table = self.blocks @ self.layer_1.weight.T
            added = nn.functional.embedding_bag(seen.reshape(-1, seen.shape[-1]), table, mode="sum")
            hidden = added.reshape(*seen.shape[:-1], -1) + self.layer_1.bias
        return self.layer_3(torch.relu(self.layer_2(torch.relu(hidden)))).squeeze(-1)

    def parts(self) -> dict[str, Any]:
        """The arrays as play wants them."""
        found = {}
        for k, layer in enumerate((self.layer_1, self.layer_2, self.layer_3), start=1):
            weight = layer.weight.detach().numpy().T
            found[f"weights_{k}"] = np.ascontiguousarray(weight.reshape(-1) if k == 3 else weight, dtype=np.float32)
            found[f"bias_{k}"] = layer.bias.detach().numpy().astype(np.float32)
        return found


def learn(
    evaluation: Evaluation,
    learning: Learning,
    numbers: Numbers,
    ends: RoundEnds,
    insides: Insides,
    seed: int,
    tell: Callable[[str, dict[str, float]], None],
) -> Nets:
    """Both nets: first what round ends are worth, then what the rest of a round brings in terms of that."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)  # the same nets on every machine; they are too small for more
    round_end = RoundEndTask(evaluation, learning, numbers, ends).learn(lambda one: tell("round_end", one))
    inside = learn_insides(evaluation, learning, numbers, round_end, insides, lambda one: tell("inside", one))
    return {"round_end": round_end, "inside": inside}


class RoundEndTask:
    """Who wins, and by how much, from how games ended and what they were worth a round later."""

    def __init__(self, evaluation: Evaluation, learning: Learning, numbers: Numbers, ends: RoundEnds) -> None:
        shape = evaluation.nets["round_end"]
        evaluators = evaluation.evaluator(numbers)
        points, left = points_of(ends.states, evaluators)
        inputs = np.zeros((*points.shape, shape.inputs), dtype=np.float32)
        learning.round_ends(ends.states, left, evaluators, inputs)
        self.net, self.inputs = Residual(shape), torch.from_numpy(inputs)
        self.points, self.left = torch.tensor(points, dtype=torch.float32), torch.tensor(left.astype(np.int64))
        finals = torch.tensor(ends.finals, dtype=torch.float32)
        best = (finals == finals.max(dim=1, keepdim=True).values).float()
        self.won, self.leads = best / best.sum(dim=1, keepdim=True), leads(finals)
        self.over = torch.tensor(ends.following == LAST)
        self.following = torch.tensor(np.maximum(ends.following, 0))
        self.used, self.held_back = split(ends.games)
        spreads = [float(numbers["spread"]) + float(numbers["spread_per_round"]) * k for k in range(MOST_ROUNDS)]
        self.log_spread = nn.Parameter(torch.tensor(spreads).log())
        off = (self.leads - leads(self.points)).square().mean(dim=1)
        self.scale = torch.stack([off[self.left == k].mean().nan_to_num(RARE) for k in range(MOST_ROUNDS)])

    def judge(self, which: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logarithms of each seat's chance to win, and its lead over the mean of the others."""
        points = self.points[which] + self.net(self.inputs[which])
        spread = 0.5 * self.log_spread.exp()[self.left[which]]
        return torch.log_softmax(points / spread[:, None], dim=1), leads(points)

    def targets(self) -> tuple[torch.Tensor, torch.Tensor]:
        """What each position should be judged to be: partly how the game ended, partly its value a round later."""
        with torch.no_grad():
            logs, lead = self.judge(torch.arange(len(self.left)))
            chances = TRUST * logs.exp()[self.following] + (1 - TRUST) * self.won
            later = TRUST * lead[self.following] + (1 - TRUST) * self.leads
            over = self.over[:, None]
            return torch.where(over, self.won, chances), torch.where(over, self.leads, later)

    def learn(self, tell: Tell) -> Parts:
        optimiser = torch.optim.AdamW(
            [
                {"params": self.net.parameters(), "weight_decay": ROUND_END.decay},
                {"params": [self.log_spread], "weight_decay": 0.0, "lr": 1e-2},
            ],
            lr=ROUND_END.rate,
        )
        tell({"epoch": 0, **self.surprise()})
        for epoch in range(ROUND_END.epochs):
            optimiser.param_groups[0]["lr"] = ROUND_END.rate * (1 - epoch / ROUND_END.epochs)
            chances, lead_wanted = self.targets()
            for batch in self.used[torch.randperm(len(self.used))].split(ROUND_END.batch):
                logs, lead = self.judge(batch)
                surprise = -(chances[batch] * logs).sum(dim=1)
                off = (lead - lead_wanted[batch]).square().mean(dim=1) / self.scale[self.left[batch]]
                step(optimiser, (surprise + POINTS_COUNT * off).mean())
            tell({"epoch": epoch + 1, **self.surprise()})
        return self.net.parts()

    def surprise(self) -> dict[str, float]:
        """How surprising the games held back were, in nats, and how far off their leads."""
        with torch.no_grad():
            logs, lead = self.judge(self.held_back)
            off = lead - self.leads[self.held_back]
            return {
                "surprise": float(-(self.won[self.held_back] * logs).sum(dim=1).mean()),
                "lead_error": float(off.square().mean().sqrt()),
            }


def learn_insides(
    evaluation: Evaluation, learning: Learning, numbers: Numbers, round_end: Parts, insides: Insides, tell: Tell
) -> Parts:
    """What the rest of the round adds to what a board is worth as it lies, by the value of the round's end."""
    net = Residual(evaluation.nets["inside"])
    evaluators = evaluation.evaluator(numbers, {"round_end": round_end, "inside": net.parts()})  # it says 0 as yet
    now, _ = points_of(insides.states, evaluators)
    then, _ = points_of(insides.ends, evaluators)
    gained = torch.tensor(then[insides.end_of] - now, dtype=torch.float32)
    seen = torch.from_numpy(learning.insides(insides.states))
    used, held_back = split(insides.games)
    optimiser = torch.optim.AdamW(net.parameters(), lr=INSIDE.rate, weight_decay=INSIDE.decay)

    def report(epoch: int) -> None:
        with torch.no_grad():
            off = leads(net(seen[held_back]) - gained[held_back])
        tell({"epoch": epoch, "lead_error": float(off.square().mean().sqrt())})

    report(0)
    for epoch in range(INSIDE.epochs):
        optimiser.param_groups[0]["lr"] = INSIDE.rate * (1 - epoch / INSIDE.epochs)
        for batch in used[torch.randperm(len(used))].split(INSIDE.batch):
            off = net(seen[batch]) - gained[batch]
            step(optimiser, leads(off).square().mean() + OWN_POINTS_COUNT * off.square().mean())
        report(epoch + 1)
    return net.parts()


def step(optimiser: torch.optim.Optimizer, loss: torch.Tensor) -> None:
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def split(games: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Which positions are learned from, and which are held back: whole games."""
    held_back = torch.tensor(games % HELD_BACK == HELD_BACK - 1)
    return torch.nonzero(~held_back)[:, 0], torch.nonzero(held_back)[:, 0]


def leads(points: torch.Tensor) -> torch.Tensor:
    """Each seat's lead over the mean of the others."""
    players = points.shape[1]
    return (points * players - points.sum(dim=1, keepdim=True)) / (players - 1)
