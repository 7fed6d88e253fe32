"""Playing a record again: every draw, move, score and the result are checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.core.errors import BadRecord, TilewrightError
from tilewright.core.text import arguments
from tilewright.core.text.reader import shorten
from tilewright.play.game import Game, from_text, set_up_game
from tilewright.records.plain import read_plain
from tilewright.records.record import (
    DEAL_SIGN,
    FORMAT,
    LONGEST,
    Record,
    Round,
    checked,
    checksum,
    read_json,
)

if TYPE_CHECKING:
    from collections.abc import Callable

BYTE_ORDER_MARK = "\ufeff"  # some editors put it before the text


def read(text: str) -> Record:
    """Understand a record, JSON or plain."""
    if len(arguments.text(text, "a record that is read")) > LONGEST:
        raise BadRecord(f"a record of {len(text)} characters is too long")
    text = text.removeprefix(BYTE_ORDER_MARK)
    return read_json(text) if text.lstrip().startswith("{") else read_plain(text)


def read_file(path: Path | str) -> Record:
    """Read and understand a file."""
    path = arguments.path(path)
    try:
        with path.open("rb") as file:
            content = file.read(LONGEST + 1)  # a device or a pipe does not tell its size
        if len(content) > LONGEST:
            raise BadRecord(f"{path}: too long for a record")
        return read(content.decode())
    except OSError as bad:
        raise BadRecord(f"{path}: {bad.strerror}") from None
    except UnicodeDecodeError as bad:
        raise BadRecord(f"{path}: byte {bad.start} is not UTF-8 text") from None
    except ValueError as bad:  # a path with a null character
        raise bad if isinstance(bad, TilewrightError) else BadRecord(f"{shorten(str(path))}: {bad}") from None


def replay(record: Record | str, after: Callable[[Game], None] | None = None) -> Game:
    """Play a record from its first event to its last; ``after`` is shown the game after each.

    BadRecord says where the record leaves the rules; nothing is returned unless all of it is right.
    """
    record = read(record) if isinstance(record, str) else checked(record)
    game = start_of(record)
    for number, played in enumerate(record.rounds, start=1):
        _replay_round(game, number, played, last=number == len(record.rounds), after=after)
    _check_result(game, record)
    if record.check is not None and record.check != checksum(record):
        raise BadRecord(
            "the checksum does not fit: the file was changed after it was written; remove 'check' to accept it as it is"
        )
    game.auto_deal = True
    return game


def go_on(record: Record) -> Game:
    """The game where a record stops, ready to be played on.

    Where the record keeps the seed, the dice stand where they stood: draws that are taken back come again.
    """
    game = replay(record)
    if record.resume is None:
        return game
    again = start_of(record, seed=record.resume.seed)
    for event in (event for played in record.rounds for event in played.events):
        if not event.startswith(DEAL_SIGN):
            again.play(event)
        elif again.deal() != event[len(DEAL_SIGN) :].strip():
            return game  # the draws came from elsewhere: the record was typed in, or changed
    again.auto_deal = True
    return again


def start_of(record: Record, *, seed: int | None = None) -> Game:
    """The game before its first event."""
    if record.format != FORMAT:
        raise BadRecord(f"format {shorten(record.format)} is not {FORMAT!r}")
    if len(record.seats) != record.players:
        raise BadRecord(f"{record.players} players but {len(record.seats)} seats are named")
    try:
        if record.position:
            game = from_text(record.position, seed=seed, auto_deal=False)
            if (game.rule_set.id, game.players) != (record.rule_set, record.players):
                raise BadRecord("the position is of another rule set or number of players")
            return game
        return set_up_game(
            record.rule_set, record.players, record.options, seed=seed, first=record.first, auto_deal=False
        )
    except BadRecord:
        raise
    except TilewrightError as bad:
        raise BadRecord(str(bad)) from None


def _replay_round(game: Game, number: int, played: Round, *, last: bool, after: Callable[[Game], None] | None) -> None:
    if not played.events:
        raise BadRecord(f"round {number}: nothing happens in it")
    began = game.round_number
    for place, event in enumerate(played.events, start=1):
        where = f"round {number}, event {place} ({shorten(event)})"
        if game.round_number != began:
            raise BadRecord(f"{where}: the round was over before it")
        try:
            if event.startswith(DEAL_SIGN):
                game.deal(event[len(DEAL_SIGN) :].strip())
            else:
                game.play(event)
        except TilewrightError as bad:
            raise BadRecord(f"{where}: {bad}") from None
        if after:
            after(game)
    _check_scores(game, number, played, over=game.events[-1].ended_round, last=last)


def _check_scores(game: Game, number: int, played: Round, *, over: bool, last: bool) -> None:
    if not over:
        if not last:
            raise BadRecord(f"round {number}: it stops before the round is over")
        if played.scores is not None:
            raise BadRecord(f"round {number}: scores are given but the round is not over")
    elif played.scores is None:
        raise BadRecord(f"round {number}: its scores are missing")
    elif played.scores != list(game.scores):
        raise BadRecord(f"round {number}: the scores are {list(game.scores)}, the record says {played.scores}")


def _check_result(game: Game, record: Record) -> None:
    wanted = game.result()
    if record.result == wanted:
        return
    if wanted is None:
        raise BadRecord("a result is given but the game is not over")
    if record.result is None:
        raise BadRecord("the game is over but the result is missing")
    for name in ("scores", "winners", "ending"):
        found, right = getattr(record.result, name), getattr(wanted, name)
        if found != right:
            raise BadRecord(f"result: {name} should be {right}, the record says {found}")
