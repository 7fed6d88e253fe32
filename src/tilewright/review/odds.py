"""The odds of the next deal, exactly: what the bag will bring, colour by colour.

Tiles are drawn one after the other into the places of the offer. While the bag suffices, nothing that is still played
changes what comes out of it, so the odds of the next deal can be told in the middle of a round. Tiles that go to a
supply before change nothing either, unless they empty the bag: any tiles of a well mixed bag are as good as others.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import dice
from tilewright.play import entries
from tilewright.play.game import new_game, set_up_game
from tilewright.play.position import Position

if TYPE_CHECKING:
    from collections.abc import Sequence


class ColourOdds(msgspec.Struct, frozen=True):
    """What to expect of one colour."""

    colour: str
    bag: int
    discarded: int  # in the lid or tower, which an empty bag is filled from
    expected: float  # tiles in the next deal
    any: float  # chance that at least one comes
    together: dict[int, float]  # chance that some place gets so many or more; empty when it cannot be told yet


class DrawOdds(msgspec.Struct, frozen=True):
    """The next deal."""

    drawn: int  # tiles
    places: list[int]  # how many come to each
    bag: int
    short: int  # tiles that the bag lacks; they come from what is discarded by then
    spare: int | None  # tiles that may go from the bag to a supply before; with more, the odds are others
    colours: list[ColourOdds]


def draw_odds(position: Position) -> DrawOdds | None:
    """The odds of the next filling of the offer, as everybody at the table can work them out; None when none comes.

    A game that ends when somebody reaches something may end before it; one with so many rounds says which is the last.
    """
    if not _is_more_dealt(position):
        return None
    data, filling = position.as_data(), position.room.deals.filling
    places = places_filled(position)
    bag: dict[str, int] = data["bag"]
    discarded: dict[str, int] = data[filling.discards]
    drawn, held = sum(places), sum(bag.values())
    short = max(0, drawn - held)
    colours = full_bag(position.rule_set.id, position.players)
    found = [_odds(colour, bag, discarded, places, short, again=filling.is_drawn_again) for colour in colours]
    spare = max(0, held - drawn) if filling.has_supply else None
    return DrawOdds(drawn, places, held, short, spare, found)


def _is_more_dealt(position: Position) -> bool:
    if position.awaiting == "end":
        return False
    if position.round_number != position.room.deals.filling.rounds:
        return True
    if position.awaiting != "deal" or _has_offer(position):
        return False
    states = position.state.copy()
    entries.deal(states, dice(0), np.zeros(position.room.deals.most, dtype=COUNT))
    return _has_offer(Position(position.rule_set, states))  # this draw was the last filling, not one of something else


def _has_offer(position: Position) -> bool:
    return any(map(tiles_on, position.as_data()[position.room.deals.filling.places]))


def places_filled(position: Position) -> list[int]:
    """How many tiles a deal brings to each place: as at the beginning of a game."""
    fresh = new_game(position.rule_set.id, position.players, seed=0).as_data()
    return [tiles_on(place) for place in fresh[position.room.deals.filling.places]]


def tiles_on(place: dict[str, int] | list[str | None]) -> int:
    """Tiles counted by colour, or lying one beside the other."""
    return sum(place.values()) if isinstance(place, dict) else sum(tile is not None for tile in place)


def full_bag(rule_set: str, players: int) -> dict[str, int]:
    """All tiles of a game by colour, in the order of its colours."""
    tiles: dict[str, int] = set_up_game(rule_set, players, {}, seed=0, first=0, auto_deal=False).as_data()["bag"]
    return tiles


def _odds(
    colour: str, bag: dict[str, int], discarded: dict[str, int], places: Sequence[int], short: int, *, again: bool
) -> ColourOdds:
    own, other = bag.get(colour, 0), discarded.get(colour, 0)
    lying = sum(discarded.values())
    if short:
        more = min(short, lying)  # as the lid is now; what is discarded until then comes to it
        expected = own + (more * other / lying if lying else 0.0)
        return ColourOdds(colour, own, other, expected, 1.0 if own else any_of(other, lying, more), {})
    likely = _drawn_again if again else _drawn_once
    size = max(places)
    rest = sum(places) - size
    alone = size + rest * (own - size) / max(1, sum(bag.values()) - size)  # when the largest place has only this colour
    return ColourOdds(
        colour,
        own,
        other,
        likely(mean, colour, bag, places, alone),
        likely(lambda places, own, held: any_of(own, held, sum(places)), colour, bag, places, 1.0),
        {
            k: likely(lambda places, own, held, k=k: at_least(k, places, own, held), colour, bag, places, 1.0)
            for k in range(2, size + 1)
        },
    )


Likely = Callable[..., float]  # of places, own tiles and those held


def _drawn_once(of: Likely, colour: str, bag: dict[str, int], places: Sequence[int], _alone: float) -> float:
    return of(places, bag.get(colour, 0), sum(bag.values()))


def _drawn_again(of: Likely, colour: str, bag: dict[str, int], places: Sequence[int], alone: float) -> float:
    """The same, given that the largest place has more than one colour.

    What it would be without this rule, less what it is when that place has one colour only (``alone`` for this one).
    """
    own, held, size = bag.get(colour, 0), sum(bag.values()), max(places)
    singles = {one: comb(count, size) for one, count in bag.items()}
    others = comb(held, size) - sum(singles.values())
    plain = of(places, own, held)
    if not others:  # it stays as it is when nothing else can come
        return plain
    rest = sorted(places)[:-1]
    left_out = sum(
        ways * (alone if one == colour else of(rest, own, held - size)) for one, ways in singles.items() if ways
    )
    return max(0.0, (plain * comb(held, size) - left_out) / others)


def mean(places: Sequence[int], own: int, held: int) -> float:
    """Tiles of ``own`` that are expected among those drawn."""
    return sum(places) * own / held


def any_of(own: int, held: int, drawn: int) -> float:
    """The chance that at least one of ``own`` among ``held`` tiles is drawn."""
    return 1.0 - comb(held - own, drawn) / comb(held, drawn) if held else 0.0


def at_least(count: int, places: Sequence[int], own: int, held: int) -> float:
    """The chance that some place gets ``count`` or more of ``own`` tiles, of ``held`` in the bag.

    The ways to lay ``own`` tiles on the places with fewer than that on each, and the others left in the bag, beside
    all ways to lay them.
    """
    ways = [1]  # by tiles laid so far
    for size in places:
        here = [comb(size, k) for k in range(min(size, count - 1) + 1)]
        ways = [
            sum(ways[k] * here[n - k] for k in range(len(ways)) if 0 <= n - k < len(here))
            for n in range(len(ways) + len(here) - 1)
        ]
    left = held - sum(places)
    few = sum(way * comb(left, own - laid) for laid, way in enumerate(ways) if laid <= own)
    return 1.0 - few / comb(held, own)
