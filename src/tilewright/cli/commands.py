"""What a person can type besides a move. Each command says whether it has changed the table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.keeping import check_path
from tilewright.cli.screen import Leaving, does, waiting
from tilewright.cli.words import round_name
from tilewright.core.text.language import N_, _
from tilewright.play.understanding import beginning_with, described_as
from tilewright.records.files import write_whole
from tilewright.records.record import write_json

if TYPE_CHECKING:
    from tilewright.cli.session import Command, Session

HELP = N_("""\
  ?  help           this help
  m  moves [3R]     your moves, or only those that start with it
  h  hint           the best moves and what they are worth
  u  undo           take back your last move
  t  table          show the table again
  o  opponents      show all boards in full
  r  round [2]      how points were scored, one by one
  l  log            what happened so far
  p  position       the table as one line of text
  s  save [FILE]    write the record to this file too
  q  quit           leave; the game is kept""")

HINT_SECONDS = 1.0


def show_help(session: Session, _rest: str) -> bool:
    session.screen.say(_(session.game.room.sentences.help))
    session.screen.say(_(HELP))
    return False


def list_moves(session: Session, wanted: str) -> bool:
    """The legal moves, or those that begin so or are described so."""
    view = session.view
    found = beginning_with(view, wanted) or described_as(view, wanted)
    if found:
        session.list_moves(found)
    else:
        session.screen.say(_("no legal move begins with {typed}").format(typed=repr(wanted)), "yellow")
    return False


def hint(session: Session, _rest: str) -> bool:
    """What a thinker would do here, and why."""
    from tilewright.bots.thinker import Thinker
    from tilewright.cli.candidates import show_candidates
    from tilewright.cli.thinking import think

    view, thinker = session.view, Thinker(seconds=HINT_SECONDS)
    try:
        session.behind.wait()
        with waiting(_("hints")):
            choice = think(lambda stop: thinker.appraise(view, stop=stop))
    except KeyboardInterrupt:
        session.screen.say(_("The hint was cancelled."))
        return False
    show_candidates(session.screen, view, choice)
    return False


def undo(session: Session, _rest: str) -> bool:
    """Back to the last decision of a person, over what opponents did since and over moves that were the only one."""
    game = session.game
    decisions = (
        number
        for number in reversed(range(len(game.events)))
        if game.events[number].seat in session.people and len(game.before(number).legal_moves) > 1
    )
    last = next(decisions, None)
    if last is None:
        session.screen.say(_("there is nothing to undo"), "yellow")
        return False
    while len(game.events) > last:
        game.undo()
    session.keeper.keep(session.record())
    session.screen.say(_("Taken back."))
    session.shown_round = -1
    return True


def show_table(session: Session, _rest: str) -> bool:
    session.show_table()
    return False


def show_opponents(session: Session, _rest: str) -> bool:
    session.show_table(full=True)
    return False


def show_round(session: Session, wanted: str) -> bool:
    """How the points of a round came, one by one: of the last that is over, or of the one named."""
    from tilewright.cli.accounts import say_round

    over = [event.round_number for event in session.game.events if event.ended_round]
    number = int(wanted) if wanted.isdecimal() else over[-1] if over else session.game.round_number
    say_round(session.screen, session.game, number, session.names)
    return False


def show_log(session: Session, _rest: str) -> bool:
    """Every move so far, as the person may know it."""
    game = session.game
    round_number = -1
    for number, event in enumerate(game.events):
        if event.seat is None:
            continue
        if event.round_number != round_number:
            round_number = event.round_number
            session.screen.say(round_name(round_number), "bold")
        before = game.before(number)
        shown = game.shown(number, session.onlooker)
        if shown == event.notation:
            told = does(session.names[event.seat], before, before.parse(event.notation))
            session.screen.say(f"  {told}  [{shown}]")
        else:
            session.screen.say("  " + _("{name}: {what}").format(name=session.names[event.seat], what=shown))
    if not game.moves:
        session.screen.say(_("nothing has happened yet"))
    return False


def show_position(session: Session, _rest: str) -> bool:
    session.screen.say(session.view.text)
    return False


def save(session: Session, name: str) -> bool:
    """Write the record to another file; if that fails, the reason is shown and the game continues."""
    path = Path(name or f"tilewright-{session.game.rule_set.id}-{session.game.seed}.json").expanduser()
    check_path(path)
    write_whole(path, write_json(session.record()))
    session.screen.say(_("Saved to {file}; `tilewright replay {file}` replays it.").format(file=path))
    return False


def leave(_session: Session, _rest: str) -> bool:
    raise Leaving


_ALL: dict[str, Command] = {
    "? help": show_help,
    "m moves move": list_moves,
    "h hint": hint,
    "u undo": undo,
    "t table": show_table,
    "o opponents": show_opponents,
    "r round points": show_round,
    "l log history": show_log,
    "p position": show_position,
    "s save": save,
    "q quit exit": leave,
}
NAMED: dict[str, Command] = {name: command for names, command in _ALL.items() for name in names.split()}
