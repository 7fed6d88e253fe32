"""The odds of the next deal: beside counting every way by hand, and beside the dealer itself."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import tilewright
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import dice
from tilewright.play import entries
from tilewright.play.position import Position
from tilewright.review.odds import DrawOdds, any_of, at_least, draw_odds


@pytest.mark.parametrize("own", [1, 2, 3, 4])
@pytest.mark.parametrize("held", [6, 8, 9])
def test_odds_are_those_of_counting_every_way(own: int, held: int) -> None:
    places = [3, 2, 1]
    starts = [range(3), range(3, 5), range(5, 6)]
    ways = list(combinations(range(held), own))

    for count in (2, 3):
        hit = sum(any(sum(k in place for k in way) >= count for place in starts) for way in ways)
        assert at_least(count, places, own, held) == pytest.approx(hit / len(ways))
    assert any_of(own, held, 6) == pytest.approx(sum(any(k < 6 for k in way) for way in ways) / len(ways))


def test_four_yellow_tiles_of_a_bag_of_twenty() -> None:
    """A question people ask: only 1,280 of the 4,845 ways have no two of them together."""
    assert at_least(2, [4] * 5, 4, 20) == pytest.approx(1 - 1280 / 4845)


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_a_thousand_deals_agree(rule_set: str) -> None:
    game = tilewright.new_game(rule_set, 2, seed=3, auto_deal=False)
    odds = told(game)
    assert (odds.short, odds.bag) == (0, sum(one.bag for one in odds.colours))

    agrees(game, 1000)


def agrees(position: Position, deals: int) -> None:
    """The odds are those of the dealer itself."""
    rolled, found = dice(5), []
    for _ in range(deals):
        states = position.state.copy()
        dealt = Position(position.rule_set, states)
        while dealt.awaiting == "deal":
            entries.deal(states, rolled, np.zeros(position.room.deals.most, dtype=COUNT))
        data = dealt.as_data()
        found.append(data.get("factories") or data["suns"])
    for one in told(position).colours:
        counts = [[place.get(one.colour, 0) for place in deal] for deal in found]
        assert np.mean([sum(deal) for deal in counts]) == pytest.approx(one.expected, abs=0.25)
        assert np.mean([any(deal) for deal in counts]) == pytest.approx(one.any, abs=0.05)
        for k, chance in one.together.items():
            assert np.mean([max(deal) >= k for deal in counts]) == pytest.approx(chance, abs=0.05)


def told(position: Position) -> DrawOdds:
    odds = draw_odds(position)
    assert odds is not None
    return odds


def with_bag(counts: dict[int, int]) -> Position:
    """Duel before a deal, with this in its bag and the rest in the tower."""
    game = tilewright.new_game("duel", 2, seed=3, auto_deal=False)
    states = game.state.copy()
    for colour, count in enumerate(states["bag"][0].tolist()):
        states["bag"][0, colour] = counts.get(colour, 0)
        states["tower"][0, colour] = count - counts.get(colour, 0)
    return Position(game.rule_set, states)


@pytest.mark.parametrize("counts", [{0: 13, 1: 2, 2: 2, 3: 2, 4: 2}, {0: 13, 1: 8}, {0: 11, 1: 10, 2: 1}])
def test_five_of_one_colour_on_the_large_sun_are_drawn_again(counts: dict[int, int]) -> None:
    """R2.3 of Duel: five of a colour never lie together, and what else comes changes a little."""
    position = with_bag(counts)
    odds = told(position)
    assert [one.together[5] for one in odds.colours] == pytest.approx([0.0] * 5)
    assert sum(one.expected for one in odds.colours) == pytest.approx(21)
    agrees(position, 1500)


@pytest.mark.parametrize("rule_set", ["pavilion", "duel", "classic"])
def test_none_are_told_when_nothing_is_dealt_any_more(rule_set: str) -> None:
    game, greedy = tilewright.new_game(rule_set, 2, seed=3), tilewright.bot("greedy")
    while game.to_move is not None:
        game.play(greedy.choose(game.view(game.to_move)).move)
    assert draw_odds(game) is None
    number, comes = len(game.events), False
    while number and rule_set != "classic":  # where nobody knows beforehand which round is the last
        number -= 1
        before = game.before(number)
        is_filling = before.awaiting == "deal" and has_offer(game.before(number + 1)) and not has_offer(before)
        comes = comes or is_filling
        if number % 4 == 0 or is_filling:
            assert (draw_odds(before) is not None) == comes, before.text
    assert comes or rule_set == "classic"


def has_offer(position: Position) -> bool:
    data = position.as_data()
    return any(data.get("factories") or data["suns"])


def test_a_supply_that_takes_from_the_bag_is_told_of() -> None:
    assert told(tilewright.new_game("pavilion", 2, seed=3)).spare == 102 - 20
    assert told(tilewright.new_game("classic", 2, seed=3)).spare is None


def test_a_bag_that_does_not_suffice_says_so() -> None:
    game = tilewright.new_game("classic", seed=3)
    text = game.text
    bag = text.split("| bag ")[1].split(" |")[0]
    late = tilewright.from_text(text.replace(f"bag {bag}", "bag R2").replace("lid -", f"lid {_without(bag)}"))

    odds = told(late)

    assert (odds.drawn, odds.bag, odds.short) == (20, 2, 18)
    red = next(one for one in odds.colours if one.colour == "R")
    assert red.any == 1.0
    assert red.expected > 2.0
    assert red.together == {}


def _without(bag: str) -> str:
    """What is left of a bag when two red tiles stay in it."""
    counts = {word[0]: int(word[1:]) for word in bag.split()}
    counts["R"] -= 2
    return " ".join(f"{letter}{count}" for letter, count in counts.items() if count)
