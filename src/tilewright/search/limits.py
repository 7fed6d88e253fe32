"""The limits and the statistics of a search: records, so that another thread can read them and end it."""

from __future__ import annotations

from tilewright.core.compiling.compiled import Integers, Wide, layout, rule


class SearchLimits:
    """The limits given to a search."""

    node_limit: Wide
    halt: Wide  # its time is over


class SearchStats:
    """What a search has counted."""

    nodes: Wide  # positions seen
    leaves: Wide  # of them evaluated
    open_bits: Wide  # what was open where variations end
    cut_short: Wide  # it ended before it was done


SEARCH_LIMITS, SEARCH_STATS = layout(SearchLimits), layout(SearchStats)


@rule
def must_end(limits: SearchLimits, stop: Integers) -> bool:
    """Is the time over, or has the caller asked to stop?"""
    return limits.halt != 0 or stop[0] != 0
