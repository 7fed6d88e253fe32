"""The tables of docs/envs.md, written from the layouts themselves.

``python -m tilewright.envs.document`` prints them; ``--write docs/envs.md`` puts them there after a layout has changed.
"""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from importlib.util import find_spec
from inspect import getsource
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright import games
from tilewright.core.errors import BadText, TilewrightError
from tilewright.envs.layout import BOARDS, SEAT, SEATS, Field, layout
from tilewright.records.files import write_whole

if TYPE_CHECKING:
    from types import ModuleType

BEGIN, END = "<!-- fields: begin -->", "<!-- fields: end -->"
SHARED = {
    "players": "number of players",
    "awaiting": "0 a move, 1 a deal, 2 nothing: the game is over",
    "ending": "why the game ended, 0 while it runs",
    "round_number": "number of the round",
    "to_move": "who is to move",
    "score": "points so far",
}
"""What all rooms mean by the fields that all rooms have, unless they say more."""
_FIELD = re.compile(r"^    (\w+): .*?#\s*(.+)$", re.MULTILINE)
_CONSTANT = re.compile(r"\b[A-Z][A-Z_]+\b")
CODES_IN = ("components", "steps")  # the files of a room that say what its numbers stand for


def meanings(room: str, class_name: str) -> dict[str, str]:
    """What the room says beside each of its fields, and what the numbers stand for."""
    components = import_module(f"{games.package_of(room)}.components")
    described: Any = getattr(components, class_name)
    said = SHARED | dict(_FIELD.findall(getsource(described)))
    return {
        name: _numbered(said.get(name, name.replace("_", " ")), components) + _codes(room, name)
        for name in described.__annotations__
    }


def _numbered(meaning: str, components: ModuleType) -> str:
    """The constants in a meaning, each with its number."""

    def numbered(found: re.Match[str]) -> str:
        number = getattr(components, found[0], None)
        return f"{found[0]} ({number})" if isinstance(number, int) else found[0]

    return _CONSTANT.sub(numbered, meaning)


def _codes(room: str, field: str) -> str:
    """Each number of a field with what it stands for, where the room lists that: ``ENDINGS`` for ``ending``."""
    for file in CODES_IN:
        module = f"{games.package_of(room)}.{file}"
        if find_spec(module):
            listed = getattr(import_module(module), f"{field.upper()}S", None)
            if isinstance(listed, (tuple, dict)):
                pairs = listed.items() if isinstance(listed, dict) else enumerate(listed)
                return ": " + ", ".join(f"{number} {name}" for number, name in pairs if name)
    return ""


def _row(field: Field, name: str, said: dict[str, str]) -> str:
    shape = " x ".join(map(str, field.shape)) or "1"
    held = {"": "", SEAT: "a seat, counted from the observer", SEATS: "seats, counted from the observer"}[field.holds]
    seat = f"from {field.first_seat} on {held}" if field.first_seat else held
    meaning = "; ".join(filter(None, (said[name].replace("|", "/"), seat)))
    return f"| {field.at} | `{field.name}` | {shape} | {meaning} |"


def room_table(room: str) -> str:
    """One room's observations, field by field."""
    ids = [rule_set.id for rule_set in games.rule_sets() if rule_set.room == room]
    least = min(games.rule_set(ids[0]).players)
    found = layout(ids[0], least)
    shared, board = meanings(room, "State"), meanings(room, "Board")
    own = f"{BOARDS}[0]."
    lines = [f"### {', '.join(f'`{name}`' for name in ids)}", ""]
    lines += ["| at | field | numbers | meaning |", "|---|---|---|---|"]
    lines += [_row(field, field.name, shared) for field in found.fields if not field.name.startswith(BOARDS)]
    lines += [_row(field, field.name.removeprefix(own), board) for field in found.fields if field.name.startswith(own)]
    boards = [field for field in found.fields if field.name.startswith(own)]
    words = boards[-1].at + boards[-1].words - boards[0].at
    start = boards[0].at
    lines += ["", f"The next seat's board begins at {start + words}, the one after at {start + 2 * words}, and so on:"]
    lengths = [f"{layout(ids[0], n).length} for {n} players" for n in games.rule_set(ids[0]).players]
    actions = games.room(games.rule_set(ids[0])).moves.actions
    lines += [f"{words} numbers each, so {', '.join(lengths)}. There are {actions} actions."]
    return "\n".join(lines)


def all_tables() -> str:
    """The fields of every room."""
    rooms = dict.fromkeys(rule_set.room for rule_set in games.rule_sets())
    return "\n\n".join(room_table(room) for room in rooms)


def with_tables(page: str) -> str:
    """The page with its tables written anew."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BadText(f"the page has no place for the tables: the lines {BEGIN} and {END} are missing")
    return f"{before}{BEGIN}\n\n{all_tables()}\n\n{END}{after}"


def main() -> None:
    """Print the tables; write only when told."""
    parser = argparse.ArgumentParser(prog="python -m tilewright.envs.document", description="Tables of observations.")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write them into this page instead of printing")
    page: Path | None = parser.parse_args().write
    if page is None:
        print(all_tables())  # noqa: T201 - a program that prints
        return
    try:
        write_whole(page, with_tables(page.read_text(encoding="utf-8")))
    except OSError as bad:
        parser.error(f"{page}: {bad.strerror}")
    except TilewrightError as bad:
        parser.error(str(bad))


if __name__ == "__main__":
    main()
