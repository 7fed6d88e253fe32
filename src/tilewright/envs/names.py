"""What the environments are called."""

from __future__ import annotations

from tilewright import games


def version(rule_set: str) -> int:
    """The version of a rule set's environments."""
    return games.study(games.rule_set(rule_set)).environments


def env_id(rule_set: str) -> str:
    """The name of a rule set's environments in Gymnasium and PettingZoo."""
    return f"tilewright/{rule_set}-v{version(rule_set)}"


def spiel_name(rule_set: str) -> str:
    """The name of a rule set in OpenSpiel, which knows no versions: the first has none in its name."""
    return _spiel_name(rule_set, version(rule_set))


def retired_spiel_names(rule_set: str) -> list[str]:
    """The names of its earlier versions."""
    return [_spiel_name(rule_set, earlier) for earlier in range(1, version(rule_set))]


def _spiel_name(rule_set: str, number: int) -> str:
    suffix = f"_v{number}" if number > 1 else ""
    return f"tilewright_{rule_set.replace('-', '_')}{suffix}"
