"""The checker itself: a good history passes, and each broken promise is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.soak.history import History, faults
from tilewright.server import log
from tilewright.server.draws import draws_from
from tilewright.server.log import Entry
from tilewright.server.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = "a game"


def good() -> tuple[History, dict[str, list[Entry]]]:
    """Ten moves of a game, all acknowledged and received by two clients."""
    chairs = [log.SeatEntry("person", name, name) for name in ("Ann", "Ben")]
    opening = log.Opened("classic", 2, 0, {}, chairs, {}, "Ann")
    drawn = draws_from(Table(GAME, Entry(1, 0, opening)).game, {})
    opening.draws = drawn
    table = Table(GAME, Entry(1, 0, opening))
    history = History()
    for number in range(2, 12):
        move = table.game.legal_moves[0]
        body = log.Played(move.notation, draws_from(table.game, {}, move))
        table.apply(Entry(number, 0, body, table.to_move, f"command {number}"))
        history.sent.append((GAME, f"command {number}"))
        history.acks.append((GAME, f"command {number}", number))
        history.reads.append((GAME, number, number))
    entries = [line.entry for line in table.lines]
    told = [{"seq": 1, "draws": drawn}]
    told += [
        {"seq": e.seq, "move": e.body.move, "draws": e.body.draws} for e in entries if isinstance(e.body, log.Played)
    ]
    for client in ("Ann", "Ben"):
        history.received(client, GAME, told)
    return history, {GAME: entries}


def test_a_good_history_has_no_faults() -> None:
    assert faults(*good()) == []


def lose_an_event(_: History, entries: list[Entry]) -> None:
    del entries[-1]


def skip_a_number(_: History, entries: list[Entry]) -> None:
    del entries[4]


def change_a_move(_: History, entries: list[Entry]) -> None:
    assert isinstance(entries[3].body, log.Played)
    entries[3].body.move = "9W9"


def change_what_was_announced(history: History, _: list[Entry]) -> None:
    history.announced[GAME, 4] = "0B1 "


def store_twice(_: History, entries: list[Entry]) -> None:
    entries.append(Entry(12, 0, log.Said("x"), 0, "command 5"))


def invent_a_command(_: History, entries: list[Entry]) -> None:
    entries.append(Entry(12, 0, log.Said("x"), 0, "of nobody"))


def miss_an_event(history: History, _: list[Entry]) -> None:
    history.events["Ben", GAME].remove(6)


def repeat_an_event(history: History, _: list[Entry]) -> None:
    history.events["Ben", GAME].insert(6, 6)


def read_the_past(history: History, _: list[Entry]) -> None:
    history.reads.append((GAME, 11, 10))


@pytest.mark.parametrize(
    ("inject_fault", "promise"),
    [
        (lose_an_event, "H1"),
        (skip_a_number, "H2"),
        (change_a_move, "H3"),
        (change_what_was_announced, "H3"),
        (store_twice, "H4"),
        (invent_a_command, "H4"),
        (miss_an_event, "H5"),
        (repeat_an_event, "H5"),
        (read_the_past, "H6"),
    ],
)
def test_every_broken_promise_is_seen(inject_fault: Callable[[History, list[Entry]], None], promise: str) -> None:
    history, logs = good()
    inject_fault(history, logs[GAME])

    assert any(fault.startswith(promise) for fault in faults(history, logs))
