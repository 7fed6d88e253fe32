"""R13: goals, the end and who wins."""

from __future__ import annotations

import pytest

from tests.games.duel.kit import FULL, NO_TILES, OTHER_FULL, decorated, laid, seat
from tilewright.games.duel.interface.sentences import still_needed
from tilewright.games.duel.meta import GOALS
from tilewright.games.duel.rules.goals import goal_points

pytestmark = pytest.mark.rules

ROW = "BYRKTB"
DOT = "......"


def rows(**filled: str) -> str:
    return " ".join(filled.get(f"r{k}", DOT) for k in range(1, 7))


@pytest.mark.parametrize(
    ("goal", "dome", "plates", "points", "needs"),
    [
        ("H", rows(r1=ROW, r3=ROW, r4="BBBBB."), FULL, 6, "2 rows done, next needs 1 cell"),  # 14.9 #85
        ("V", " ".join([".B...."] * 6), FULL, 7, "1 columns done, next needs 6 cells"),  # 14.9 #86
        ("V", " ".join(["BBBBBB"] * 6), FULL, 42, "6 columns done"),
        ("D", "B....B .B..B. ..BB.. ..BB.. .B..B. B....B", FULL, 20, "2 diagonals done"),
        ("D", "B..... .B.... ..BB.. ..BB.. .B..B. B....B", FULL, 10, "1 diagonals done, next needs 2 cells"),
        ("MULTI", NO_TILES, FULL, 0, "0 of 0 joker spaces"),  # 14.9 #89
        ("MULTI", NO_TILES, OTHER_FULL, 0, "0 of 9 joker spaces"),
        ("MULTI", " ".join([DOT, ".B.B.B"] * 3), OTHER_FULL, 18, "9 of 9 joker spaces"),
        ("MULTI", f"{DOT} .B.B.B {DOT} .B.B.B {DOT} .B.B..", OTHER_FULL, 0, "8 of 9 joker spaces"),
        ("C5", rows(r1="BYRKT."), FULL, 4, "1 rows done, next needs 5 colours"),  # 14.9 #90
        ("C5", rows(r1="BYRK*."), FULL, 4, "1 rows done, next needs 5 colours"),  # 14.9 #91
        ("C5", rows(r1="BYRK**"), FULL, 4, "1 rows done, next needs 5 colours"),  # 14.9 #92
        ("C5", rows(r1="BBYRKK"), FULL, 0, "0 rows done, next needs 1 colour"),  # 14.9 #93
        ("C5", rows(r1="BYRTT*"), FULL, 4, "1 rows done, next needs 5 colours"),  # 14.9 #94
        ("OUT", rows(r1=ROW, r2="B....*", r3="..B..."), FULL, 8, "8 of 20 cells"),  # 14.9 #95
        ("OUT", rows(r1=ROW, r2="B....B", r3="B....B", r4="B....B", r5="B....B", r6=ROW), FULL, 20, "20 of 20 cells"),
        ("COR", "BB..BB B*..B. ...... ...... BB..BB BB..BB", FULL, 19, "3 corners done, next needs 1 cell"),
        ("COR", "..BB.. ..BB.. ...... ...... ..BB.. ..BB..", FULL, 0, "0 corners done, next needs 4 cells"),
        ("SPE", rows(r2=".*...."), "S1r0 S2r0 S3r0 - - - - - -", -6, "2 special spaces empty"),  # 14.9 #97
    ],
)
def test_14_9_85_to_97_goals(goal: str, dome: str, plates: str, points: int, needs: str) -> None:
    """14.9 #85, #86, #89-#95, #97, R13.2, ED15, ED16 Each goal on a dome, and what it still needs."""
    board = laid(seat(dome=dome, plates=plates), seat()).state[0].boards[0]
    assert goal_points(board, GOALS.index(goal)) == points
    assert still_needed(board, GOALS.index(goal)) == needs


def test_14_9_98_goals_do_not_bring_a_score_below_0() -> None:
    """14.9 #98, R13.2, ED6 4 - 9 is 0."""
    game = decorated(seat(4, plates="S1r0 S2r0 S3r0 - - - - - -"), goals="H V SPE")
    assert game.scores[0] == 0
    parts = game.breakdown(0)
    assert (parts["SPE"], sum(parts.values())) == (-9, 0)


def test_14_9_99_the_sum_of_all_goals_counts() -> None:
    """14.9 #99, R13.1, R13.2, ED6 30 + 3 + 7 - 6 is 34, and the parts add up."""
    dome = "BBBBBB .B.... .B.... .B.... .B.... .B...."
    board = seat(30, dome=dome, plates="- - S1r0 - - S2r0 - - -", earned="25 0")
    game = decorated(board, goals="H V SPE")
    assert game.scores[0] == 34
    assert game.breakdown(0) == {
        "start": 5, "tiles": 25, "specials": 0, "broken": 0, "first_player_tile": 0, "plates": 0,
        "H": 3, "V": 7, "SPE": -6,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("scores", "marker", "first", "winner"),
    [((20, 9), "1", 0, 0), ((9, 20), "0", 0, 1), ((18, 20), "1", 0, 1), ((20, 20), "-", 1, 1), ((20, 20), "-", 0, 0)],
)
def test_r13_3_9_5_who_wins(scores: tuple[int, int], marker: str, first: int, winner: int) -> None:
    """R13.3, 9.5, ED11 Most points; a tie goes to the holder of the first-player tile, else to who began."""
    game = laid(
        seat(scores[0]), seat(scores[1]), turn=f"round 5 first {first} marker {marker} turn 1 act", small="-/-/K"
    )
    assert list(game.winners) == []
    game.play("C1")
    assert list(game.winners) == [winner]


def test_r13_3_a_tie_goes_to_the_holder() -> None:
    """R13.3, 9.5 After the loss of two points both have 18."""
    for holder, scores in ((0, (20, 18)), (1, (18, 20))):
        game = laid(seat(scores[0]), seat(scores[1]), turn=f"round 5 first 0 marker {holder} turn 1 act", small="-/-/K")
        game.play("C1")
        assert (game.scores, game.winners) == ((18, 18), (holder,))
