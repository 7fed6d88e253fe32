"""A position as data: the table of docs/rules/pavilion.md, named as there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.contract.view import View
from tilewright.core.errors import BadData
from tilewright.core.shapes.fields import Values, padded
from tilewright.core.shapes.moves import KIND, Parts
from tilewright.core.shapes.shape import (
    SEATS,
    Count,
    Derived,
    Flag,
    Items,
    Name,
    Seat,
    Shape,
    Struct,
    Tiles,
    colour,
    derived,
    grid,
)
from tilewright.games.pavilion.components import (
    ALL_DIFFERENT_BONUS,
    BONUS_TILES,
    CENTRE,
    COLOURS,
    COST,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    LETTERS,
    MOST_COST,
    MOST_KEPT,
    NOBODY,
    NUMBER_BONUS,
    PHASES,
    POSITIONS,
    ROUNDS,
    SOURCES,
    STAR_BONUS,
    STAR_LETTERS,
    STARS,
    STRUCTURE_NAMES,
    STRUCTURES,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
)
from tilewright.games.pavilion.points import POINTS

if TYPE_CHECKING:
    from tilewright.games.pavilion.components import State

MOST_BONUS = 6  # tiles for one placing
_COLOUR = colour(LETTERS)
_TILES = Tiles(LETTERS, TILES_PER_COLOUR)
_COSTS = COST.tolist()
_FACTORIES = FACTORIES_FOR.tolist()
_NUMBER = {"type": "integer"}
_STRUCTURES = [
    {
        "name": STRUCTURE_NAMES[k % 3],
        "tiles": int(BONUS_TILES[k]),
        "spaces": [f"/stars/{star}/{position}" for star, position in spaces],  # from a board on
    }
    for k, spaces in enumerate(STRUCTURES)
]
_BONUSES = {
    "stars": dict(zip(LETTERS, STAR_BONUS.tolist(), strict=True)) | {"different": ALL_DIFFERENT_BONUS},
    "numbers": {str(cost): points for cost, points in enumerate(NUMBER_BONUS.tolist()) if points},
}


def _facts(**named: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": named, "required": list(named), "additionalProperties": False}


SHARED: dict[str, Shape] = {
    "joker": derived(Name(tuple(LETTERS))),
    "token": Seat(nobody=True),  # who has it; nobody while it lies in the centre
    "passed": SEATS,
    "bonus_left": Count(0, MOST_BONUS),  # tiles that must still be taken from the supply
    "from_colour": Name(tuple(LETTERS)),  # the earliest colour that may still be taken or kept
    "factories": Items(Tiles(LETTERS, TILES_PER_FACTORY), _FACTORIES[2], _FACTORIES[4]),
    "centre": Struct({"tiles": _TILES, "token": derived(Flag())}),
    "supply": Tiles(LETTERS, SUPPLY_SPACES),
    "bag": _TILES,
    "tower": _TILES,
    "structures": Derived(
        {
            "type": "array",
            "items": _facts(
                name={"enum": list(STRUCTURE_NAMES)},
                tiles=_NUMBER,
                spaces={"type": "array", "items": {"type": "string"}},
            ),
        }
    ),
    "bonuses": Derived(
        _facts(
            stars={"type": "object", "additionalProperties": _NUMBER},
            numbers={"type": "object", "additionalProperties": _NUMBER},
        )
    ),
}
BOARD: dict[str, Shape] = {
    "stars": grid(_COLOUR, STARS, POSITIONS),  # in the order P G O Y B R, then the centre star
    "costs": derived(grid(Count(1, MOST_COST), STARS, POSITIONS)),
    "hand": _TILES,
    "kept": Tiles(LETTERS, MOST_KEPT),
}


def to_view(values: Values) -> Values:
    """What lies on the table, from the fields of a state."""
    players, side = values["players"], values["side"]
    return {
        "phase": values["phase"],
        "joker": LETTERS[values["round_number"] - 1],
        "token": values["token"],
        "passed": values["passed"],
        "bonus_left": values["bonus_left"],
        "from_colour": values["from_colour"],
        "factories": values["offer"][1 : _FACTORIES[players] + 1],
        "centre": {"tiles": values["offer"][CENTRE], "token": values["token"] == NOBODY},
        "supply": values["supply"],
        "bag": values["bag"],
        "tower": values["tower"],
        "structures": _STRUCTURES,
        "bonuses": _BONUSES,
        "boards": [
            {
                "score": board["score"],
                "stars": board["tiles"],
                "costs": _COSTS[side],
                "hand": board["hand"],
                "kept": board["kept"],
            }
            for board in values["boards"][:players]
        ],
    }


def from_view(seen: Values, values: Values) -> None:
    """Fill the fields of a state from what was read, and those that follow from others."""
    players = values["players"]
    if len(seen["factories"]) != _FACTORIES[players]:
        raise BadData(f"{players} players use {_FACTORIES[players]} factories", at="/factories")
    if not 1 <= seen["round"] <= ROUNDS:
        raise BadData(f"there are rounds 1 to {ROUNDS}", at="/round")
    offer = [seen["centre"]["tiles"], *seen["factories"]]
    values.update(
        {
            name: seen[name]
            for name in ("phase", "token", "passed", "bonus_left", "from_colour", "supply", "bag", "tower")
        },
        tiles_on_offer=sum(map(sum, offer)),
        offer=padded(offer, SOURCES, [0] * COLOURS),
    )
    for seat, board in enumerate(seen["boards"]):
        points = seen["breakdown"][seat]
        values["boards"][seat].update(
            tiles=board["stars"],
            covered=[sum(1 << k for k, tile in enumerate(star) if tile != EMPTY) for star in board["stars"]],
            colours=[sum({1 << tile for tile in star if tile != EMPTY}) for star in board["stars"]],
            hand=board["hand"],
            kept=board["kept"],
            tile_points=points["tiles"],
            losses=-points["losses"],
        )


# -- where the parts of a move lie --------------------------------------------------------------


def target(state: State, parts: Parts, part: str) -> str | None:
    """Where in the view a part of a move is pointed at; the part's value is among the parts."""
    value, mine = parts[part], f"/boards/{state.to_move}"
    if part == "source":
        return source_place(int(value))
    if part == "star":
        return f"{mine}/stars/{STAR_LETTERS.index(value)}"
    if part == "position":
        return f"{mine}/stars/{STAR_LETTERS.index(parts['star'])}/{int(value) - 1}" if "star" in parts else None
    if part == "colour":
        return _colour_target(state, parts, mine)
    return None


def _colour_target(state: State, parts: Parts, mine: str) -> str | None:
    """The tiles of the colour at the source, in the supply or in the hand, where there are any."""
    letter = parts["colour"]
    number = LETTERS.index(letter)
    if parts[KIND] == "draft":
        if "source" not in parts or not state.offer[int(parts["source"]), number]:
            return None
        source = int(parts["source"])
        return f"{source_place(source)}{'/tiles' if source == CENTRE else ''}/{letter}"
    if parts[KIND] == "bonus":
        return f"/supply/{letter}" if state.supply[number] else None
    return f"{mine}/hand/{letter}" if state.boards[state.to_move].hand[number] else None


def source_place(source: int) -> str:
    """The pointer to a source."""
    return "/centre" if source == CENTRE else f"/factories/{source - 1}"


VIEW = View(
    phases=PHASES,
    endings=ENDINGS,
    points=POINTS,
    shared=SHARED,
    board=BOARD,
    to_view=to_view,
    from_view=from_view,
)
