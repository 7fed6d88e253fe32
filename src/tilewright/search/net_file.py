"""Files of nets: what an evaluation has learned, for one rule set and number of players, on top of certain weights."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.errors import BadArrays, BadNet
from tilewright.records.arrays import read_arrays, write_arrays
from tilewright.search.weights_file import weights_of

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.core.contract.evaluator import Evaluation, Nets, Numbers

FORMAT = 1
SUFFIX = ".npz"
WAYS_OF_SEARCHING = ("temperature", "explore")  # weights that judge nothing: a net does not depend on them
LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Judgement:
    """What an evaluator is made of: weights, nets on top of them or None, and a name that tells it from others."""

    numbers: Numbers
    nets: Nets | None
    name: str


def by_weights(numbers: Numbers) -> Judgement:
    """Judging without any net."""
    return Judgement(numbers, None, digest_of(numbers))


def digest_of(numbers: Numbers) -> str:
    """Names a set of weights."""
    return hashlib.sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()[:16]


def _judging(numbers: Numbers) -> str:
    """Names all weights that a net was learned on top of."""
    return digest_of({name: number for name, number in numbers.items() if name not in WAYS_OF_SEARCHING})


def write_net(path: Path, nets: Nets, rule_set: str, players: int, numbers: Numbers, made_by: str) -> None:
    """Write nets with all that is needed to know whether they fit, and the command that made them."""
    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "rule_set": np.array(rule_set),
        "players": np.array(players),
        "weights": np.array(_judging(numbers)),
        "made_by": np.array(made_by),
    }
    for net, parts in nets.items():
        arrays |= {f"{net}.{part}": array for part, array in parts.items()}
    write_arrays(path, arrays | {"hash": np.array(_hash(arrays))})


def read_net(path: Path, evaluation: Evaluation, rule_set: str, players: int, numbers: Numbers) -> Judgement:
    """Nets from a file, every number checked, for this rule set, number of players and weights; else BadNet."""
    try:
        arrays = read_arrays(path)
        found = arrays.pop("hash", None)
        if found is None or arrays.get("format") != FORMAT:
            raise BadNet(f"{path} does not hold a net of format {FORMAT}")
        if str(found) != _hash(arrays):
            raise BadNet(f"{path} is damaged: its content does not match its hash")
        fits = (str(arrays["rule_set"]), int(arrays["players"]))
        if fits != (rule_set, players):
            raise BadNet(f"{path} is for {fits[0]} with {fits[1]} players, not for {rule_set} with {players}")
        if str(arrays["weights"]) != _judging(numbers):
            raise BadNet(f"{path} was learned on top of other weights")
        nets: dict[str, dict[str, Any]] = {}
        for name, array in arrays.items():
            net, dot, part = name.partition(".")
            if dot:
                nets.setdefault(net, {})[part] = array
        evaluation.check_nets(nets)
    except BadArrays as bad:
        raise BadNet(str(bad)) from None
    except (KeyError, TypeError, ValueError) as bad:
        raise BadNet(f"{path} does not hold a net: {bad}") from None
    return Judgement(numbers, nets, f"{digest_of(numbers)}+{found}")


def judgement_of(
    evaluation: Evaluation,
    rule_set: str,
    players: int,
    *,
    weights: Path | None = None,
    net: Path | None = None,
    learned: bool = True,
) -> Judgement:
    """What a thinker judges by: the game's own weights and its net where it ships one, unless others are given.

    A net that was asked for must be usable. One of the game's own that is not is told in one line, once, and the
    weights judge alone.
    """
    numbers = weights_of(evaluation, rule_set, weights)
    if net is not None:
        return read_net(net, evaluation, rule_set, players, numbers)
    if weights is not None or not learned or (rule_set, players) not in evaluation.shipped:
        return by_weights(numbers)
    return _shipped(evaluation, rule_set, players)


@cache
def _shipped(evaluation: Evaluation, rule_set: str, players: int) -> Judgement:
    """The game's own net, read once."""
    numbers = weights_of(evaluation, rule_set)
    try:
        return read_net(evaluation.net_path(rule_set, players), evaluation, rule_set, players, numbers)
    except BadNet as bad:
        LOG.warning("%s; the thinker judges without it", bad)
        return by_weights(numbers)


def _hash(arrays: dict[str, Any]) -> str:
    """Of all arrays with their names, kinds and shapes."""
    found = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        found.update(f"{name} {array.dtype.str} {array.shape}\n".encode())
        found.update(array.tobytes())
    return found.hexdigest()
