"""What a search is told and what it has counted: records, so that another thread can read them and end it."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Integers, Wide, layout, rule


class Plan:
    """What a search is told."""

    node_limit: Wide
    halt: Wide  # its time is over


class Counted:
    """What a search has counted."""

    nodes: Wide  # positions seen
    leaves: Wide  # of them evaluated
    open_bits: Wide  # what was open where variations end
    cut_short: Wide  # it ended before it was done


PLAN, COUNTED = layout(Plan), layout(Counted)


@rule
def must_end(plan: Plan, stop: Integers) -> bool:
    """Is the time over, or has the caller asked to stop?"""
    return plan.halt != 0 or stop[0] != 0
