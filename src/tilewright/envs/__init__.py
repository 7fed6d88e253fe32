"""Research environments: importing this registers every rule set with each library that is installed.

``gymnasium.make("tilewright/classic-v1", opponent="greedy")``, ``gymnasium.make_vec("tilewright/classic-v1")``,
``pettingzoo.make("aec", "tilewright/classic-v1", players=3)`` and ``pyspiel.load_game("tilewright_classic")``.
Duel's names end in ``-v2`` and ``_v2``: see ``names.py``.
"""

from __future__ import annotations

from tilewright.envs.registry import register_all

registered = register_all()
"""The libraries in which the rule sets can now be found."""
