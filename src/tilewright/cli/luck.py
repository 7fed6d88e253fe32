"""Luck and skill in words: which draws helped whom, and where the result came from."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.console import Console

from tilewright.cli.screen import clean, counting_bar
from tilewright.cli.words import figure, some_points
from tilewright.core.errors import BadArgument
from tilewright.core.text.language import _, ngettext
from tilewright.core.text.terminal_flow import width_of
from tilewright.play.replay import replay
from tilewright.review.luck import Account, Draw, LuckLedger, check_is_over, draws_of, luck_ledger

if TYPE_CHECKING:
    from tilewright.bots.thinker import Thinker
    from tilewright.cli.screen import Screen
    from tilewright.records.record import Record
    from tilewright.review.grades import Graded

WORTH_A_WORD = 1.0  # points of lead; smaller strokes of luck are only added up


def check_can_settle(record: Record, seat: int | None) -> None:
    """Raise, before minutes of thinking, unless luck can be separated from skill in this record."""
    check_is_over(record)
    if seat is not None:
        raise BadArgument("--luck needs the moves of all seats: leave out --seat")


def settled(record: Record, graded: list[Graded], thinker: Thinker) -> LuckLedger:
    """The luck ledger of a game, with a bar while it is worked out."""
    with counting_bar(Console(stderr=True)) as bar:
        task = bar.add_task(_("working out luck"), total=len(draws_of(replay(record))))
        return luck_ledger(record, graded, thinker, progress=lambda draws: bar.update(task, completed=draws))


def show_luck(screen: Screen, record: Record, found: LuckLedger) -> None:
    """The strokes of luck, and an account for every seat."""
    screen.say()
    screen.say(_("Luck of the draws, in points of lead"), "bold")
    for draw in found.draws:
        _show_draw(screen, record, draw)
    for seat, name in enumerate(record.seats):
        screen.say()
        screen.say(_("{name}: where the result came from").format(name=clean(name)), "bold")
        for line in account_lines(found.leads, found.chances, seat, [clean(other) for other in record.seats]):
            screen.say(f"  {line}")


def _show_draw(screen: Screen, record: Record, draw: Draw) -> None:
    luckiest = max(range(record.players), key=lambda seat: draw.lead[seat])
    if draw.lead[luckiest] < WORTH_A_WORD:
        return
    number = draw.round_number
    told = ngettext(
        "{when}, after {count} move: {lead} for {name} ({tiles})",
        "{when}, after {count} moves: {lead} for {name} ({tiles})",
        draw.after,
    )
    about = {
        "when": _("round {round}").format(round=number) if number else _("set-up"),
        "count": draw.after,
        "lead": f"{figure(draw.lead[luckiest], '+.1f')} ± {figure(draw.error[luckiest])}",
        "name": clean(record.seats[luckiest]),
        "tiles": " ".join(draw.drawn),
    }
    screen.say(f"  {told.format(**about)}")


def account_lines(leads: Account, chances: Account, seat: int, names: list[str]) -> list[str]:
    """One line for each reason, with points of lead and percentage points of winning."""
    rows = [
        (_("at the start"), leads.start, chances.start),
        (_("luck of the draws"), leads.luck, chances.luck),
        *(
            (_("moves of {name}").format(name=name), leads.errors[by], chances.errors[by])
            for by, name in enumerate(names)
        ),
        (_("what later searches saw better"), leads.drift, chances.drift),
        (_("result"), leads.result, chances.result),
    ]
    error = _("error of these figures")
    wide = max(width_of(what) for what in (error, *(row[0] for row in rows)))
    worth = [some_points(lead[seat], "+7.1f") for _what, lead, _chance in rows]
    far = max(map(len, worth))
    lines = [
        f"{what:<{wide}} {points:<{far}} {figure(100 * chance[seat], '+5.0f')} %"
        for points, (what, _lead, chance) in zip(worth, rows, strict=True)
    ]
    return [*lines, f"{error:<{wide}} ±{some_points(leads.uncertainty[seat], '6.1f')}"]


def luck_data(found: LuckLedger) -> dict[str, Any]:
    """The luck ledger as JSON, with as many digits as mean something."""
    return {"luck": _rounded(asdict(found))}


def _rounded(data: Any) -> Any:
    if isinstance(data, float):
        return round(data, 3)
    if isinstance(data, dict):
        return {name: _rounded(value) for name, value in data.items()}
    return [_rounded(value) for value in data] if isinstance(data, list | tuple) else data
