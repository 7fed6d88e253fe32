"""Reviews and statistics tell the same of a game, whoever is asked first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tilewright
from tests.server.test_reviewing import inline_server, reviewed  # noqa: F401 - a fixture
from tests.server.test_study import counted, played
from tilewright.review.luck import add_up

if TYPE_CHECKING:
    from tests.server.local_server import LocalServer, Person
    from tilewright.play.game import Game


def late(rounds: int = 5) -> Game:
    """A position in a late round: few moves are left."""
    game, greedy = tilewright.new_game("classic", seed=5), tilewright.bot("greedy")
    while game.round_number < rounds:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


def finished(ann: Person) -> str:
    """A table where Ann has played the last round of a game, both seats at random."""
    table: str = ann.post("/tables", {"position": late().text, "seats": ["me", "here"]}).json()["id"]
    dice = np.random.default_rng(4)
    while (view := ann.view(table))["status"] != "over":
        legal = view["legal"]
        ann.send(table, "play", view["seq"], move=legal[int(dice.integers(len(legal)))]["notation"])
    return table


def sheet_of(ann: Person, table: str) -> dict[str, Any]:
    sheets = [sheet for one in counted(ann)["statistics"] for sheet in one["sheets"]]
    return next(sheet for sheet in sheets if sheet["game"] == table)


@pytest.mark.parametrize("first", ["review", "statistics"])
def test_statistics_and_the_review_agree_to_the_last_figure(inline_server: LocalServer, first: str) -> None:  # noqa: F811
    ann = inline_server.person()
    table = finished(ann)
    if first == "review":
        review, sheet = reviewed(ann, table), sheet_of(ann, table)
    else:
        sheet, review = sheet_of(ann, table), reviewed(ann, table)
    own = review["summaries"][0]
    assert sheet["moves"] == own["moves"] > 3
    assert sheet["grades"] == own["grades"]
    assert sheet["points_lost"] == own["points_lost"]
    assert sheet["chance_lost"] == own["chance_lost"]


def test_what_was_graded_is_not_thought_about_again(
    inline_server: LocalServer,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann = inline_server.person()
    table = finished(ann)
    reviewed(ann, table)
    asked = []
    ask = inline_server.service.thinking.ask

    async def asking(job: Any, **more: Any) -> Any:
        asked.append(job)
        return await ask(job, **more)

    monkeypatch.setattr(inline_server.service.thinking, "ask", asking)
    sheet_of(ann, table)
    assert asked == []


def test_forced_moves_are_listed(inline_server: LocalServer) -> None:  # noqa: F811
    ann = inline_server.person()
    table = finished(ann)
    review = reviewed(ann, table)
    made = [event for event in ann.view(table)["events"] if event["kind"] == "played"]
    told = sorted([*review["grades"], *review["forced"]], key=lambda one: one["number"])
    assert [one["number"] for one in told] == list(range(1, len(made) + 1))
    assert [one["move"] for one in told] == [event["move"] for event in made]
    assert [one["seq"] for one in told] == [event["seq"] for event in made]
    assert review["forced"], "otherwise this shows nothing"
    assert all(one["text"] for one in review["forced"])


def test_the_ledger_and_the_grades_add_up_to_the_same() -> None:
    """Also where the best move by chances is not the best by points, so that the one played gained something."""
    from tilewright.bots.thinker import Thinker
    from tilewright.play.replay import replay
    from tilewright.review.analysis import review
    from tilewright.review.luck import draws_of, settle

    record = played(seed=3).record(["Ann", "Bo"])
    thinker = Thinker(nodes=200)
    graded, summaries = review(record, thinker, reasons=False)
    game = replay(record)
    settled = [settle(game.before(a), game.before(b + 1), thinker, 2, 20) for a, b in draws_of(game)]
    account = add_up(game, graded, settled).leads
    for one in summaries:
        assert account.errors[one.seat][one.seat] == pytest.approx(-one.points_lost)
        assert account.errors[one.seat][1 - one.seat] == pytest.approx(one.points_lost)
    for seat in (0, 1):
        parts = account.start[seat] + account.luck[seat] + sum(row[seat] for row in account.errors)
        assert parts + account.drift[seat] == pytest.approx(account.result[seat])
