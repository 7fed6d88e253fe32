"""Words that the sentences of the terminal share, in the language spoken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.bots.bot import DRAFTING, ESTIMATE, PROVED, PROVED_ROUND
from tilewright.core.text.language import N_, _, language, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tilewright.play.position import Position


_BADGES = {
    PROVED: N_("proved"),
    PROVED_ROUND: N_("proved to the end of the round"),
    DRAFTING: N_("searched to the end of the drafting"),
    ESTIMATE: N_("estimate"),
}
_SEPARATORS = {"fr": str.maketrans(".,", ",\N{NO-BREAK SPACE}"), "nl": str.maketrans(".,", ",.")}
"""How languages write 1,234.5 where that is not as English does."""


# -- who ------------------------------------------------------------------------------------------


def seat_names(players: int) -> list[str]:
    """Names for seats that have none."""
    return [_("Seat {n}").format(n=seat) for seat in range(players)]


def listed(words: Iterable[str]) -> str:
    """Words in a row: "a, b and c"."""
    *others, one = words
    return _("{some} and {last}").format(some=", ".join(others), last=one) if others else one


def standing(names: Sequence[str], scores: Sequence[int]) -> str:
    """Names with their points, in a row."""
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=False))


# -- how much -------------------------------------------------------------------------------------


def figure(number: float, form: str = ".1f") -> str:
    """A number as the language writes it."""
    return f"{number:{form}}".translate(_SEPARATORS.get(language(), {}))


def points(number: int) -> str:
    """A number of points."""
    return ngettext("{count} point", "{count} points", abs(number)).format(count=number)


def some_points(number: float, form: str = ".1f") -> str:
    """Points with a fraction; in French fewer than two are singular."""
    more_than_one = 2 if abs(number) >= 2 else 0
    return ngettext("{count} point", "{count} points", more_than_one).format(count=figure(number, form))


# -- what -----------------------------------------------------------------------------------------


def round_name(number: int) -> str:
    """A round, or the set-up before the first."""
    return _("Round {round}").format(round=number) if number else _("Set-up")


def reason_name(game: Position, reason: str) -> str:
    """What points are for, as events name it."""
    return _(game.room.study.points.names[reason]).format(id=reason)


def badge_name(badge: str) -> str:
    """How sure a value is."""
    return _(_BADGES[badge])
