"""Every invariant turns red when it is broken, and no position of a game breaks one."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.games.duel.kit import ROOM, random_play, seat, text
from tilewright.core.compiling.compiled import COUNT, INTERPRETED
from tilewright.core.contract.dice import dice
from tilewright.core.errors import BadPosition
from tilewright.games.duel.components import BACK, CHOSEN, COLOURS, DISPLAY, FACE_DOWN, HAND, KNOWN, UNDER, UNSEEN
from tilewright.games.duel.rules import invariants as inv
from tilewright.games.duel.steps import (
    FILL,
    FRONTS,
    KEEP,
    OVER,
    PILE,
    PLACE,
    REFILL,
    RETURN,
    REVEAL,
    SPEND,
    START,
    TARGET,
    TOP,
)
from tilewright.play.game import Game, from_text
from tilewright.search.soak import SOAKING, TALLY, soak

pytestmark = pytest.mark.rules

Damage = Callable[[np.record], object]


@pytest.fixture(scope="module")
def found() -> dict[int, Game]:
    """One position of a game for each step, in the second round where there is one."""
    kept: dict[int, Game] = {}
    for game in random_play([8], draws=0.4):
        step = int(game.state[0].step)
        if step not in kept or game.round_number == 2:
            kept[step] = Game(game.rule_set, game.state.copy(), first=0, options={}, seed=1, auto_deal=False)
    return kept


def put(field: str, value: int, *index: int | slice) -> Damage:
    """Write into a field of the state."""

    def damage(state: np.record) -> None:
        if index:
            state[field][index] = value
        else:
            state[field] = value

    return damage


def of_board(field: str, value: int, *index: int | slice, seat: int = 0) -> Damage:
    """Write into a field of a board."""

    def damage(state: np.record) -> None:
        if index:
            state.boards[seat][field][index] = value
        else:
            state.boards[seat][field] = value

    return damage


def both(*damages: Damage) -> Damage:
    def damage(state: np.record) -> None:
        for each in damages:
            each(state)

    return damage


ACT = 6
DRAWING = 8


def move_plate(where: int, to: int) -> Damage:
    """The first plate that is at a place goes to another."""

    def damage(state: np.record) -> None:
        state.place[int(np.flatnonzero(state.place == where)[0])] = to

    return damage


@pytest.mark.parametrize(
    ("step", "damage", "bit"),
    [
        (ACT, put("bag", 14, 0), inv.TILES),
        (ACT, put("bag", -1, 0), inv.TILES),
        (ACT, put("tower", -1, 0), inv.TILES),
        (ACT, of_board("line_count", 7, 5), inv.LINE),
        (ACT, both(of_board("line_count", 0, 5), of_board("line_colour", 3, 5)), inv.LINE),
        (ACT, of_board("line_colour", COLOURS, 5), inv.LINE),
        (FILL, both(of_board("plates", -1, slice(None)), of_board("dome", 2, 0, 0)), inv.DOME),
        (ACT, of_board("spaces", 9, 5, 5), inv.DOME),
        (OVER, of_board("dome", 5, slice(None)), inv.SPECIALS),
        (ACT, of_board("broken", 5, 0), inv.BROKEN),
        (ACT, of_board("broken", -1, 0), inv.BROKEN),
        (ACT, of_board("score", -1), inv.SCORE),
        (FILL, put("sun", 6, 4, 0), inv.FACTORY),
        (FILL, put("sun", -1, 4, 0), inv.FACTORY),
        (FILL, put("moon", -1, 0), inv.FACTORY),
        (FILL, both(put("sun", 1, 4, 0), put("moon", 1, 1)), inv.FACTORY),
        (FILL, both(put("sun", 1, 4, 0), put("marker", 1)), inv.FACTORY),
        (FILL, put("pile_height", 2, 0), inv.FACTORY),
        (ACT, put("tiles_on_offer", 3), inv.OFFER),
        (ACT, put("stack", 17), inv.PLATE),
        (ACT, move_plate(UNSEEN, DISPLAY), inv.PLATE),
        (ACT, move_plate(UNSEEN, CHOSEN), inv.PLATE),
        (ACT, move_plate(UNSEEN, BACK), inv.PLATE),
        (ACT, move_plate(UNSEEN, HAND), inv.PLATE),
        (ACT, move_plate(UNSEEN, KNOWN), inv.PLATE),
        (PLACE, put("plate", 0), inv.PLATE),
        (FRONTS, put("hand_unknown", 0, slice(None)), inv.PLATE),
        (KEEP, lambda state: put("place", UNSEEN, int(np.flatnonzero(state.place == HAND)[0]))(state), inv.PLATE),
        (RETURN, put("back", 3, 9), inv.PLATE),
        (ACT, of_board("tokens", 2), inv.LAYING),
        (START, of_board("tokens", 1), inv.LAYING),
        (START, lambda state: put("first", 1 - state.first)(state), inv.LAYING),
        (REFILL, lambda state: put("to_move", 1 - state.to_move)(state), inv.LAYING),
        (ACT, put("top", 2), inv.STACK),
        (ACT, put("top", -1), inv.STACK),
        (TOP, put("top", 0), inv.STACK),
        (ACT, put("under", 3, 17), inv.STACK),
        (ACT, put("under_last", 1, 17), inv.STACK),
        (OVER, put("top", 0), inv.STACK),
        (ACT, put("unseen_chips", 2, slice(None)), inv.CHIPS),
        (ACT, put("unseen_chips", -1, 0), inv.CHIPS),
        (ACT, of_board("chips", -1, 0), inv.CHIPS),
        (ACT, of_board("taken", 3), inv.CHIPS),
        (ACT, of_board("chips", 2, slice(None)), inv.CHIPS),
        (OVER, put("chip", FACE_DOWN, 0), inv.FACES),
        (ACT, put("goals", 3 | 1 << 2), inv.GOALS),
        (ACT, put("goals", 1 | 1 << 2), inv.GOALS),
        (ACT, put("goals", 1 | 1 << 2 | 1 << 4 | 1 << 8), inv.GOALS),
        (ACT, put("awaiting", 1), inv.TURN),
        (ACT, put("ending", 1), inv.TURN),
        (ACT, put("step", START), inv.TURN),
        (OVER, put("round_number", 4), inv.TURN),
        (OVER, lambda state: put("to_move", 1 - state.first)(state), inv.TURN),
        (FILL, put("marker", 0), inv.TURN),
        (START, put("marker", 0), inv.TURN),
        (START, move_plate(DISPLAY, UNSEEN), inv.TURN),
        (START, put("step", ACT), inv.TURN),
        (REVEAL, put("chip", -1, slice(None)), inv.TURN),
        (TOP, both(of_board("score", 0), of_board("score", 0, seat=1)), inv.TURN),
        (DRAWING, both(of_board("score", 0), of_board("score", 0, seat=1)), inv.TURN),
        (PLACE, put("plate", -1), inv.TURN),
        (PILE, put("sun", 0, slice(None)), inv.TURN),
        (SPEND, put("tiles_on_offer", 1), inv.TURN),
        (SPEND, both(of_board("chips", 0, slice(None)), of_board("chips", 0, slice(None), seat=1)), inv.TURN),
        (TARGET, both(*(of_board("line_count", 0, slice(None), seat=k) for k in (0, 1))), inv.TURN),
        (OVER, put("step", ACT), inv.TURN),
        (OVER, of_board("broken", 1, 0), inv.DONE),
    ],
)  # fmt: skip
def test_damage_is_seen(found: dict[int, Game], step: int, damage: Damage, bit: int) -> None:
    """13, each invariant of the sheet: a planted fault sets its bit, and the words tell it."""
    states = found[step].state.copy()
    assert inv.violations(states[0]) == 0
    damage(states[0])
    assert inv.violations(states[0]) >> bit & 1
    wanted = "tiles, not 13" if bit == inv.TILES else inv.MEANINGS[bit]
    assert any(wanted in fault for fault in inv.faults(states[0]))


def test_games_break_no_invariant() -> None:
    """13 A short soak: random games, every invariant after every ply; a planted fault is found."""
    states = np.zeros(1, dtype=ROOM.state)
    for fault_at, violations in ((-1, 0), (100, 1)):
        tally, soaking = np.zeros(1, dtype=TALLY), np.zeros(1, dtype=SOAKING)
        choices = np.array([21], dtype=COUNT)
        number = 1 if INTERPRETED else 200
        soaking[0] = (2, number, ROOM.moves.most, ROOM.deals.most, fault_at)
        soak(states, tally, soaking, choices, dice(2))
        assert (tally[0].violations > 0) == violations
        assert tally[0].most_moves <= ROOM.moves.most
        if not violations:
            endings = tally[0].endings.tolist()
            assert (tally[0].games, tally[0].shared, endings) == (number, 0, [0, number, 0, 0, 0, 0, 0, 0])


@pytest.mark.slow
def test_a_long_soak() -> None:
    """13 A million plies."""
    states = np.zeros(1, dtype=ROOM.state)
    tally, soaking = np.zeros(1, dtype=TALLY), np.zeros(1, dtype=SOAKING)
    soaking[0] = (2, 6000, ROOM.moves.most, ROOM.deals.most, -1)
    soak(states, tally, soaking, np.array([0b10101010], dtype=COUNT), dice(4))
    assert (tally[0].violations, tally[0].shared) == (0, 0)
    assert tally[0].plies > 1_000_000


def test_lines_that_should_have_moved() -> None:
    """13 After phase 2 no full line has a space, and no line without one lies beside three plates."""
    plates = "S1r0 S2r0 S3r0 S4r0 S5r0 S6r0 S7r0 S8r0 S9r0"
    other = plates.replace("S", "J")
    for lines in ("R1 - - - - -", "- - - - - B2"):
        board = seat(plates=plates, lines=lines)
        with pytest.raises(BadPosition, match="should have moved, broken or stayed"):
            from_text(text(board, seat(plates=other), turn="round 5 first 0 marker - turn 0 end"))
    assert UNDER == 2


DEALT = (
    "duel 2 | goals H V D | round 1 first 0 marker - turn 0 act | display S3 J2 J9 | stack 13 s | under - "
    "| hand - back - | large BBYRK/- | small BYRK/-/? BYRK/-/? BYRK/-/? BYRK/-/? "
    "| unseen B2 Y2 R2 K2 T2 TY2 YK2 KB2 BR2 RT2 | bag B7 Y8 R8 K8 T13 | tower - "
    f"| {seat(tokens=2, plates='- - - - S1r2 - - - -')} | {seat(tokens=2, plates='J1r0 - - - - - - - -')}"
)
UNFILLED = "a factory was not filled although tiles were left"


def replaced(*changes: tuple[str, str]) -> str:
    changed = DEALT
    for before, after in changes:
        assert before in changed
        changed = changed.replace(before, after, 1)
    return changed


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param([("BBYRK/-", "-/-"), ("B7 Y8 R8 K8", "B9 Y9 R9 K9")], id="nothing was ever on the large sun"),
        pytest.param([("BBYRK/-", "BYRK/-"), ("B7", "B8")], id="the large sun has four tiles"),
        pytest.param([("small BYRK/-/?", "small BYR/-/?"), ("K8", "K9")], id="a small sun has three tiles"),
        pytest.param(
            [
                ("small BYRK/-/?", "small BYR/-/?"),
                ("bag B7 Y8 R8 K8 T13", "bag -"),
                ("tower -", "tower B7 Y8 R8 K9 T13"),
            ],
            id="tiles lie beyond the last that were left",
        ),
    ],
)
def test_suns_are_filled_in_their_order(changes: list[tuple[str, str]]) -> None:
    """R2.2 R12.7 Tiles on a sun that comes later say that the earlier ones were filled."""
    assert from_text(DEALT).text == DEALT
    with pytest.raises(BadPosition, match=UNFILLED):
        from_text(replaced(*changes))


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param([("BBYRK/-", "-/YRK"), ("B7", "B9")], id="the large sun was taken from"),
        pytest.param(
            [("marker -", "marker 0"), ("BBYRK/-", "-/-"), ("B7 Y8 R8 K8", "B9 Y9 R9 K9")],
            id="the large factory is bare",
        ),
    ],
)
def test_suns_that_were_emptied_are_no_fault(changes: list[tuple[str, str]]) -> None:
    """R5.3 R5.6"""
    assert from_text(replaced(*changes)).awaiting == "move"
