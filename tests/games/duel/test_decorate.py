"""R8 to R11: from the lines to the dome, chips, points and losses."""

from __future__ import annotations

import itertools

import pytest

from tests.games.duel.kit import FULL, NO_TILES, decorated, field, laid, moves, of_seat, seat
from tilewright.core.errors import IllegalMove
from tilewright.games.duel import rules
from tilewright.games.duel.components import CHIPS
from tilewright.games.duel.rules.points import placement_points
from tilewright.play.game import Game

pytestmark = pytest.mark.rules


def rows(**filled: str) -> str:
    """A dome with some rows given: ``rows(r2="..K...")``."""
    return " ".join(filled.get(f"r{k}", "......") for k in range(1, 7))


def points_at(dome: str, row: int, column: int) -> int:
    game = laid(seat(dome=dome), seat())
    board = game.state[0].boards[0]
    board.dome[row - 1, column - 1] = 0
    return int(placement_points(board, row - 1, column - 1))


@pytest.mark.parametrize(
    ("dome", "row", "column", "points"),
    [
        (NO_TILES, 3, 3, 1),  # 14.5 #46
        (rows(r2="..K..."), 3, 3, 2),  # 14.5 #48
        (rows(r3="BB....", r4="..K..."), 3, 3, 5),  # 14.5 #49
        (rows(r3=".B.K..", r4="..K..."), 3, 3, 5),  # 14.5 #50
        (rows(r2="BB.K.."), 2, 6, 1),  # 14.5 #52
        (rows(r2="BB.K.."), 2, 3, 4),  # 14.5 #52
        (rows(r1="*B....", r2="*....."), 2, 2, 4),  # special tiles are part of runs
        ("BBBBB. .....B .....B .....B .....B .....B", 1, 6, 12),  # the most a tile can score
    ],
)
def test_14_5_46_to_52_r10_1_points_of_a_tile(dome: str, row: int, column: int, points: int) -> None:
    """14.5 #46, #48, #49, #50, #52, R10.1 Runs longer than one, or 1."""
    assert points_at(dome, row, column) == points


def test_14_5_53_rulebook_example_a_special_tile_counts_for_later_lines() -> None:
    """14.5 #53, R10.2, R10.3, R8.7, 9.4 4 for the tile, 2 for the special tile, 3 for the blue one below it."""
    board = seat(plates="- S8r0 - - J1r0 - - - -", dome=rows(r1="...K..", r2="..T..."), lines="Y1 - B3 - - -")
    game = decorated(board, number=2)
    assert of_seat(game, 0, "dome") == "..YK.. ..T*.. ...B.. ...... ...... ......"
    assert (of_seat(game, 0, "earned"), game.scores[0], field(game, "tower")) == ("7 2", 14, "B2")


def test_14_5_54_a_special_tile_scores_its_own_row() -> None:
    """14.5 #54, R10.2, 9.4 The special space lies in row 1, the tile in row 2."""
    board = seat(plates="S8r2 - - - - - - - -", dome=rows(r1=".T....", r2="K....."), lines="- Y2 - - - -")
    game = decorated(board, number=2)
    assert of_seat(game, 0, "dome").split()[:2] == ["*T....", "KY...."]
    assert of_seat(game, 0, "earned") == "4 1"


def test_14_5_56_rulebook_example_a_whole_pass() -> None:
    """14.5 #56, R8.1-R8.6, R9.6, ED21 Broken, placed, kept, placed on a joker space, kept; then the loss."""
    board = seat(plates="S8r0 S2r0 S6r0 J6r0 - - - - -", lines="R1 K2 T2 B4 R3 -")
    game = decorated(board, number=2)
    assert of_seat(game, 0, "lines") == "- - T2 - R3 -"
    assert of_seat(game, 0, "dome") == "...... ..K... ...... .B.... ...... ......"
    assert (game.scores[0], of_seat(game, 0, "lost")) == (6, "1 0 0")
    assert field(game, "tower") == "B3 R1 K1"


def test_14_5_57_the_player_chooses_between_spaces() -> None:
    """14.5 #57, R8.2, R8.5, 9.4 A blue space or a joker space; line 5 waits for its turn."""
    board = seat(plates="- - - S2r3 J1r0 - - - -", lines="- - - B4 - -")
    game = laid(board, seat(), turn="round 5 first 0 marker - turn 1 act", small="-/-/K")
    game.state[0].boards[0].spaces[3] = (0, 5, 1, 6, 2, 3)  # B s Y j R K
    game.play("C1")
    assert (game.to_move, moves(game)) == (0, ["4@1", "4@4"])
    with pytest.raises(IllegalMove, match=r"row 4, column 2 is not available; available columns: 1 4 \(R8\.2\)"):
        game.play("4@2")
    with pytest.raises(IllegalMove, match="line 4 is next"):
        game.play("3@1")
    with pytest.raises(IllegalMove, match="the tile of the line goes to the dome first"):
        game.play("stop")
    game.play("4@4")
    assert of_seat(game, 0, "dome").split()[3] == "...B.."
    assert field(game, "tower") == "B3"


def test_14_5_59_an_incomplete_line_without_a_space_beside_three_plates() -> None:
    """14.5 #59, R8.3, ED14, 9.4 Its tiles are broken."""
    board = seat(plates="- - - - - - S1r0 S3r0 S5r0", lines="- - - - K2 -")
    game = decorated(board, number=4)
    assert (of_seat(game, 0, "lines"), game.scores[0], field(game, "tower")) == ("- - - - - -", 2, "K2")


def test_9_4_a_full_line_waits_for_a_plate() -> None:
    """9.4, R8.4 No space and two plates: the line stays full and takes no further tiles."""
    board = seat(plates="- - - - - - S1r0 S3r0 -", lines="- - - - K5 -")
    game = decorated(board, number=3)
    assert (of_seat(game, 0, "lines"), game.scores[0]) == ("- - - - K5 -", 5)


def test_9_4_at_the_end_every_line_without_a_space_is_broken() -> None:
    """9.4, R8.3 In round 5 all slots carry plates; lines with a space stay without effect."""
    board = seat(20, plates=FULL, lines="- K1 - - B2 -", dome=rows(r2="Y....."))
    game = decorated(board)
    assert of_seat(game, 0, "lines") == "- K1 - - - -"
    assert of_seat(game, 0, "lost") == "3 0 0"


def test_9_4_a_broken_line_and_a_zone_that_is_nearly_full() -> None:
    """9.4, R6.5, R11.1 One of four tiles finds room; four broken tiles cost 10 in all."""
    board = seat(20, plates="- - - S1r0 S3r0 S5r0 - - -", lines="- - - K4 - -", broken="Y3")
    game = decorated(board, number=4)
    assert (game.scores[0], field(game, "tower")) == (10, "Y3 K4")


def test_14_5_63_line_6() -> None:
    """14.5 #63, R8.5 One tile to the dome, five into the tower."""
    board = seat(plates="- - - - - - S1r0 - -", lines="- - - - - Y6")
    game = decorated(board, number=2)
    assert (of_seat(game, 0, "dome").split()[5], field(game, "tower")) == ("Y.....", "Y5")


# -- chips --------------------------------------------------------------------------------------


def with_chips(chips: str, lines: str, **parts: str) -> Game:
    """Seat 0 decorates; J1 shows R B / Y j, beside lines 5 and 6."""
    plates = parts.pop("plates", "- - - - - - J1r0 - -")
    return decorated(seat(chips=chips, lines=lines, plates=plates), number=2, **parts)


def test_14_6_64_rulebook_example() -> None:
    """14.6 #64, R8.6, R9.2-R9.6 Line 3 for two turquoise chips, or line 4 for any three, not both."""
    plates = "- - - J2r2 - - - - -"  # j T / Y B: a joker and turquoise in row 3, blue in row 4
    game = with_chips("K1 TY1 RT1", "- - T2 B3 - -", plates=plates)
    assert field(game, "round").endswith("chips 3 -")
    assert moves(game) == ["stop", "+K", "+TY"]
    game.play("+TY")
    assert field(game, "round").endswith("target 3")
    assert (moves(game), of_seat(game, 0, "chips")) == (["3@1", "3@2"], "K1")
    game.play("3@2")
    assert field(game, "tower") == "T1"
    game.undo()
    game.undo()
    game.play("stop")
    assert field(game, "round").endswith("chips 4 -")
    with pytest.raises(IllegalMove, match="line 4 is next"):
        game.play("3@1")
    game.play("+K")
    assert (of_seat(game, 0, "chips"), field(game, "tower")) == ("-", "B2")
    assert of_seat(game, 0, "lines").split()[3] == "-"


def test_14_6_65_two_pairs_and_a_triple() -> None:
    """14.6 #65, R9.2, R9.3, R9.6 Seven chips for three missing tiles; one red to the dome, one into the tower."""
    game = with_chips("Y1 R2 K1 T1 BR1 RT1", "- - - - R2 -")
    assert moves(game) == ["stop", "+Y"]
    game.play("+Y")
    assert (of_seat(game, 0, "chips"), field(game, "tower")) == ("-", "R1")


@pytest.mark.parametrize(
    ("chips", "lines", "why"),
    [
        ("R1 K2 BR1", "- - - - R3 -", "14.6 #66: a pair and two chips that are no triple"),
        ("K1 TY1", "- T1 - - - -", "14.6 #68: a pair needs two chips that show the colour"),
        ("T2", "- - - - - -", "14.6 #69: a tile must lie on the line"),
    ],
)
def test_14_6_66_68_69_chips_that_do_not_complete_a_line(chips: str, lines: str, why: str) -> None:
    """14.6 #66, #68, #69, R9.1, R9.2 Nobody is asked."""
    game = with_chips(chips, lines, plates="J2r2 - - - - - J1r0 - -")
    assert game.awaiting == "deal", why
    assert of_seat(game, 0, "lines") == lines


def test_14_6_67_a_pair_and_a_triple() -> None:
    """14.6 #67, R9.3 Five chips for two missing tiles."""
    game = with_chips("Y1 R1 K2 BR1", "- - - - R3 -")
    assert moves(game) == ["stop", "+Y"]


def test_14_6_71_no_chips_for_a_line_without_a_space() -> None:
    """14.6 #71, R9.1, R9.4, ED5, 9.4 Chips are spent only when the tile moves now."""
    game = with_chips("B2", "- - B2 - - -", plates="- - - S7r0 S8r0 - - - -")
    assert (game.awaiting, of_seat(game, 0, "chips"), of_seat(game, 0, "lines")) == ("deal", "B2", "- - B2 - - -")


def test_14_6_73_no_way_back_to_a_line_above() -> None:
    """14.6 #73, R8.7 At line 5 line 3 is past."""
    game = with_chips("R2 K2", "- - - - R4 -", plates="- - - - - - J1r0 - -")
    assert field(game, "round").endswith("chips 5 -")
    with pytest.raises(IllegalMove, match=r"line 5 is next, lines are dealt with from top to bottom \(R8\.7\)"):
        game.play("3@1")


def test_9_4_three_chips_where_two_would_do() -> None:
    """9.4, R9.3, ED20 Three chips for one tile are legal; each set has one sequence of moves."""
    game = with_chips("R2 K1", "- - - - R4 -", plates="- - - - - - S1r0 - -")
    assert moves(game) == ["stop", "+R"]
    game.play("+R")
    assert of_seat(game, 0, "chips") == "K1"  # nobody is asked: K alone would not go on
    assert (moves(game), field(game, "round").split()[-1]) == (["stop", "+K"], "R.R")
    with pytest.raises(IllegalMove, match="you have no chip B"):
        game.play("+B")
    with pytest.raises(IllegalMove, match="spend a chip like"):
        game.play("1B1")
    game.play("stop")
    assert (of_seat(game, 0, "chips"), of_seat(game, 0, "dome").split()[4]) == ("K1", "R.....")
    game.undo()
    game.play("+K")
    assert of_seat(game, 0, "chips") == "-"


def test_r9_3_chips_are_named_in_their_order() -> None:
    """R9.3 A chip of an earlier kind cannot follow, and a set must be complete."""
    game = with_chips("R1 K1 T1 BR1", "- - - - R4 -", plates="- - - - - - S1r0 - -")
    game.play("+R")
    assert moves(game) == ["+K", "+T", "+BR"]
    with pytest.raises(IllegalMove, match=r"these chips do not complete line 5 yet \(R9\.3\)"):
        game.play("stop")
    with pytest.raises(IllegalMove, match="you have no chip R"):
        game.play("+R")
    game.undo()
    with pytest.raises(IllegalMove, match=r"no set of chips for line 5 goes on with BR"):
        game.play("+BR")


def sets_by_moves(game: Game) -> set[str]:
    """Every set of chips that the moves lead to, for the line in turn."""
    found: set[str] = set()

    def go_on(state: object, before: str) -> None:
        states = game.state.copy()
        states[0] = state
        probe = Game(game.rule_set, states, first=0, options={}, seed=1, auto_deal=False)
        for move in moves(probe):
            if move == "stop" and field(probe, "round").endswith("-"):
                continue
            probe.play(move)
            if "chips 6" in field(probe, "round"):
                go_on(probe.state[0].copy(), before)
            else:
                assert of_seat(probe, 0, "chips") not in found, "a set has two sequences"
                found.add(of_seat(probe, 0, "chips"))
            probe.undo()

    go_on(game.state[0].copy(), of_seat(game, 0, "chips"))
    return found


@pytest.mark.parametrize(
    ("line", "chips"), [("T5", "B1 T1 TY2 RT1"), ("T4", "Y1 K2 T1 TY1 RT2"), ("T3", "R1 K2 T2 TY2")]
)
def test_r9_3_every_set_that_replaces_the_missing_tiles_can_be_spent_once(line: str, chips: str) -> None:
    """R9.2, R9.3, R9.5 Compared with all subsets, counted one by one."""
    game = with_chips(chips, f"- - - - - {line}", plates="- - - - - - J1r0 - -")
    missing = 6 - int(line[1])
    owned = [(word[:-1], int(word[-1])) for word in chips.split()]
    wanted = set()
    for counts in itertools.product(*(range(n + 1) for _, n in owned)):
        spent = sum(counts)
        showing = sum(n for n, (chip, _) in zip(counts, owned, strict=True) if "T" in chip)
        if any(spent == 2 * missing + t and showing >= 2 * (missing - t) for t in range(missing + 1)):
            left = [f"{chip}{n - k}" for k, (chip, n) in zip(counts, owned, strict=True) if n > k]
            wanted.add(" ".join(left) or "-")
    assert sets_by_moves(game) == wanted
    assert len(CHIPS) == 10


# -- losses -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "broken", "marker", "after"),
    [
        (20, "B3", "0", 12),  # 14.7 #75
        (4, "B3", "0", 0),  # 14.7 #76
        (20, "B2 Y2", "0", 8),  # 14.7 #78
        (20, "B2 Y1", "1", 14),
        (20, "B2", "-", 17),
    ],
)
def test_14_7_75_76_78_r11_losses(score: int, broken: str, marker: str, after: int) -> None:
    """14.7 #75, #76, #78, R11.1-R11.3 Broken tiles and the first-player tile, never below 0."""
    game = decorated(seat(score, broken=broken), number=2, marker=marker)
    assert game.scores[0] == after
    assert (of_seat(game, 0, "broken"), field(game, "tower")) == ("-", broken)


def test_14_7_77_gains_come_before_losses() -> None:
    """14.7 #77, R11.3, 9.4 1 + 6 - 8 is 0, not 6."""
    board = seat(1, plates="S8r0 - - - - - - - -", dome=rows(r1=".KYBKT"), lines="Y1 - - - - -", broken="B3")
    game = decorated(board, number=2, marker="0")
    assert (of_seat(game, 0, "earned"), game.scores[0]) == ("6 0", 0)
    assert game.breakdown(0)["floor_at_0"] == 0 - (5 + 6 - 6 - 2)


def test_r8_1_the_first_player_decorates_first() -> None:
    """R8.1, ED7 Seat 1 began the round, so seat 1 pays before seat 0 is asked."""
    ready = seat(plates="J1r0 - - - - - - - -", lines="- Y2 - - - -", taken=1)
    other = seat(plates="J2r0 - - - - - - - -", lines="- T2 - - - -", broken="B1")
    game = laid(ready, other, turn="round 2 first 1 marker 1 turn 0 act", small="-/-/K")
    game.play("C1")
    assert (game.to_move, moves(game), game.scores) == (1, ["2@1", "2@2"], (5, 5))
    game.play("2@1")
    assert (game.to_move, moves(game), game.scores) == (0, ["2@1", "2@2"], (5, 3))


def test_legal_moves_and_play_are_the_verbs_of_the_room() -> None:
    assert {"deal", "determinise", "legal_moves", "observe", "play", "set_up", "winners"} <= set(rules.__all__)
