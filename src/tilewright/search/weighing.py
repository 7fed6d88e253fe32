"""Files of weights: what an evaluation judges by, and the command that found it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright.core.errors import BadWeights

if TYPE_CHECKING:
    from tilewright.core.mind import Judge


class Weighing(msgspec.Struct, forbid_unknown_fields=True):
    """A file of weights, each part by rule set."""

    made_by: dict[str, str]  # the command that made them
    hand: dict[str, dict[str, Any]]  # what somebody thought, and the command begins with
    weights: dict[str, dict[str, Any]]  # what it found


def read_weights(path: Path) -> Weighing:
    """Read a file of weights."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Weighing)
    except OSError as error:
        raise BadWeights(f"cannot read weights: {error.strerror}: {path}") from None
    except msgspec.MsgspecError as error:
        raise BadWeights(f"{path} does not hold weights: {error}") from None


def weights_of(judge: Judge, rule_set: str, path: Path | None = None) -> dict[str, Any]:
    """The weights of a rule set by name, from a file or from the game's own."""
    path = path or judge.data
    found = read_weights(path).weights
    if rule_set not in found:
        raise BadWeights(f"{path} has no weights for {rule_set}")
    return found[rule_set]
