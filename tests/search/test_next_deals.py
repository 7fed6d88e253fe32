"""Deals after a solved round: which moves are compared, what decides, and within which budget."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

import tilewright
from tests.kit.evaluators import evaluator_of
from tilewright.bots.bot import Budget
from tilewright.bots.thinker import Thinker
from tilewright.core.compiled import COUNT, Records
from tilewright.core.dice import dice
from tilewright.core.verbs import DEAL, END, MOVE
from tilewright.search.next_deals import (
    DOUBT,
    FEWEST_DEALS,
    LEAST_SWING,
    LOOK,
    MOST_MOVES,
    NEAR,
    NextDeals,
    Rival,
    deal_next,
)
from tilewright.search.rounds import Found, RoundSearch, bound_of
from tilewright.search.stop import Stop

PLENTY = 1_000_000


@cache
def late_games() -> tuple[tilewright.Game, ...]:
    """Games of greedies, each stopped in its first round when six moves are left at most."""
    games = []
    for seed in range(1, 9):
        game, greedy = tilewright.new_game("classic", seed=seed), tilewright.bot("greedy", seed=seed)
        while bound_of(game.state) > 6:
            game.play(greedy.choose(game.view(game.to_move or 0)).move)
        games.append(game)
    return tuple(games)


def solved(game: tilewright.Game) -> tuple[RoundSearch, Found]:
    rounds = RoundSearch(game.room, [evaluator_of(game)])
    best = rounds.best(game.state, PLENTY, Stop())
    assert best.solved
    return rounds, best


def deals_of(game: tilewright.Game) -> tuple[NextDeals, RoundSearch, Found]:
    rounds, best = solved(game)
    looks = RoundSearch(game.room, [rounds.main.evaluators], 11)
    return NextDeals(rounds, looks), looks, best


@cache
def contested() -> tilewright.Game:
    """A position in which several moves come close and lead to different round ends."""
    for game in late_games():
        rounds, best = solved(game)
        rounds.grant(PLENTY)
        ends = {
            rounds.follow(game.state, one.variation)[0].tobytes() for one in rounds.close_moves(game.state, best, NEAR)
        }
        if len(ends) >= 2:
            return game
    raise AssertionError("no such position: take other seeds")


def test_close_moves_are_those_a_full_search_finds_close() -> None:
    compared = 0
    for game in late_games():
        rounds, best = solved(game)
        rounds.grant(PLENTY)
        close = {one.variation[0]: one.utility for one in rounds.close_moves(game.state, best, NEAR)}
        full = RoundSearch(game.room, [evaluator_of(game)]).every_move(game.state, PLENTY, Stop())
        sign = 1 if game.to_move == 0 else -1
        least = sign * best.utility - NEAR
        wanted = {move: one.utility for move, one in full.items() if sign * one.utility >= least}
        del wanted[best.variation[0]]
        assert close == wanted
        compared += len(close)
    assert compared > 5


def test_without_positions_no_move_is_found_close() -> None:
    rounds, best = solved(contested())
    rounds.grant(1)

    assert rounds.close_moves(contested().state, best, NEAR) == []


def test_a_variation_is_followed_to_the_end_of_the_round() -> None:
    for game in late_games():
        rounds, best = solved(game)
        rounds.grant(PLENTY)
        end, played = rounds.follow(game.state, best.variation[:1])
        assert end[0].awaiting in (DEAL, END)
        assert played[0] == best.variation[0]
        assert end[0].tiles_on_offer == 0


def test_a_value_is_the_mean_of_two_depths_and_leans_to_nobody() -> None:
    game = tilewright.new_game("classic", seed=3)
    rounds, depths = RoundSearch(game.room, [evaluator_of(game)]), []
    rounds.best(game.state, 3_000, Stop(), progress=lambda one: depths.append(one.utility))

    assert rounds.value(game.state, 3_000, Stop()) == sum(depths[-2:]) / 2
    assert any(abs(one - other) > 100 for one, other in pairwise(depths))


def test_deals_are_the_same_for_the_same_dice_and_others_for_others() -> None:
    game = contested()
    rounds, best = solved(game)
    end, _ = rounds.follow(game.state, best.variation)
    dealt = []
    for seed in (1, 1, 2):
        states = end.copy()
        deal_next(states, dice(seed, stream=8), np.zeros(game.room.most_drawn, dtype=COUNT))
        assert states[0].awaiting == MOVE
        assert states[0].tiles_on_offer == 20
        dealt.append(states.tobytes())

    assert dealt[0] == dealt[1] != dealt[2]


@pytest.mark.parametrize("place", [0, 1])
def test_what_deals_bring_decides_between_close_moves(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = contested()
    deals, looks, best = deals_of(game)
    sign = 1 if game.to_move == 0 else -1
    rivals = deals._rivals(game.state, best, PLENTY)
    favourite = rivals[place]
    walls = favourite.end[0].boards["wall"].tobytes(), int(favourite.end[0].first)

    def value(states: Records, nodes: int, _: Stop) -> float:
        assert nodes == LOOK
        liked = (states[0].boards["wall"].tobytes(), int(states[0].first)) == walls
        return sign * (4000.0 if liked else 1000.0)

    monkeypatch.setattr(looks, "value", value)
    found = deals.best(game.state, best, PLENTY, 1, Stop())

    assert found.variation[0] == favourite.found.variation[0]


def test_looks_that_cannot_tell_leave_it_to_the_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    game = contested()
    deals, looks, best = deals_of(game)
    monkeypatch.setattr(looks, "value", lambda *_: 0.0)

    assert deals.best(game.state, best, PLENTY, 1, Stop()) is best


def test_few_positions_or_a_stop_leave_the_solved_move(monkeypatch: pytest.MonkeyPatch) -> None:
    game = contested()
    deals, looks, best = deals_of(game)
    monkeypatch.setattr(looks, "value", lambda *_: pytest.fail("there was nothing left to look with"))
    assert deals.best(game.state, best, FEWEST_DEALS * LOOK, 1, Stop()) is best
    assert deals.positions == 0

    deals, looks, best = deals_of(game)
    stop, asked = Stop(), []

    def value(*_: object) -> float:
        asked.append(1)
        stop.set()
        return 1e6 * len(asked)

    monkeypatch.setattr(looks, "value", value)
    assert deals.best(game.state, best, PLENTY, 1, stop) is best
    assert len(asked) <= MOST_MOVES


def rival(worth: int, looks: list[float]) -> Rival:
    return Rival(Found(worth, [0], 1), np.zeros(0), worth, looks)


def test_the_surer_deals_are_the_more_they_count() -> None:
    base = rival(500, [0.0] * 8)
    agreeing, torn = rival(0, [300.0] * 8), rival(0, [5300.0, -4700.0] * 4)

    worth, error = agreeing.over(base)
    trust = DOUBT**2 / (DOUBT**2 + LEAST_SWING**2 / 8)
    assert worth == pytest.approx(trust * 300 - (1 - trust) * 500)
    assert error == pytest.approx((trust * LEAST_SWING**2 / 8) ** 0.5)
    unsure, wide = torn.over(base)
    assert unsure < 0 < worth
    assert wide > error
    assert base.over(base) == (0.0, 0.0)


def late_game(rule_set: str, seed: int, rounds: int, plies: int) -> tilewright.Game:
    """A game of greedies in this round, when so many moves are left at most."""
    game, greedy = tilewright.new_game(rule_set, seed=seed), tilewright.bot("greedy", seed=seed)
    while game.state[0].round_number < rounds or not 0 < bound_of(game.state) <= plies:
        game.play(greedy.choose(game.view(game.to_move or 0)).move)
    return game


def test_choices_after_the_drafting_are_made_before_the_deal() -> None:
    """On a grey wall; each takes what is worth most to whoever chooses."""
    game = late_game("classic-grey", 5, 3, 5)
    deals, _, best = deals_of(game)
    for rival in deals._rivals(game.state, best, PLENTY):
        assert rival.end[0].awaiting == DEAL
        assert rival.end[0].round_number == 4
        assert (rival.end[0].boards["line_count"] <= np.arange(5)).all()  # no full line is left
    after, _ = deals._rounds.follow(game.state, best.variation)
    assert after[0].awaiting == MOVE  # it had to be tiled
    said = two_seat(after, deals)
    deals._finish(after)
    assert two_seat(after, deals) == pytest.approx(said, abs=600)  # the evaluation had expected as much


def two_seat(states: Records, deals: NextDeals) -> int:
    rounds = deals._rounds
    return rounds.evaluated(states, Found(0, [], 0)).utility


def test_a_move_that_ends_the_game_is_not_given_up_for_one_that_does_not() -> None:
    game = late_game("classic-grey", 33, 5, 8)
    view = game.view(game.to_move or 0)
    proved = Thinker(nodes=60_000, past_deals=False).choose(view)
    deals, looks, best = deals_of(game)
    end, _ = deals._rounds.follow(game.state, best.variation)
    deals._finish(end)

    assert end[0].awaiting == END
    assert deals.best(game.state, best, PLENTY, 1, Stop()) is best
    assert looks.nodes == 0
    assert Thinker(nodes=60_000).choose(view).move == proved.move


def test_others_are_not_compared_without_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    game = contested()
    deals, looks, best = deals_of(game)
    follow = deals._rounds.follow

    def over(states: Records, variation: list[int]) -> tuple[Records, list[int]]:
        end, played = follow(states, variation)
        if variation[0] == best.variation[0]:
            end[0].awaiting = END
        return end, played

    monkeypatch.setattr(deals._rounds, "follow", over)
    monkeypatch.setattr(looks, "value", lambda *_: pytest.fail("the best needs no deals"))
    assert deals.best(game.state, best, PLENTY, 1, Stop()) is best


def test_where_tiles_are_drawn_inside_a_round_nothing_is_compared() -> None:
    """Summer Pavilion fills its supply while tiles are placed: that is not the deal of another round."""
    for seed in range(1, 6):
        game = late_game("pavilion", seed, 2, 4)
        deals, _, best = deals_of(game)
        for rival in deals._rivals(game.state, best, PLENTY):
            assert rival.end[0].round_number == 3
            states = rival.end.copy()
            deal_next(states, dice(1, stream=8), np.zeros(game.room.most_drawn, dtype=COUNT))
            assert bound_of(states) > 0


@pytest.mark.parametrize("budget", [Budget(positions=20_000, threads=2), Budget(seconds=0.03), Budget(positions=7_000)])
def test_a_line_is_whole_whatever_the_budget(budget: Budget) -> None:
    for game in late_games()[:4]:
        view = game.view(game.to_move or 0)
        choice = Thinker(seed=2).choose(view, budget)
        again = tilewright.from_text(game.text, auto_deal=False)
        for notation in choice.variation:
            again.play(notation)
        assert again.awaiting != "move"


def test_proofs_keep_to_what_is_proved() -> None:
    for game in late_games():
        view = game.view(game.to_move or 0)
        proved = Thinker(nodes=60_000, past_deals=False).choose(view)
        best = Thinker(nodes=400_000).appraise(view)
        assert proved.chances == pytest.approx(best.chances, abs=1e-3)


def test_a_thinker_with_a_net_looks_past_the_deal_within_its_budget() -> None:
    view = contested().view(contested().to_move or 0)
    once, again = (Thinker(nodes=60_000, seed=4).choose(view) for _ in range(2))
    plain = Thinker(nodes=60_000, seed=4, learned=False).choose(view)

    assert replace(once, seconds=0.0) == replace(again, seconds=0.0)
    assert plain.positions + 2 * FEWEST_DEALS * LOOK <= once.positions <= 60_000
    assert once.badge == plain.badge
