"""The rule sets of this room, as plain data."""

from __future__ import annotations

from tilewright.core.contract.meta import RuleSet
from tilewright.core.text.language import N_

COLOURED, GREY, CRYSTAL_1, CRYSTAL_2 = 0, 1, 2, 3
"""The faces of the player boards: the first choice ``set_up`` is told."""


def _rule_set(rule_set: str, title: str, year: int, summary: str, face: int) -> RuleSet:
    return RuleSet(
        id=rule_set,
        title=title,
        room="classic",
        players=(2, 3, 4),
        year=year,
        designer="Michael Kiesling",
        summary=summary,
        rules="classic.md",
        functions=96,
        choices=(face,),
    )


RULE_SETS = (
    _rule_set("classic", N_("Classic, coloured wall"), 2017, N_("each colour has its cell on the wall"), COLOURED),
    _rule_set("classic-grey", N_("Classic, grey wall"), 2017, N_("choose the column of every tile"), GREY),
    _rule_set(
        "crystal-1",
        N_("Crystal Mosaic, face 1"),
        2020,
        N_("free columns, five cells that count double"),
        CRYSTAL_1,
    ),
    _rule_set(
        "crystal-2",
        N_("Crystal Mosaic, face 2"),
        2020,
        N_("free columns, five printed cells, higher bonuses"),
        CRYSTAL_2,
    ),
)
