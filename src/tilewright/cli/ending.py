"""When a game is over: who won, with how many points and what for, and what to do now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cli import commands
from tilewright.cli.screen import Leaving, ask, you
from tilewright.cli.words import listed, points, reason_name
from tilewright.core.errors import TilewrightError
from tilewright.core.text.language import N_, _

if TYPE_CHECKING:
    from tilewright.cli.session import Session

QUESTION = N_("s [FILE] save, a analyse, r points one by one, n new game, Enter leaves: ")


def finish(session: Session) -> bool:
    """Count, and ask the people what now; True when they want another game."""
    final_count(session)
    if not session.people:
        return False
    session.say_where_it_is()
    try:
        while typed := ask(_(QUESTION)):
            word, _space, rest = typed.partition(" ")
            if word.lower() in ("n", "new", "again"):
                return True
            _obey(session, word.lower(), rest.strip())
    except Leaving:
        session.screen.say()
    return False


def _obey(session: Session, word: str, rest: str) -> None:
    try:
        if word in ("a", "analyse", "analyze"):
            from tilewright.cli.analysis import analyse_game

            analyse_game(session.screen, session.record())
        elif word in ("q", "quit", "exit"):
            raise Leaving
        elif word in ("s", "save", "r", "round", "points", "t", "table", "o", "opponents", "l", "log"):
            commands.NAMED[word](session, rest)
        else:
            session.screen.say(_("{word} is not one of these").format(word=repr(word)), "yellow")
    except (TilewrightError, OSError) as bad:
        session.screen.say(str(bad), "yellow")


def final_count(session: Session) -> None:
    """The last table, the points by rule, and who won."""
    game, names, screen = session.game, session.names, session.screen
    session.show_table()
    for seat, name in enumerate(names):
        counted = ", ".join(f"{reason_name(game, rule)} {gained:+d}" for rule, gained in game.breakdown(seat).items())
        screen.say(_("{name}: {what}").format(name=name, what=f"{points(game.scores[seat])} ({counted})"))
    winners = [names[seat] for seat in game.winners]
    if len(winners) > 1:
        screen.say(_("{names} share the victory.").format(names=listed(winners)), "bold")
    elif winners == [you()]:
        screen.say(_("You win."), "bold")
    else:
        screen.say(_("{name} wins.").format(name=winners[0]), "bold")
