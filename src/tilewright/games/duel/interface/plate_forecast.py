"""What a move brings in the duel besides what it brings in any game: of plates and chips."""

from __future__ import annotations

import msgspec

from tilewright.core.shapes.forecast import Forecast


class WaitingLine(msgspec.Struct, frozen=True):
    """A line that holds tiles of a colour."""

    line: int  # from 1
    colour: str


class PlateForecast(Forecast, frozen=True, omit_defaults=True):
    """A forecast with plates and chips. Fields that do not apply are left out."""

    shows: str | None = None  # the colours of a chip like "TY", the spaces of a plate row by row like "BY/Ts"
    opens: list[WaitingLine] | None = None  # lines with tiles that find a space on the plate
    plates: int | None = None  # drawn unseen
    covers: int | None = None  # tiles of a pile that come to lie below
    leaves: dict[str, int] | None = None  # chips of the kind that is spent
