"""How a game at the terminal begins: a new one, a kept one, or one from a record; and the next one after it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright import games
from tilewright.bots.opponents import LEVELS
from tilewright.cli.commands import NAMED
from tilewright.cli.ending import finish
from tilewright.cli.keeping import Keeper, check_path, new_file, read_settings, remember
from tilewright.cli.places import games_folder
from tilewright.cli.screen import Leaving, Screen, ask_until, clean, is_interactive, waiting
from tilewright.cli.seating import HUMAN, LONGEST_NAME, name_seats, parse_seats, seats_of_record
from tilewright.cli.session import Session
from tilewright.core.contract.dice import below, dice
from tilewright.core.errors import BadArgument, BadRecord
from tilewright.core.text.language import N_, _, ngettext
from tilewright.play.game import from_text, set_up_game
from tilewright.play.replay import go_on, read_file

if TYPE_CHECKING:
    from tilewright.cli.keeping import Settings
    from tilewright.cli.library import Library, Listed
    from tilewright.cli.seating import Seat
    from tilewright.play.game import Game

WELCOME = N_("""\
Welcome to Tilewright. You play the classic tile game.
On your turn take all tiles of one colour from a factory or the centre, and put them on one of your lines.
A full line moves one tile to your wall and scores; tiles that do not fit fall to the floor and cost points.
The game ends after the round in which somebody completes a row of five on their wall.""")

DEFAULT = "classic"
DEFAULT_LEVEL = 3
RANDOM = "random"
_FIRST_STREAM = 8  # of the seed, so that the seat that starts does not foretell the draws


@dataclass(frozen=True, slots=True)
class Wish:
    """The game that was asked for."""

    what: str | None = None  # a rule set, or the file of a record
    resume: bool = False
    players: int | None = None
    seats: str | None = None
    first: str = RANDOM
    seed: int | None = None
    position: str | None = None
    save: Path | None = None
    name: str | None = None
    level: int | None = None
    options: dict[str, str] = field(default_factory=dict)


def play_at_table(wish: Wish, library: Library, *, plain: bool) -> None:
    """Play the game that was asked for, and another one as long as people want to."""
    screen = Screen(plain=plain)
    if wish.save:
        check_path(wish.save)
    while True:
        session = _sit_down(wish, library, screen)
        again = session.play() and finish(session)
        if session.keeper.failed:
            raise session.keeper.failed
        if not again:
            return
        wish = Wish(session.game.rule_set.id, seats=_as_asked(session.seats), options=session.game.options)


def _as_asked(seats: list[Seat]) -> str:
    return ",".join(f"{HUMAN}:{seat.name}" if seat.is_person else seat.spec for seat in seats)


def _sit_down(wish: Wish, library: Library, screen: Screen) -> Session:
    path = _record_of(wish, library, screen)
    if path is None:
        return _new_session(wish, screen)
    record = read_file(path)
    kept = path.parent == games_folder()
    with waiting(_(games.rule_set(record.rule_set).title)):
        game = go_on(record)
    if wish.seats:
        seats = parse_seats(wish.seats, game.players, read_settings().name)
    else:
        words = record.resume.seats if record.resume else seats_of_record(record.seats)
        named = [f"{HUMAN}:{name}" if word == HUMAN else word for word, name in zip(words, record.seats, strict=True)]
        seats = name_seats(named)
    own = path if kept else new_file(game.rule_set.id)
    going_on = ngettext(
        "Continuing {file}: {count} move so far.", "Continuing {file}: {count} moves so far.", len(game.moves)
    )
    screen.say(going_on.format(file=path, count=len(game.moves)))
    return Session(game, seats, screen, Keeper(own, wish.save, screen.say), NAMED)


def _record_of(wish: Wish, library: Library, screen: Screen) -> Path | None:
    """The file of the game to continue; None for a new game."""
    if wish.resume:
        if wish.what:
            raise BadArgument(f"--resume continues the last game; `tilewright play {wish.what}` continues that one")
        return _last_unfinished(library, screen)
    if wish.what is None or any(known.id == wish.what for known in games.rule_sets()):
        return None
    for path in (Path(wish.what), games_folder() / wish.what):
        if path.is_file():
            return path
    if Path(wish.what).suffix or len(Path(wish.what).parts) > 1:
        raise BadRecord(f"{wish.what}: no such file, here or in {games_folder()}")
    if found := library.find(wish.what):
        return _file_of(found, library)
    if wish.what.isdecimal():
        raise BadRecord(f"`tilewright games` lists no game {wish.what}")
    return None  # a rule set that is not there says so itself


def _file_of(game: Listed, library: Library) -> Path:
    """The file of a game of the terminal; one of the browser continues there."""
    if game.path is not None:
        return game.path
    if game.is_over:
        raise BadRecord(f"game {game.id} is over; `tilewright replay {game.id}` shows it")
    raise BadRecord(library.how_to_continue(game))


def _last_unfinished(library: Library, screen: Screen) -> Path:
    """The last game of the terminal; says so when the last one of all is in the browser."""
    unfinished = [game for game in library.latest()[0] if not game.is_over]
    here = next((game.path for game in unfinished if game.path is not None), None)
    elsewhere = library.how_to_continue(unfinished[0]) if unfinished and unfinished[0].path is None else ""
    if here is None:
        raise BadRecord(f"no unfinished game is kept in {games_folder()}. {elsewhere}".rstrip(". "))
    if elsewhere:
        screen.say(_("Your last game was in the browser. {how}").format(how=elsewhere))
    return here


def _new_session(wish: Wish, screen: Screen) -> Session:
    seed = secrets.randbits(63) if wish.seed is None else wish.seed
    if wish.what is None and not wish.position and not wish.seats:
        screen.say(_(WELCOME))
        screen.say()
    if wish.position:
        with waiting(_("this position")):
            game: Game | None = from_text(wish.position, seed=seed)
        players = game.players if game else None
    else:
        game, players = None, wish.players
        games.rule_set(wish.what or DEFAULT)  # before any question is asked
    seats = _seats(wish, players)
    if game is None:
        rule_set = wish.what or DEFAULT
        with waiting(_(games.rule_set(rule_set).title)):
            first = _first(wish.first, len(seats), seed)
            game = set_up_game(rule_set, len(seats), wish.options, seed=seed, first=first, auto_deal=True)
    return Session(game, seats, screen, Keeper(new_file(game.rule_set.id), wish.save, screen.say), NAMED)


def _first(wanted: str, players: int, seed: int) -> int:
    """The seat that starts: chance decides, as the rulebooks have it, unless one is named."""
    if wanted.lower() == RANDOM:
        return below(dice(seed, stream=_FIRST_STREAM), players)
    if not wanted.isdecimal():
        raise BadArgument(f"--first needs the number of a seat, or {RANDOM}, not {wanted!r}")
    return int(wanted)


def _seats(wish: Wish, players: int | None) -> list[Seat]:
    """The seats that were asked for; else one person against opponents of the remembered level."""
    settings = _introduced(wish)
    if wish.seats:
        return parse_seats(wish.seats, players, settings.name)
    opponent = f"thinker:{settings.level or DEFAULT_LEVEL}"
    return name_seats([HUMAN] + [opponent] * ((players or 2) - 1), settings.name)


def _introduced(wish: Wish) -> Settings:
    """Name and level: given on the command line, remembered, or asked for now at a terminal."""
    settings = read_settings()
    before = (settings.name, settings.level)
    settings.name, settings.level = wish.name or settings.name, wish.level or settings.level
    if not wish.seats and is_interactive() and None in (settings.name, settings.level):
        try:
            _ask(settings)
        except Leaving:
            raise SystemExit(0) from None
    if (settings.name, settings.level) != before:
        remember(settings)
    return settings


def _ask(settings: Settings) -> None:
    def name(typed: str) -> str:
        settings.name = clean(typed)[:LONGEST_NAME] or _("Guest")
        return ""

    def level(typed: str) -> str:
        if typed and (not typed.isdecimal() or not 1 <= int(typed) <= len(LEVELS)):
            return _("levels are 1 to {most}").format(most=len(LEVELS))
        settings.level = int(typed or DEFAULT_LEVEL)
        return ""

    if settings.name is None:
        ask_until(_("Your name: "), name)
    if settings.level is None:
        how = _("How strong should opponents be, 1 (beginner) to {most}? [{usual}] ")
        ask_until(how.format(most=len(LEVELS), usual=DEFAULT_LEVEL), level)
    print(_("Your name and level are remembered; --name and --level change them."))  # noqa: T201
