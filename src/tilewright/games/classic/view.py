"""A position as data: the table of docs/rules/classic.md, named as there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.contract.view import View
from tilewright.core.errors import BadData
from tilewright.core.shapes.fields import Values, padded
from tilewright.core.shapes.moves import Parts
from tilewright.core.shapes.shape import Count, Flag, Items, Name, Seat, Shape, Struct, Tiles, colour, derived, grid
from tilewright.games.classic.components import (
    CENTRE,
    COLOURS,
    COLUMNS,
    EMPTY,
    ENDINGS,
    FACTORIES_FOR,
    FLOOR_PENALTY,
    FLOOR_SPACES,
    IDLE_ROUNDS_TO_END,
    LETTERS,
    LINES,
    MULTIPLIER,
    NOBODY,
    PHASES,
    PRINTED,
    SOURCES,
    TILES_PER_COLOUR,
    TILES_PER_FACTORY,
    TILING,
)
from tilewright.games.classic.points import POINTS

if TYPE_CHECKING:
    from tilewright.games.classic.components import State

_COLOUR = colour(LETTERS)
_TILES = Tiles(LETTERS, TILES_PER_COLOUR)
_LINE = Struct({"spaces": derived(Count(1, LINES)), "colour": _COLOUR, "count": Count(0, LINES)})
_PRINTED = [[[_COLOUR.write(cell) for cell in row] for row in wall] for wall in PRINTED.tolist()]
_COSTS = FLOOR_PENALTY.tolist()
_FACTORIES = FACTORIES_FOR.tolist()

SHARED: dict[str, Shape] = {
    "line": Name((None, *range(1, LINES + 1))),  # while tiling: the line whose column is to be chosen
    "marker": Seat(nobody=True),  # who has it; nobody while it lies in the centre
    "idle_rounds": Count(0, IDLE_ROUNDS_TO_END),
    "factories": Items(Tiles(LETTERS, TILES_PER_FACTORY), _FACTORIES[2], _FACTORIES[4]),
    "centre": Struct({"tiles": _TILES, "marker": derived(Flag())}),
    "bag": _TILES,
    "lid": _TILES,
}
BOARD: dict[str, Shape] = {
    "lines": Items(_LINE, LINES, LINES),
    "wall": grid(_COLOUR, LINES, COLUMNS),
    "printed": derived(grid(_COLOUR, LINES, COLUMNS)),
    "multiplier": derived(Count(1, 2)),  # of the points of a tile on a printed cell
    "floor": Struct(
        {
            "tiles": Tiles(LETTERS, FLOOR_SPACES),
            "marker": Flag(),
            "spaces": derived(Count(FLOOR_SPACES, FLOOR_SPACES)),
            "costs": derived(Items(Count(0, 3), FLOOR_SPACES, FLOOR_SPACES)),
        }
    ),
}


def to_view(values: Values) -> Values:
    """What lies on the table, from the fields of a state."""
    players, face = values["players"], values["face"]
    return {
        "phase": values["phase"],
        "line": values["tiling_line"] + 1 if values["phase"] == TILING else 0,
        "marker": values["marker"],
        "idle_rounds": values["idle_rounds"],
        "factories": values["offer"][1 : _FACTORIES[players] + 1],
        "centre": {"tiles": values["offer"][CENTRE], "marker": values["marker"] == NOBODY},
        "bag": values["bag"],
        "lid": values["lid"],
        "boards": [_lay_open_board(board, face) for board in values["boards"][:players]],
    }


def _lay_open_board(board: Values, face: int) -> Values:
    lines = zip(range(1, LINES + 1), board["line_colour"], board["line_count"], strict=True)
    return {
        "score": board["score"],
        "lines": [{"spaces": spaces, "colour": held, "count": count} for spaces, held, count in lines],
        "wall": board["wall"],
        "printed": _PRINTED[face],
        "multiplier": int(MULTIPLIER[face]),
        "floor": {
            "tiles": board["floor_tiles"],
            "marker": board["floor"] > sum(board["floor_tiles"]),
            "spaces": FLOOR_SPACES,
            "costs": _COSTS[face],
        },
    }


def from_view(seen: Values, values: Values) -> None:
    """Fill the fields of a state from what was read, and those that follow from others."""
    players = values["players"]
    if len(seen["factories"]) != _FACTORIES[players]:
        raise BadData(f"{players} players use {_FACTORIES[players]} factories", at="/factories")
    offer = [seen["centre"]["tiles"], *seen["factories"]]
    values.update(
        phase=seen["phase"],
        tiling_line=max(0, seen["line"] - 1),
        tiled=(values["to_move"] - values["first"]) % players if seen["phase"] == TILING else 0,
        marker=seen["marker"],
        idle_rounds=seen["idle_rounds"],
        tiles_on_offer=sum(map(sum, offer)),
        offer=padded(offer, SOURCES, [0] * COLOURS),
        bag=seen["bag"],
        lid=seen["lid"],
    )
    for seat, board in enumerate(seen["boards"]):
        values["boards"][seat].update(_gather_board(board), tile_points=seen["breakdown"][seat]["tiles"])


def _gather_board(board: Values) -> Values:
    floor = board["floor"]
    return {
        "line_colour": [line["colour"] for line in board["lines"]],
        "line_count": [line["count"] for line in board["lines"]],
        "wall": board["wall"],
        "row_colours": [sum({1 << tile for tile in row if tile != EMPTY}) for row in board["wall"]],
        "floor_tiles": floor["tiles"],
        "floor": sum(floor["tiles"]) + floor["marker"],
    }


# -- where the parts of a move lie --------------------------------------------------------------


def target(state: State, parts: Parts, part: str) -> str | None:
    """Where in the view a part of a move is pointed at; the part's value is among the parts."""
    value, board = parts[part], f"/boards/{state.to_move}"
    if part == "source":
        return _source(value)
    if part == "colour":
        there = "source" in parts and state.offer[int(parts["source"]), LETTERS.index(value)]
        tiles = "/tiles" if parts.get("source") == str(CENTRE) else ""
        return f"{_source(parts['source'])}{tiles}/{value}" if there else None
    if part == "destination":
        return f"{board}/floor" if value == "F" else f"{board}/lines/{int(value) - 1}"
    if part == "line":
        return f"{board}/lines/{int(value) - 1}"
    return f"{board}/wall/{state.tiling_line}/{int(value) - 1}"


def _source(value: str) -> str:
    return "/centre" if value == str(CENTRE) else f"/factories/{int(value) - 1}"


VIEW = View(
    phases=PHASES,
    endings=ENDINGS,
    points=POINTS,
    shared=SHARED,
    board=BOARD,
    to_view=to_view,
    from_view=from_view,
)
