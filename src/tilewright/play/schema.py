"""Descriptions of all data as JSON Schema: ``python -m tilewright.play.schema`` writes them to docs/schema."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from tilewright import games
from tilewright.core.shapes.effect_data import names_of
from tilewright.core.shapes.forecast import Forecast
from tilewright.core.shapes.refusal import Refusal
from tilewright.play.choices import Choices

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = Path("docs/schema")


def schemas() -> dict[str, dict[str, Any]]:
    """One schema for each room, and one for what all rooms share, by the name of their file."""
    rooms = {rule_set.room: rule_set for rule_set in games.rule_sets()}
    return {"shared": _shared()} | {name: _room(name) for name in rooms}


def _room(name: str) -> dict[str, Any]:
    """Views of a room; under ``$defs`` its moves and the codes of its refusals."""
    ids = [rule_set.id for rule_set in games.rule_sets() if rule_set.room == name]
    room = games.room(games.rule_set(ids[0]))
    schema = room.positions.view.shape.schema()
    schema["properties"]["rule_set"] = {"enum": ids}
    return {
        "$schema": DRAFT,
        "title": f"A position of the room {name}",
        **schema,
        "$defs": {
            "move": room.moves.space.schema(),
            "refusal_code": {"enum": [str(code) for code in room.moves.reasons]},
        },
    }


def _shared() -> dict[str, Any]:
    """What ``choices`` and ``forecast`` give, refusals, and the kinds of events: what any game may say."""
    rooms = [games.room(rule_set) for rule_set in games.rule_sets()]
    parts = _parts(Choices)
    refusal = parts.pop(Refusal.__name__)
    for forecast in dict.fromkeys(room.moves.forecasts for room in rooms):
        own = _parts(forecast)
        parts[Forecast.__name__]["properties"] |= own.pop(forecast.__name__)["properties"]
        parts |= own
    parts[Refusal.__name__] = refusal
    kinds = names_of(room.effects.kinds for room in rooms)
    kind = {"type": "string", "description": f"{', '.join(kinds)} change a view; others only tell"}
    event = {"type": "object", "properties": {"kind": kind}, "required": ["kind"]}
    return {"$schema": DRAFT, "title": "What all rooms share", "$defs": {**parts, "Event": event}}


def _parts(structure: type) -> dict[str, Any]:
    """The schemas of a structure and all that it is made of."""
    return msgspec.json.schema_components((structure,), ref_template="#/$defs/{name}")[1]


def written(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1) + "\n"


def write(folder: Path) -> None:
    """Write every schema to its file."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, schema in schemas().items():
        (folder / f"{name}.json").write_text(written(schema))


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
