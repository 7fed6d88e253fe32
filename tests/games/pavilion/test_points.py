"""R4: points, structures, bonus tiles and the supply."""

from __future__ import annotations

import math
from collections import defaultdict

import pytest

from tests.games.pavilion.builder import hand, laid, names, position_text
from tilewright.core.errors import IllegalMove
from tilewright.games.pavilion.components import (
    ARC,
    BONUS_TILES,
    STAR_LETTERS,
    STRUCTURE_NAMES,
    STRUCTURES,
    TOUCHED,
)
from tilewright.play.game import from_text

pytestmark = pytest.mark.rules

SCORED = [
    ("S30", "", "O3", 1, 0),
    ("S31", "O1 O2", "O3", 3, 0),
    ("S32", "O1", "O6", 2, 0),
    ("S34", "O2 O5", "O3", 2, 0),
    ("S35", "O1 O3 O5", "O2", 3, 0),
    ("S37", "O1 O2 O3 O4 O5", "O6", 6, 3),
    ("S41", "G1 G2 P3", "P4", 2, 2),
    ("S43", "O2 O3 C1:B", "C6:R", 2, 1),
    ("S44", "Y2 Y3 C3:B", "C4:R", 2, 1),
    ("S48 ES20", "P2 P4 G1 G2 C5:B C6:R", "P3", 3, 3),
]


@pytest.mark.parametrize(("stars", "move", "points", "tiles"), [row[1:] for row in SCORED], ids=[r[0] for r in SCORED])
def test_points_and_bonus_tiles(stars: str, move: str, points: int, tiles: int) -> None:
    """R4.2 R4.4 S30 S31 S32 S34 S35 S37 S41 S43 S44 S48 ES20 The arc scores; what it completes pays tiles."""
    colour = move.partition(":")[2] or move[0]
    game = laid(hands=(colour * 6, "G"), stars=(stars, ""), supply="YYYYGGGGBB" if colour != "Y" else "GGGGBBBBRR")
    before = game.scores[0]
    game.play(move)
    state = game.state[0]
    assert game.scores[0] - before == points
    assert state.boards[0].tile_points - len(stars.split()) == points
    assert state.bonus_left == tiles
    assert game.to_move == (0 if tiles else 1)


def test_rs5_colours_do_not_matter_to_an_arc() -> None:
    """R4.2 RS5 Monochrome side: tiles of an all-different star touch like any others."""
    game = laid(rule_set="pavilion-mono", hands=("BB", "G"), stars=("P1:R P6:G", ""))
    game.play("P2:B")
    assert game.scores[0] == 5 + 2 + 3


def test_s38_a_star_filled_in_order() -> None:
    """R4.2 S38 1 + 2 + 3 + 4 + 5 + 6 points, and a window at the end."""
    game = laid(hands=("", "O" * 21), turn=1, supply="GGGGGBBBBB")
    for position in range(1, 7):
        assert game.state[0].bonus_left == 0
        game.play(f"O{position}")
    assert game.scores[1] == 5 + 21
    assert game.state[0].bonus_left == 3


def test_arcs_are_rings() -> None:
    """R4.1 R4.2 Every set of tiles and every position, counted by walking around the ring."""
    for covered in range(64):
        for position in range(6):
            ring = {k for k in range(6) if covered >> k & 1} | {position}
            arc = {position}
            for way in (1, -1):
                k = position
                while (k := (k + way) % 6) in ring and k not in arc:
                    arc.add(k)
            assert ARC[covered, position] == len(arc)


def test_s41_statue_pays_two_of_free_choice() -> None:
    """R4.5 R4.7 Jokers included; they can be used from the next turn on."""
    game = laid(hands=("PPPP", "R"), stars=("G1 G2 P3", ""), supply="PPGGOOYYBB")
    game.play("P4")
    assert names(game) == ["*P", "*G", "*O", "*Y", "*B"]
    game.play("*P")
    game.play("*P")
    assert hand(game) == "PP"
    assert game.awaiting == "deal"
    game.deal("RR")
    assert game.to_move == 1


def test_es20_two_structures_are_chosen_together() -> None:
    """R4.4 R4.5 ES20 Three tiles in one choice, with no refill in between."""
    game = laid(hands=("PPP", "R"), stars=("P2 P4 G1 G2 C5:B C6:R", ""), supply="OOOOOOOYYY")
    game.play("P3")
    for move in ("*O", "*O"):
        game.play(move)
    assert game.state[0].supply.sum() == 8
    game.play("*Y")
    assert hand(game) == "OOY"
    assert names(game) == []


def test_es21_a_structure_pays_once() -> None:
    """R4.3 R4.4 ES21 Beside a complete pillar and statue a further tile earns nothing for them."""
    game = laid(hands=("PPPPP", "R"), stars=("P1 P2 P3 P4 G1 G2 O3 O4 C5:B C6:R", ""))
    game.play("P5")
    assert (game.state[0].bonus_left, game.to_move) == (0, 1)


def test_es22_bonus_tiles_may_make_a_large_hand() -> None:
    """R4.5 ES22 Nothing happens until the player passes."""
    game = laid(hands=("O" * 8, "R"), stars=("O6", ""), supply="GGGGGGGGGG")
    for move in ("O5", "*G", "*G", "*G"):
        game.play(move)
    assert hand(game) == "GGGOOO"


def test_es23_points_before_bonus() -> None:
    """R4.2 R4.5 ES23 The points are there while the bonus is still being chosen."""
    game = laid(hands=("OOOOO", "R"), stars=("O6", ""), supply="GGGGGGGGGG")
    game.play("O5")
    assert (game.scores[0], game.state[0].bonus_left) == (5 + 1 + 2, 3)


def test_bonus_tiles_in_the_order_of_the_colours() -> None:
    """R4.5 No colour before one taken, and none that would leave too few later ones."""
    game = laid(hands=("OOOOO", "R"), stars=("O6", ""), supply="GGOOOOOOBR")
    game.play("O5")
    assert names(game) == ["*G", "*O"]
    game.play("*O")
    assert names(game) == ["*O", "*B"]
    game.play("*B")
    assert names(game) == ["*R"]
    with pytest.raises(IllegalMove, match="order of the colours, and blue has been taken"):
        game.play("*O")


def test_s49_supply_is_refilled_before_the_next_turn() -> None:
    """R4.8 S49 Three taken, three drawn, then the other seat."""
    game = laid(hands=("OOOOO", "R"), stars=("O6", ""), supply="GGGGGGGGGG")
    for move in ("O5", "*G", "*G", "*G"):
        game.play(move)
    assert (game.awaiting, game.state[0].supply.sum()) == ("deal", 7)
    game.deal("YYB")
    assert (game.awaiting, game.state[0].supply.sum(), game.to_move) == ("move", 10, 1)


def test_s50_the_tower_is_tipped_when_the_bag_is_empty() -> None:
    """R4.9 S50 ES24 One from the bag, two from the tower: bag 3, tower empty."""
    supply = "deal supply"
    game = laid(what=supply, hands=("G", ""), supply="GGGGGGG", bag="B", tower="RRRYY")
    game.deal("YRB")
    state = game.state[0]
    assert (state.bag.sum(), state.tower.sum(), state.supply.sum()) == (3, 0, 10)
    at_random = laid(what=supply, hands=("G", ""), supply="GGGGGGG", bag="B", tower="RRRYY")
    assert "B" in at_random.deal()
    assert at_random.state[0].bag.sum() == 3


def test_es24_a_bag_just_emptied_stays_empty() -> None:
    """R4.9 ES24 The tower is not touched before a tile is needed."""
    game = laid(what="deal supply", hands=("G", ""), supply="GGGGGGG", bag="BBY", tower="RRRYY")
    game.deal()
    state = game.state[0]
    assert (state.bag.sum(), state.tower.sum()) == (0, 5)


def test_s51_a_supply_that_is_too_small() -> None:
    """R4.6 S51 ES19 A window with two tiles in the supply gives two; the fifth tile paid is the tower's first."""
    game = laid(hands=("OOOOO", ""), stars=("O6", ""), supply="GG", bag="")
    game.play("O5")
    assert game.state[0].bonus_left == 2
    game.play("*G")
    game.play("*G")
    assert hand(game) == "GG"
    game.deal("OOOO")
    assert game.state[0].supply.sum() == 4


def test_an_empty_supply_gives_nothing() -> None:
    """R4.6 ES19 Nothing to take: the turn ends at once."""
    game = laid(hands=("OOOOO", ""), stars=("O6", ""), supply="", bag="")
    game.play("O5")
    assert game.awaiting == "deal"


# -- the structures, derived a second time from the shape of the board ---------------------------

RING = {"P": 180, "O": 120, "R": 60, "B": 0, "Y": -60, "G": -120}  # where a star lies, in degrees
FROM_TOP = {"P": "123456", "O": "612345", "R": "561234", "B": "456123", "Y": "345612", "G": "234561", "C": "123456"}
Point = tuple[float, float]


def unit(degrees: float, length: float = 1.0) -> Point:
    return length * math.cos(math.radians(degrees)), length * math.sin(math.radians(degrees))


def plus(*points: Point) -> Point:
    x, y = (sum(axis) for axis in zip(*points, strict=True))
    return round(x, 6) + 0.0, round(y, 6) + 0.0


def star_centre(star: str) -> Point:
    """Stars whose tips touch are three sides of a rhombus apart."""
    return (0.0, 0.0) if star == "C" else unit(RING[star], 3)


def rhombi() -> dict[str, tuple[Point, Point, Point, Point]]:
    """Each space as a rhombus: the star's centre, two notches and the tip between them, clockwise from the top."""
    spaces = {}
    for star, order in FROM_TOP.items():
        at = star_centre(star)
        for k, position in enumerate(order):
            left, right = unit(120 - 60 * k), unit(60 - 60 * k)
            spaces[star + position] = (plus(at), plus(at, left), plus(at, left, right), plus(at, right))
    return spaces


def space_name(star: int, position: int) -> str:
    return f"{STAR_LETTERS[star]}{position + 1}"


def test_neighbours_share_an_edge() -> None:
    """R4.1 Rhombi with a common edge are the neighbours of the ring, and never of two stars."""
    edges = defaultdict(set)
    for space, corners in rhombi().items():
        for k in range(4):
            edges[frozenset((corners[k], corners[(k + 1) % 4]))].add(space)
    found = {frozenset(pair) for pair in edges.values() if len(pair) == 2}
    assert all(len(pair) <= 2 for pair in edges.values())
    assert found == {frozenset((f"{s}{k}", f"{s}{k % 6 + 1}")) for s in STAR_LETTERS for k in range(1, 7)}


def test_structures_lie_in_the_gaps() -> None:
    """R4.3 Gaps between four rhombi are pillars and statues, a star's outermost notch is its window."""
    gaps = defaultdict(set)
    for space, (at, left, _, right) in rhombi().items():
        for notch in (left, right):
            # The gap at a notch is a rhombus too; its middle is half a side further out.
            gaps[plus(at, ((notch[0] - at[0]) * 1.5, (notch[1] - at[1]) * 1.5))].add(space)
    derived = {"pillar": set(), "statue": set(), "window": set()}  # type: dict[str, set[frozenset[str]]]
    for middle, spaces in gaps.items():
        if len(spaces) == 4:
            derived["pillar" if any(space[0] == "C" for space in spaces) else "statue"].add(frozenset(spaces))
        elif math.hypot(*middle) > 4.4:
            derived["window"].add(frozenset(spaces))
    printed = {name: set() for name in STRUCTURE_NAMES}  # type: dict[str, set[frozenset[str]]]
    for k, structure in enumerate(STRUCTURES):
        printed[STRUCTURE_NAMES[k % 3]].add(frozenset(space_name(*space) for space in structure))
    assert printed == derived
    assert [len(spaces) for spaces in printed.values()] == [6, 6, 6]


def test_what_a_space_touches() -> None:
    """R4.3 R4.4 All structures give 36 tiles, one placing at most 3."""
    assert BONUS_TILES.sum() == 36
    for star in range(7):
        for position in range(6):
            touched = [k for k in TOUCHED[star, position].tolist() if k < len(STRUCTURES)]
            assert all((star, position) in STRUCTURES[k] for k in touched)
            assert len(touched) == sum((star, position) in structure for structure in STRUCTURES)
            assert sum(int(BONUS_TILES[k]) for k in touched) <= 3


def test_supply_draw_is_followed_by_the_next_seat() -> None:
    """R4.8 ES31 A pass is a turn too: gaps left by a shortage are filled after it."""
    text = position_text(hands=("GGGGG", ""), supply="BBBBBBB", bag="")
    game = from_text(text, auto_deal=False)
    for move in ("pass", "=G", "=G", "=G", "=G"):
        game.play(move)
    assert (game.awaiting, game.state[0].supply.sum()) == ("deal", 7)
    game.deal("G")
    assert (game.state[0].supply.sum(), game.to_move) == (8, 1)
