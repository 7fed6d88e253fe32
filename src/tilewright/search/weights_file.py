"""Files of weights: what an evaluation judges by, and the command that found it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from tilewright.core.errors import BadWeights
from tilewright.records.files import write_whole

if TYPE_CHECKING:
    from tilewright.core.contract.evaluator import Evaluation, Numbers


class WeightsFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file of weights, each part by rule set."""

    made_by: dict[str, str]  # the command that made them
    hand: dict[str, dict[str, Any]]  # what somebody thought, and the command begins with
    weights: dict[str, dict[str, Any]]  # what it found


def read_weights(path: Path) -> WeightsFile:
    """Read a file of weights."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=WeightsFile)
    except OSError as error:
        raise BadWeights(f"cannot read weights: {error.strerror}: {path}") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BadWeights(f"{path} does not hold weights: {error}") from None


def write_weights(path: Path, file: WeightsFile) -> None:
    """Write a file of weights, one weight a line, all of it or nothing."""
    write_whole(path, written(file))


def written(file: WeightsFile) -> str:
    """A file of weights as text."""
    blocks = []
    for part in ("made_by", "hand", "weights"):
        entries = [f"  {json.dumps(name)}: {_block(value)}" for name, value in getattr(file, part).items()]
        blocks.append(f" {json.dumps(part)}: {{\n" + ",\n".join(entries) + "\n }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def _block(value: str | Numbers) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    return "{\n" + ",\n".join(f"   {json.dumps(name)}: {json.dumps(one)}" for name, one in value.items()) + "\n  }"


def weights_of(evaluation: Evaluation, rule_set: str, path: Path | None = None) -> Numbers:
    """The weights of a rule set by name, from a file or from the game's own."""
    path = path or evaluation.data
    found = read_weights(path).weights
    if rule_set not in found:
        raise BadWeights(f"{path} has no weights for {rule_set}")
    return found[rule_set]
