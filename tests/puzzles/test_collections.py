"""The puzzles of the package: what each says of itself, found out again without any search; and some with all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from tilewright import from_text, games
from tilewright.bots.bot import PROVED
from tilewright.puzzles.checking import faults_of
from tilewright.puzzles.collection import BadPuzzles, collection, collection_path, read_puzzles, write_puzzles
from tilewright.puzzles.lines import followed
from tilewright.puzzles.looks import TIMES_ERROR, Panel, least_margin
from tilewright.puzzles.puzzle import Theme, id_of
from tilewright.puzzles.solvers import STRENGTH, obvious_moves, rating_of
from tilewright.puzzles.stream import chosen
from tilewright.puzzles.themes import DETECTORS, FLOOR, PAYMENT, PLATE, RACE, START, Case

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.play.position import Position
    from tilewright.puzzles.puzzle import Puzzle

RULE_SETS = [known.id for known in games.rule_sets()]
ONE_OF = 7  # is looked at here; `tilewright puzzles check` looks at all
WANTED = {"classic": 250, "duel": 10, "pavilion-mono": 30}
OTHERS = 100
SMALL = 1_500_000  # bytes of all collections
ROUNDED = 0.05


def some(rule_set: str) -> tuple[Puzzle, ...]:
    return collection(rule_set)[::ONE_OF]


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_there_are_enough_and_none_is_there_twice(rule_set: str) -> None:
    puzzles = collection(rule_set)

    assert len(puzzles) >= WANTED.get(rule_set, OTHERS)
    assert len({one.id for one in puzzles}) == len(puzzles)
    assert {one.rule_set for one in puzzles} == {rule_set}


def test_all_collections_are_small() -> None:
    assert sum(collection_path(rule_set).stat().st_size for rule_set in RULE_SETS) < SMALL


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_every_legal_move_is_right_or_has_its_loss(rule_set: str) -> None:
    for puzzle in some(rule_set):
        legal = {str(move) for move in puzzle.question().legal_moves}

        assert set(puzzle.best) | set(puzzle.lost) == legal, puzzle.id
        assert not set(puzzle.best) & set(puzzle.lost), puzzle.id
        assert min(puzzle.lost.values()) > 0, puzzle.id


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_margins_are_far_beyond_their_errors_and_simple_players_fail(rule_set: str) -> None:
    for puzzle in collection(rule_set):
        assert puzzle.margin + ROUNDED >= least_margin(puzzle.badge), puzzle.id
        assert puzzle.margin + ROUNDED >= TIMES_ERROR * (puzzle.error - ROUNDED / 10), puzzle.id
        assert puzzle.error == 0 or puzzle.badge != PROVED, puzzle.id
        assert min(puzzle.levels, default=10) > 4, puzzle.id
        assert puzzle.rating == rating_of(puzzle.levels), puzzle.id
    for puzzle in some(rule_set):
        assert not {str(move) for move in obvious_moves(puzzle.question())} & set(puzzle.best), puzzle.id


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_names_and_lines_follow_from_positions(rule_set: str) -> None:
    for puzzle in some(rule_set):
        assert puzzle.laid_out().text == puzzle.position
        assert id_of(puzzle.position) == puzzle.id
        assert puzzle.line[0] in puzzle.best
        assert all(line[0] == move and move in puzzle.lost for move, line in puzzle.refutations.items())
        for line in (puzzle.line, *puzzle.refutations.values()):
            end_of(puzzle.position, line)


def end_of(position: str, line: list[str]) -> Position:
    """Play a line; IllegalMove when the rules do not allow it."""
    game = from_text(position, auto_deal=False)
    for move in line:
        game.play(move)
    return game


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_figures_of_themes_are_true(rule_set: str) -> None:
    """Each is found again by playing moves out, without the detectors."""
    told = 0
    for puzzle in some(rule_set):
        for theme in puzzle.themes:
            check = CHECKS.get(theme.name)
            if check:
                check(puzzle, theme)
                told += 1
    assert told


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_themes_of_the_move_itself_are_found_again(rule_set: str) -> None:
    at_once = (FLOOR, RACE, START, PLATE, PAYMENT)
    for puzzle in collection(rule_set):
        whole, tempting = puzzle.laid_out(), next(iter(puzzle.refutations))
        case = Case(whole, followed(whole, puzzle.line[:1]), followed(whole, [tempting]))
        found = {name: DETECTORS[name](case) for name in at_once}
        kept = {theme.name: theme.figures for theme in puzzle.themes}
        assert found == {name: kept.get(name) for name in at_once}, puzzle.id


def denied(puzzle: Puzzle, theme: Theme) -> None:
    figures = theme.figures
    before = line_until(puzzle, puzzle.refutations[figures["wrong"]], figures["seat"])
    reply = before.parse(figures["reply"])
    forecast = before.forecast(reply)
    instead = line_until(puzzle, puzzle.line, figures["seat"])

    assert figures["reply"] not in {str(move) for move in instead.legal_moves}, puzzle.id
    if "points" in figures:
        assert figures["points"] == (forecast.points_now or 0) + (forecast.points_round_end or 0), puzzle.id
    else:
        assert figures["tiles"] == sum((forecast.gains or {}).values()), puzzle.id


def forced(puzzle: Puzzle, theme: Theme) -> None:
    game = from_text(puzzle.position, auto_deal=False)
    for move in puzzle.line:
        if move == theme.figures["move"] and game.to_move == theme.figures["seat"]:
            losses = [game.forecast(one).loses or 0 for one in game.legal_moves]
            if min(losses) > 0:
                assert (game.forecast(game.parse(move)).loses or 0) == theme.figures["points"], puzzle.id
                return
        game.play(move)
    pytest.fail(f"{puzzle.id}: nobody is forced to {theme.figures['move']}")


def last_round(puzzle: Puzzle, theme: Theme) -> None:
    best = end_of(puzzle.position, puzzle.line).awaiting
    wrong = end_of(puzzle.position, puzzle.refutations[theme.figures["wrong"]]).awaiting

    assert {best, wrong} == {"end", "deal"}, puzzle.id
    assert theme.figures["ends"] is (best == "end"), puzzle.id


def fallen(puzzle: Puzzle, theme: Theme) -> None:
    view = puzzle.question()
    losses = {str(move): view.forecast(move).loses or 0 for move in view.legal_moves}

    assert losses[puzzle.line[0]] == theme.figures["points"] > min(losses.values()), puzzle.id


CHECKS = {"denial": denied, "last-pile": forced, "ending": last_round, "floor": fallen}


def line_until(puzzle: Puzzle, line: list[str], seat: int) -> Position:
    """The position of a line in which a seat is first to move."""
    game = from_text(puzzle.position, auto_deal=False)
    for move in line:
        if game.to_move == seat:
            break
        game.play(move)
    return game


# -- with every search -----------------------------------------------------------------------------------------------

CHECKED = "classic"


@pytest.fixture(scope="module")
def panel() -> Panel:
    return Panel(CHECKED)


@pytest.mark.parametrize("number", [0, 11])
def test_an_entry_is_found_out_again(panel: Panel, number: int) -> None:
    assert faults_of(collection(CHECKED)[number], panel) == []


def test_whatever_is_changed_in_an_entry_is_noticed(panel: Panel) -> None:
    puzzle = collection(CHECKED)[0]
    wrong = next(iter(puzzle.lost))
    other = collection(CHECKED)[1]
    changes: dict[str, object] = {
        "id": "0000000000",
        "position": other.position,
        "best": [wrong],
        "margin": puzzle.margin + 1,
        "lost": puzzle.lost | {wrong: puzzle.lost[wrong] + 1},
        "levels": [10],
        "themes": [Theme("floor", {"points": 9})],
    }
    for field, value in changes.items():
        assert faults_of(msgspec.structs.replace(puzzle, **{field: value}), panel), field


def test_a_position_that_is_no_puzzle_is_refused(panel: Panel) -> None:
    start = from_text(collection(CHECKED)[0].position, auto_deal=False)
    start.play(collection(CHECKED)[0].best[0])
    puzzle = msgspec.structs.replace(collection(CHECKED)[0], id=id_of(start.text), position=start.text)

    assert faults_of(puzzle, panel)


# -- files -----------------------------------------------------------------------------------------------------------


def test_a_file_tells_which_of_its_lines_is_no_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    write_puzzles(path, collection("duel")[:2])
    assert read_puzzles(path) == list(collection("duel")[:2])

    path.write_bytes(path.read_bytes() + b'{"id": 3}\n')
    with pytest.raises(BadPuzzles, match=r"some\.jsonl, line 3: not a puzzle"):
        read_puzzles(path)
    with pytest.raises(BadPuzzles, match="cannot read"):
        read_puzzles(tmp_path / "none.jsonl")


def test_a_theme_chooses_its_puzzles_and_others_are_named() -> None:
    assert all("denial" in (theme.name for theme in one.themes) for one in chosen("classic", "denial"))
    with pytest.raises(ValueError, match="did you mean 'denial'"):
        chosen("classic", "denail")
    with pytest.raises(BadPuzzles, match="no puzzle of classic about plate"):
        chosen("classic", "plate")


def test_the_fewer_levels_solve_it_the_harder_it_is() -> None:
    ratings = [rating_of(list(range(first, 11))) for first in range(1, 12)]

    assert ratings == sorted(set(ratings))
    assert ratings[0] > 0
    assert STRENGTH[4] < ratings[6] < STRENGTH[8]
