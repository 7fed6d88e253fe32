"""Positions for tests, said in a few words; what is left out is filled in so that all 132 tiles lie somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tilewright.core.compiling.compiled import COUNT
from tilewright.games.pavilion.components import FACTORIES_FOR, LETTERS, STAR_LETTERS, STATE, TILES_PER_COLOUR
from tilewright.games.pavilion.meta import COLOURED, MONOCHROME
from tilewright.games.pavilion.setup import set_up
from tilewright.play.game import Game, from_text

if TYPE_CHECKING:
    from tilewright.core.compiling.compiled import Records

FULL_SUPPLY = "PPGGOOYYBR"
SIDES = {"pavilion": COLOURED, "pavilion-mono": MONOCHROME}


def counted(tiles: Counter[str]) -> str:
    return " ".join(f"{letter}{tiles[letter]}" for letter in LETTERS if tiles[letter]) or "-"


def stars_text(spaces: str) -> str:
    """The seven stars from a list such as ``O1 O2 C3:B``; ``G*`` covers a whole star."""
    stars = {letter: ["."] * 6 for letter in STAR_LETTERS}
    for space in spaces.split():
        where, _, colours = space.partition(":")
        positions = range(6) if where[1] == "*" else [int(where[1]) - 1]
        for k, position in enumerate(positions):
            stars[where[0]][position] = (colours or where[0])[k % len(colours or where[0])]
    return " ".join("".join(star) for star in stars.values())


def position_text(
    *,
    rule_set: str = "pavilion",
    players: int = 2,
    round_number: int = 1,
    first: int = 0,
    token: int | str = "-",  # noqa: S107 - a token of the game
    turn: int = 0,
    passed: str = "-",
    what: str = "place",
    centre: str = "",
    factories: Sequence[str] = (),
    supply: str = FULL_SUPPLY,
    bag: str | None = None,
    tower: str = "",
    hands: Sequence[str] = (),
    kept: Sequence[str] = (),
    stars: Sequence[str] = (),
    scores: Sequence[int | None] = (),
) -> str:
    """A position's text. Tiles not mentioned are in the bag; when the bag is told, the last seat holds them."""
    held = [Counter(hand) for hand in [*hands, *[""] * players][:players]]
    corner = [Counter(tiles) for tiles in [*kept, *[""] * players][:players]]
    boards = [stars_text(spaces) for spaces in [*stars, *[""] * players][:players]]
    offered = [*factories, *["-"] * int(FACTORIES_FOR[players])][: int(FACTORIES_FOR[players])]
    used = Counter(centre + "".join(offered) + supply + tower + (bag or "") + "".join(boards))
    for tiles in (*held, *corner):
        used += tiles
    rest = Counter({letter: TILES_PER_COLOUR - used[letter] for letter in LETTERS})
    assert min(rest.values()) >= 0, "the test's position needs more tiles than there are"
    in_bag = rest if bag is None else Counter(bag)
    if bag is not None:
        held[-1] += rest
    fields = [
        f"{rule_set} {players}",
        f"round {round_number} first {first} token {token} turn {turn} passed {passed} {what}",
        f"centre {counted(Counter(centre))}",
        f"factories {' '.join(offered)}",
        f"supply {counted(Counter(supply))}",
        f"bag {counted(in_bag)}",
        f"tower {counted(Counter(tower))}",
    ]
    for seat, score in enumerate([*scores, *[None] * players][:players]):
        points = sum(letter != "." for letter in boards[seat].replace(" ", ""))
        most = max(points + 5, score or 0)
        fields.append(
            f"score {most if score is None else score} tiles {most - 5} losses {0 if score is None else most - score}"
            f" hand {counted(held[seat])} kept {counted(corner[seat])} stars {boards[seat]}"
        )
    return " | ".join(fields)


def laid(**said: object) -> Game:
    """A game that goes on from such a position; nothing is dealt by itself."""
    return from_text(position_text(**said), seed=1, auto_deal=False)  # type: ignore[arg-type]


def names(game: Game) -> list[str]:
    return [move.notation for move in game.legal_moves]


def hand(game: Game, seat: int = 0) -> str:
    """A seat's hand as letters."""
    return "".join(letter * int(n) for letter, n in zip(LETTERS, game.state[0].boards[seat].hand, strict=True))


def tower(game: Game) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, game.state[0].tower, strict=True))


def centre(game: Game) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, game.state[0].offer[0], strict=True))


def fresh(rule_set: str = "pavilion", players: int = 2, first: int = 0) -> Records:
    """A state set up and waiting for its first deal."""
    states = np.zeros(1, dtype=STATE)
    set_up(states[0], players, first, np.array([SIDES[rule_set]], dtype=COUNT))
    return states
