"""What a move gives and costs, as data: one structure for all games, each field with one meaning.

A game that has more to say derives its own from it, and declares that in its room.
"""

from __future__ import annotations

import msgspec

from tilewright.core.shapes.data import Data


class Bonus(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bonus in reach: of a row, a column, a colour, a star, a number ..."""

    name: str
    points: int
    missing: int = 0  # tiles; 0 when this move completes it


class Forecast(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move brings to the seat that makes it. Fields that do not apply are left out."""

    # where tiles go
    line: int | None = None  # the line they are put on, from 1
    fills: int | None = None  # tiles that find room there
    spaces_left: int | None = None  # on that line afterwards
    has_space: bool | None = None  # beside the line a space waits for its tile
    spills: int | None = None  # tiles that find no room and fall
    floor_before: int | None = None  # spaces filled on the floor, or wherever fallen tiles lie
    floor_after: int | None = None
    marker: bool = False  # takes the sign that makes its holder start the next round

    # points
    points_now: int | None = None  # gained by the move itself
    points_round_end: int | None = None  # that the filled line will score, as things stand
    of_special: int | None = None  # of these for a special tile
    loses: int | None = None  # lost by it, now or when the floor is paid
    bonuses: list[Bonus] = msgspec.field(default_factory=list)  # at the end of the game

    # tiles
    gains: dict[str, int] | None = None  # to the hand, by colour
    cost: dict[str, int] | None = None  # paid from the hand, by colour
    hand: dict[str, int] | None = None  # afterwards
    kept: dict[str, int] | None = None  # over the end of the round
    may_keep: int | None = None  # that many more
    bonus_tiles: int | None = None  # to be chosen next

    def as_data(self) -> Data:
        return msgspec.to_builtins(self)
