"""The odds of the next deal at the terminal."""

from __future__ import annotations

import msgspec
from rich.console import Console
from rich.table import Table

from tilewright.cli.words import figure
from tilewright.core.errors import BadArgument
from tilewright.core.text.language import _, ngettext
from tilewright.play.game import from_text
from tilewright.review.odds import draw_odds


def run_odds(text: str, *, as_json: bool) -> None:
    """A line for each colour: what to expect, and how likely several lie together."""
    odds = draw_odds(from_text(text, auto_deal=False))
    if odds is None:
        raise BadArgument("no more tiles are dealt in this game")
    if as_json:
        print(msgspec.json.encode(odds).decode())  # noqa: T201 - data for a program
        return
    console = Console(highlight=False)
    together = list(odds.colours[0].together)
    titles = (_("colour"), _("bag"), _("discarded"), _("expected"), _("any"))
    table = Table(*titles, *(_("{count}+ together").format(count=k) for k in together), box=None, pad_edge=False)
    for one in odds.colours:
        chances = [figure(one.any, ".1%"), *(figure(one.together[k], ".1%") for k in together)]
        table.add_row(one.colour, str(one.bag), str(one.discarded), figure(one.expected, ".2f"), *chances)
    console.print(_("{drawn} tiles are drawn of {bag} in the bag.").format(drawn=odds.drawn, bag=odds.bag))
    if odds.short:
        more = _("{short} more come from the discarded tiles; these odds count those discarded by now.")
        console.print(more.format(short=odds.short))
    elif odds.spare is not None:
        holds = ngettext(
            "This holds while no more than {count} tile of the bag goes to the supply before.",
            "This holds while no more than {count} tiles of the bag go to the supply before.",
            odds.spare,
        )
        console.print(holds.format(count=odds.spare))
    console.print(table)
