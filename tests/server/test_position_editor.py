"""Positions put together by hand: whatever is pointed at, the answer is a position or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import tilewright
from tilewright import games
from tilewright.server.position_editor import NUMBERS, apply_edits
from tilewright.server.problems import Problem
from tilewright.server.study_messages import Edit, EditRequest

if TYPE_CHECKING:
    from collections.abc import Iterator


def apply(position: Any, at: str, put: str | int | None, times: int = 1) -> dict[str, Any]:
    request = EditRequest(position=position, edits=[Edit(at=at, put=put)] * times)
    return apply_edits(request, lambda _name: None)


def places(data: Any, before: str = "") -> Iterator[str]:
    """Every place of a view, and whatever else it tells."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield f"{before}/{key}"
        yield from places(value, f"{before}/{key}")


def odd_places() -> Iterator[str]:
    """What some game has and another has not, and what none has."""
    every = [games.study(known).places for known in games.rule_sets()]
    shared = sorted({name for places in every for name in places.shared})
    of_boards = sorted({name for places in every for name in places.boards})
    numbers = sorted({*NUMBERS, *(name for places in every for name in (places.sign, *places.numbers))})
    yield from (f"/{name}" for name in (*shared, *numbers, "bag"))
    yield from (f"/{name}/0" for name in shared)
    yield from (f"/boards/{seat}/{name}" for seat in (0, 7) for name in (*of_boards, *numbers))
    for name in of_boards:
        yield from (f"/boards/0/{name}/{key}" for key in (0, 9, "x"))
        yield from (f"/boards/0/{name}/{key}/{last}" for key in (0, 9) for last in (0, 9, "R", "colour", "count"))


@pytest.mark.parametrize("rule_set", ["classic", "classic-grey", "pavilion", "duel"])
def test_every_edit_is_answered_or_refused(rule_set: str) -> None:
    game = tilewright.new_game(rule_set, seed=3)
    for _ in range(12):
        game.play(game.legal_moves[0])
    data = game.as_data()
    answered = 0
    told = {at for at in places(data) if at.count("/") <= 6 and len(at) <= 60 and at.replace("/", "").isalnum()}
    for at in sorted({*told, *odd_places()}):
        for put in (None, "R", 3):
            try:
                apply(data, at, put)
            except Problem:
                continue
            answered += 1
    assert answered > 20


@pytest.mark.parametrize(
    ("rule_set", "at", "put"),
    [
        ("classic", "/boards/0/lines/0/colour", None),
        ("classic", "/tower", None),
        ("classic", "/boards/0/hand", "R"),
        ("classic", "/boards/0/floor/x/y", None),
        ("pavilion", "/boards/0/stars", None),
        ("duel", "/moons/piles/0/0/0", "B"),
    ],
)
def test_where_no_tile_can_lie_none_is_laid(rule_set: str, at: str, put: str | None) -> None:
    with pytest.raises(Problem):
        apply(tilewright.new_game(rule_set, seed=3).text, at, put)


def test_a_full_floor_takes_no_more() -> None:
    text = tilewright.new_game("classic", seed=3).text
    full = apply(apply(text, "/boards/0/floor", "B", 4)["text"], "/boards/0/floor", "Y", 3)
    assert full["position"]["boards"][0]["floor"]["tiles"] == {"B": 4, "Y": 3}
    with pytest.raises(Problem, match="full"):
        apply(full["text"], "/boards/0/floor", "Y")


def test_a_tile_is_laid_on_a_moon() -> None:
    found = apply(tilewright.new_game("duel", seed=3).text, "/moons/piles/0/0", "B")
    assert found["position"]["moons"]["piles"][0][0] == "B"


def test_the_marker_lies_on_a_floor_only_where_there_is_space() -> None:
    text = tilewright.new_game("classic", seed=3).text
    some = apply(apply(text, "/boards/0/floor", "B", 4)["text"], "/boards/0/floor", "Y", 2)
    held = apply(some["text"], "/marker", 0)
    assert held["position"]["boards"][0]["floor"]["marker"]
    with pytest.raises(Problem, match="full"):
        apply(held["position"], "/boards/0/floor", "R")
    beside = apply(apply(some["text"], "/boards/0/floor", "R")["position"], "/marker", 0)
    assert not beside["position"]["boards"][0]["floor"]["marker"]
    assert beside["position"]["marker"] == 0
