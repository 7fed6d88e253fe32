"""Positions and views as data, and what can be chosen, for every seat."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.duel.kit import FULL, ROOM, laid, random_play, seat
from tests.games.duel.twins import SPECTATOR, WATCHERS, twin
from tilewright.core.compiling.compiled import INTERPRETED
from tilewright.core.contract.dice import dice
from tilewright.core.errors import BadData, BadPosition, TilewrightError
from tilewright.core.shapes.effect_data import resolve
from tilewright.games.duel import moves as codes
from tilewright.games.duel.components import JOKER
from tilewright.games.duel.interface.refusal import Reason
from tilewright.games.duel.moves import MOVES
from tilewright.games.duel.steps import STEPS
from tilewright.play.game import Game
from tilewright.play.position import Position, from_data

pytestmark = pytest.mark.rules

SEEDS = [3] if INTERPRETED else range(6)
SPARSE = 5 if INTERPRETED else 2


def seen(game: Game) -> Iterator[Position]:
    """The whole position and everybody's view of it."""
    yield game
    for watcher in WATCHERS:
        yield game.view(watcher)


def positions() -> Iterator[Game]:
    for number, game in enumerate(random_play(SEEDS, draws=0.4, chips=0.7)):
        is_rare = bool(game.state[0].under_count or game.state[0].hand_unknown.any())
        if number % SPARSE == 0 or (is_rare and not INTERPRETED):
            yield game


def drawn() -> Game:
    """Seat 0 has drawn three plates, keeps one, and puts the others back; seat 1 has put two back before."""
    return laid(
        seat(15, tokens=1, plates="- - - - S6r0 - - - -"),
        seat(15, tokens=1, plates="J1r0 J2r1 - - - - - - -"),
        turn="round 1 first 0 marker - turn 0 keep",
        stack="8 j",
        under="1:S5.J5",
        hand="S2 S9 J7 back -",
        display="S3 S4",
        unseen="B2 Y2 R2 K2 T2 TY2 YK2 KB2 BR2 RT2",
        small="BYRK/-/? BYRK/-/? BYRK/-/? BYRK/-/?",
        large="BBYRK/-",
        bag="B7 Y8 R8 K8 T13",
    )


def test_data_is_read_back_whole_and_in_views() -> None:
    """Every position, with every seat's and a spectator's view of it, comes back byte for byte."""
    steps = set()
    for game in positions():
        steps.add(STEPS[game.state[0].step])
        for position in seen(game):
            data = json.loads(json.dumps(position.as_data()))
            back = from_data(data)
            assert back.state.tobytes() == position.state.tobytes()
            assert (back.seat, back.as_data()) == (position.seat, data)
    assert len(steps) == len(STEPS) or INTERPRETED


def test_what_a_seat_may_know_is_in_its_view_and_nothing_else() -> None:
    """R14.6, R14.7 The hand and the lots, as the drawer, the other and a spectator see them."""
    game = drawn()
    full, own, other, anybody = [position.as_data() for position in seen(game)]
    assert list(full["hand"]["plates"]) == list(own["hand"]["plates"]) == ["S2", "S9", "J7"]
    assert other["hand"] == anybody["hand"] == {
        "unknown": {"special": 2, "joker": 1}, "known": [{}, {}], "plates": {}, "back": [],
    }  # fmt: skip
    assert [data["stack"]["lots"] for data in (full, own, other, anybody)] == [
        [{"owner": 1, "plates": ["S5", "J5"]}],
        [{"owner": 1, "plates": ["s?", "j?"]}],
        [{"owner": 1, "plates": ["S5", "J5"]}],
        [{"owner": 1, "plates": ["s?", "j?"]}],
    ]
    assert "S5" in own["unseen"]
    assert "S2" not in own["unseen"]
    assert {"S2", "S9", "J7"} <= set(other["unseen"])
    assert [data["seat"] for data in (full, own, other, anybody)] == [None, 0, 1, None]


def test_a_page_needs_no_table_of_its_own() -> None:
    """Faces of plates, spaces of domes, costs and goals are told."""
    data = drawn().as_data()
    assert data["display"]["S3"] == [["B", "Y"], ["T", "s"]]
    assert data["boards"][0]["spaces"][2][2:4] == ["K", "T"]
    assert data["boards"][0]["broken"]["costs"] == [1, 2, 3, 4]
    assert data["goals"][0] == {"name": "H", "meaning": "3 for each full row"}
    assert data["options"] == {"goals": "H,V,D"}
    assert (data["phase"], data["step"], data["awaiting"]) == ("acquisition", "keep", "move")


def changed(data: dict[str, Any], pointer: str, value: Any) -> dict[str, Any]:
    other = copy.deepcopy(data)
    parent, _, key = pointer.rpartition("/")
    within = resolve(other, parent)
    within[int(key) if isinstance(within, list) else key] = value
    return other


@pytest.mark.parametrize(
    ("pointer", "value", "at"),
    [
        ("/step", "dance", "/step"),
        ("/round", 6, "/round"),
        ("/display", {"S3": [], "S2": []}, "/hand/plates"),
        ("/display", {"X3": []}, "/display"),
        ("/display", ["S3"], "/display"),
        ("/unseen", {}, "/unseen"),
        ("/chosen", {"S7": [], "S8": []}, "/chosen"),
        ("/stack/top", "red", "/stack/top"),
        ("/stack/lots", [{"owner": 2, "plates": ["S1"]}], "/stack/lots/0/owner"),
        ("/stack/lots", [{"owner": 0, "plates": []}], "/stack/lots/0/plates"),
        ("/stack/lots", [{"owner": 0, "plates": ["s?"] * 18}, {"owner": 1, "plates": ["j?"]}], "/stack/lots"),
        ("/hand/back", ["s?"], "/hand/back/0"),
        ("/moons/piles/0", ["B", "Y"], "/moons/piles/0"),
        ("/chips/1", "W", "/chips/1"),
        ("/boards/0/slots/0", {"plate": "S1"}, "/boards/0/slots/0"),
        ("/boards/0/slots/0", {"plate": "S6", "turn": 4}, "/boards/0/slots/0/turn"),
        ("/boards/1/dome/5/5", "W", "/boards/1/dome/5/5"),
        ("/options", {"goals": "H,C5,V"}, "/options"),
        ("/breakdown/0/tiles", None, "/breakdown/0/tiles"),
    ],
)
def test_bad_data_is_refused_with_its_place(pointer: str, value: Any, at: str) -> None:
    with pytest.raises(BadData) as bad:
        from_data(changed(drawn().as_data(), pointer, value))
    assert bad.value.at == at


def test_a_view_that_shows_too_much_is_refused() -> None:
    """R14.6, R14.7 No seat can know this, so it is no view."""
    game = drawn()
    whole = game.as_data()
    with pytest.raises(BadData, match="/seat: seat 1 cannot know all of this"):
        from_data(changed(whole, "/seat", 1))
    with pytest.raises(BadData, match="/seat: seat 0 cannot know all of this"):
        from_data(changed(whole, "/seat", 0))
    with pytest.raises(BadData, match="/seat: a spectator cannot know all of this"):
        from_data(changed(game.view(0).as_data(), "/seat", None))


def test_a_view_that_no_game_can_reach_is_refused() -> None:
    """What a view hides is filled in before it is judged."""
    view = drawn().view(1).as_data()
    assert from_data(view).as_data() == view
    with pytest.raises(BadPosition, match="plates are missing"):
        from_data(changed(view, "/hand/unknown", {"special": 9, "joker": 1}))
    with pytest.raises(BadPosition, match="13"):
        from_data(changed(view, "/bag", {"B": 8}))
    for pointer, value in (("/stack/unseen", 7), ("/step", "act"), ("/stack/top", None), ("/turn", 1)):
        with pytest.raises(TilewrightError):
            from_data(changed(view, pointer, value))


# -- twins over the new shapes --------------------------------------------------------------------


def test_a_leak_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that is written from the whole position tells the twins apart."""
    game = drawn()
    other = Game(game.rule_set, game.state.copy(), first=0, options={}, seed=1, auto_deal=False)
    rng = dice(5)
    while other.state.tobytes() == game.state.tobytes():
        twin(other.state[0], SPECTATOR, rng)
    assert game.view(SPECTATOR).as_data() == other.view(SPECTATOR).as_data()
    monkeypatch.setattr(Position, "view", lambda self, _: self)
    assert game.view(SPECTATOR).as_data() != other.view(SPECTATOR).as_data()


# -- moves in parts -------------------------------------------------------------------------------


def test_choices_lead_to_every_legal_move_and_to_no_other() -> None:
    for number, game in enumerate(positions()):
        if game.awaiting == "move" and number % (4 * SPARSE) == 0:
            assert sorted(led_to(game, {})) == sorted(str(move) for move in game.legal_moves)


def led_to(game: Game, so_far: dict[str, str]) -> Iterator[str]:
    chosen = game.choices(so_far)
    view = game.as_data()
    for option in chosen.options:
        assert option.legal == (option.refusal is None)
        if option.target is not None:
            resolve(view, option.target)
        if option.move:
            assert option.forecast is not None
            yield option.move
        elif option.legal and chosen.part:
            yield from led_to(game, {**so_far, chosen.part: option.value})


@pytest.mark.parametrize(
    ("so_far", "value", "target", "refused"),
    [
        ({"kind": "take"}, "3", "/suns/2", None),
        ({"kind": "take"}, "L", "/suns/4", None),
        ({"kind": "take"}, "0", "/moons", None),
        ({"kind": "take", "source": "0"}, "K", "/moons/piles/3/1", None),
        ({"kind": "take", "source": "0"}, "B", None, Reason.COLOUR_NOT_THERE),
        ({"kind": "take", "source": "3"}, "R", "/suns/2/R", None),
        ({"kind": "take", "source": "3", "colour": "R"}, "5", "/boards/0/lines/4", None),
        ({"kind": "take", "source": "3", "colour": "K"}, "5", "/boards/0/lines/4", Reason.LINE_HOLDS),
        ({"kind": "take", "source": "3", "colour": "K"}, "X", "/boards/0/broken", None),
        ({"kind": "plate"}, "S3", "/display/S3", None),
        ({"kind": "chip"}, "1", "/chips/0", Reason.CHIP_FACE_DOWN),
    ],
)
def test_options_have_targets_and_reasons(
    so_far: dict[str, str], value: str, target: str | None, refused: Reason | None
) -> None:
    board = seat(tokens=1, plates="S6r0 - - - - - - - -", lines="- - - - R3 -")
    parts = {"display": "S3 J2", "stack": "13 j", "small": "BYRK/-/? BYRK/-/? RRKT/-/? -/YK/?", "large": "BBYRT/-"}
    game = laid(board, seat(tokens=1), turn="round 2 first 0 marker - turn 0 act", **parts)
    [option] = [option for option in game.choices(so_far).options if option.value == value]
    assert (option.target, option.refusal and option.refusal.code) == (target, refused)
    assert option.legal == (refused is None)


@pytest.mark.parametrize(
    ("begun", "refused"),
    [
        ({"kind": "take", "destination": "6"}, None),
        ({"kind": "take", "destination": "1"}, Reason.LINE_FULL),
        ({"kind": "take", "destination": "5", "colour": "B"}, Reason.LINE_HOLDS),
        ({"kind": "chip"}, Reason.CHIPS_TAKEN),
        ({"kind": "chip", "factory": "2"}, Reason.CHIPS_TAKEN),
        ({"kind": "spend"}, Reason.OTHER_STEP),
    ],
)
def test_moves_begun_anywhere_are_refused_by_what_is_known_of_them(
    begun: dict[str, str], refused: Reason | None
) -> None:
    """R6.2, R7.2 The parts of a move may come in any order."""
    game = laid(seat(taken=2, lines="K1 - - - R3 -"), seat(), small="BYRK/-/? -/-/K", large="BBYRT/-")
    reason = ROOM.moves.refusal(game.state[0], begun)
    assert (reason and reason.code) == refused


def test_a_set_of_chips_is_refused_chip_by_chip() -> None:
    """R9.2, R9.3 To spend is possible as long as some chip is."""
    game = laid(
        seat(plates=FULL, chips="TY2 B1", lines="- - - - - R5"),
        seat(),
        turn="round 2 first 0 marker - turn 0 chips 6 -",
    )
    assert ROOM.moves.refusal(game.state[0], {"kind": "spend"}) is None
    found = [ROOM.moves.refusal(game.state[0], {"kind": "spend", "chip": chip}) for chip in ("B", "TY", "K")]
    assert [reason and reason.code for reason in found] == [None, Reason.NO_SET_WITH_CHIP, Reason.NO_SUCH_CHIP]


@pytest.mark.parametrize(
    ("goals", "dome", "wanted"),
    [
        ("H V D", "...... ...... ...... BBB..B B..... ......", [("H", 3, 1)]),
        ("H V D", "...... ...... ...... BBB.BB B..... ......", [("H", 3, 0)]),
        ("H V D", "...B.. ...B.. ...B.. ...... ...B.. ......", [("V", 7, 1)]),
        ("H V D", "B..... .B.... ..B... ...... ....B. .....B", [("D", 10, 0)]),
        ("H V COR", "...... ...... ...... ...... ...... ......", []),
    ],
)
def test_a_tile_that_comes_near_a_goal_says_so(goals: str, dome: str, wanted: list[tuple[str, int, int]]) -> None:
    """R13.2 Rows, columns and diagonals that the tile leaves with one empty cell, or none."""
    game = laid(
        seat(plates=FULL, dome=dome, lines="- - - B4 - -"),
        seat(),
        goals=goals,
        turn="round 5 first 0 marker - turn 0 target 4",
    )
    game.state[0].boards[0].spaces[:] = JOKER
    forecast = game.forecast(game.parse("4@4"))
    assert [(bonus.name, bonus.points, bonus.missing) for bonus in forecast.bonuses] == wanted


def test_a_tile_that_comes_near_a_corner_says_so() -> None:
    """R13.2, ED16 Corners below count more."""
    dome = "...... ...... ...... ...... B..... B....."
    for line, wanted in ((5, [("COR", 8, 1)]), (1, [])):
        lines = " ".join(f"B{k}" if k == line else "-" for k in range(1, 7))
        board = seat(plates=FULL, dome=dome, lines=lines)
        game = laid(board, seat(), goals="H V COR", turn=f"round 5 first 0 marker - turn 0 target {line}")
        game.state[0].boards[0].spaces[:] = JOKER  # every column is open
        bonuses = game.forecast(game.parse(f"{line}@2")).bonuses
        assert [(bonus.name, bonus.points, bonus.missing) for bonus in bonuses] == wanted


def test_slots_chips_and_columns_are_pointed_at() -> None:
    game = laid(
        seat(plates=FULL, chips="TY2 B1", lines="- - - - - R5"),
        seat(),
        turn="round 2 first 0 marker - turn 0 chips 6 -",
    )
    spending = game.choices()
    assert [option.value for option in spending.options] == ["stop", "spend"]
    chips = game.choices({"kind": "spend"}).options
    assert [(option.value, option.target) for option in chips] == [
        ("B", "/boards/0/chips/B"),
        ("TY", "/boards/0/chips/TY"),
    ]
    assert (
        ROOM.moves.target(game.state[0], {"kind": "target", "line": "6", "column": "2"}, "column")
        == "/boards/0/dome/5/1"
    )
    assert ROOM.moves.target(game.state[0], {"kind": "lay", "slot": "b2", "turn": "1"}, "slot") == "/boards/0/slots/4"
    assert ROOM.moves.target(game.state[0], {"kind": "lay", "slot": "b2", "turn": "1"}, "turn") is None


def test_the_declaration_agrees_with_the_numbers_of_the_rules() -> None:
    """The whole action space: parts, numbers and the compiled functions say the same."""
    assert len(MOVES) == codes.ACTIONS == 339
    for code in range(codes.ACTIONS):
        parts = MOVES.parts(code)
        assert MOVES.code(parts) == code
        if parts["kind"] == "take":
            at = ("01234L".index(parts["source"]), "BYRKT".index(parts["colour"]))
            assert code == codes.take(*at, "123456X".index(parts["destination"]))
            assert (codes.source_of(code), codes.colour_of(code)) == at
        elif parts["kind"] == "lay":
            slot, turn = "abc".index(parts["slot"][0]) * 3 + int(parts["slot"][1]) - 1, int(parts["turn"])
            assert (codes.lay(slot, turn), codes.slot_of(code), codes.turn_of(code)) == (code, slot, turn)
        elif parts["kind"] == "target":
            line, column = int(parts["line"]) - 1, int(parts["column"]) - 1
            assert (codes.target(line, column), codes.line_of(code), codes.column_of(code)) == (code, line, column)
    firsts = {"chip": codes.CHIP_AT, "plate": codes.PLATE_AT, "draw": codes.DRAW, "stop": codes.STOP}
    firsts |= {"return": codes.RETURN_AT, "pile": codes.PILE_AT, "spend": codes.SPEND_AT}
    for kind, first in firsts.items():
        assert MOVES.parts(first)["kind"] == kind
        assert MOVES.parts(first - 1)["kind"] != kind
