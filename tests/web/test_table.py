"""At a table besides playing: evaluation, the past, other boards, other languages, scoring shown slowly."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import PHONE, Visit
from tests.web.playing import open_late_table, open_table, play_quietly, wait_for_turn, what_the_server_says


def test_the_evaluation_is_shown_where_the_table_allows_it(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], aids={"evaluation": True})
        told = page.locator(".evaluation .bar")
        told.and_(page.locator("[aria-label*='points for']")).wait_for()
        assert re.search(
            r"Evaluation: \S\d+\.\d points for .+, (give or take|proved)", told.get_attribute("aria-label") or ""
        )
        open_table(page, "classic", ["me", "here"])
        wait_for_turn(page)
        assert page.locator(".evaluation").count() == 0


def test_any_move_can_be_played_on_from_at_a_table_of_its_own(visit: Visit) -> None:
    with visit() as page:
        table = open_table(page, "classic", ["me", "here"])
        wait_for_turn(page)
        play_quietly(page, 4)
        page.locator(".log li button").nth(3).wait_for()
        page.locator(".log li button").nth(1).click()
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_url(lambda url: table not in url)
        wait_for_turn(page)
        moves = [event["move"] for event in what_the_server_says(page)["events"] if event["kind"] == "played"]
        page.goto(f"./?table={table}")
        wait_for_turn(page)
        before = [event["move"] for event in what_the_server_says(page)["events"] if event["kind"] == "played"]
        assert moves[:2] == before[:2]
        assert len(before) == 4


def test_a_shared_address_opens_at_its_move(visit: Visit) -> None:
    with visit() as page:
        table = open_table(page, "classic", ["me", "here"])
        wait_for_turn(page)
        play_quietly(page, 3)
        page.goto(f"./?table={table}&at=2")
        page.get_by_role("heading", name="Looking back at move 2").wait_for()
        page.keyboard.press("End")
        wait_for_turn(page)


def test_another_board_is_enlarged_by_a_tap_on_a_phone(visit: Visit) -> None:
    with visit(viewport=PHONE, has_touch=True, is_mobile=True) as page:
        open_table(page, "classic", ["me", "random"])
        wait_for_turn(page)
        cell = page.locator(".others-area .wall td").first
        small = cell.evaluate("(cell) => cell.getBoundingClientRect().width")
        page.get_by_role("button", name="Enlarge the board of Random").tap()
        page.locator(".others-area .player.large").wait_for()
        assert cell.evaluate("(cell) => cell.getBoundingClientRect().width") > small + 4
        assert page.locator(".others-area .floor").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_why_not_is_read_on_a_phone_too(visit: Visit) -> None:
    """The box for typed moves, which says it on a desktop, is behind a drawer there."""
    with visit(viewport=PHONE, has_touch=True, is_mobile=True) as page:
        open_table(page, "pavilion", ["me", "here"], seed=3)
        wait_for_turn(page)
        page.locator(".disc").get_by_role("button", name="purple").first.tap()  # the joker of round 1
        told = page.locator(".refused")
        told.wait_for()
        assert "joker" in told.inner_text()


@pytest.mark.parametrize(("language", "turn", "rules"), [("fr", "À vous", "Règles"), ("nl", "Jouw beurt", "Regels")])
def test_the_page_speaks_the_readers_language(visit: Visit, language: str, turn: str, rules: str) -> None:
    with visit(locale=language) as page:
        open_table(page, "classic", ["me", "random"])
        wait_for_turn(page)
        assert page.evaluate("document.documentElement.lang") == language
        assert turn in page.locator("h1").inner_text()
        page.keyboard.press("v")
        page.locator("main p").first.wait_for()
        assert "Factory" not in page.locator("main").inner_text()
        page.goto(f"./rules/duel?language={language}")
        assert rules.lower()[:4] in page.locator("main").inner_text().lower()


def test_scoring_is_shown_tile_by_tile_and_a_key_skips_it(visit: Visit) -> None:
    with visit(reduced_motion="no-preference") as page:
        open_table(page, "classic", ["me", "here"], seed=7)  # both complete a line in round 1
        wait_for_turn(page)
        page.evaluate(
            """() => {
              window.scored = 0;
              new MutationObserver(() => { if (document.querySelector(".wall .points")) window.scored += 1; })
                .observe(document.body, { subtree: true, childList: true });
            }"""
        )
        while what_the_server_says(page)["position"]["round"] == 1:
            play_quietly(page, 1)
        page.wait_for_function("() => window.scored > 0", polling=50)
        page.keyboard.press("x")
        wait_for_turn(page)
        assert "Round 2" in page.locator(".round").inner_text()


def test_a_level_says_how_it_plays_the_game_that_is_chosen(visit: Visit) -> None:
    with visit("./") as page:
        said = page.locator(".who p:visible")
        page.get_by_label("Level").fill("7")
        expect(said).to_contain_text("as far as the end of the round")
        page.get_by_role("button", name="Duel").click()
        expect(said).to_contain_text("guessing what it cannot see")


def test_the_levels_slider_stays_where_it_is_held(visit: Visit) -> None:
    with visit("./", viewport=PHONE, locale="fr") as page:  # sentences of two to four lines
        slider, said = page.get_by_role("slider"), page.locator(".who p:visible")
        places, sentences = [], set()
        for level in range(1, 11):
            slider.fill(str(level))
            expect(page.locator(".who .pill:visible")).to_contain_text(f"niveau {level} sur 10")
            places.append(slider.bounding_box())
            sentences.add(said.inner_text())
        assert places == places[:1] * 10
        assert len(sentences) == 10


@pytest.mark.parametrize("table", ["xyz", "AAAAAAAAAAAAAAAA"])
def test_a_table_that_does_not_exist_is_named_as_such(visit: Visit, table: str) -> None:
    with visit(f"./?table={table}", quiet=False) as page:
        page.get_by_text("There is no such table").wait_for(timeout=20_000)
        page.get_by_role("link", name="Other games").click()
        page.locator(".game").first.wait_for()


TRACED = "[...document.querySelectorAll('.traced')].map((one) => one.dataset.at ?? one.className)"


def test_the_trace_shows_the_last_move_and_nothing_else(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3)
        wait_for_turn(page)
        assert page.evaluate(TRACED) == [], "nobody has moved"
        play_quietly(page, 2)
        page.locator(".log li button").nth(1).wait_for()
        wait_for_turn(page)
        traced = page.evaluate(TRACED)
        assert any(place.startswith("/boards/1/lines/") for place in traced)
        page.reload()
        wait_for_turn(page)
        assert page.evaluate(TRACED) == traced
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Ask to take the last move back").click()
        page.locator(".log .code", has_text="taken back").wait_for(timeout=20_000)
        assert page.evaluate(TRACED) == [], "all moves were taken back"


def test_the_trace_is_gone_when_the_round_has_been_scored(visit: Visit) -> None:
    with visit() as page:
        open_late_table(page, ["me", "here"])
        wait_for_turn(page)
        play_quietly(page, 600)
        page.locator(".result").wait_for()
        assert page.evaluate(TRACED) == []


def test_a_typed_move_that_is_refused_can_be_mended(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3)
        wait_for_turn(page)
        box = page.get_by_label("Type a move")
        box.fill("9R4")
        box.press("Enter")
        page.locator("#command-answer:not(.said)").wait_for()
        assert box.input_value() == "9R4"
        assert page.evaluate("getSelection().toString()") == "9R4"
        box.fill("2Y1")
        box.press("Enter")
        page.locator(".log li button").wait_for()
        wait_for_turn(page)
        assert box.input_value() == ""


def test_only_the_words_of_others_are_unread(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"])
        wait_for_turn(page)
        page.get_by_role("tab", name="Chat").click()
        page.get_by_label("Say something").fill("hello")
        page.get_by_label("Say something").press("Enter")
        page.locator(".chat li b").wait_for()
        page.reload()
        wait_for_turn(page)
        assert page.locator(".unread").count() == 0


def test_a_press_without_a_server_says_why_nothing_happens(visit: Visit) -> None:
    with visit(quiet=False) as page:
        open_table(page, "classic", ["me", "here"])
        wait_for_turn(page)
        page.route("**/choices?**", lambda route: route.abort())
        page.locator('[data-at^="/factories/"]:is(button)').first.click()
        page.locator("#command-answer", has_text="The server does not answer.").wait_for(timeout=20_000)
        page.unroute("**/choices?**")
        page.locator('[data-at^="/factories/"]:is(button)').first.click()
        page.locator("h1", has_text="choose a line").wait_for()


def test_nobody_is_called_to_move_while_points_are_counted(visit: Visit) -> None:
    with visit(reduced_motion="no-preference") as page:
        open_table(page, "classic", ["me", "here"], seed=7)
        wait_for_turn(page)
        page.evaluate(
            """() => {
              window.headings = [];
              new MutationObserver(() => {
                const heading = document.querySelector("h1").textContent;
                if (document.querySelector(".wall .points")) window.headings.push(heading);
              }).observe(document.body, { subtree: true, childList: true, characterData: true });
            }"""
        )
        while what_the_server_says(page)["position"]["round"] == 1:
            play_quietly(page, 1)
        page.wait_for_function("() => window.headings.length > 0", polling=50)
        page.keyboard.press("x")
        wait_for_turn(page)
        assert not [heading for heading in page.evaluate("window.headings") if "to move" in heading]


def test_people_give_their_names_and_computers_are_numbered(visit: Visit) -> None:
    with visit("./") as ann, visit() as ben:
        ann.get_by_role("button", name="Settings").click()
        ann.get_by_label("Your name").fill("Anna")
        ann.get_by_label("Your name").press("Tab")
        ann.keyboard.press("Escape")
        ann.get_by_label("A friend", exact=True).check()
        ann.get_by_role("button", name="Play").click()
        link = ann.get_by_label("Invitation")
        link.wait_for()
        ben.goto(link.input_value())
        ben.get_by_label("Your name").fill("Ben")
        ben.get_by_role("button", name="Sit down").click()
        ann.locator("h2", has_text="Ben").wait_for(timeout=20_000)
        ben.locator("h2", has_text="Anna").wait_for(timeout=20_000)
        open_table(ann, "classic", ["me", "random", "random"])
        wait_for_turn(ann)
        assert ann.locator(".others-area h2").all_inner_texts() == ["Random 1", "Random 2"]
        assert ann.locator(".others-area .avatar").all_inner_texts() == ["R1", "R2"]


def test_an_invitation_is_never_sent_to_a_server_but_to_be_used(visit: Visit) -> None:
    """A proxy would write it down. A link of an older version is mended before anything else is asked for."""
    with visit("./") as ann, visit("./") as ben, visit() as cleo:
        ann.get_by_label("A friend", exact=True).check()
        ann.get_by_role("button", name="Play").click()
        ann.get_by_label("Invitation").wait_for()
        link = ann.get_by_label("Invitation").input_value()
        page, _, invitation = link.partition("#invitation=")
        asked: list[str] = []
        for one in (ben, cleo):
            one.on("request", lambda request: asked.append(request.url))
        ben.goto(page)
        ben.locator(".near-area").wait_for()
        ben.goto(link)  # only what stands behind # is another
        ben.get_by_label("Your name").wait_for()
        assert invitation
        assert not [url for url in asked if invitation in url.partition("#")[0]]
        cleo.goto(f"{page}&invitation={invitation}")
        cleo.get_by_label("Your name").wait_for()
        assert cleo.url == link
        assert len([url for url in asked if invitation in url.partition("#")[0]]) == 1, "the old link itself"
        cleo.get_by_role("button", name="Sit down").click()
        cleo.locator(".near-area").wait_for()
        assert len([url for url in asked if invitation in url.partition("#")[0]]) == 1


def test_who_leaves_the_browser_is_somebody_new(visit: Visit) -> None:
    with visit("./") as page:
        table = open_table(page, "classic", ["me", "random"])
        wait_for_turn(page)
        page.goto("./")
        page.get_by_role("link", name="Random").first.wait_for()
        cookies: Any = page.context.cookies()
        page.get_by_role("button", name="Settings").click()
        page.get_by_text("Leave this browser").click()
        with page.expect_navigation():
            page.get_by_role("button", name="Leave for good").click()
        page.get_by_role("button", name="Play").wait_for()
        assert page.get_by_role("link", name="Random").count() == 0
        assert page.context.cookies() == []
        page.context.add_cookies(cookies)  # a copy that somebody took
        assert page.request.get("./api/v1/tables").status == 401
    with visit("./", quiet=False) as page:
        page.evaluate("() => localStorage.setItem('tilewright.guest', 'yes')")
        page.context.add_cookies(cookies)
        page.goto(f"./?table={table}")
        page.locator(".near-area").wait_for()  # the game is there, to be watched by somebody new
        assert page.request.get("./api/v1/tables").status == 200


def test_who_played_here_without_a_name_is_asked_for_one_by_a_link(visit: Visit) -> None:
    with visit("./") as ann, visit("./") as ben:
        ben.get_by_role("button", name="Play").click()
        ben.locator(".near-area").wait_for()
        ann.get_by_label("A friend", exact=True).check()
        ann.get_by_role("button", name="Play").click()
        link = ann.get_by_label("Invitation")
        link.wait_for()
        ben.goto(link.input_value())
        ben.get_by_label("Your name").wait_for()
        assert ben.locator(".near-area").count() == 0
        ben.get_by_role("button", name="Sit down").click()  # and may go without
        ben.locator(".near-area").wait_for()
        ben.reload()
        ben.locator(".near-area").wait_for()  # who sits already is not asked again


ROUNDS = """() => [...document.querySelectorAll(".scores tbody")]
  .map((round) => [...round.rows].map((row) => [...row.cells].map((cell) => cell.innerText)))"""
"""What the table of scores says, round by round: the sums, then what they were for."""


def figures(cells: list[str]) -> list[int]:
    """The first number of each cell."""
    return [int(cell.split()[0].replace("\u2212", "-")) if cell else 0 for cell in cells]


def test_the_scores_of_every_round_can_be_read_again(visit: Visit) -> None:
    with visit() as page:
        open_late_table(page, ["me", "here"])
        wait_for_turn(page)
        before = what_the_server_says(page)["scores"]
        while what_the_server_says(page)["position"]["round"] == 4:
            play_quietly(page, 1)
        after = what_the_server_says(page)["scores"]
        page.reload()
        page.get_by_role("tab", name="Scores").click()
        page.get_by_role("table", name="Scores by round").wait_for()
        ((sums, *reasons),) = page.evaluate(ROUNDS)
        assert sums[0] == "Round 4"
        gained = [now - then for now, then in zip(after, before, strict=True)]
        assert figures(sums[1:]) == gained
        assert [int(cell.split()[-1]) for cell in sums[1:]] == after
        points = [figures(cells) for _, *cells in reasons]
        assert [sum(seat) for seat in zip(*points, strict=True)] == gained

        play_quietly(page, 600)
        page.get_by_role("tab", name="Result").wait_for()  # beside the result it stays
        rounds = page.evaluate(ROUNDS)
        assert rounds[-1] == [sums, *reasons]
        totals = [figures(sums[1:]) for sums, *_ in rounds]
        came = [sum(seat) for seat in zip(before, *totals, strict=True)]
        assert came == what_the_server_says(page)["result"]["scores"]


MARKED = """() => [...document.querySelectorAll(".log li button")]
  .map((move) => [move.querySelector(".code"), move.querySelector(".tiles use[href='#marker']")])
  .map(([code, marker]) => [code.textContent, marker !== null])"""


def test_the_marker_stands_beside_the_move_that_took_it(visit: Visit) -> None:
    with visit() as page:
        open_table(page, "classic", ["me", "here"], seed=3)
        wait_for_turn(page)
        while what_the_server_says(page)["position"]["round"] < 3:
            play_quietly(page, 1)
        events = [one for one in what_the_server_says(page)["events"] if one["kind"] == "played"]
        took = [
            any(step["kind"] == "move_marker" and step["from"] == "/centre" for step in one["happenings"])
            for one in events
        ]
        page.locator(".log li button").nth(len(events) - 1).wait_for()
        marked = page.evaluate(MARKED)
        assert sum(took) == 2
        assert marked == [[one["move"], was] for one, was in zip(events, took, strict=True)]
