"""The rule set of this room, as plain data."""

from __future__ import annotations

from tilewright.core.contract.meta import Option, RuleSet
from tilewright.core.text.language import N_

GOALS = ("H", "C5", "V", "OUT", "D", "COR", "MULTI", "SPE")
"""In the order used everywhere; the two sides of a tablet are neighbours."""

FIRST_GAME_GOALS = ("H", "V", "D")  # ruling ED1: no source tells which sides carry the mark


def goal_set(goals: tuple[str, ...]) -> int:
    """Goals as a set of bits, as ``set_up`` is told."""
    return sum(1 << GOALS.index(goal) for goal in goals)


RULE_SETS = (
    RuleSet(
        id="duel",
        title=N_("Duel"),
        room="duel",
        players=(2,),
        year=2025,
        designer="Michael Kiesling",
        summary=N_("two domes built of plates, suns and moons, goals of your choice"),
        rules="duel.md",
        functions=230,
        choices=(goal_set(FIRST_GAME_GOALS),),
        options=(
            Option(
                name="goals",
                meaning=N_("three or four goals such as H,V,D, never both sides of one tablet, or random"),
                default=",".join(FIRST_GAME_GOALS),
            ),
        ),
    ),
)
