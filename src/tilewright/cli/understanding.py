"""From what a person typed to a move: the short form, words, or the program's own wording."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.core.errors import BadText, IllegalMove
from tilewright.core.text import shorten

if TYPE_CHECKING:
    from tilewright.play.move import Move
    from tilewright.play.position import Position

_FILLING = frozenset(
    {"a", "an", "and", "at", "by", "factory", "from", "in", "into", "line", "lines", "my", "of", "on", "place"}
    | {"places", "put", "puts", "sun", "take", "takes", "the", "then", "tile", "tiles", "to"}
)
"""Words of our own sentences that a move can be typed with and means the same without."""

_TOKEN = re.compile(r"[^\W\d_]+ \d+|[^\W_]+")


def understand(view: Position, typed: str) -> Move | list[Move] | IllegalMove:
    """The move that was meant; several when it could be any of them; or the reason why it is none."""
    bare = " ".join(word for word in typed.split() if word.lower() not in _FILLING)
    for text in dict.fromkeys((typed, bare)):
        if _can_be_read(view, text):
            try:
                return view.parse(text)
            except IllegalMove as bad:
                return bad
    found = beginning_with(view, typed) or described_as(view, typed)
    if len(found) == 1 and not str(found[0]).upper().startswith(typed.upper()):
        return found[0]
    return found or IllegalMove(f"{shorten(typed)} is not a move here: {view.room.expects(view.state[0])}")


def _can_be_read(view: Position, text: str) -> bool:
    """Is this a move at all, possible now or not?"""
    try:
        view.room.parse_move(view.state[0], text)
    except BadText:
        return False
    return True


def beginning_with(view: Position, typed: str) -> list[Move]:
    """The legal moves whose short form begins so."""
    wanted = "".join(typed.split()).upper()
    return [move for move in view.legal_moves if str(move).upper().startswith(wanted)]


def described_as(view: Position, typed: str) -> list[Move]:
    """The legal moves in whose description all these words stand, a number always with its noun: "line 3"."""
    wanted = _tokens(typed)
    if not wanted:
        return []
    return [move for move in view.legal_moves if wanted <= _tokens(view.describe(move))]


def _tokens(text: str) -> set[str]:
    told = " ".join(text.lower().split())
    return {token for token in _TOKEN.findall(told) if token not in _FILLING}
