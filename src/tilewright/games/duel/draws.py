"""Draws as people write them: plates, types, suns and chips; docs/notation.md defines them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.core.text import Reader, shorten
from tilewright.games.duel.components import (
    CHIPS,
    LARGE_SUN,
    LETTERS,
    NAMES,
    PLATE_NAMES,
    SMALL,
    SMALL_SUN,
    TOP_AWAITED,
    TYPE_LETTERS,
    TYPE_OF,
    UNSEEN,
)
from tilewright.games.duel.deals import plates_awaited, suns_awaited
from tilewright.games.duel.factories import must_turn_up
from tilewright.games.duel.stack import unseen_of
from tilewright.games.duel.steps import FILL, FRONTS, REVEAL, TOP

if TYPE_CHECKING:
    from tilewright.games.duel.components import State

_PLATES = re.compile(r"(?:[SJ][1-9])+")
_TYPE_WORDS = ("special", "joker")
_SUN_NAMES = ("the large sun", "sun 1", "sun 2", "sun 3", "sun 4")


def tells_type(state: State) -> bool:
    """Does this draw end with the type of a new top plate?"""
    if state.step in (TOP, FRONTS):
        return bool(state.top == TOP_AWAITED)
    turned_up = plates_awaited(state)
    return bool(state.stack > turned_up and (turned_up or state.top == TOP_AWAITED))


def sun_sizes(state: State) -> list[int]:
    """How many tiles the large sun and the four small ones get; none when no suns are filled."""
    if state.step != FILL:
        return []
    left, sizes = int(suns_awaited(state)), []
    for most in (LARGE_SUN, *[SMALL_SUN] * SMALL):
        sizes.append(min(most, left))
        left -= sizes[-1]
    return sizes


def chips_awaited(state: State) -> int:
    """How many chips this draw turns up."""
    if state.step == REVEAL:
        return sum(bool(must_turn_up(state, factory)) for factory in range(SMALL))
    return sum(size == 0 for size in sun_sizes(state)[1:])


def split(state: State, drawn: Sequence[int]) -> tuple[list[int], list[int], list[list[int]], list[int]]:
    """A draw taken apart: plates, type, suns, chips."""
    things = iter(drawn)
    plates = [next(things) for _ in range(plates_awaited(state))]
    kinds = [next(things)] if tells_type(state) else []
    suns = [[next(things) for _ in range(size)] for size in sun_sizes(state)]
    return plates, kinds, suns, list(things)


def name_deal(state: State, drawn: Sequence[int]) -> str:
    """What was drawn, group by group."""
    plates, kinds, suns, chips = split(state, drawn)
    if state.step == FRONTS:
        plates = sorted(plates)
    groups = ["".join(PLATE_NAMES[plate] for plate in plates)] if plates else []
    groups += [TYPE_LETTERS[kind] for kind in kinds]
    groups += ["".join(LETTERS[colour] for colour in sorted(sun)) or "-" for sun in suns]
    groups += [CHIPS[kind] for kind in chips]
    return " ".join(groups)


def hide_fronts(notation: str) -> str:
    """R14.6 How plates that somebody looks at are shown to others: types, special ones first."""
    fronts, *rest = notation.split(" ")
    backs = "s?" * fronts.count("S") + "j?" * fronts.count("J")
    return " ".join([backs, *rest])


def parse_deal(state: State, text: str) -> list[int]:
    """Understand a draw, group by group."""
    groups = Reader(text)
    drawn: list[int] = []
    if wanted := int(plates_awaited(state)):
        drawn += _parse_plates(groups, wanted)
    if tells_type(state):
        drawn.append(_parse_type(groups))
    for name, size in zip(_SUN_NAMES, sun_sizes(state), strict=False):
        drawn += _parse_sun(groups, name, size)
    drawn += [_parse_chip(groups) for _ in range(chips_awaited(state))]
    groups.done()
    return drawn


def _parse_plates(groups: Reader, wanted: int) -> list[int]:
    what = "1 plate" if wanted == 1 else f"{wanted} plates"
    group = groups.word(what)
    if not _PLATES.fullmatch(group.upper()) or len(group) != 2 * wanted:
        raise groups.fail(f"expected {what} such as {'S3J4S1'[: 2 * wanted]}, found {shorten(group)}")
    return [PLATE_NAMES.index(group.upper()[k : k + 2]) for k in range(0, len(group), 2)]


def _parse_type(groups: Reader) -> int:
    group = groups.word("the type of the top plate")
    if group.lower() not in ("s", "j"):
        raise groups.fail(f"expected 's' or 'j' for the top plate of the stack, found {shorten(group)}")
    return TYPE_LETTERS.index(group.lower())


def _parse_sun(groups: Reader, name: str, size: int) -> list[int]:
    group = groups.word(name).upper()
    tiles = "" if group == "-" else group
    if any(letter not in LETTERS for letter in tiles):
        raise groups.fail(f"expected {size} of {LETTERS} for {name}, found {shorten(group)}")
    if len(tiles) != size:
        raise groups.fail(f"{name} must get {size} tiles, not {len(tiles)}")
    return [LETTERS.index(letter) for letter in tiles]


def _parse_chip(groups: Reader) -> int:
    group = groups.word("a chip")
    if group.upper() not in CHIPS:
        raise groups.fail(f"{shorten(group)} is not a chip: the chips are {' '.join(CHIPS)}")
    return CHIPS.index(group.upper())


def why_not_deal(state: State, drawn: Sequence[int]) -> str:
    """Why this cannot be drawn now; "" when it can."""
    plates, kinds, suns, chips = split(state, drawn)
    reasons = (*_plate_faults(state, plates), *_type_faults(state, plates, kinds), *_sun_faults(state, suns))
    return next(iter((*reasons, *_chip_faults(state, chips))), "")


def _plate_faults(state: State, plates: list[int]) -> Iterator[str]:
    for k, plate in enumerate(plates):
        name = PLATE_NAMES[plate]
        if state.place[plate] != UNSEEN:
            yield f"plate {name} is not among the unseen plates"
        if plate in plates[:k]:
            yield f"plate {name} is named twice"
    if state.step == FRONTS:
        found = [sum(TYPE_OF[plate] == kind for plate in plates) for kind in (0, 1)]
        if found != state.hand_unknown.tolist():
            special, joker = state.hand_unknown
            yield f"the hand holds {special} special and {joker} joker plates nobody has seen"
    elif plates and state.top not in (TOP_AWAITED, TYPE_OF[plates[0]]):
        yield f"the top plate of the stack is a {_TYPE_WORDS[state.top]} plate"


def _type_faults(state: State, plates: list[int], kinds: list[int]) -> Iterator[str]:
    for kind in kinds:
        left = unseen_of(state, kind) - sum(TYPE_OF[plate] == kind for plate in plates)
        if state.step == FRONTS:
            left += state.hand_unknown[kind]  # they are the plates named
        if left <= 0:
            yield f"no unseen {_TYPE_WORDS[kind]} plate is left for the top of the stack"


def _counts(tiles: list[int]) -> list[int]:
    return [tiles.count(colour) for colour in range(len(LETTERS))]


def _is_plain(tiles: list[int]) -> bool:
    return sum(n > 0 for n in tiles) <= 1


def _sun_faults(state: State, suns: list[list[int]]) -> Iterator[str]:
    """R2.3, R12.4-R12.6 Do these tiles come out of bag and tower?"""
    bag, tower = state.bag.tolist(), state.tower.tolist()
    for name, sun in zip(_SUN_NAMES, suns, strict=False):
        tiles = _counts(sun)
        if sum(tiles) > sum(bag):
            everything = [b + t for b, t in zip(bag, tower, strict=True)]
            again = name == _SUN_NAMES[0] and sum(tiles) == LARGE_SUN and _may_be_plain(bag, everything)
            for colour, word in enumerate(NAMES):
                if tiles[colour] < bag[colour] and not again:
                    yield f"{name} must get all {bag[colour]} {word} tiles that are left in the bag"
            bag, tower = everything, [0] * len(tower)
        if name == _SUN_NAMES[0] and sum(tiles) == LARGE_SUN and _is_plain(tiles) and not _is_plain(bag):
            yield "five tiles of one colour on the large sun are drawn again (R2.3)"
        for colour, word in enumerate(NAMES):
            bag[colour] -= tiles[colour]
            if bag[colour] < 0:
                yield f"there are not enough {word} tiles for {name}"


def _may_be_plain(bag: list[int], everything: list[int]) -> bool:
    """R12.5 Could the first five, all of the bag and some of the tower, have had one colour?"""
    return any(n >= LARGE_SUN and sum(bag) == bag[colour] for colour, n in enumerate(everything))


def _chip_faults(state: State, chips: list[int]) -> Iterator[str]:
    for kind in set(chips):
        if chips.count(kind) > state.unseen_chips[kind]:
            yield f"chip {CHIPS[kind]} is not among the unseen chips"
