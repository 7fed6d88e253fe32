"""Telling each library, where it is installed, what can be played. Nothing is compiled before it is made."""

from __future__ import annotations

from importlib.util import find_spec

from tilewright.envs.names import env_id
from tilewright.games import rule_sets


def register_all() -> tuple[str, ...]:
    """Register with all that is installed; return which."""
    known = {"gymnasium": _gymnasium, "pettingzoo": _pettingzoo, "pyspiel": _openspiel}
    found = tuple(name for name in known if find_spec(name))
    for name in found:
        known[name]()
    return found


def _gymnasium() -> None:
    import gymnasium

    for rule_set in rule_sets():
        gymnasium.register(
            env_id(rule_set.id),
            entry_point="tilewright.envs.single:make",
            vector_entry_point="tilewright.envs.vector:make",
            kwargs={"rule_set": rule_set.id, "players": rule_set.players[0]},
        )


def _pettingzoo() -> None:
    import pettingzoo

    for rule_set in rule_sets():
        settings = {"rule_set": rule_set.id, "players": rule_set.players[0]}
        pettingzoo.register("aec", env_id(rule_set.id), "tilewright.envs.aec:env", kwargs=settings)
        pettingzoo.register("parallel", env_id(rule_set.id), "tilewright.envs.aec:parallel_env", kwargs=settings)


def _openspiel() -> None:
    from tilewright.envs.spiel import register

    for rule_set in rule_sets():
        register(rule_set)
