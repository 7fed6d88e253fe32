"""Ratings, the puzzle of a day, and the one that comes next."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tilewright.core.text.language import speaking
from tilewright.puzzles import sentences
from tilewright.puzzles.collection import collection
from tilewright.puzzles.puzzle import Theme
from tilewright.puzzles.rating import Rating, after_try, of_puzzle
from tilewright.puzzles.stream import next_for, of_the_day
from tilewright.puzzles.themes import DETECTORS

PERSON = Rating()


def test_who_is_right_rises_and_the_puzzle_falls() -> None:
    puzzle = of_puzzle(1600)
    better, easier = after_try(PERSON, puzzle, right=True)
    worse, harder = after_try(PERSON, puzzle, right=False)

    assert worse.rating < PERSON.rating < better.rating
    assert easier.rating < puzzle.rating < harder.rating
    assert better.deviation < PERSON.deviation
    assert better.attempts == easier.attempts == 1


def test_harder_puzzles_count_more_and_known_people_move_less() -> None:
    by_easy, by_hard = (after_try(PERSON, of_puzzle(rating), right=True)[0].rating for rating in (1200, 2000))
    settled = Rating(1500, 60, 100)

    assert by_hard > by_easy
    assert (
        after_try(settled, of_puzzle(1500), right=True)[0].rating
        < after_try(PERSON, of_puzzle(1500), right=True)[0].rating
    )


def test_a_rating_goes_where_the_results_say() -> None:
    """Somebody who solves all below 1800 and none above."""
    person = PERSON
    for number in range(200):
        puzzle = of_puzzle(round(person.rating) + (40 if number % 2 else -40))
        person, _ = after_try(person, puzzle, right=puzzle.rating < 1800)

    assert 1700 < person.rating < 1900


def test_a_day_has_one_puzzle_and_days_have_different_ones() -> None:
    puzzles, day = collection("classic"), date(2026, 11, 16)
    days = [of_the_day(puzzles, day + timedelta(days=k)).id for k in range(60)]

    assert days[0] == of_the_day(puzzles[::-1], day).id
    assert len(set(days)) > 30


def test_a_collection_that_grows_changes_few_days() -> None:
    puzzles, first = collection("classic"), date(2026, 1, 1)
    days = [first + timedelta(days=k) for k in range(60)]

    same = sum(of_the_day(puzzles, day) == of_the_day(puzzles[: len(puzzles) * 9 // 10], day) for day in days)

    assert same > 40


def test_the_next_is_new_and_as_hard_as_one_is_strong() -> None:
    puzzles = collection("classic")
    strongest, weakest = (next_for(puzzles, strength, {}, {}) for strength in (3000, 0))
    assert strongest.rating == max(one.rating for one in puzzles)
    assert weakest.rating == min(one.rating for one in puzzles)
    assert next_for(puzzles, 3000, {strongest.id: True}, {}) != strongest
    assert next_for(puzzles, 3000, {}, {weakest.id: 9000, strongest.id: 9999}) not in (weakest, strongest)

    everything = {one.id: True for one in puzzles}
    assert next_for(puzzles, 1500, everything | {weakest.id: False}, {}) == weakest


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_every_theme_is_told(language: str) -> None:
    figures: dict[str, list[dict[str, object]]] = {
        "denial": [{"wrong": "2B3", "seat": 1, "reply": "1K5", "points": 7}, {"wrong": "a", "reply": "b", "tiles": 3}],
        "last-pile": [{"move": "0BF", "points": 6}],
        "floor": [{"points": 1}],
        "race": [{"bonus": "column", "points": 7, "missing": 0}, {"bonus": "colour", "points": 10, "missing": 1}],
        "ending": [{"wrong": "2B3", "ends": True}, {"wrong": "2B3", "ends": False}],
        "start": [{"points": 1}],
        "plate": [{"choices": 5}],
        "payment": [{"ways": 3}],
    }
    assert set(figures) == set(DETECTORS)
    with speaking(language):
        told = [sentences.told(Theme(name, one)) for name, every in figures.items() for one in every]
        titles = [sentences.title(name) + sentences.meaning(name) for name in figures]
    assert len(set(told)) == len(told)
    assert len(set(titles)) == len(titles)
    assert all("{" not in text for text in told)
    assert "7" in told[0]
    assert "1K5" in told[0]
