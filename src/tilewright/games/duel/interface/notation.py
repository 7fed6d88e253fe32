"""Moves and draws as people write and type them; docs/notation.md defines them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.core.contract.verbs import MOVE
from tilewright.core.errors import BadText
from tilewright.core.shapes.moves import KIND
from tilewright.core.text.reader import Reader, shorten
from tilewright.games.duel.components import CHIPS, LETTERS, PLATE_NAMES, TYPE_LETTERS
from tilewright.games.duel.interface.refusal import SUNS
from tilewright.games.duel.interface.sentences import no_move, source_name
from tilewright.games.duel.moves import MOVES
from tilewright.games.duel.rules.deals import chips_awaited, plates_awaited, split, sun_sizes, tells_type
from tilewright.games.duel.steps import FRONTS, RETURN

if TYPE_CHECKING:
    from tilewright.games.duel.components import State

_PLATES = re.compile(r"(?:[SJ][1-9])+")


def name_move(state: State, move: int) -> str:  # noqa: ARG001 - other games need the state here
    """The short form of a move."""
    return MOVES.write(move)


def parse_move(state: State, text: str) -> int:
    """Understand a move in short form or in words."""
    parts = MOVES.read(text)
    if parts is None:
        raise BadText(no_move(state, text))
    if parts[KIND] == "plate" and state.step == RETURN:  # the sign may be left out while plates are put back
        parts[KIND] = "return"
    return MOVES.code(parts)


def redact(state: State, notation: str, seat: int) -> str:
    """A move or draw as this seat (-1 a spectator) sees it, given the state before it."""
    if seat == state.to_move:
        return notation
    if state.awaiting == MOVE and state.step == RETURN:
        return "_?"
    return hide_fronts(notation) if state.step == FRONTS else notation


# -- draws: plates, types, suns and chips ---------------------------------------------------------


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
    for sun, size in zip(SUNS, sun_sizes(state), strict=False):
        drawn += _parse_sun(groups, source_name(sun), size)
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
