"""When a game is over: who won, with how many points and what for, and what to do now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cli import commands
from tilewright.cli.screen import YOU, Leaving, ask, listed, points
from tilewright.core.errors import TilewrightError

if TYPE_CHECKING:
    from tilewright.cli.session import Session

QUESTION = "s [FILE] save, a analyse, r points one by one, n new game, Enter leaves: "


def finish(session: Session) -> bool:
    """Count, and ask the people what now; True when they want another game."""
    final_count(session)
    if not session.people:
        return False
    session.say_where_it_is()
    try:
        while typed := ask(QUESTION):
            word, _, rest = typed.partition(" ")
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
            session.screen.say(f"{word!r} is none of these", "yellow")
    except (TilewrightError, OSError) as bad:
        session.screen.say(str(bad), "yellow")


def final_count(session: Session) -> None:
    """The last table, the points by rule, and who won."""
    game, names, screen = session.game, session.names, session.screen
    session.show_table()
    for seat, name in enumerate(names):
        counted = ", ".join(f"{rule.replace('_', ' ')} {gained:+d}" for rule, gained in game.breakdown(seat).items())
        screen.say(f"{name}: {points(game.scores[seat])} ({counted})")
    winners = [names[seat] for seat in game.winners]
    if len(winners) > 1:
        screen.say(f"{listed(winners)} share the victory.", "bold")
    else:
        screen.say(f"{winners[0]} {'win' if winners[0] == YOU else 'wins'}.", "bold")
