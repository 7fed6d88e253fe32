"""Opponents by name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.bots.opponents import LEVELS, level_named
from tilewright.core.errors import UnknownBot
from tilewright.core.text import arguments
from tilewright.core.text.language import N_
from tilewright.core.text.reader import nearby, shorten

if TYPE_CHECKING:
    from tilewright.bots.bot import Bot

BOTS = {
    "greedy": N_("takes what brings most if the round ended now"),
    "random": N_("plays any legal move"),
    "thinker": "searches; thinker:1 to thinker:10 are levels, @0.3s and @20000n limits, +FILE other weights or net",
}

THINKING = frozenset({"thinker"})
"""The opponents that take a level, seconds or nodes; the others answer at once."""

STRONGEST = "thinker"

_SPEC = re.compile(
    r"(?P<name>[a-z][a-z0-9-]*)"
    r"(?::(?P<level>[0-9]{1,3}))?"
    r"(?:@(?:(?P<seconds>[0-9]{0,6}\.?[0-9]{1,6})s|(?P<nodes>[0-9]{1,12})n))?"
    r"(?:\+(?P<weights>.{1,400}))?"
)


@dataclass(frozen=True, slots=True)
class Spec:
    """An opponent as it is asked for: ``thinker``, ``thinker:5``, ``thinker@0.3s``, ``thinker@20000n``.

    ``+FILE`` behind a thinker gives it other weights to judge by, and no net; ``+FILE.npz`` another net.
    """

    name: str
    level: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    weights: str | None = None  # a file of weights, or of a net, to judge by

    @property
    def is_limited(self) -> bool:
        return (self.level, self.seconds, self.nodes, self.weights) != (None, None, None, None)


def parse_spec(text: str) -> Spec:
    """Understand a name with its level (``:5``), limit of a move (``@0.3s``, ``@20000n``) and weights (``+FILE``)."""
    if named := level_named(arguments.text(text, "an opponent's name")):
        return Spec("thinker", level=named)
    match = _SPEC.fullmatch(text)
    if not match:
        raise UnknownBot(
            f"{shorten(text)} is not an opponent: write NAME, NAME:LEVEL, NAME@0.3s or NAME@20000n, "
            "and +FILE behind a limit for other weights or another net"
        )
    level, seconds, nodes = match["level"], match["seconds"], match["nodes"]
    spec = Spec(
        match["name"],
        level=int(level) if level else None,
        seconds=float(seconds) if seconds else None,
        nodes=int(nodes) if nodes else None,
        weights=match["weights"],
    )
    if 0 in (spec.level, spec.seconds, spec.nodes):
        raise UnknownBot(f"{shorten(text)}: levels and limits begin above 0")
    return spec


def bot(
    name: str,
    *,
    seed: int = 0,
    level: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> Bot:
    """The opponent with this name or spec; the seed decides what it leaves to chance."""
    spec = parse_spec(name)
    if level is not None:
        spec = replace(spec, level=arguments.number(level, "a level"))
    if seconds is not None or nodes is not None:
        spec = replace(spec, seconds=seconds, nodes=nodes)
    return make(spec, arguments.seed(seed))


def make(spec: Spec, seed: int) -> Bot:
    """The opponent that was asked for."""
    if spec.name not in BOTS:
        known = (*BOTS, *(level.name for level in LEVELS))
        raise UnknownBot(f"no opponent {spec.name!r}: there are {', '.join(known)}{nearby(spec.name, known)}")
    if spec.is_limited and spec.name not in THINKING:
        raise UnknownBot(f"{spec.name} does not think: it has no levels and needs no limit")
    if spec.name == "thinker":
        return think(spec, seed)
    from tilewright.bots.simple import Greedy, Random

    return Greedy(seed) if spec.name == "greedy" else Random(seed)


def think(spec: Spec, seed: int) -> Bot:
    """A thinker of a level, or with a limit of its own."""
    if spec.level is not None:
        if (spec.seconds, spec.nodes, spec.weights) != (None, None, None):
            raise UnknownBot("a thinker has a level, or a limit and weights of its own, not both")
        from tilewright.bots.levels import player_of

        return player_of(spec.level, seed)
    from tilewright.bots.thinker import Thinker
    from tilewright.records.arrays import read_arrays
    from tilewright.search.net_file import SUFFIX
    from tilewright.search.weights_file import read_weights

    weights = net = None
    if spec.weights and spec.weights.endswith(SUFFIX):
        net = Path(spec.weights)
        read_arrays(net)  # a file that cannot be read is better refused now than at the first move
    elif spec.weights:
        weights = Path(spec.weights)
        read_weights(weights)
    return Thinker(seconds=spec.seconds, nodes=spec.nodes, seed=seed, weights=weights, net=net)
