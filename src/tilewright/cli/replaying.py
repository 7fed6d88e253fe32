"""A recorded game played again: read through, or step by step, forwards and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright import games
from tilewright.cli.accounts import say_round
from tilewright.cli.screen import Leaving, Screen, ask, clean, is_interactive
from tilewright.cli.words import listed
from tilewright.core.text.language import N_, _
from tilewright.play.replay import replay
from tilewright.records.plain import write_plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.play.game import Game
    from tilewright.records.record import Record

KEYS = N_("Enter shows the next move, b the one before, a number that move, r how points were scored; q leaves.")


def replay_record(record: Record, *, boards: bool, as_text: bool, plain: bool) -> None:
    """Check a record by playing it, then show what happened in it."""
    game = replay(record)  # all of it is checked before anything is shown
    if as_text:
        print(clean(write_plain(record)), end="")  # noqa: T201
        return
    screen = Screen(plain=plain)
    title = _(games.rule_set(record.rule_set).title)
    screen.say(_("{name}: {what}").format(name=title, what=", ".join(record.seats)), "bold")
    if is_interactive():
        step_through(screen, game, record.seats)
    else:
        read_through(screen, game, record.seats, boards=boards)


def told(game: Game, number: int, seats: Sequence[str]) -> str:
    """An event in words."""
    event = game.events[number]
    if event.seat is None:
        return _("Dealt: {tiles}").format(tiles=event.notation)
    before = game.before(number)
    return f"{seats[event.seat]} {before.describe(before.parse(event.notation))}  [{event.notation}]"


def read_through(screen: Screen, game: Game, seats: Sequence[str], *, boards: bool) -> None:
    """Everything at once, with the table after each round."""
    for number, event in enumerate(game.events):
        screen.say(f"  {told(game, number, seats)}")
        if event.ended_round:
            over = _("Round {round} over: {scores}")
            screen.say(over.format(round=event.round_number, scores=" ".join(map(str, event.scores_after))), "bold")
            if boards:
                screen.table(game.before(number + 1), seats)
    say_end(screen, game, seats)


def say_end(screen: Screen, game: Game, seats: Sequence[str]) -> None:
    """How it ended, and that all of it is right."""
    if game.winners:
        won = listed(seats[seat] for seat in game.winners)
        said = _("{names} won: {ending}. Every draw, move and score agrees with the rules.")
        screen.say(said.format(names=won, ending=_(game.ending)))
    else:
        screen.say(_("The record stops here; so far everything agrees with the rules."))


def step_through(screen: Screen, game: Game, seats: Sequence[str]) -> None:
    """One move at a time, as the person asks."""
    screen.say(_(KEYS))
    stops = [number for number, event in enumerate(game.events) if event.seat is not None]
    at = -1  # the number of the move shown last
    try:
        while True:
            typed = ask(_("{number} of {all}: ").format(number=at + 1, all=len(stops))).lower()
            if typed in ("q", "quit", "exit"):
                return
            if typed in ("r", "round", "points") and at >= 0:
                say_round(screen, game, game.events[stops[at]].round_number, seats)
                continue
            wanted = _move_wanted(typed, at)
            if wanted is None:
                screen.say(_(KEYS), "yellow")
            elif not 0 <= wanted < len(stops):
                screen.say(_("That is where the game begins.") if wanted < 0 else _("That is where the record ends."))
            else:
                at = wanted
                screen.table(game.before(stops[at] + 1), seats, eye=game.events[stops[at]].seat)
                screen.say(f"{at + 1}. {told(game, stops[at], seats)}", "bold")
                if at == len(stops) - 1:
                    say_end(screen, game, seats)
    except Leaving:
        screen.say()


def _move_wanted(typed: str, at: int) -> int | None:
    """The move to show next; None where that was not understood."""
    if typed in ("", "n", "next"):
        return at + 1
    if typed in ("b", "back", "-"):
        return at - 1
    return int(typed) - 1 if typed.isdecimal() else None
