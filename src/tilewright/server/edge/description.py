"""Write the OpenAPI description to a file: ``python -m tilewright.server.edge.description FILE``.

The types of the web client are made from it. It includes the schemas of the games' own data (docs/schema).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tilewright.play.schema import schemas
from tilewright.server.edge.app import interface

OF_THE_SERVER = ("Choices", "Option", "Event")
"""What the server says in a message of its own."""

COMPONENTS = "#/components/schemas/"


def description() -> dict[str, Any]:
    """The server's messages, and views, moves and forecasts of the games, in one document."""
    document = interface().openapi()
    shapes = schemas()
    shared = shapes.pop("shared")["$defs"]
    games = {f"{room.capitalize()}View": schema for room, schema in shapes.items()}
    document["components"]["schemas"] |= {name: shared[name] for name in shared if name not in OF_THE_SERVER}
    document["components"]["schemas"] |= games
    return json.loads(json.dumps(document).replace('"#/$defs/', f'"{COMPONENTS}'))


def main() -> None:
    Path(sys.argv[1]).write_text(json.dumps(description()))


if __name__ == "__main__":
    main()
