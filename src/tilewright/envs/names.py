"""What the environments are called."""

from __future__ import annotations

VERSION = 1
"""Grows whenever the same game would give other observations, actions or rewards; part of every id."""


def env_id(rule_set: str) -> str:
    """The name of a rule set's environments in Gymnasium and PettingZoo."""
    return f"tilewright/{rule_set}-v{VERSION}"


def spiel_name(rule_set: str) -> str:
    """The name of a rule set in OpenSpiel, which knows no versions."""
    return f"tilewright_{rule_set.replace('-', '_')}"
