"""A position edited by hand: tiles put on places and taken away, and what is still wrong with it.

A place is a JSON pointer into the view, as the page draws it. The game says where tiles lie
(``core/contract/study.py``), and what can lie there follows from what lies there now; anything else is changed in the
line of text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.errors import TilewrightError
from tilewright.core.text.language import _
from tilewright.play.position import sketched
from tilewright.review.odds import full_bag
from tilewright.server.problems import BadRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tilewright.core.contract.study import Places, Study
    from tilewright.core.shapes.data import Data
    from tilewright.server.study_messages import Edit, EditRequest

NUMBERS = ("round", "first", "turn", "score")
"""Numbers that every game has."""


def apply_edits(request: EditRequest, expect_ready: Callable[[str], None]) -> Data:
    """The position after some edits, as data and as text, and everything that keeps a game from reaching it."""
    given = request.position
    expect_ready(str(given.split(maxsplit=1)[0] if isinstance(given, str) and given.strip() else _rule_set_of(given)))
    try:
        start, _faults = sketched(given)
        data: Data = start.as_data()
        study, tiles = start.room.study, full_bag(data["rule_set"], data["players"])
        for number, edit in enumerate(request.edits):
            _apply_edit(data, edit, tiles, study, f"/edits/{number}")
        if request.fill:
            _fill(data, tiles, study.places)
        _check_floors(data)
        position, faults = sketched(data)
    except TilewrightError as bad:
        raise bad if isinstance(bad, BadRequest) else BadRequest(str(bad), where="/position") from None
    return {
        "position": position.as_data(),
        "text": position.text,
        "faults": faults,
        "missing": _missing(position.as_data(), tiles, study.places),
        "sentences": position.tell(),
    }


def _rule_set_of(given: str | Data) -> object:
    return given.get("rule_set") if isinstance(given, dict) else ""


# -- one edit ----------------------------------------------------------------------------------------


def _apply_edit(data: Data, edit: Edit, tiles: dict[str, int], study: Study, where: str) -> None:
    """Put a tile on a place, take one away (``put`` is None), or set a number."""
    put = edit.put
    if isinstance(put, str) and put not in tiles:
        raise BadRequest(_("there are no tiles {letter} in this game").format(letter=put), where=where)
    keys = edit.at.split("/")[1:]
    if keys and keys[-1] in (*NUMBERS, *study.places.numbers, study.places.sign) and not isinstance(put, str):
        _set_number(data, keys, put, study, where)
    elif isinstance(put, int) or not _put_tile(data, keys, put, tiles, study.places):
        raise BadRequest(_("tiles cannot be laid here by hand; change the line of text"), where=where)


def _set_number(data: Data, keys: list[str], put: int | None, study: Study, where: str) -> None:
    name, sign = keys[-1], study.places.sign
    seats = [str(seat) for seat in range(data["players"])]
    if name == "score" and put is not None and keys[:1] == ["boards"] and keys[1] in seats:
        seat = int(keys[1])
        data["breakdown"][seat][study.points.tiles[0]] += (
            put - data["boards"][seat]["score"]
        )  # what else it could be from is counted
        data["boards"][seat]["score"] = put
    elif name in data and len(keys) == 1 and (put is not None or name == sign):
        data[name] = put
        if name == sign:
            for seat, board in enumerate(data["boards"]):
                holder = board.get("floor", board)
                if sign in holder:
                    holder[sign] = seat == put and ("spaces" not in holder or _tiles_on(holder) < holder["spaces"])
    else:
        raise BadRequest(_("there is no such number here"), where=where)


def _put_tile(data: Data, keys: list[str], put: str | None, tiles: dict[str, int], places: Places) -> bool:
    """Put a tile on a place or take one away; return False if nothing can be changed there."""
    if not keys or keys[0] not in (*places.shared, "bag", "boards"):
        return False
    if keys[0] == "boards" and keys[2:3] not in [[name] for name in places.boards]:
        return False
    around: Any = data
    for key in keys[:-1]:
        around = _step(around, key)
    key = keys[-1]
    place = _step(around, key)
    if isinstance(place, dict) and "spaces" in place and "count" in place:
        _edit_line(place, put)
    elif (pile := _pile_of(place, tiles)) is not None:
        _edit_pile(pile, put, None)
    elif isinstance(place, list) and _is_column(place):
        _edit_column(place, put)
    elif (pile := _pile_of(around, tiles)) is not None:  # the tiles of one colour in it, perhaps none yet
        _edit_pile(pile, put, key)
    elif isinstance(around, list) and _is_column(around) and key.isdigit() and int(key) < len(around):
        around[int(key)] = None if put is None else _printed_colour(data, keys) or put
    else:
        return False
    return True


def _step(around: Any, key: str) -> Any:
    """What lies one key further; None if nothing does."""
    if isinstance(around, list):
        return around[int(key)] if key.isdigit() and int(key) < len(around) else None
    return around.get(key) if isinstance(around, dict) else None


def _pile_of(place: Any, tiles: dict[str, int]) -> dict[str, int] | None:
    """The counted tiles of a place; None if it is no pile."""
    if isinstance(place, dict):
        pile = place.get("tiles", place)
        if isinstance(pile, dict) and all(key in tiles and isinstance(count, int) for key, count in pile.items()):
            return pile
    return None


def _edit_line(line: Data, put: str | None) -> None:
    if put is None:
        line["count"] = max(0, line["count"] - 1)
    elif line["colour"] == put:
        line["count"] = min(line["spaces"], line["count"] + 1)
    else:
        line.update(colour=put, count=1)
    if not line["count"]:
        line["colour"] = None


def _edit_pile(pile: dict[str, int], put: str | None, colour: str | None) -> None:
    if put is not None:
        pile[put] = pile.get(put, 0) + 1
        return
    colour = colour if colour in pile else next(reversed(pile), None)
    if colour is not None:
        pile[colour] -= 1
        if not pile[colour]:
            del pile[colour]


def _is_column(cells: list[Any]) -> bool:
    return all(cell is None or isinstance(cell, str) for cell in cells)


def _edit_column(cells: list[str | None], put: str | None) -> None:
    """A pile that grows from its first place."""
    held = [cell for cell in cells if cell is not None]
    held = held[:-1] if put is None else [*held, put][: len(cells)]
    cells[:] = [*held, *[None] * (len(cells) - len(held))]


def _printed_colour(data: Data, keys: list[str]) -> str | None:
    """The colour that a wall prints on a cell, where it prints one on each."""
    if keys[0] != "boards" or keys[2] != "wall":
        return None
    board = data["boards"][int(keys[1])]
    if any(cell is None for row in board["printed"] for cell in row):
        return None
    printed: str = board["printed"][int(keys[3])][int(keys[4])]
    return printed


def _tiles_on(floor: Data) -> int:
    """Tiles on a floor, without the marker."""
    return sum(floor["tiles"].values())


def _check_floors(data: Data) -> None:
    """Raise if a floor holds more than it has spaces: the rest lies in the lid, and has no cost."""
    for seat, board in enumerate(data["boards"]):
        floor = board.get("floor")
        if floor is not None and _tiles_on(floor) + floor["marker"] > floor["spaces"]:
            raise BadRequest(_("this floor is full"), where=f"/position/boards/{seat}/floor")


# -- the rest of the tiles ---------------------------------------------------------------------------


def _fill(data: Data, tiles: dict[str, int], places: Places) -> None:
    """Put into the bag, or take out of it, what the table lacks or has too many of."""
    for colour, missing in _missing(data, tiles, places).items():
        held = data["bag"].get(colour, 0) + missing
        if held > 0:
            data["bag"][colour] = held
        else:
            data["bag"].pop(colour, None)


def _missing(data: Data, tiles: dict[str, int], places: Places) -> dict[str, int]:
    """How many tiles of each colour lie neither on the table nor in the bag; below 0 where there are too many."""
    missing = dict(tiles)
    lying = [data["bag"], *(data[name] for name in places.shared)]
    lying += [board[name] for board in data["boards"] for name in places.boards]
    for place in lying:
        for colour, count in _tiles_in(place, tiles):
            missing[colour] -= count
    return missing


def _tiles_in(place: Any, tiles: dict[str, int]) -> Iterator[tuple[str, int]]:
    if isinstance(place, str) and place in tiles:
        yield place, 1
    elif isinstance(place, list):
        for part in place:
            yield from _tiles_in(part, tiles)
    elif isinstance(place, dict) and "count" in place:
        if place["colour"] is not None:
            yield place["colour"], place["count"]
    elif isinstance(place, dict):
        for key, part in place.items():
            if key in tiles and isinstance(part, int):
                yield key, part
            elif key in ("tiles", "piles"):
                yield from _tiles_in(part, tiles)
