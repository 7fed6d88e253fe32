"""Whatever is handed in, what comes back is an error of ours that says what was wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import tilewright
from tilewright.play.replay import read, read_file
from tilewright.records.plain import read_plain, write_plain
from tilewright.records.record import read_json, write_json

pytestmark = pytest.mark.rules

JUNK: list[Any] = [
    None, 5, -1, 2.5, "", "x", "\ud800", "\x00", b"x", [], ["x"], {}, {"x": 1}, object(), float("nan"), 2**70, -(2**70),
]  # fmt: skip


@cache
def game() -> tilewright.Game:
    return tilewright.new_game("classic", 2, seed=1)


@cache
def record() -> Any:
    played = tilewright.new_game("classic", 2, seed=1)
    played.play(played.legal_moves[0])
    return played.record()


def undealt() -> tilewright.Game:
    return tilewright.new_game("classic", 2, seed=1, auto_deal=False)


DOORS: dict[str, Callable[[Any], object]] = {
    "new_game": tilewright.new_game,
    "new_game players": lambda junk: tilewright.new_game("classic", junk),
    "new_game seed": lambda junk: tilewright.new_game("classic", 2, seed=junk),
    "new_game first": lambda junk: tilewright.new_game("classic", 2, first=junk),
    "new_game option": lambda junk: tilewright.new_game("duel", 2, goals=junk),
    "from_text": tilewright.from_text,
    "from_text seed": lambda junk: tilewright.from_text(game().text, seed=junk),
    "from_data": tilewright.from_data,
    "bot": tilewright.bot,
    "play": lambda junk: tilewright.new_game("classic", 2, seed=1).play(junk),
    "play before a deal": lambda junk: undealt().play(junk),
    "deal": lambda junk: undealt().deal(junk),
    "parse": lambda junk: game().parse(junk),
    "check": lambda junk: game().check(junk),
    "move": lambda junk: game().move(junk),
    "describe": lambda junk: game().describe(junk),
    "forecast": lambda junk: game().forecast(junk),
    "forecast_text": lambda junk: game().forecast_text(junk),
    "events_of": lambda junk: game().events_of(junk),
    "choices": lambda junk: game().choices(junk),
    "choices source": lambda junk: game().choices({"source": junk}),
    "choices kind": lambda junk: game().choices({"kind": junk}),
    "happenings": lambda junk: game().happenings(junk),
    "happenings seat": lambda junk: game().happenings(0, junk),
    "opponents": tilewright.opponents,
    "bot choose": lambda junk: tilewright.bot("greedy").choose(junk),
    "thinker choose": lambda junk: tilewright.bot("thinker@10n").choose(junk),
    "beginner choose": lambda junk: tilewright.bot("thinker:1").choose(junk),
    "breakdown": lambda junk: game().breakdown(junk),
    "view": lambda junk: game().view(junk),
    "picture": lambda junk: game().picture(junk),
    "name": lambda junk: game().tell([junk, "Ann"]),
    "tell": lambda junk: game().tell(junk),
    "record": lambda junk: game().record(junk),
    "shown": lambda junk: game().shown(junk, 0),
    "replay": tilewright.replay,
    "read": read,
    "read_file": read_file,
    "read_json": read_json,
    "read_plain": read_plain,
}
DOORS |= {
    f"record {field}": lambda junk, field=field: tilewright.replay(msgspec.structs.replace(record(), **{field: junk}))  # type: ignore[misc]
    for field in ("format", "rule_set", "players", "seats", "rounds", "first", "options", "position", "result", "check")
}


@pytest.mark.parametrize("door", DOORS)
def test_junk_is_refused_by_an_error_of_ours(door: str) -> None:
    refused = 0
    for junk in JUNK:
        try:
            DOORS[door](junk)
        except tilewright.TilewrightError:
            refused += 1
    assert refused > len(JUNK) // 2


def test_a_move_that_is_none_says_what_a_move_is() -> None:
    with pytest.raises(tilewright.IllegalMove, match="'None' is not a move: give one of legal_moves"):
        tilewright.new_game("classic", seed=1).play(None)  # type: ignore[arg-type]


def test_numbers_of_numpy_are_numbers() -> None:
    played = tilewright.new_game("classic", np.int64(2), seed=np.uint64(7), first=np.int16(1))  # type: ignore[arg-type]
    assert played.text == tilewright.new_game("classic", 2, seed=7, first=1).text
    assert played.move(np.int64(6)) == played.move(6)  # type: ignore[arg-type]


@pytest.mark.parametrize("write", [write_json, write_plain])
def test_a_byte_order_mark_before_a_record_is_passed_over(tmp_path: Path, write: Callable[[Any], str]) -> None:
    text = "\ufeff" + write(record())
    assert tilewright.replay(text).moves == tilewright.replay(record()).moves
    file = tmp_path / "game"
    file.write_text(text, encoding="utf-8")
    assert read_file(str(file)) == read_file(file)
