"""What training asks of a game whose evaluation can learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tilewright.core.compiling.compiled import Integers, Reals, Records
from tilewright.core.contract.net import Rows


@dataclass(frozen=True)
class Learning:
    """How a game's positions are described to the two nets of its evaluation, ``round_end`` and ``inside``."""

    round_ends: Callable[[Records, Reals, Records, Rows], None]
    """Positions between rounds, the rounds to come, an evaluator without nets; writes the inputs of every seat."""

    note_insides: Callable[[Records, NDArray[np.bool_]], None]
    """Which positions the net for the inside of rounds learns from."""

    insides: Callable[[Records], Integers | Rows]
    """Such positions; gives the inputs of every seat, or the blocks of inputs that apply."""

    relabel: Mapping[str, Callable[[Records, np.random.Generator], Records]] = field(default_factory=dict)
    """By rule set, where colours are but names: a game's positions with colours exchanged by chance."""

    options: Mapping[str, str] = field(default_factory=dict)
    """How the games are set up that are learned from."""
