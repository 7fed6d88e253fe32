"""The rule set of this game, as plain data."""

from __future__ import annotations

from tilewright.core.contract.meta import RuleSet

RULE_SETS = (
    RuleSet(
        id="pluck",
        title="Pluck",
        room="pluck",
        players=(2,),
        year=2026,
        designer="nobody",
        summary="take what lies on top of a pile",
        rules="pluck.md",
        functions=20,
        choices=(0,),
    ),
)
