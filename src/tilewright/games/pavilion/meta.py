"""The rule sets of this room, as plain data."""

from __future__ import annotations

from tilewright.core.contract.meta import RuleSet
from tilewright.core.text.language import N_

COLOURED, MONOCHROME = 0, 1
"""The sides of the player boards: the first choice ``set_up`` is told."""


def _rule_set(rule_set: str, title: str, summary: str, side: int) -> RuleSet:
    return RuleSet(
        id=rule_set,
        title=title,
        room="pavilion",
        players=(2, 3, 4),
        year=2019,
        designer="Michael Kiesling",
        summary=summary,
        rules="pavilion.md",
        functions=131,
        choices=(side,),
    )


RULE_SETS = (
    _rule_set(
        "pavilion",
        N_("Summer Pavilion, coloured side"),
        N_("seven stars, a joker colour in each of six rounds"),
        COLOURED,
    ),
    _rule_set(
        "pavilion-mono",
        N_("Summer Pavilion, monochrome side"),
        N_("each star becomes all alike or all different"),
        MONOCHROME,
    ),
)
