"""How the points of a round came, one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.cli.screen import does
from tilewright.cli.words import points, reason_name, round_name
from tilewright.core.errors import BadArgument
from tilewright.core.text.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.cli.screen import Screen
    from tilewright.core.shapes.effect_data import Effect
    from tilewright.play.game import Game


class Gain(NamedTuple):
    """Points that came to a seat, or went."""

    seat: int
    what: str
    points: int


def gains(game: Game, number: int) -> list[Gain]:
    """What everybody won and lost by an event, tile by tile."""
    happened = game.effects(number)
    return [_gain(game, happened, k) for k, one in enumerate(happened) if one["kind"] == "score"]


def _gain(game: Game, happened: list[Effect], k: int) -> Gain:
    """A score with the tile it is for, when one was placed just before it."""
    score, what = happened[k], reason_name(game, str(happened[k]["reason"]))
    placed = happened[k - 1]
    if placed["kind"] == "move_tiles" and [placed["to"]] == score["at"]:
        *_path, row, column = placed["to"].split("/")
        about = {"colour": placed["colour"], "row": int(row) + 1, "column": int(column) + 1}
        what = _("{colour} in row {row}, column {column}").format(**about)
    return Gain(score["seat"], what, score["points"])


def say_round(screen: Screen, game: Game, number: int, names: Sequence[str]) -> None:
    """Every gain and loss of a round, as it came, and what it made in all."""
    happened = [k for k, event in enumerate(game.events) if event.round_number == number]
    if not happened:
        raise BadArgument(_("nothing has happened in round {round} yet").format(round=number))
    screen.say(round_name(number), "bold")
    total = [0] * game.players
    for k in happened:
        found, event = gains(game, k), game.events[k]
        for gain in found:
            total[gain.seat] += gain.points
            told = _("{name}: {what}").format(name=names[gain.seat], what=gain.what)
            if [gain] == found and gain.seat == event.seat:
                before = game.before(k)
                told = f"{does(names[gain.seat], before, before.parse(event.notation))}:"
            screen.say(f"  {told} {gain.points:+d}")
    for name, gained, score in zip(names, total, game.before(happened[-1] + 1).scores, strict=True):
        said = _("{name}: {gained} in this round, {points} now")
        screen.say(said.format(name=name, gained=f"{gained:+d}", points=points(score)), "bold")
