"""The workshop of study: rounds proved, odds, positions put together, games brought and typed in, statistics."""

from __future__ import annotations

import csv
import re
import time
from io import StringIO
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, Position, Route, expect

import tilewright
from tests.web.conftest import DESKTOP, PHONE, Visit
from tests.web.test_access import violations
from tests.web.test_study import press_move
from tilewright.play.game import Game
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json

LATE = 8  # legal moves: near enough to the end of a round to be proved at once


def late(rule_set: str = "classic") -> Game:
    game, greedy = tilewright.new_game(rule_set, seed=5), tilewright.bot("greedy")
    while len(game.legal_moves) > LATE:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


def played(seed: int = 3, rule_set: str = "classic", players: int = 2) -> Game:
    game = tilewright.new_game(rule_set, players, seed=seed)
    bots = [tilewright.bot("greedy"), tilewright.bot("random", seed=1)]
    while game.to_move is not None:
        game.play(bots[game.to_move % 2].choose(game.view(game.to_move)).move)
    return game


def test_a_round_is_proved_with_progress_and_a_proof_can_be_cancelled(visit: Visit, axe: str) -> None:
    hard = tilewright.new_game("classic", seed=5)
    with visit(f"./?analysis&position={quote(hard.text)}") as page:
        page.locator("tbody .btn").nth(3).wait_for()  # candidates, not rows of a wall
        page.get_by_role("button", name="Prove", exact=True).click()
        page.get_by_label("Depth of the proof").wait_for()
        see(page.locator(".prove"), "moves deep")  # it tells how far it is
        assert violations(page, axe) == []
        page.get_by_role("button", name="Cancel").click()
        expect(page.locator("[aria-live=polite].said")).to_contain_text("stopped")
        page.get_by_role("button", name="Prove", exact=True).wait_for()

        page.goto(f"./?analysis&position={quote(late().text)}")
        page.get_by_role("button", name="Prove", exact=True).click()
        see(page.locator(".prove"), "Proved:")
        page.locator(".ghosts span").first.wait_for()


def test_the_odds_of_the_next_deal_are_shown(visit: Visit, axe: str) -> None:
    game = tilewright.new_game("classic", seed=5)
    with visit(f"./?analysis&position={quote(game.text)}", viewport=PHONE) as page:
        page.get_by_role("heading", name="Odds of the next deal").click()
        see(page.locator(".odds"), "20 tiles are drawn of 80 in the bag")
        assert page.locator(".odds tbody tr").count() == 5
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert violations(page, axe) == []


def test_odds_that_cannot_be_told_are_said_to_be_so(visit: Visit) -> None:
    with visit(f"./?analysis&position={quote(tilewright.new_game('classic', seed=5).text)}", quiet=False) as page:
        refusal = {"type": "", "title": "", "status": 409, "code": "not_now", "detail": "no more tiles are dealt"}
        page.route("**/api/v1/odds*", lambda route: route.fulfill(status=409, json=refusal))
        page.get_by_role("heading", name="Odds of the next deal").click()
        see(page.locator(".odds"), "no more tiles are dealt")
        page.unroute("**/api/v1/odds*")
        page.get_by_role("heading", name="Odds of the next deal").click()
        page.get_by_role("heading", name="Odds of the next deal").click()
        see(page.locator(".odds"), "20 tiles are drawn of 80 in the bag")


def test_what_is_said_of_a_proof_is_what_is_shown(visit: Visit) -> None:
    """Searched to the end of the drafting is less than proved, and more than nothing; a busy server is given time."""
    done = {"state": "done", "proved": False, "plies": 4, "depth": 4, "positions": 9, "seconds": 1, "most_seconds": 60}
    done |= {"move": "3R4", "points": [1, 0], "chances": [0.6, 0.4], "variation": []}
    done |= {"badge": "searched to the end of the drafting"}
    busy = {"type": "", "title": "", "status": 503, "code": "busy", "detail": "no thinker is free", "retry_after": 1}
    asked = []

    def proofs(route: Route) -> None:
        asked.append(time.monotonic())
        is_late = len(asked) > 1
        route.fulfill(status=200 if is_late else 503, json=done if is_late else busy)

    with visit(f"./?analysis&position={quote(tilewright.new_game('classic', seed=5).text)}", quiet=False) as page:
        page.route("**/api/v1/proofs*", proofs)
        page.get_by_role("button", name="Prove", exact=True).click()
        see(page.locator(".prove"), "Searched to the end of the drafting: 3R4 is best.")
        heard = page.locator("[aria-live=polite].said")
        expect(heard).to_contain_text("Searched to the end of the drafting")
        expect(heard).to_contain_text("Best: ")  # of the estimate: neither drowns the other
        assert asked[1] - asked[0] >= 0.9


def test_a_position_is_put_together_and_its_faults_are_told(visit: Visit, axe: str) -> None:
    with visit("./?analysis") as page:
        page.get_by_role("button", name="Put together").click()
        see(page.locator(".gain"), "A game can come to this position.")
        page.get_by_role("radio", name="red").check(force=True)
        page.locator(".layer").click(position=middle_of(page, "/boards/0/lines/4"))  # by finger
        see(page.locator(".faults"), "21 red tiles")
        page.get_by_label("Place").select_option(label="Seat 2: Line 2")  # and by keys
        page.get_by_role("button", name="Lay one").press("Enter")
        see(page.locator(".faults"), "22 red tiles")
        expect(page.get_by_role("button", name="Analyse it")).to_be_disabled()
        assert violations(page, axe) == []

        page.get_by_role("button", name="Put the rest into the bag").click()
        see(page.locator(".gain"), "A game can come to this position.")
        page.get_by_label("Points of Seat 1").fill("7")
        page.get_by_label("Points of Seat 1").press("Tab")
        expect(page.get_by_label("The position as one line")).to_have_value(contains("score 7"))
        page.get_by_role("button", name="Analyse it").click()
        page.locator("tbody .btn").nth(3).wait_for()  # candidates, not rows of a wall
        assert "lines - - - - R1" in page.get_by_label("Position", exact=True).input_value()


@pytest.mark.parametrize("rule_set", ["pavilion", "duel"])
def test_other_games_are_put_together_too(visit: Visit, rule_set: str) -> None:
    text = tilewright.new_game(rule_set, seed=5).text
    with visit(f"./?analysis&edit&position={quote(text)}") as page:
        page.get_by_label("Place").select_option(index=0)
        page.get_by_role("button", name="Lay one").click()
        page.locator(".faults li").first.wait_for()
        page.get_by_role("button", name="Undo").click()
        page.locator(".gain").wait_for()


def test_a_position_comes_from_a_file(visit: Visit, tmp_path: Path) -> None:
    game = tilewright.new_game("classic", seed=5)
    (tmp_path / "position.txt").write_text(game.text + "\n")
    with visit("./?analysis") as page:
        page.get_by_label("Open a file").set_input_files(tmp_path / "position.txt")
        page.locator("tbody .btn").nth(3).wait_for()  # candidates, not rows of a wall
        assert page.get_by_label("Position", exact=True).input_value() == game.text


def test_a_record_is_brought_and_reviewed_and_counted(visit: Visit, axe: str, tmp_path: Path) -> None:
    game = played()
    (tmp_path / "game.txt").write_text(write_plain(game.record(["Ann", "Bo"])))
    with visit("./?bring") as page:
        page.get_by_label("Open a file").set_input_files(tmp_path / "game.txt")
        page.get_by_role("heading", name="Classic: Ann, Bo").wait_for()
        page.get_by_label("Which seat was yours?").select_option(label="Bo")
        assert violations(page, axe) == []
        page.get_by_role("button", name="Review this game").click()
        page.locator(".moves li button").first.wait_for()
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save as text").click()
        assert tilewright.replay(saved.value.path().read_text()).text == game.text

        page.goto("./?statistics")
        see(page.locator(".of"), "Points lost a move")
        see(page.locator("[role=status]").first, "1 game of yours is counted.")
        see(page.locator(".of"), "Round 1")
        see(page.locator(".of"), "taking tiles")
        assert violations(page, axe) == []
        with page.expect_download() as table:
            page.get_by_role("button", name="Export as CSV").click()
        (row,) = csv.DictReader(StringIO(table.value.path().read_text()))
        assert int(row["score"]) == game.scores[1]


def test_figures_have_the_comma_of_the_language(visit: Visit) -> None:
    figure = {"mean": 1.4, "error": 0.2, "count": 9}
    none = {"mean": 0.0, "error": None, "count": 0}
    one = {"player": "Ann", "rule_set": "classic", "games": 1, "finished": 0, "luck": None, "strength": None}
    one |= dict.fromkeys(("won", "score", "floor", "bonuses"), none)
    one |= {"lost_per_move": figure, "lost_by_round": {"1": figure}, "lost_by_kind": {}, "grades": {}, "sheets": []}
    told = {"games": 2, "counted": 2, "left_out": 1, "luck": False, "statistics": [one]}
    with visit(locale="fr-FR") as page:
        page.route("**/api/v1/statistics*", lambda route: route.fulfill(json=told))
        page.goto("./?statistics")
        see(page.locator(".of"), "1,40 ± 0,20")
        see(page.locator("main"), "pas pu être comptée.")


@pytest.mark.parametrize(("rule_set", "players"), [("classic", 3), ("pavilion", 4), ("duel", 2)])
def test_every_kind_of_game_is_reviewed(visit: Visit, rule_set: str, players: int) -> None:
    names = ["Ann", "Bo", "Cy", "Di"][:players]
    with visit("./?bring") as page:
        page.get_by_label("Or paste it here").fill(write_json(played(rule_set=rule_set, players=players).record(names)))
        page.get_by_role("button", name="Check it").click()
        page.get_by_label("Which seat was yours?").select_option(label="Bo")
        page.get_by_role("button", name="Review this game").click()
        page.locator(".moves li button").nth(2).click()
        page.locator(".ghosts span").first.wait_for(state="attached")
        assert page.locator(".graph polyline").get_attribute("points")
        assert page.locator(".ledger tbody tr").count() == players


def test_what_is_wrong_with_a_record_is_said(visit: Visit) -> None:
    wrong = write_json(played().record(["Ann", "Bo"])).replace('"winners"', '"looser"')
    with visit("./?bring", quiet=False) as page:  # the browser notes the refusal in its console
        page.get_by_label("Or paste it here").fill(wrong)
        page.get_by_role("button", name="Check it").click()
        expect(page.get_by_role("alert")).to_contain_text("not a record")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_a_cardboard_game_is_typed_in_and_nothing_is_lost(visit: Visit, axe: str, viewport: dict[str, int]) -> None:
    game = played(seed=4)
    events = [event.notation for event in game.events]
    with visit("./?bring=type", quiet=False, viewport=viewport) as page:  # a refusal is noted in the console
        page.get_by_label("Name of seat 1").fill("Ann")
        page.get_by_label("Name of seat 2").fill("Bo")
        page.get_by_role("button", name="Begin", exact=True).click()
        page.get_by_role("heading", name="what was drawn?").wait_for()
        enter(page, events[0])
        page.get_by_role("heading", name="what did Ann play?").wait_for()
        enter(page, "9B9")
        expect(page.get_by_role("alert").filter(has_text="9B9")).to_be_visible()
        page.locator("#typed").fill("")
        page.locator("#typed").blur()
        press_move(page, events[1])  # on the board
        page.get_by_role("heading", name="what did Bo play?").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert violations(page, axe) == []

        page.reload()  # whatever happens, it goes on where it was
        page.get_by_role("button", name="Go on with the last one").click()
        page.get_by_role("heading", name="what did Bo play?").wait_for()
        for event in events[2:5]:
            enter(page, event)
            page.wait_for_function("() => document.querySelector('#typed').value === ''")
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_role("textbox", name="The record so far")).to_have_value(contains(" ".join(events[1:4])))


def test_a_duel_with_other_goals_is_typed_in_and_what_cannot_be_read_is_no_hindrance(visit: Visit) -> None:
    with visit("./?bring=type") as page:
        page.evaluate("localStorage.setItem('tilewright.typed', '{broken')")
        page.reload()
        page.locator(".begin select").first.select_option(value="duel")
        page.get_by_label("Goals").fill("C5,D,SPE")
        page.get_by_role("button", name="Begin", exact=True).click()
        page.get_by_role("heading", name="what was drawn?").wait_for()
        expect(page.get_by_role("textbox", name="The record so far")).to_have_value(contains("goals=C5,D,SPE"))


def test_the_rest_of_a_record_is_typed_in_with_its_goals(visit: Visit) -> None:
    game = tilewright.new_game("duel", seed=4, goals="C5,D,SPE")
    game.play(game.legal_moves[0])
    with visit("./?bring") as page:
        page.get_by_label("Or paste it here").fill(write_plain(game.record(["Ann", "Bo"])))
        page.get_by_role("button", name="Check it").click()
        page.get_by_role("button", name="Type in the rest").click()
        expect(page.get_by_role("textbox", name="The record so far")).to_have_value(contains("goals=C5,D,SPE"))


def see(place: Locator, text: str) -> None:
    """Wait as long as a busy machine needs until a place says this."""
    place.filter(has_text=text).first.wait_for()


def enter(page: Page, event: str) -> None:
    page.locator("#typed").fill(event)
    page.locator("#typed").press("Enter")


def contains(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text))


def middle_of(page: Page, place: str) -> Position:
    """Where a place lies on the layer that takes presses."""
    box = page.locator(f'.stage [data-at="{place}"]').first.bounding_box()
    layer = page.locator(".layer").bounding_box()
    assert box is not None
    assert layer is not None
    return {"x": box["x"] + box["width"] / 2 - layer["x"], "y": box["y"] + box["height"] / 2 - layer["y"]}
