"""A position as data: the table of docs/rules/duel.md, named as there, with what a seat may know of it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from tilewright.core.contract.view import View
from tilewright.core.errors import BadData
from tilewright.core.shapes.fields import Values, padded
from tilewright.core.shapes.moves import Parts
from tilewright.core.shapes.shape import (
    Count,
    Flag,
    Items,
    Maybe,
    Name,
    Pieces,
    Seat,
    Shape,
    Struct,
    Tiles,
    colour,
    derived,
    grid,
)
from tilewright.games.duel.components import (
    BACK,
    BROKEN_POINTS,
    BROKEN_SPACES,
    CHIPS,
    CHIPS_PER_KIND,
    CHIPS_PER_ROUND,
    CHOSEN,
    COLUMNS,
    DISPLAY,
    EMPTY,
    ENDINGS,
    FACTORIES,
    HAND,
    HIDDEN,
    KNOWN,
    LAID,
    LARGE_SUN,
    LETTERS,
    LINES,
    NOBODY,
    PILE_SPACES,
    PLATE_NAMES,
    PLATES,
    PRINTED,
    ROUNDS,
    SEATS,
    SLOT_COLUMNS,
    SLOT_NAMES,
    SLOTS,
    SMALL,
    SPACES_LETTERS,
    SPECIAL_POINTS,
    TILES_PER_COLOUR,
    TURNS,
    UNDER,
    UNSEEN,
)
from tilewright.games.duel.moves import SOURCE_LETTERS
from tilewright.games.duel.rules.points import POINTS, SOMETIMES
from tilewright.games.duel.steps import PHASES, PILE, SPEND, STEPS, TARGET, phase_of

if TYPE_CHECKING:
    from tilewright.games.duel.components import State

_COLOUR = colour(LETTERS)
_SPACE = Name((None, *SPACES_LETTERS), low=EMPTY)
SPACES = grid(_SPACE, LINES, COLUMNS)
_TILES = Tiles(LETTERS, TILES_PER_COLOUR)
_CHIPS = Tiles(CHIPS, CHIPS_PER_KIND)
_TYPES = ("special", "joker")
_PRINTED: list[list[list[int]]] = PRINTED.tolist()
_PLATES = Pieces(PLATE_NAMES, [[face[0][:2], face[0][2:]] for face in _PRINTED], grid(_SPACE, 2, 2))
_LOT = Struct(
    {
        "owner": Seat(most=SEATS - 1),  # who put it there
        "plates": Items(Name((*PLATE_NAMES, "s?", "j?")), 1, PLATES),  # from top to bottom; s? and j? tell the type
    }
)
_LINE = Struct({"spaces": derived(Count(1, LINES)), "colour": _COLOUR, "count": Count(0, LINES)})
_LAID = Struct({"plate": Name(PLATE_NAMES), "turn": Count(0, TURNS - 1)})
_LOSSES: list[int] = BROKEN_POINTS.tolist()
_COSTS = [after - before for before, after in pairwise(_LOSSES)]

SHARED: dict[str, Shape] = {
    "step": Name(STEPS),  # what exactly is awaited
    "line": Name((None, *range(1, LINES + 1))),  # while decorating: the line the seat has come to
    "factory": Name((None, *range(1, SMALL + 1))),  # while piling: whose pile is built
    "spent": _CHIPS,  # on that line so far
    "marker": Seat(nobody=True, most=SEATS - 1),  # who has the first-player tile; nobody while it lies by the moons
    "display": _PLATES,
    "chosen": _PLATES,  # the plate that is about to be laid
    "stack": Struct(
        {
            "unseen": Count(0, PLATES),  # plates above all that were put back
            "top": Name((None, *_TYPES, "unknown"), low=EMPTY),
            "lots": Items(_LOT, 0, PLATES),  # plates put back, from top to bottom
        }
    ),
    "hand": Struct(
        {
            "unknown": Tiles(_TYPES, PLATES),  # plates drawn of which only the type is known
            "known": Items(_PLATES, SEATS, SEATS),  # not looked at yet, but this seat had put them under the stack
            "plates": _PLATES,  # looked at
            "back": Items(Name(PLATE_NAMES), 0, PLATES),  # chosen to go back so far, from top to bottom
        }
    ),
    "unseen": _PLATES,  # every plate that can be in the stack, in a hidden lot or, hidden, in a hand
    "suns": Items(Tiles(LETTERS, LARGE_SUN), FACTORIES, FACTORIES),  # of the small factories, then the large one
    "moons": Struct(
        {
            "piles": grid(_COLOUR, SMALL, PILE_SPACES),  # from bottom to top
            "tiles": Tiles(LETTERS, LARGE_SUN),  # of the large factory
            "marker": derived(Flag()),
        }
    ),
    "chips": Items(Name((None, *CHIPS, "?"), low=EMPTY), SMALL, SMALL),  # on the small factories; ? is face down
    "unseen_chips": _CHIPS,  # face down or in the reserve
    "bag": _TILES,
    "tower": _TILES,
}
BOARD: dict[str, Shape] = {
    "tokens": Count(0, 2),
    "chips_taken": Count(0, CHIPS_PER_ROUND),  # in this round
    "chips": _CHIPS,
    "lines": Items(_LINE, LINES, LINES),
    "slots": Items(Maybe(_LAID), SLOTS, SLOTS),
    "spaces": derived(SPACES),  # what the plates show
    "dome": grid(Name((None, *LETTERS, "*"), low=EMPTY), LINES, COLUMNS),
    "special_points": derived(Items(Count(1, LINES), LINES, LINES)),  # of a special tile, by row
    "broken": Struct(
        {
            "tiles": Tiles(LETTERS, BROKEN_SPACES),
            "spaces": derived(Count(BROKEN_SPACES, BROKEN_SPACES)),
            "costs": derived(Items(Count(1, BROKEN_SPACES), BROKEN_SPACES, BROKEN_SPACES)),
        }
    ),
    "marker": derived(Flag()),
}

# -- writing --------------------------------------------------------------------------------------


def to_view(values: Values) -> Values:
    """What lies on the table, from the fields of a state."""
    step, marker = values["step"], values["marker"]
    return {
        "phase": PHASES.index(phase_of(step, values["round_number"])),
        "step": step,
        "line": values["line"] + 1 if step in (SPEND, TARGET) else 0,
        "factory": values["factory"] + 1 if step == PILE else 0,
        "spent": values["spent"],
        "marker": marker,
        **lay_open_plates(values),
        "suns": values["sun"],
        "moons": {"piles": values["pile"], "tiles": values["moon"], "marker": marker == NOBODY},
        "chips": values["chip"],
        "unseen_chips": values["unseen_chips"],
        "bag": values["bag"],
        "tower": values["tower"],
        "boards": [_lay_open_board(board, marker == seat) for seat, board in enumerate(values["boards"])],
    }


def lay_open_plates(values: Values) -> Values:
    """All plates that are not on a dome; in a view these are the places that may hide something."""
    found: dict[int, list[int]] = {}
    for plate, where in enumerate(values["place"]):
        found.setdefault(where, []).append(plate)
    return {
        "display": found.get(DISPLAY, ()),
        "chosen": found.get(CHOSEN, ()),
        "stack": {"unseen": values["stack"], "top": values["top"], "lots": _lots(values)},
        "hand": {
            "unknown": values["hand_unknown"],
            "known": [found.get(KNOWN + seat, ()) for seat in range(SEATS)],
            "plates": found.get(HAND, ()),
            "back": [plate for plate in values["back"] if plate != EMPTY],
        },
        "unseen": found.get(UNSEEN, ()),
    }


def _lots(values: Values) -> list[Values]:
    lots: list[Values] = []
    begins = True
    for k in range(values["under_count"]):
        if begins:
            lots.append({"owner": values["under_owner"][k], "plates": []})
        lots[-1]["plates"].append(values["under"][k])
        begins = bool(values["under_last"][k])
    return lots


def _lay_open_board(board: Values, marker: bool) -> Values:
    lines = zip(range(1, LINES + 1), board["line_colour"], board["line_count"], strict=True)
    return {
        "score": board["score"],
        "tokens": board["tokens"],
        "chips_taken": board["taken"],
        "chips": board["chips"],
        "lines": [{"spaces": spaces, "colour": held, "count": count} for spaces, held, count in lines],
        "slots": [
            None if plate == EMPTY else {"plate": plate, "turn": turn}
            for plate, turn in zip(board["plates"], board["turns"], strict=True)
        ],
        "spaces": SPACES.write(board["spaces"]),
        "dome": board["dome"],
        "special_points": SPECIAL_POINTS.tolist(),
        "broken": {"tiles": board["broken"], "spaces": BROKEN_SPACES, "costs": _COSTS},
        "marker": marker,
    }


# -- reading --------------------------------------------------------------------------------------


def from_view(seen: Values, values: Values) -> None:
    """Fill the fields of a state from what was read, and those that follow from others."""
    if values["round_number"] > ROUNDS:
        raise BadData(f"a game has {ROUNDS} rounds", at="/round")
    heights = [PILE_SPACES - pile.count(EMPTY) for pile in seen["moons"]["piles"]]
    values.update(
        step=seen["step"],
        line=max(0, seen["line"] - 1) if seen["step"] in (SPEND, TARGET) else 0,
        factory=max(0, seen["factory"] - 1) if seen["step"] == PILE else 0,
        spent=seen["spent"],
        marker=seen["marker"],
        tiles_on_offer=sum(map(sum, seen["suns"])) + sum(seen["moons"]["tiles"]) + sum(heights),
        sun=seen["suns"],
        pile=seen["moons"]["piles"],
        pile_height=heights,
        moon=seen["moons"]["tiles"],
        chip=seen["chips"],
        unseen_chips=seen["unseen_chips"],
        bag=seen["bag"],
        tower=seen["tower"],
        **_gather_plates(seen),
    )
    for board, read, points in zip(values["boards"], seen["boards"], seen["breakdown"], strict=True):
        board.update(_gather_board(read))
        board.update(
            tile_points=points["tiles"],
            special_points=points["specials"],
            broken_loss=-points["broken"],
            marker_loss=-points["first_player_tile"],
            plate_cost=-points["plates"],
        )


def _gather_plates(seen: Values) -> Values:
    """Where every plate is; BadData when one is in two places or nowhere."""
    place = [EMPTY] * PLATES

    def lie(plates: Iterable[int], where: int, at: str) -> None:
        for plate in plates:
            if place[plate] != EMPTY:
                raise BadData(f"plate {PLATE_NAMES[plate]} is in two places", at=at)
            place[plate] = where

    lots = seen["stack"]["lots"]
    under = [plate for lot in lots for plate in lot["plates"]]
    if len(under) > PLATES or len(seen["chosen"]) > 1:
        raise BadData("there are too many plates", at="/stack/lots" if len(under) > PLATES else "/chosen")
    hand = seen["hand"]
    lie(seen["display"], DISPLAY, "/display")
    lie(seen["chosen"], CHOSEN, "/chosen")
    lie((plate for plate in under if plate < HIDDEN), UNDER, "/stack/lots")
    for seat, known in enumerate(hand["known"]):
        lie(known, KNOWN + seat, f"/hand/known/{seat}")
    lie(hand["plates"], HAND, "/hand/plates")
    lie(hand["back"], BACK, "/hand/back")
    for seat, board in enumerate(seen["boards"]):
        lie((laid["plate"] for laid in board["slots"] if laid), LAID, f"/boards/{seat}/slots")
    lie(seen["unseen"], UNSEEN, "/unseen")
    if EMPTY in place:
        raise BadData(f"plate {PLATE_NAMES[place.index(EMPTY)]} is nowhere", at="/unseen")
    return {
        "plate": next(iter(seen["chosen"]), EMPTY),
        "place": place,
        "stack": seen["stack"]["unseen"],
        "top": seen["stack"]["top"],
        "under_count": len(under),
        "under": padded(under, PLATES, EMPTY),
        "under_owner": padded([lot["owner"] for lot in lots for _ in lot["plates"]], PLATES, EMPTY),
        "under_last": padded([int(last) for lot in lots for last in _ends(lot["plates"])], PLATES, 0),
        "hand_unknown": hand["unknown"],
        "back": padded(hand["back"], PLATES, EMPTY),
    }


def _ends(plates: list[int]) -> list[bool]:
    """Which plate of a lot is its last."""
    return [k == len(plates) - 1 for k in range(len(plates))]


def _gather_board(board: Values) -> Values:
    spaces = [[EMPTY] * COLUMNS for _ in range(LINES)]
    for slot, laid in enumerate(board["slots"]):
        row, column = slot // SLOT_COLUMNS * 2, slot % SLOT_COLUMNS * 2
        if laid:
            printed = _PRINTED[laid["plate"]][laid["turn"]]
            spaces[row][column : column + 2] = printed[:2]
            spaces[row + 1][column : column + 2] = printed[2:]
    return {
        "plates": [laid["plate"] if laid else EMPTY for laid in board["slots"]],
        "turns": [laid["turn"] if laid else 0 for laid in board["slots"]],
        "spaces": spaces,
        "dome": board["dome"],
        "line_colour": [line["colour"] for line in board["lines"]],
        "line_count": [line["count"] for line in board["lines"]],
        "broken": board["broken"]["tiles"],
        "chips": board["chips"],
        "tokens": board["tokens"],
        "taken": board["chips_taken"],
    }


# -- where the parts of a move lie --------------------------------------------------------------


def target(state: State, parts: Parts, part: str) -> str | None:
    """Where in the view a part of a move is pointed at; the part's value is among the parts."""
    value, board = parts[part], f"/boards/{state.to_move}"
    if part == "source":
        return source_pointer(value)
    if part == "colour":
        return _colour_pointer(state, parts)
    if part in ("destination", "line"):
        return f"{board}/broken" if value == "X" else f"{board}/lines/{int(value) - 1}"
    if part == "factory":
        return f"/chips/{int(value) - 1}"
    if part == "plate":
        place = state.place[PLATE_NAMES.index(value)]
        return {DISPLAY: f"/display/{value}", HAND: f"/hand/plates/{value}"}.get(int(place))
    if part == "slot":
        return f"{board}/slots/{SLOT_NAMES.index(value)}"
    if part == "chip":
        return f"{board}/chips/{value}" if state.boards[state.to_move].chips[CHIPS.index(value)] else None
    return f"{board}/dome/{state.line}/{int(value) - 1}" if part == "column" else None


def source_pointer(source: str) -> str:
    """The moons, or one of the suns."""
    return "/moons" if source == "0" else f"/suns/{SOURCE_LETTERS.index(source) - 1}"


def _colour_pointer(state: State, parts: Parts) -> str | None:
    """A tile of this colour that can be taken, or piled up."""
    tile = LETTERS.index(parts["colour"])
    if parts.get("source") == "0":
        if state.moon[tile]:
            return f"/moons/tiles/{parts['colour']}"
        for factory in range(SMALL):
            top = int(state.pile_height[factory]) - 1
            if top >= 0 and state.pile[factory, top] == tile:
                return f"/moons/piles/{factory}/{top}"
        return None
    sun = SOURCE_LETTERS.index(parts["source"]) - 1 if "source" in parts else int(state.factory)
    return f"/suns/{sun}/{parts['colour']}" if state.sun[sun, tile] else None


VIEW = View(
    phases=PHASES,
    endings=ENDINGS,
    points=POINTS,
    sometimes=SOMETIMES,
    shared=SHARED,
    board=BOARD,
    to_view=to_view,
    from_view=from_view,
    players=(SEATS, SEATS),
)
