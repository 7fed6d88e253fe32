"""From what a person typed to a move: the short form, words, or the program's own wording."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tilewright.core.errors import BadText, IllegalMove
from tilewright.core.text.language import _, language, speaking
from tilewright.core.text.reader import shorten
from tilewright.core.text.words import COLOURS

if TYPE_CHECKING:
    from tilewright.play.move import Move
    from tilewright.play.position import Position

LANGUAGES = ("en", "fr", "nl")
_FILLING = """
a an and at by factory from in into line lines my of on place places put puts sun take takes the then tile tiles to
à au aux dans de depuis des du en et fabrique la le les ligne lignes ma mes met mets mettre mon place poser pose
prend prendre prends puis soleil sur tuile tuiles un une vers
aan dan een en fabriek het in leg legt lijn lijnen mijn naar neem neemt om op plaats tegel tegels uit van voor zet zon
"""
FILLING = frozenset(_FILLING.split())
"""Words of our own sentences, in our languages, that a move can be typed with and means the same without."""

_TOKEN = re.compile(r"[^\W\d_]+ \d+|[^\W_]+")


def understand(view: Position, typed: str) -> Move | list[Move] | IllegalMove:
    """The move that was meant; several when it could be any of them; or the reason why it is none."""
    bare = " ".join(word for word in typed.split() if word.lower() not in FILLING)
    for text in dict.fromkeys((typed, bare)):
        try:
            return view.read(text)
        except IllegalMove as bad:
            return bad
        except BadText:
            continue  # no move at all, possible now or not
    found = beginning_with(view, typed) or described_as(view, typed)
    if len(found) == 1 and not str(found[0]).upper().startswith(typed.upper()):
        return found[0]
    if found:
        return found
    expected = view.room.sentences.expects(view.state[0])
    return IllegalMove(_("{typed} is not a move here: {expected}").format(typed=shorten(typed), expected=expected))


def beginning_with(view: Position, typed: str) -> list[Move]:
    """The legal moves whose short form begins so."""
    wanted = "".join(typed.split()).upper()
    return [move for move in view.legal_moves if str(move).upper().startswith(wanted)]


def described_as(view: Position, typed: str) -> list[Move]:
    """The legal moves in whose description all these words stand, a number always with its noun: "line 3".

    Whatever language is spoken, people may type another of ours.
    """
    wanted = _tokens(typed)
    if not wanted:
        return []
    for tongue in dict.fromkeys((language(), *LANGUAGES)):
        with speaking(tongue):
            found = [move for move in view.legal_moves if wanted <= _tokens(view.describe(move))]
        if found:
            return found
    return []


def _tokens(text: str) -> set[str]:
    told = " ".join(text.lower().split())
    return {COLOURS.get(token, token) for token in _TOKEN.findall(told) if token not in FILLING}
