"""Positions, views, games and moves are values: they can be copied, compared, and sent to another process."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

import tilewright
from tests.games.test_conformance import EVERY_TABLE, played
from tests.kit.pace import paced
from tilewright import games
from tilewright.core.errors import BadData, BadPosition, BadRecord, BadText, TilewrightError
from tilewright.core.shapes.refusal import Refusal
from tilewright.play.position import SPECTATOR, Position
from tilewright.records.record import Round

pytestmark = pytest.mark.rules

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)
RULE_SETS = [known.id for known in tilewright.rule_sets()]

WAYS: dict[str, Callable[[Any], Any]] = {
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "copy()": lambda one: one.copy(),
    **{f"pickle {protocol}": lambda one, protocol=protocol: pickled(one, protocol) for protocol in PROTOCOLS},  # type: ignore[misc]
}
"""Every way to a second one."""


def pickled(one: Any, protocol: int = pickle.HIGHEST_PROTOCOL) -> Any:
    return pickle.loads(pickle.dumps(one, protocol))  # noqa: S301 - our own


def by_every_way(one: Any) -> Iterator[Any]:
    for way in WAYS.values():
        yield way(one)


@cache
def moments(rule_set: str, players: int) -> list[tilewright.Game]:
    """One game, as it stood here and there; every ``awaiting`` is among them."""
    rng, game = random.Random(rule_set), tilewright.new_game(rule_set, players, seed=11, first=1, auto_deal=False)
    found = [game.copy()]
    while game.awaiting != "end":
        game.play(rng.choice(game.legal_moves)) if game.awaiting == "move" else game.deal()
        if len(game.events) % paced(25, 40) == 2 or game.awaiting == "end":
            found.append(game.copy())
    assert {one.awaiting for one in found} == {"move", "deal", "end"}
    return found


def same(one: tilewright.Position, other: tilewright.Position) -> bool:
    """To the last byte, and to the words."""
    return (
        type(one) is type(other)
        and one == other
        and one.seat == other.seat
        and one.room is other.room
        and one.state.tobytes() == other.state.tobytes()
        and one.as_data() == other.as_data()
    )


# -- positions and views -----------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("rule_set", "players"), EVERY_TABLE)
def test_a_position_or_view_comes_back_the_same_from_every_way(rule_set: str, players: int) -> None:
    for game in moments(rule_set, players):
        for seat in (SPECTATOR, *range(players)):
            view = game.view(seat)
            for again in by_every_way(view):
                assert same(again, view)
                assert again is not view
                assert hash(again) == hash(view)
                assert not np.shares_memory(again.state, view.state)


def test_what_one_seat_does_not_know_does_not_travel() -> None:
    """A Duel in which plates are in hands and lots: whoever unpickles a view learns no more than the view tells."""
    told = 0
    for game in played("duel", 2, 3):
        for seat in (0, 1):
            view = game.view(seat)
            again = pickled(view)
            assert again == view
            told += again.state.tobytes() != game.state.tobytes()
    assert told > 0


def test_equal_views_are_equal_and_others_are_not() -> None:
    game = tilewright.new_game("classic", seed=1)

    assert game.view(0) == game.view(0)
    assert game.view(0) != game.view(1)
    assert game.view(0) != game.view(SPECTATOR)
    assert game.view(0) != game
    assert game.view(0) != tilewright.new_game("classic", seed=2).view(0)
    assert game.view(0) != tilewright.new_game("classic-grey", seed=1).view(0)
    assert game.view(0) != game.view(0).text
    assert len({game.view(0), game.view(0), game.view(1)}) == 2


# -- games ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("rule_set", "players"), EVERY_TABLE)
def test_a_game_comes_back_the_same_from_every_way_and_goes_on_by_itself(rule_set: str, players: int) -> None:
    for game in moments(rule_set, players):
        before, record = game.state.tobytes(), game.record()
        for again in by_every_way(game):
            assert same(again, game)
            assert again.record() == record
            assert (again.seed, again.first, again.options, again.auto_deal) == (11, 1, game.options, False)
            if again.events:
                again.undo()
            else:
                again.deal()
            assert again != game
            again.options["goals"] = "other"
            assert (game.state.tobytes(), game.record()) == (before, record)


@pytest.mark.parametrize("rule_set", RULE_SETS)
@pytest.mark.parametrize("way", WAYS)
def test_a_game_and_its_twin_draw_the_same_tiles_before_and_after_undo(rule_set: str, way: str) -> None:
    game = tilewright.new_game(rule_set, 2, seed=5)
    again = None
    while game.awaiting == "move" and game.round_number < 3:
        if game.round_number == 2 and again is None:
            again = WAYS[way](game)
        move = game.legal_moves[0]
        game.play(move)
        if again:
            again.play(move)
            assert again == game
    assert again
    for one in (game, again):
        for _ in range(12):
            one.undo()
        while one.awaiting == "move" and one.round_number < 3:
            one.play(one.legal_moves[-1])
    assert again == game


def test_draws_by_hand_and_by_dice_come_back_mixed() -> None:
    game = tilewright.new_game("classic", auto_deal=False, seed=5)
    game.deal("BBYR KKWW YYYK RRBW WWWB")
    while game.awaiting == "move":
        game.play(game.legal_moves[0])
    again = pickled(game)

    assert game.deal() == again.deal()
    for one in (game, again):
        one.undo()
        one.play(one.legal_moves[0])
        one.deal()
    assert again == game


def test_a_game_from_a_position_remembers_where_it_began() -> None:
    text = moments("pavilion", 2)[1].text
    game = tilewright.from_text(text, seed=3)
    game.play(game.legal_moves[0])

    for again in by_every_way(game):
        assert same(again, game)
        assert again.start == game.start
        again.undo()
        assert again != game


def test_games_are_equal_when_their_records_are() -> None:
    game = tilewright.new_game("classic", seed=7)
    other = tilewright.new_game("classic", seed=7)
    assert game == other
    game.play(game.legal_moves[0])
    assert game != other
    other.play(other.legal_moves[0])
    assert game == other
    assert game == tilewright.replay(game.record()), "the dice are no part of a record"
    assert game != tilewright.from_text(game.text), "it began elsewhere"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


# -- moves, and playing without a game ----------------------------------------------------------------


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_moves_come_back_with_their_parts_and_can_be_written_as_json(rule_set: str) -> None:
    for move in tilewright.new_game(rule_set, seed=2).legal_moves:
        for way, second in WAYS.items():
            if way != "copy()":
                again = second(move)
                assert (again, hash(again), again.parts) == (move, hash(move), move.parts)
        assert json.loads(json.dumps(move.parts)) == move.parts


def test_nobody_can_spoil_the_parts_of_everybodys_moves() -> None:
    game = tilewright.new_game("classic", seed=2)
    game.legal_moves[0].parts["kind"] = "spoilt"  # type: ignore[index]

    assert game.legal_moves[0].parts["kind"] == "draft"


@pytest.mark.parametrize(("rule_set", "players"), EVERY_TABLE)
def test_the_position_after_a_move_is_the_games_own(rule_set: str, players: int) -> None:
    rng = random.Random(rule_set)
    for game in moments(rule_set, players):
        if game.awaiting != "move":
            continue
        before, move = game.state.tobytes(), rng.choice(game.legal_moves)
        ahead, by_name = game.after(move), game.after(str(move))
        assert game.state.tobytes() == before
        played = game.copy()
        played.play(move)
        assert ahead.state.tobytes() == by_name.state.tobytes() == played.state.tobytes()
        assert type(ahead) is Position
        for seat in (SPECTATOR, *range(players)):
            assert game.view(seat).after(move).seat == (None if seat == SPECTATOR else seat)


def test_the_mover_sees_after_a_move_what_the_game_shows_then() -> None:
    """Also where it knows plates that others do not; what a draw turns up is another matter."""
    told = hidden = 0
    for seed in range(paced(30, 4)):
        rng, game = random.Random(seed), tilewright.new_game("duel", seed=seed, auto_deal=False)
        while game.awaiting != "end":
            if game.to_move is None:
                game.deal()
                continue
            move, seat = rng.choice(game.legal_moves), game.to_move
            ahead, state = game.view(seat).after(move), game.state.tobytes()
            hidden += game.view(seat).state.tobytes() != state
            game.play(move)
            if move.parts["kind"] != "draw":
                assert ahead == game.view(seat)
                told += 1
    assert told > 100
    assert hidden > 10


def test_a_move_that_cannot_be_played_leads_nowhere() -> None:
    game = tilewright.new_game("classic", seed=1)
    with pytest.raises(tilewright.IllegalMove, match="0B1: there is no blue tile in the centre"):
        game.after("0B1")
    with pytest.raises(tilewright.IllegalMove, match="give one of legal_moves"):
        game.after(None)  # type: ignore[arg-type]
    with pytest.raises(tilewright.IllegalMove, match="the game is over"):
        moments("classic", 2)[-1].after(game.legal_moves[0])


# -- what must not travel, and what is refused ---------------------------------------------------------


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_what_is_pickled_is_plain_data(rule_set: str) -> None:
    """No compiled code, no layout of a state: another version reads it, or says why not."""
    for one in (game := moments(rule_set, 2)[1], game.view(0), game.to_move is not None and game.legal_moves[0]):
        content = pickle.dumps(one)
        assert not [word for word in (b"numba", b"numpy", b"Room", b"RuleSet") if word in content]
        assert len(content) < 20_000


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_room_is_pickled_by_name(rule_set: str) -> None:
    room = games.room(games.rule_set(rule_set))

    for protocol in PROTOCOLS:
        assert pickled(room, protocol) is room
    assert copy.copy(room) is copy.deepcopy(room) is room
    assert len(pickle.dumps(room)) < 200


def remade(one: Any, content: object) -> Any:
    """As if something else had been pickled in its place."""
    make, _ = one.__reduce__()[:2]
    return make(content)


def test_nonsense_is_refused_by_an_error_of_ours() -> None:
    game = moments("classic", 2)[2]
    with pytest.raises(BadPosition, match="no game can reach this position"):
        remade(game.view(0), {**game.as_data(), "bag": {"B": 1}})
    with pytest.raises(BadData, match="expected an object"):
        remade(game.view(0), b"\x00" * 530)
    record = game.record()
    for wrong in (
        msgspec.structs.replace(record, rule_set="chess"),
        msgspec.structs.replace(record, rounds=[Round(record.rounds[0].events[1:])]),
        None,
    ):
        with pytest.raises(BadRecord):
            remade(game, wrong)


def test_a_game_whose_state_was_changed_by_hand_is_refused_rather_than_mended() -> None:
    game = tilewright.new_game("classic", seed=1)
    game.state[0].boards[0].score = 99

    assert copy.deepcopy(game).scores == game.copy().scores == (99, 0)
    with pytest.raises(BadRecord, match="another position"):
        pickled(game)


@pytest.mark.parametrize(
    "error",
    [
        BadText("nothing here", line=3, column=4),
        BadData("is missing", at="/bag"),
        tilewright.IllegalMove("no", Refusal("code", "R1.1", {"count": 2})),
        tilewright.UnknownSeat("there is no seat 7"),
    ],
    ids=lambda error: type(error).__name__,
)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_error_says_the_same_in_another_process(error: TilewrightError, protocol: int) -> None:
    again = pickled(error, protocol)
    assert type(again) is type(error)
    assert str(again) == str(error) == str(copy.copy(error))
    assert vars(again) == vars(error)


# -- another process ------------------------------------------------------------------------------------


def answered(one: tilewright.Position | str) -> Any:
    """What another process makes of it."""
    if isinstance(one, str):
        return tilewright.from_text(one)
    if isinstance(one, tilewright.Game):
        one.undo()
        return one
    return one, one.legal_moves


@pytest.mark.slow
def test_games_views_moves_and_errors_cross_to_a_process_that_begins_from_nothing() -> None:
    asked = [moments(rule_set, 2)[k] for rule_set in ("classic", "pavilion", "duel") for k in (1, 2, -1)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        came_back = pool.map(answered, asked)
        views = pool.map(answered, [game.view(0) for game in asked])
        with pytest.raises(BadText, match=r"^line 1, column 1: no rule set 'chess'"):
            pool.map(answered, ["chess 2 | x"])
    for game, other, (view, moves) in zip(asked, came_back, views, strict=True):
        again = game.copy()
        again.undo()
        assert other == again
        assert (view, moves) == (game.view(0), game.view(0).legal_moves)
        assert [move.parts for move in moves] == [move.parts for move in game.view(0).legal_moves]
