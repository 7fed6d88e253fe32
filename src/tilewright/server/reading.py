"""Positions that callers send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.errors import TilewrightError
from tilewright.play.game import from_text
from tilewright.server.problems import BadRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.play.position import Position


def position_from(given: str | dict[str, Any], expect_ready: Callable[[str], None]) -> Position:
    """The position a text or a view's data describes; BadRequest says what is wrong with it."""
    name = given.split(maxsplit=1)[0] if isinstance(given, str) and given.strip() else given
    expect_ready(str(name if isinstance(name, str) else name.get("rule_set")))
    try:
        if isinstance(given, str):
            return from_text(given, auto_deal=False)
        from tilewright import from_data

        return from_data(given)
    except TilewrightError as bad:
        raise BadRequest(str(bad), where="/position") from None
