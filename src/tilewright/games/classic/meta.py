"""The rule sets of this room, as plain data."""

from __future__ import annotations

from tilewright.core.meta import RuleSet

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
        choices=(face,),
    )


RULE_SETS = (
    _rule_set("classic", "Classic, coloured wall", 2017, "each colour has its cell on the wall", COLOURED),
    _rule_set("classic-grey", "Classic, grey wall", 2017, "choose the column of every tile", GREY),
    _rule_set(
        "crystal-1",
        "Crystal Mosaic, face 1",
        2020,
        "free columns, five cells that count double",
        CRYSTAL_1,
    ),
    _rule_set(
        "crystal-2",
        "Crystal Mosaic, face 2",
        2020,
        "free columns, five printed cells, higher bonuses",
        CRYSTAL_2,
    ),
)
