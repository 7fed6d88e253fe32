"""R1, R2 and R12: what lies on the table, and how it is filled."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from tests.games.duel.kit import OTHER_FULL, ROOM, RULE_SET, decorated, field, laid, moves, of_seat, seat, text
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import dice
from tilewright.core.errors import BadOption, BadText, IllegalDeal, TilewrightError, WrongPlayers
from tilewright.games.duel import components
from tilewright.play import entries
from tilewright.play.game import Game, from_text, new_game, set_up_game
from tilewright.play.replay import replay
from tilewright.records.plain import read_plain, write_plain
from tilewright.records.record import read_json, write_json

pytestmark = pytest.mark.rules

FILL = "S3J2J9 s BBYRK BYRK YYRT KKTT BRRT"


def set_up(first: int = 0, goals: str = "H,V,D") -> Game:
    return set_up_game("duel", 2, {"goals": goals}, seed=1, first=first, auto_deal=False)


def started(first: int = 0) -> Game:
    """A game in round 1, with both starting plates on b2."""
    game = set_up(first)
    game.deal(FILL)
    for event in ("S3", "@b2r2"):
        game.play(event)
    game.deal("S1 j")
    for event in ("S1", "@b2r0"):
        game.play(event)
    game.deal("J1 s")
    return game


def test_r1_1_r1_2_r1_6_r1_8_before_the_first_draw() -> None:
    """R1.1, R1.2, R1.6, R1.8 65 tiles in the bag, 18 plates, 20 chips, 5 points and two tokens each."""
    game = set_up()
    assert field(game, "bag") == "B13 Y13 R13 K13 T13"
    assert (field(game, "tower"), field(game, "stack")) == ("-", "18 ?")
    assert game.scores == (5, 5)
    assert (of_seat(game, 0, "tokens"), of_seat(game, 1, "tokens")) == ("2", "2")
    assert (game.round_number, game.awaiting, game.to_move, moves(game)) == (0, "deal", None, [])


def test_14_1_4_r1_3_colours_on_all_plates() -> None:
    """14.1 #4, R1.3 Three different colours and one odd space on each plate; B11 Y10 R11 K11 T11."""
    counts = Counter(int(space) for plate in components.PRINTED[:, 0] for space in plate)
    assert [counts[k] for k in range(7)] == [11, 10, 11, 11, 11, 9, 9]
    assert all(len(set(plate[:3])) == 3 and plate[3] >= 5 for plate in components.PRINTED[:, 0])
    assert len({tuple(plate) for plate in components.PRINTED[:, 0]}) == 18
    for places in (slice(0, 9), slice(9, 18)):
        assert set(components.TYPE_OF[places]) == {components.TYPE_OF[places.start]}


def test_a_quarter_turn_moves_the_odd_space_to_the_bottom_left() -> None:
    """R4.7 a b / c d becomes c a / d b."""
    turned = ["".join(components.SPACES_LETTERS[k] for k in components.PRINTED[0, turn]) for turn in range(4)]
    assert turned == ["RBYs", "YRsB", "sYBR", "BsRY"]


def test_14_1_5_r1_4_chips() -> None:
    """14.1 #5, R1.4 Twenty chips; each colour on six of them; ten with one colour, ten with two."""
    game = set_up()
    assert field(game, "unseen") == "B2 Y2 R2 K2 T2 TY2 YK2 KB2 BR2 RT2"
    assert [sum(2 for chip in components.CHIPS if letter in chip) for letter in "BYRKT"] == [6] * 5
    assert sum(2 for chip in components.CHIPS if len(chip) == 1) == 10


def test_14_1_2_r2_1_r2_8_the_other_player_takes_the_first_starting_plate() -> None:
    """14.1 #2, R2.1, R2.2, R2.4-R2.8 From three plates each; then round 1 with 13 plates in the stack."""
    game = set_up(first=1)
    assert game.deal(FILL) == FILL
    assert (game.to_move, moves(game)) == (0, ["S3", "J2", "J9"])
    assert (field(game, "large"), field(game, "small")) == ("BBYRK/-", "BYRK/-/? YYRT/-/? KKTT/-/? BRRT/-/?")
    game.play("S3")
    assert len(moves(game)) == 36
    game.play("@c3r1")
    assert game.awaiting == "deal"
    game.deal("S1 j")
    assert (game.to_move, moves(game)) == (1, ["S1", "J2", "J9"])
    game.play("J9")
    game.play("@a1r0")
    game.deal("J4 s")
    assert (game.to_move, game.round_number, game.scores) == (1, 1, (5, 5))
    assert (field(game, "display"), field(game, "stack")) == ("S1 J2 J4", "13 s")
    assert of_seat(game, 0, "plates").split()[8] == "S3r1"
    assert (of_seat(game, 0, "tokens"), of_seat(game, 1, "tokens")) == ("2", "2")


def test_r1_5_r3_2_the_first_player_begins_round_1() -> None:
    """R1.5, R3.1, R3.2 Four suns and the large one are open to the first player; the moons are empty."""
    game = started(first=1)
    sources = Counter(move[0] for move in moves(game) if move[0] in "01234L" and len(move) == 3)
    assert sources == {"1": 28, "2": 21, "3": 14, "4": 21, "L": 28}
    assert game.to_move == 1


def test_r2_3_five_of_one_colour_are_drawn_again() -> None:
    """R2.3, 9.1 No draw of the large sun has one colour while the bag has two."""
    game = set_up()
    with pytest.raises(IllegalDeal, match="drawn again"):
        game.deal("S3J2J9 s BBBBB BYRK YYRT KKTT YRRT")
    states = game.state.copy()
    drawn = np.zeros(ROOM.deals.most, dtype=COUNT)
    rng = dice(5)
    for _ in range(60):
        states[:] = game.state
        states[0].bag[:] = (13, 1, 0, 0, 0)
        entries.deal(states, rng, drawn)
        assert states[0].sun[4, 1] == 1


def after_round(number: int = 2, **parts: str) -> Game:
    """A position that waits for the deal of a round."""
    plates = {2: "S1r0 S2r0 S3r0 - - - - - -", 4: "S1r0 S2r0 S3r0 S4r0 S5r0 S6r0 S7r0 - -"}.get(number, "- " * 9)
    others = {2: "J1r0 J2r0 J3r0 - - - - - -", 4: "J1r0 J2r0 J3r0 J4r0 J5r0 J6r0 J7r0 - -"}.get(number, "- " * 9)
    parts = {"unseen": "B2 Y2", "stack": "12 s", **parts}
    turn = f"round {number} first 1 marker - turn 1 deal"
    return laid(seat(tokens=2, plates=plates), seat(tokens=2, plates=others), turn=turn, **parts)


def test_14_8_79_r12_2_the_display_is_filled_up() -> None:
    """14.8 #79, R12.2 Display 0 and stack 12 become display 3 and stack 9."""
    game = after_round(bag="B13 Y8")
    game.deal("S4J4S9 j BBYYY BBBB BBBB BBBY YYYY")
    assert (field(game, "display"), field(game, "stack")) == ("S4 S9 J4", "9 j")
    assert field(game, "small").count("?") == 4
    assert game.to_move == 1


def test_r12_2_plates_put_back_fill_the_display_when_the_unseen_run_out() -> None:
    """R12.2, R14.11 A lot is known, so the draw does not name its plates."""
    game = after_round(number=4, display="J8", stack="1 s", under="0:J9.S9", bag="B13 Y8")
    game.deal("S8 BBYYY BBBB BBBB BBBY YYYY")
    assert (field(game, "display"), field(game, "stack"), field(game, "under")) == ("S8 J8 J9", "0 s", "0:S9")


def test_14_8_81_r12_4_the_tower_is_poured_in_when_the_bag_is_empty() -> None:
    """14.8 #81, R12.3, R12.4 Two tiles of the bag, then the tower; 11 tiles stay in the bag."""
    game = after_round(bag="B1 Y1", tower="R10 K10 T10", display="S4 S5 S6")
    with pytest.raises(IllegalDeal, match="must get the blue tile that is left"):
        game.deal("YRRRK RRRR RRRK KKKK KKKT")
    game.deal("BYRRR RRRR RRRK KKKK KKKT")
    assert (field(game, "bag"), field(game, "tower")) == ("K2 T9", "-")


def test_14_8_81_at_random() -> None:
    """14.8 #81, R12.4 The same with dice: all of the bag lies on the large sun."""
    game = after_round(bag="B1 Y1", tower="R10 K10 T10", display="S4 S5 S6")
    game.deal()
    assert field(game, "large")[:2] == "BY"
    assert (sum(game.state[0].bag), sum(game.state[0].tower)) == (11, 0)


def test_r12_4_the_tower_is_not_touched_earlier() -> None:
    """R12.4, 9.1 A bag of exactly 21 tiles leaves the tower alone."""
    game = after_round(bag="B10 Y11", tower="R3", display="S4 S5 S6")
    game.deal("BBBBY BBBB BBYY YYYY YYYY")
    assert (field(game, "bag"), field(game, "tower")) == ("-", "R3")


@pytest.mark.parametrize(
    ("bag", "tower", "large", "reason"),
    [
        ("B6", "Y13 R2", "BBBBB", ""),  # 14.3 #37b
        ("B6", "Y13 R2", "BBBBY", "must get all 6 blue|not enough"),
        ("B2", "B11", "BBBBB", ""),
        ("B2", "B11 Y8", "BBBBB", "drawn again"),
        ("B2", "B11 Y8", "YYYYY", "drawn again"),
        ("B2", "B11 Y8", "BYYYY", ""),  # R12.5: the first five may have been blue
        ("B2", "B2 Y12 R5", "BYYYY", "must get all 2 blue"),  # three more blue were not there
        ("-", "B5 Y12 R4", "YYYYR", ""),
    ],
)
def test_r12_5_r12_6_one_colour_on_the_large_sun(bag: str, tower: str, large: str, reason: str) -> None:
    """R12.5, R12.6, ED8-ED10, 9.1, 14.3 #37b When five of one colour stay, and what may come after a redraw."""
    game = after_round(bag=bag, tower=tower, display="S4 S5 S6")
    left = Counter(dict(zip("BYRKT", (game.state[0].bag + game.state[0].tower).tolist(), strict=True)))
    left -= Counter(large)
    rest = "".join(sorted(left.elements(), key="BYRKT".index))
    wanted = " ".join(rest[k : k + 4] or "-" for k in range(0, 16, 4))
    chips = " B" * (4 - min(4, -(-len(rest) // 4)))
    if reason:
        with pytest.raises(IllegalDeal, match=reason):
            game.deal(f"{large} {wanted}{chips}")
    else:
        game.deal(f"{large} {wanted}{chips}".replace(" B B", " B Y"))
        assert field(game, "large").startswith("".join(sorted(large, key="BYRKT".index)))


def test_r12_5_a_redraw_at_random_mixes_bag_and_tower() -> None:
    """R12.5 After five blue tiles, one of them from the tower, the next five need not have the four of the bag."""
    game = after_round(bag="B4", tower="B1 Y16", display="S4 S5 S6")
    seen = set()
    for seed in range(150):
        states, drawn = game.state.copy(), np.zeros(ROOM.deals.most, dtype=COUNT)
        entries.deal(states, dice(seed), drawn)
        seen.add(int(states[0].sun[4, 0]))
    assert max(seen) == 4
    assert min(seen) < 4


def test_14_3_37b_who_takes_a_large_sun_of_one_colour_takes_the_first_player_tile() -> None:
    """14.3 #37b, R5.3, ED8 The moon stays empty, so the tile comes with the take."""
    game = after_round(bag="B6", tower="Y10 R5", display="S4 S5 S6")
    game.deal("BBBBB BYYY YYYY YYYR RRRR")
    game.play("LB6")
    assert field(game, "round").split()[4] == "1"


def test_r12_7_short_of_tiles() -> None:
    """R12.7, ED12, 9.1 The round begins with what there is; chips of factories without tiles are turned up."""
    game = after_round(bag="B3 Y3", tower="R1", display="S4 S5 S6", unseen="B2 Y2")
    assert game.deal("BBBYY YR - - - B Y Y") == "BBBYY YR - - - B Y Y"
    assert field(game, "small") == "YR/-/? -/-/B -/-/Y -/-/Y"
    assert (field(game, "unseen"), game.to_move) == ("B1", 1)
    with pytest.raises(IllegalDeal, match="chip Y is not among"):
        after_round(bag="B3 Y3", tower="R1", display="S4 S5 S6", unseen="B2 Y2").deal("BBBYY YR - - - Y Y Y")


def test_r12_7_no_tile_at_all() -> None:
    """R12.7, R12.8, ED11, 9.1 Only chips and plates: nobody takes the first-player tile, the same player begins."""
    game = after_round(display="S4 S5 S6", unseen="B2 Y2", stack="9 s")
    game.deal("- - - - - B B Y Y")
    assert moves(game) == ["C1", "C2", "C3", "C4", "S4", "S5", "S6", "draw"]
    game.state[0].boards[0].tokens = game.state[0].boards[1].tokens = 0
    for move in ("C1", "C2", "C3", "C4"):
        game.play(move)
    assert field(game, "round") == "3 first 1 marker - turn 1 deal"
    assert game.scores == (5, 5)


def test_r12_1_r12_8_the_holder_begins_the_next_round() -> None:
    """R12.1, R12.8, 9.2 Tokens come back and the holder of the first-player tile begins, whoever moved last."""
    game = decorated(seat(), number=3, marker="1")
    assert field(game, "round") == "4 first 1 marker - turn 1 deal"
    assert (of_seat(game, 0, "tokens"), game.scores) == ("2", (5, 3))
    game = decorated(seat(), number=4, marker="1")
    assert of_seat(game, 0, "tokens") == "0"


def test_14_8_84_no_preparation_after_round_5() -> None:
    """14.8 #84, R13.1, R3.1 The game is over and the holder keeps the first-player tile."""
    game = decorated(seat(), marker="1")
    assert (game.awaiting, game.ending) == ("end", "five rounds played")
    assert field(game, "round") == "5 first 0 marker 1 turn 0 end"


@pytest.mark.parametrize(
    ("goals", "reason"),
    [
        ("H,V", "three or four goals are used, not 2"),
        ("H,C5,V", "only one of H and C5"),
        ("H,V,X", "'X' is not a goal"),
        ("H,H,V,D", "only one of H and C5"),
        ("", "'' is not a goal"),
    ],
)
def test_r1_7_goals_that_cannot_be_used(goals: str, reason: str) -> None:
    """R1.7 Three or four tablets, one side of each."""
    with pytest.raises(BadOption, match=reason):
        new_game("duel", 2, goals=goals)


def test_r1_7_ed1_goals_chosen() -> None:
    """R1.7, ED1 The first game uses H, V and D; any order may be given."""
    assert field(new_game("duel", 2, seed=1), "goals") == "H V D"
    game = new_game("duel", 2, seed=1, goals="spe, cor,out , c5")
    assert field(game, "goals") == "C5 OUT COR SPE"
    assert game.options == {"goals": "C5,OUT,COR,SPE"}


def test_r1_7_random_goals_follow_the_seed_and_reach_every_set() -> None:
    """R1.7 48 sets; a record keeps the goals that came, so that it replays."""
    sets = {ROOM.setup.choices(RULE_SET, {"goals": "random"}, seed)[0] for seed in range(1500)}
    assert len(sets) == 48
    game = new_game("duel", 2, seed=7, goals="random", auto_deal=False)
    assert ROOM.setup.choices(RULE_SET, {"goals": "Random"}, 7) == (int(game.state[0].goals),)
    assert "random" not in game.options.values()
    assert len(game.options["goals"].split(",")) in (3, 4)


def test_only_two_play() -> None:
    with pytest.raises(WrongPlayers, match="played by 2, not by 3"):
        new_game("duel", 3)


def test_a_whole_game_can_be_recorded_and_replayed() -> None:
    """The set-up is the first chapter of a record; JSON and plain text give the same game."""
    game = new_game("duel", 2, seed=11, goals="random")
    while game.awaiting != "end":
        legal = moves(game)
        game.play("draw" if "draw" in legal else legal[len(legal) // 2])
    record = game.record()
    assert any(move.startswith("_") for move in game.moves)
    assert replay(read_json(write_json(record))).text == game.text
    assert replay(read_plain(write_plain(record))).text == game.text
    assert from_text(game.text).text == game.text


@pytest.mark.parametrize(
    ("draw", "reason"),
    [
        ("", "ends where 3 plates"),
        ("S3J2 s BBYRK BYRK YYRT KKTT BRRT", "expected 3 plates"),
        ("S3J2X9 s BBYRK BYRK YYRT KKTT BRRT", "expected 3 plates"),
        ("S3J2S3 s BBYRK BYRK YYRT KKTT BRRT", "S3 is named twice"),
        ("S3J2J9 x BBYRK BYRK YYRT KKTT BRRT", "expected 's' or 'j'"),
        ("S3J2J9", "ends where the type"),
        ("S3J2J9 s BBYRW BYRK YYRT KKTT BRRT", "for the large sun, found 'BBYRW'"),
        ("S3J2J9 s BBYRK BYR YYRT KKTT BRRT", "sun 1 must get 4 tiles, not 3"),
        ("S3J2J9 s BBYRK BYRK YYRT KKTT", "ends where sun 4"),
        ("S3J2J9 s BBYRK BYRK YYRT KKTT BRRT K", "nothing should follow here, found 'K'"),
    ],
)
def test_bad_draws_of_the_set_up(draw: str, reason: str) -> None:
    """Every draw that cannot be is refused with a reason, and changes nothing."""
    game = set_up()
    before = game.text
    with pytest.raises(TilewrightError, match=reason):
        game.deal(draw)
    assert game.text == before


def test_bad_draws_later() -> None:
    """The top of the stack, unseen plates and tiles are checked."""
    game = set_up()
    game.deal(FILL)
    game.play("S3")
    game.play("@a1r0")
    with pytest.raises(IllegalDeal, match="the top plate of the stack is a special plate"):
        game.deal("J1 s")
    with pytest.raises(IllegalDeal, match="S3 is not among the unseen"):
        game.deal("S3 s")
    with pytest.raises(BadText, match="expected 1 plate such as S3"):
        game.deal("s s")
    game = after_round(bag="B13 Y8", stack="12 s")
    with pytest.raises(IllegalDeal, match="not enough yellow tiles for sun 4"):
        game.deal("S4J4S9 j BBYYY YYBB YBBB BBBB BYYY")
    full = "S4S5S6 j BBYYY BBBB BBBB BBBY YYYY"
    used = seat(tokens=2, plates="S1r0 S2r0 S3r0 S7r0 S8r0 S9r0 - - -")
    game = laid(used, seat(tokens=2, plates=OTHER_FULL), turn="round 2 first 1 marker - turn 1 deal", stack="3 s",
                bag="B13 Y8", unseen="B2 Y2")  # fmt: skip
    game.state[0].stack = 4
    with pytest.raises(IllegalDeal, match="no unseen joker plate is left"):
        game.deal(full)


def test_a_position_text_of_the_kit_is_read_as_written() -> None:
    assert laid().text == text()
