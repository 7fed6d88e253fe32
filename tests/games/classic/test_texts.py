"""What people type and read: moves, draws, positions, pictures, sentences, forecasts."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import tilewright
from tests.kit.builders import EMPTY_WALL, HOARD_LINES, HOARD_WALL, choosing, part, position
from tests.kit.naive_classic import RULE_SETS
from tests.kit.pace import paced
from tilewright import games
from tilewright.core.compiling.compiled import Records
from tilewright.core.text import words
from tilewright.games.classic import invariants
from tilewright.games.classic.components import STATE
from tilewright.games.classic.prospect import prospect
from tilewright.play import entries
from tilewright.play.game import Game
from tilewright.play.position import read_position

pytestmark = pytest.mark.rules

# -- moves --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["3R4", "3r4", " 3 R 4 ", "3 red 4", "3red4", "3 Rouge 4", "3 rood 4", "3 ROT 4"],
)
def test_a_move_may_be_typed_short_or_in_words(text: str) -> None:
    game = position(factories="- - RR")
    assert game.parse(text).notation == "3R4"


@pytest.mark.parametrize(
    ("letter", "spoken"),
    [
        ("B", words.BLUE),
        ("Y", words.YELLOW),
        ("R", words.RED),
        ("K", words.BLACK),
        ("W", words.WHITE),
    ],
)
def test_colours_places_and_floor_have_words_in_several_languages(letter: str, spoken: tuple[str, ...]) -> None:
    game = position(centre="B1 Y1 R1 K1 W1")
    typed = [f"{centre} {colour} {floor}" for centre in words.CENTRE for colour in spoken for floor in words.FLOOR]
    assert {game.parse(text).notation for text in typed} == {f"0{letter}F"}


@pytest.mark.parametrize("text", ["2@4", "2 @ 4", " 2@4 "])
def test_a_tiling_move_names_line_and_column(text: str) -> None:
    assert choosing("classic-grey", 2, lines="- B2 - - -").parse(text).notation == "2@4"


@pytest.mark.parametrize(
    "text", ["", "3", "R", "3R", "R4", "3R6", "3R0", "3X4", "10R4", "3 pink 4", "2@6", "0@1", "3R4 1B1", "x" * 500]
)
def test_what_is_no_move_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(tilewright.IllegalMove, match="is not a move: write source, colour and line, like 3R4") as bad:
        position(factories="- - RR").parse(text)
    assert len(str(bad.value)) < 160


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("9B1", "there are only 5 factories"),
        ("2B1", "there is no blue tile in factory 2 (R2.3)"),
        ("0R1", "there is no red tile in the centre (R2.3)"),
        ("1B1", "row 1 of the wall already has a blue tile (R3.2)"),
        ("1B2", "line 2 is full (R3.2)"),
        ("1B3", "line 3 holds red (R3.2)"),
        ("3@1", "tiles are still on offer: take some first, like 3R4"),
    ],
)
def test_a_move_that_is_not_possible_says_why(move: str, reason: str) -> None:
    """R2.3, R3.2"""
    game = position(walls={0: "B.... ..... ..... ..... ....."}, lines={0: "- B2 R1 - -"}, factories="BB RR")
    before = game.text
    with pytest.raises(tilewright.IllegalMove, match=f"^{re.escape(move)}: {re.escape(reason)}$"):
        game.play(move)
    assert (game.text, game.events) == (before, [])


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("1BF", "line 3 must be tiled first: choose its column, like 3@1"),
        ("4@1", "line 3 is next, lines are tiled from top to bottom (R4.1)"),
        ("3@1", "the cell in row 3, column 1 is taken; open columns: 4 5 (R4.5)"),
        ("3@2", "column 2 already has a black tile; open columns: 4 5 (R4.5)"),
        ("3@3", "the cell in row 3, column 3 is printed in another colour; open columns: 4 5 (R4.5)"),
    ],
)
def test_a_column_that_is_closed_says_why(move: str, reason: str) -> None:
    """R4.5"""
    game = choosing("crystal-1", 3, wall=".K... ..... B.... ..... .....", lines="- - K3 K4 -")
    with pytest.raises(tilewright.IllegalMove, match=f"^{re.escape(move)}: {re.escape(reason)}$"):
        game.play(move)


def test_moves_are_told_in_words() -> None:
    game = position(factories="BBYR", centre="K3 W1")
    assert game.describe(game.parse("1B4")) == "takes 2 blue from factory 1 to line 4"
    assert game.describe(game.parse("0KF")) == "takes 3 black from the centre to the floor"
    game = choosing("classic-grey", 2, lines="- Y2 - - -")
    assert game.describe(game.parse("2@5")) == "places yellow from line 2 in column 5"


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("1B4", "line 4: 2 of 4"),
        ("1B2", "fills line 2, +2"),
        ("1B1", "fills line 1, +2, floor -1"),
        ("1BF", "floor -2"),
        ("0W3", "line 3: 1 of 3, floor -1, takes the marker, starts the next round"),
        ("0K1", "fills line 1, +1, floor -4, takes the marker, starts the next round"),
    ],
)
def test_a_forecast_says_what_a_move_gives_and_costs(move: str, expected: str) -> None:
    game = position(walls={0: "..... W.... ..... ..... ....."}, factories="BBYR", centre="K3 W1")
    before = game.text
    assert game.forecast_text(game.parse(move)) == expected
    assert game.text == before


def test_a_forecast_of_the_last_tiles_does_not_end_the_round() -> None:
    game = position(factories="BB", floors={0: "K7"})
    assert game.forecast_text(game.parse("1B2")) == "fills line 2, +1"
    assert game.forecast_text(game.parse("1BF")) == "no points lost"


def test_on_a_free_wall_points_are_forecast_when_the_column_is_chosen() -> None:
    game = position("classic-grey", factories="BB")
    assert game.forecast_text(game.parse("1B2")) == "fills line 2"
    game = choosing("crystal-1", 3, wall="..... ..B.. .R.K. ..... .....", lines="- - Y3 - -")
    assert game.forecast_text(game.parse("3@3")) == "+10 now"
    assert game.forecast_text(game.parse("3@1")) == "+2 now"


# -- draws --------------------------------------------------------------------------------------


def waiting(players: int = 2) -> Game:
    return tilewright.new_game("classic", players, seed=1, auto_deal=False)


def test_a_draw_is_dealt_as_it_is_written_and_case_does_not_matter() -> None:
    game = waiting()
    assert game.deal("bbyr  KKWW yyyk RRBW WWWB ") == "BBYR KKWW YYYK RRBW WWWB"
    assert part(game, "factories") == "BBYR KKWW YYYK BRRW BWWW"


@pytest.mark.parametrize(
    ("tiles", "error"),
    [
        ("BBYX KKWW", "line 1, column 4: 'X' is not a colour: the colours are B Y R K W"),
        ("BBYR BBYR BBYR BBYR BBYR BBYR", "line 1, column 26: there are only 5 factories"),
        ("BBYRB", "line 1, column 1: factory 1 must get four tiles"),
        ("BBY KKWW", "line 1, column 5: factory 1 must get four tiles"),
        ("BBYR KK", "20 tiles must be drawn, not 6"),
        ("-", "20 tiles must be drawn, not 0"),
        ("", "20 tiles must be drawn, not 0"),
    ],
)
def test_a_draw_that_cannot_be_read_says_where(tiles: str, error: str) -> None:
    """R1.6"""
    game = waiting()
    with pytest.raises(tilewright.TilewrightError, match=f"^{re.escape(error)}$"):
        game.deal(tiles)
    assert game.events == []


@pytest.mark.parametrize(
    ("tiles", "error"),
    [
        ("BBBB BBWW WWWW WWWB WWWW", ""),
        ("BBBB WWBB WWWW WWWB WWWW", ""),  # within a factory the order does not matter
        ("BBBB BWWW WWWW WWWB WWWW", "factory 2 must get all 2 blue tiles that are left in the bag"),
        ("BBBW BBBW WWWW WWWB WWWW", "there are not enough white tiles to fill factory 1"),
        ("BBBB BBWW WWBB WWWB WWWW", "there are not enough blue tiles to fill factory 4"),
    ],
)
def test_the_last_tiles_of_the_bag_are_drawn_before_those_of_the_lid(tiles: str, error: str) -> None:
    """R6.3"""
    walls = dict.fromkeys(range(2), "BYRK. .BYRK ..BYR ...BY ....B")
    lines = dict.fromkeys(range(2), "- - - K3 K4")
    game = position(walls=walls, lines=lines, what="deal", bag="B6")
    game.state[0].lid[:] = (2, 0, 0, 0, 38)  # not twenty of each, but only the order matters here
    if not error:
        game.deal(tiles)
        assert (part(game, "bag"), part(game, "lid")) == ("B1 W25", "-")
    else:
        with pytest.raises(tilewright.IllegalDeal, match=f"^{re.escape(error)}$"):
            game.deal(tiles)


def test_a_draw_that_empties_the_bag_leaves_the_lid_alone() -> None:
    """R6.3"""
    game = position(walls={0: HOARD_WALL}, what="deal", bag="B4 Y4 R4 K4 W4")
    lid = part(game, "lid")
    game.deal("BBBB YYYY RRRR KKKK WWWW")
    assert (part(game, "bag"), part(game, "lid")) == ("-", lid)


def test_nothing_is_dealt_while_a_move_is_due() -> None:
    game = waiting()
    game.deal()
    with pytest.raises(tilewright.IllegalDeal, match="nothing is to be dealt now"):
        game.deal()


# -- positions ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_positions_of_random_games_survive_being_written_and_read(rule_set: str) -> None:
    for number in range(paced(6, 1)):
        rng = random.Random(number)
        game = tilewright.new_game(rule_set, rng.choice((2, 3, 4)), seed=number, auto_deal=False)
        for ply in range(9999):
            if ply % paced(1, 5) == 0 or game.awaiting != "move":
                _, states = read_position(game.text)
                assert states.tobytes() == game.state.tobytes()
            if game.awaiting == "end":
                break
            if game.awaiting == "deal":
                game.deal()
            else:
                game.play(rng.choice(game.legal_moves))


GOOD = (
    "classic 2 | round 1 first 0 marker - turn 0 draft idle 0 | centre - | factories BBYR KKWW YYRK BRRW BWWW"
    " | bag B16 Y17 R16 K17 W14 | lid - | score 0 tiles 0 wall ..... ..... ..... ..... ..... lines - - - - - floor -"
    " | score 0 tiles 0 wall ..... ..... ..... ..... ..... lines - - - - - floor -"
)


def test_the_example_of_the_notation_page_is_read() -> None:
    assert tilewright.from_text(GOOD).text == GOOD
    spread = "  " + GOOD.replace(" | ", "   |  ") + " "
    assert tilewright.from_text(spread).text == GOOD


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("round 1", "round 0", "the number after 'round' must be 1 to 9999, found 0"),
        ("round 1", "Round 1", "expected 'round', found 'Round'"),
        ("first 0", "first 2", "the seat after 'first' must be 0 to 1, found 2"),
        ("marker -", "marker x", "expected the seat after 'marker', found 'x'"),
        ("turn 0", "turn -", "expected the seat after 'turn', found '-'"),
        ("draft", "drift", "expected 'draft', 'tile', 'deal' or 'end', found 'drift'"),
        ("draft", "tile 6", "the line to tile must be 1 to 5, found 6"),
        (
            "draft",
            "end tired",
            "expected one of row-complete, no-tiles-left, no-progress, found 'tired'",
        ),
        ("idle 0", "idle 11", "the number after 'idle' must be 0 to 10, found 11"),
        ("centre -", "centre X", "expected tiles such as B3, or '-', found 'X'"),
        ("centre -", "centre B21", "the number of B tiles must be 1 to 20, found 21"),
        ("KKWW", "KKWWW", "expected up to four of BYRKW for factory 2, or '-', found 'KKWWW'"),
        ("KKWW", "KKWX", "expected up to four of BYRKW for factory 2, or '-', found 'KKWX'"),
        (" BWWW", "", "expected up to four of BYRKW for factory 5, or '-', found '|'"),
        (" BWWW", " BWWW -", "expected '|', found '-'"),
        ("score 0", "score -1", "expected the number after 'score', found '-1'"),
        ("tiles 0", "tiles 10000", "the number after 'tiles' must be 0 to 9999, found 10000"),
        (".....", "....", "expected 5 of BYRKW or '.' for row 1, found '....'"),
        (".....", "....X", "expected 5 of BYRKW or '.' for row 1, found '....X'"),
        ("lines -", "lines Z1", "expected a colour and a number for line 1, or '-', found 'Z1'"),
        ("lines -", "lines B", "expected the tiles on line 1, found ''"),
        ("lines -", "lines B2", "the tiles on line 1 must be 1 to 1, found 2"),
        ("floor -", "floor X", "expected tiles such as B3, or '-', found 'X'"),
        ("floor -", "floor B8", "the number of B tiles must be 1 to 7, found 8"),
        ("floor -", "floor M M", "expected tiles such as B3, or '-', found 'M'"),
        ("floor -", "floor B1 B1", "B is counted twice"),
    ],
)
def test_a_position_that_cannot_be_read_says_what_and_where(old: str, new: str, reason: str) -> None:
    text = GOOD.replace(old, new, 1)
    with pytest.raises(tilewright.BadText) as bad:
        tilewright.from_text(text)
    assert bad.value.reason == reason
    changed = GOOD.index(old)
    found = re.search(r"found '(.*)'$", reason)
    if found and found[1]:
        assert text[bad.value.column - 1 :].startswith(found[1].split("'")[-1])
    assert changed < bad.value.column <= changed + len(new) + 8


def test_a_position_that_stops_short_or_goes_on_says_so() -> None:
    with pytest.raises(tilewright.BadText, match=r"column \d+: the text ends where .* should be"):
        tilewright.from_text(GOOD[: GOOD.index("lines")])
    with pytest.raises(tilewright.BadText, match=f"column {len(GOOD) + 2}: nothing should follow here, found 'more'"):
        tilewright.from_text(GOOD + " more")


def test_no_cut_of_a_position_is_read_as_another() -> None:
    """Every shorter text is refused with an error of ours, never with another kind."""
    for end in range(len(GOOD)):
        with pytest.raises(tilewright.TilewrightError):
            tilewright.from_text(GOOD[:end])


def test_too_many_tiles_of_a_colour_are_counted_for_the_reader() -> None:
    with pytest.raises(tilewright.BadPosition, match=r"there are 21 blue tiles, not 20$"):
        tilewright.from_text(GOOD.replace("B16", "B17"))
    with pytest.raises(tilewright.BadPosition, match="there are 21 blue tiles, not 20; there are 19 yellow tiles"):
        tilewright.from_text(GOOD.replace("B16 Y17", "B17 Y16"))


def test_the_marker_is_written_first_on_its_floor() -> None:
    game = position(floors={1: "M"}, factories="B")
    assert game.text.endswith("floor M")
    assert position(floors={0: "M Y2 W1"}, factories="B").text.count("floor M Y2 W1 |") == 1


def broken(state: Records) -> set[str]:
    meanings = invariants.MEANINGS
    bits = entries.violations(state)
    return {meanings[bit] for bit in range(len(meanings)) if bits >> bit & 1}


def spoil(field: str, value: int, at: tuple[int, ...] = ()) -> Records:
    """A sound position with one number changed; board fields are those of seat 0."""
    game = position(
        "crystal-1",
        walls={0: "B.... ..... ..... ..... ....."},
        lines={0: "- Y1 - - -"},
        floors={0: "K1"},
        factories="BBBB",
    )
    state = game.state.copy()
    owner = state[0] if field in (STATE.names or ()) else state[0].boards[0]
    if at:
        owner[field][at] = value
    else:
        setattr(owner, field, value)
    return state


@pytest.mark.parametrize(
    ("bit", "field", "value", "at"),
    [
        (invariants.TILES, "bag", 0, (0,)),
        (invariants.TILES, "bag", -1, (4,)),
        (invariants.TILES, "lid", -1, (4,)),
        (invariants.LINE, "line_count", 3, (1,)),
        (invariants.LINE, "line_count", -1, (1,)),
        (invariants.LINE, "line_count", 0, (1,)),
        (invariants.LINE, "line_colour", 5, (1,)),
        (invariants.LINE, "line_colour", -2, (1,)),
        (invariants.LINE_ON_WALL, "wall", 1, (1, 2)),
        (invariants.ROW, "wall", 0, (0, 2)),
        (invariants.ROW, "row_colours", 0, (0,)),
        (invariants.COLUMN, "wall", 0, (2, 0)),
        (invariants.PRINT, "wall", 4, (0, 3)),
        (invariants.FLOOR, "floor", 8, ()),
        (invariants.FLOOR, "floor", 0, ()),
        (invariants.FLOOR, "floor", 2, ()),
        (invariants.FLOOR, "floor_tiles", -1, (2,)),
        (invariants.FLOOR, "marker", 0, ()),
        (invariants.SCORE, "score", -1, ()),
        (invariants.FACTORY, "offer", 1, (1, 4)),
        (invariants.FACTORY, "offer", 1, (6, 4)),
        (invariants.OFFER, "tiles_on_offer", 3, ()),
        (invariants.OFFER, "offer", -1, (0, 3)),
        (invariants.TURN, "to_move", 2, ()),
        (invariants.TURN, "to_move", -1, ()),
        (invariants.TURN, "first", 2, ()),
        (invariants.TURN, "marker", 2, ()),
        (invariants.TURN, "marker", -2, ()),
        (invariants.TURN, "idle_rounds", 11, ()),
        (invariants.TURN, "idle_rounds", -1, ()),
        (invariants.TURN, "awaiting", 2, ()),
        (invariants.TURN, "ending", 1, ()),
        (invariants.TURN, "awaiting", 1, ()),
        (invariants.TURN, "phase", 1, ()),
    ],
)
def test_every_invariant_notices_what_breaks_it(bit: int, field: str, value: int, at: tuple[int, ...]) -> None:
    sound = position("crystal-1", factories="BBBB")
    assert broken(sound.state) == set()
    state = spoil(field, value, at)
    assert invariants.MEANINGS[bit] in broken(state)
    if bit != invariants.TILES:
        assert invariants.MEANINGS[bit] in invariants.faults(state[0])


ROW = "BYRKW ..... ..... ..... ....."
LATER_ROW = "..... ..... BYRKW ..... ....."
GOING_ON = "a wall row is complete while the game goes on"
UNTILED = "a full line or a floor is left by a seat that has finished tiling"
UNREACHABLE: list[tuple[str, dict[str, Any]]] = [
    (GOING_ON, {"factories": "B", "walls": {0: ROW}}),
    (GOING_ON, {"factories": "B", "walls": {1: LATER_ROW}}),
    (GOING_ON, {"what": "deal", "walls": {1: ROW}}),
    (GOING_ON, {"what": "tile 2", "lines": {0: "- R2 - - -"}, "walls": {1: ROW}}),
    (GOING_ON, {"what": "tile 2", "lines": {0: "- R2 - - -"}, "walls": {0: LATER_ROW}}),
    (GOING_ON, {"what": "end row-complete"}),
    (GOING_ON, {"what": "end no-progress", "idle": 10, "walls": {0: ROW}}),
    (GOING_ON, {"what": "end no-progress", "idle": 9}),
    (GOING_ON, {"what": "end row-complete", "idle": 10, "walls": {0: ROW}}),
    (GOING_ON, {"what": "end no-tiles-left"}),
    (UNTILED, {"what": "deal", "lines": {1: "- R2 - - -"}}),
    (UNTILED, {"what": "deal", "floors": {1: "R2"}}),
    (UNTILED, {"what": "end row-complete", "walls": {0: ROW}, "lines": {1: "- - - - R5"}}),
    (UNTILED, {"what": "end row-complete", "walls": {0: ROW}, "floors": {0: "R1"}}),
    (UNTILED, {"what": "tile 2", "lines": {0: "K1 R2 - - -"}}),
    (UNTILED, {"what": "tile 2", "turn": 1, "lines": {0: "K1 - - - -", 1: "- R2 - - -"}}),
    (UNTILED, {"what": "tile 2", "turn": 1, "lines": {1: "- R2 - - -"}, "floors": {0: "K1"}}),
    ("phase, turn", {"what": "deal", "turn": 1}),
    ("phase, turn", {"what": "end row-complete", "walls": {0: ROW}, "turn": 1}),
    ("phase, turn", {"what": "end row-complete", "walls": {0: ROW}, "marker": 1}),
    ("the centre holds more tiles", {"factories": "BBBB BBBB YYYY YYYY", "centre": "R4"}),
]


@pytest.mark.parametrize(("reason", "wrong"), UNREACHABLE)
def test_positions_that_no_game_reaches(reason: str, wrong: dict[str, Any]) -> None:
    """R2.4 R4.2 R4.6 R5.4 R7.1 R7.4 R7.5 What a round leaves behind is there, and nothing else."""
    with pytest.raises(tilewright.BadPosition, match=reason):
        position("classic-grey", **wrong)
    if not wrong.get("what", "").startswith("tile"):
        with pytest.raises(tilewright.BadPosition, match=reason):
            position("classic", **wrong)


REACHABLE: list[dict[str, Any]] = [
    {"what": "tile 2", "turn": 1, "lines": {1: "- R2 - - -"}, "walls": {0: LATER_ROW, 1: ROW}},
    {"what": "tile 2", "lines": {0: "- R2 K3 - -", 1: "K1 - - - -"}, "floors": {0: "K1", 1: "Y1"}},
    {"what": "end row-complete", "walls": {1: LATER_ROW}, "lines": {0: "- R1 - - R4"}},
    {"what": "end no-progress", "idle": 10},
    {"factories": "BBBB BBBB YYYY YYYY", "centre": "R3"},
]


@pytest.mark.parametrize("right", REACHABLE)
def test_positions_just_inside_of_what_a_game_reaches(right: dict[str, Any]) -> None:
    """R4.1 R4.7 R7.1 Rows may be complete while others still tile; who has not tiled has full lines and a floor."""
    assert broken(position("classic-grey", **right).state) == set()


@pytest.mark.parametrize(
    ("field", "value"),
    [("tiling_line", 0), ("tiling_line", 5), ("tiling_line", -1), ("tiled", 1), ("to_move", 1)],
)
def test_a_seat_tiles_a_full_line_when_its_turn_has_come(field: str, value: int) -> None:
    """R4.1"""
    state = choosing("classic-grey", 2, lines="- Y2 - - -").state.copy()
    assert broken(state) == set()
    setattr(state[0], field, value)
    assert invariants.MEANINGS[invariants.TURN] in broken(state)


@pytest.mark.parametrize(
    ("rule_set", "wall"),
    [
        pytest.param("classic", EMPTY_WALL, id="nobody chooses on the coloured wall"),
        pytest.param("classic-grey", "....Y BRK.. ..... ..... ...Y.", id="no column is open"),
        pytest.param(
            "crystal-1", "..... .BRK. ....Y ..... .....", id="the last open cell is printed in another colour"
        ),
    ],
)
def test_a_position_in_which_a_column_must_be_chosen_has_one_to_choose(rule_set: str, wall: str) -> None:
    """R4.4, R4.6 Otherwise somebody would be to move without a move."""
    with pytest.raises(tilewright.BadPosition, match="phase, turn and what is awaited do not fit together"):
        choosing(rule_set, 2, wall=wall, lines="- Y2 - - -")


@pytest.mark.parametrize("what", ["draft", "deal"])
def test_no_round_begins_after_ten_idle_rounds(what: str) -> None:
    """R7.5 The game is over then, so such a position cannot be reached."""
    with pytest.raises(tilewright.BadPosition, match="do not fit together"):
        position(what=what, idle=10, factories="B" if what == "draft" else "")
    assert position(what="end no-progress", idle=10).awaiting == "end"
    assert choosing("classic-grey", 1, lines="B1 - - - -").awaiting == "move"


def test_while_a_deal_is_due_nobody_has_the_marker() -> None:
    state = waiting().state.copy()
    state[0].marker = 1
    assert invariants.MEANINGS[invariants.TURN] in broken(state)


# -- pictures and sentences ---------------------------------------------------------------------


def test_the_picture_shows_offer_boards_and_turn() -> None:
    game = position(
        walls={0: "B.... ..... ..... ..... ....."},
        lines={0: "- - R2 - -"},
        floors={1: "M K2"},
        scores={1: 12},
        factories="BBYR - W",
        centre="K1",
        turn=1,
    )
    assert str(game).splitlines() == [
        "Round 6  to move: Seat 1",
        "",
        "Factories 1:BBYR  2:-  3:W  4:-  5:-",
        "Centre    0:K",
        "Bag       B17 Y19 R17 K17 W19  Lid -",
        "",
        "  Seat 0: 0 points              > Seat 1: 12 points",
        "1         _ |[B] y  r  k  w     1         _ | b  y  r  k  w",
        "2       _ _ | w  b  y  r  k     2       _ _ | w  b  y  r  k",
        "3     _ R R | k  w  b  y  r     3     _ _ _ | k  w  b  y  r",
        "4   _ _ _ _ | r  k  w  b  y     4   _ _ _ _ | r  k  w  b  y",
        "5 _ _ _ _ _ | y  r  k  w  b     5 _ _ _ _ _ | y  r  k  w  b",
        "floor _______                   floor MKK____ -4",
    ]


def test_the_picture_shows_the_marker_in_the_centre_and_doubled_cells() -> None:
    drawn = str(position("crystal-1", 3, walls={0: "...K. ..... ..... ..... ....."}, factories="B", centre="W2"))
    assert "Centre    0:M WW" in drawn
    assert "| .  .  . [K] ." in drawn
    assert "| w2 .  .  .  ." in drawn
    assert "   1  2  3  4  5\n" in drawn, "the columns of a free wall are numbered"
    assert "Seat 2: 0 points" in drawn
    assert "| .  b  .  r  ." in str(position("crystal-2", factories="B"))


def test_the_picture_styles_letters_by_colour() -> None:
    spans = [span for line in position(factories="BY").picture(["Ann", "Bob"]) for span in line]
    assert ("B", "B") in spans
    assert ("Y", "Y") in spans
    assert ("  to move: Ann", "") in spans


HEADLINES = {
    "draft": ("Round 6  to move: Ann", "To move: Ann."),
    "tile 1": ("Round 6  to choose the column of line 1: Ann", "To choose a column for line 1: Ann."),
    "deal": ("Round 6  The factories wait to be filled.", "The factories wait to be filled."),
    "end row-complete": ("Round 6  The game is over: row complete.", "The game is over: row complete."),
}


@pytest.mark.parametrize("what", HEADLINES)
def test_picture_and_sentences_say_what_is_going_on(what: str) -> None:
    drafting = what == "draft"
    game = position(
        "classic-grey",
        what=what,
        walls={0: "BYRKW ..... ..... ..... ....."} if what.startswith("end") else {},
        lines={0: "B1 - - - -"} if what == "tile 1" else {},
        factories="B" if drafting else "",
    )
    drawn = ["".join(text for text, _ in line).rstrip() for line in game.picture(["Ann", "Bob"])]
    told = game.tell(["Ann", "Bob"])
    assert (drawn[0], told[-1]) == HEADLINES[what]
    assert ("Centre    0:M -" in drawn) == (what in ("draft", "tile 1"))
    assert any(sentence.startswith("Centre") for sentence in told) == drafting


def test_the_table_is_told_in_sentences() -> None:
    game = position(
        walls={0: "B.... .B... ..... ..... ....."},
        lines={0: "- - R2 - W1"},
        floors={1: "M K2"},
        scores={0: 1, 1: 12},
        factories="BBYR - W",
        centre="K1",
    )
    assert game.tell(["Ann", "Bob"]) == [
        "Round 6.",
        "Factory 1: 2 blue, 1 yellow, 1 red.",
        "Factory 3: 1 white.",
        "Centre: 1 black.",
        "Bag: 16 blue, 19 yellow, 17 red, 17 black, 18 white. Lid: empty.",
        "Ann: 1 point.",
        "  Lines: line 3 2 of 3 red; line 5 1 of 5 white.",
        "  Wall: row 1 blue in 1; row 2 blue in 2.",
        "Bob: 12 points.",
        "  Lines: all empty.",
        "  Wall: empty.",
        "  Floor: the marker, 2 black, costing 4.",
        "To move: Ann.",
    ]
    told = position(factories="B", floors={0: "Y1"}).tell(["Ann", "Bob"])
    assert "Centre with the marker: empty." in told
    assert "  Floor: 1 yellow, costing 1." in told
    assert "  Floor: the marker, costing 1." in position(factories="B", floors={0: "M"}).tell()


def test_what_can_be_typed_is_said_for_the_phase() -> None:
    drafting, tiling = position(factories="B"), choosing("classic-grey", 1, lines="B1 - - - -")
    assert "factories are 1 to 5 and 0 is the centre" in drafting.room.sentences.expects(drafting.state[0])
    assert "lines are 1 to 5" in drafting.room.sentences.expects(drafting.state[0])
    assert tiling.room.sentences.expects(tiling.state[0]) == "choose the column of line 1, one of 1 2 3 4 5, like 1@1"


# -- prospects ----------------------------------------------------------------------------------


def value(game: Game, seat: int = 0) -> float:
    return round(float(prospect(game.state.copy()[0], seat)), 6)


def test_a_prospect_counts_what_the_round_would_bring() -> None:
    """Tiles, floor, bonuses and half a point for the marker."""
    game = position(scores={0: 10}, lines={0: "B1 W2 - - -"}, floors={0: "M K2"}, factories="B")
    assert value(game) == 10 + 1 + 2 - 4 + 0.5
    assert value(game, 1) == 0
    assert value(position(scores={0: 1}, floors={0: "K7"}, factories="B")) == 0
    full = position(walls={0: ".YRKW WB... K.B.. R..B. Y...B"}, lines={0: "B1 - - - -"}, factories="B")
    assert value(full) == 10 + 19


def test_a_prospect_hopes_for_lines_that_are_half_done() -> None:
    assert value(position(lines={0: "- R1 - - -"}, factories="B")) == round(0.3 * 0.25 * 1, 6)


def test_a_prospect_on_a_free_wall_takes_the_best_column() -> None:
    wall = "..... ..B.. .R.K. ..... ....."
    game = position("crystal-1", walls={0: wall}, lines={0: "- - Y3 - -"}, factories="B")
    assert value(game) == 10
    half = position("crystal-1", walls={0: wall}, lines={0: "- - Y2 - -"}, factories="B")
    assert value(half) == round(0.3 * (2 / 3) ** 2 * 10, 6)


def test_a_prospect_fears_lines_that_cannot_be_placed() -> None:
    blocked = "....Y BRK.. ..... ..... ...Y."
    full = position("classic-grey", walls={0: blocked}, lines={0: "- Y2 - - -"}, scores={0: 9}, factories="B")
    assert value(full) == 9 - 2
    half = position("classic-grey", walls={0: blocked}, lines={0: "- Y1 - - -"}, scores={0: 9}, factories="B")
    assert value(half) == round(9 - 0.3 * 0.25 * 2, 6)


# -- the list of rule sets ----------------------------------------------------------------------


def test_rule_sets_are_found_by_name() -> None:
    assert games.rule_set("crystal-1").title == "Crystal Mosaic, face 1"
    with pytest.raises(tilewright.UnknownRuleSet, match="no rule set 'azul': there are classic, classic-grey"):
        games.rule_set("azul")


def test_a_board_is_empty_before_anybody_plays() -> None:
    """R1.3"""
    board = waiting().state[0].boards[0]
    assert (board.score, board.floor, board.tile_points) == (0, 0, 0)
    assert (board.wall == -1).all()
    assert EMPTY_WALL in waiting().text
    assert HOARD_LINES not in waiting().text
