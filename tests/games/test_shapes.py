"""Positions, moves and what happens as data: the same promises for every game."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import tilewright
from tests.games.test_conformance import EVERY_TABLE, played
from tests.kit.pace import paced
from tilewright import games
from tilewright.core.errors import BadData, TilewrightError
from tilewright.core.shapes.effect_data import resolve
from tilewright.core.shapes.moves import KIND
from tilewright.play.game import Game
from tilewright.play.move import Move
from tilewright.play.position import SPECTATOR, Position

pytestmark = pytest.mark.rules

at_every_table = pytest.mark.parametrize(("rule_set", "players"), EVERY_TABLE)
of_every_rule_set = pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])


def now_and_then(rule_set: str, players: int, number: int, every: int) -> Iterator[Game]:
    """A random game, shown after some of its events."""
    for ply, game in enumerate(played(rule_set, players, number)):
        if ply % every == 0 or game.awaiting == "end":
            yield game


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


# -- views ----------------------------------------------------------------------------------------


@at_every_table
def test_a_position_and_every_seats_view_survive_as_data(rule_set: str, players: int) -> None:
    for number in range(paced(2, 1)):
        for game in now_and_then(rule_set, players, number, paced(3, 15)):
            views = [game, *(game.view(seat) for seat in (SPECTATOR, *range(players)))]
            for view in views:
                data = through_json(view.as_data())
                again = tilewright.from_data(data)
                assert again.state.tobytes() == view.state.tobytes()
                assert (again.rule_set.id, again.seat) == (rule_set, view.seat)
                assert again.as_data() == data


@at_every_table
def test_a_view_says_whose_turn_it_is_and_who_has_what(rule_set: str, players: int) -> None:
    for game in now_and_then(rule_set, players, 1, paced(5, 40)):
        data = game.as_data()
        assert data["scores"] == [board["score"] for board in data["boards"]] == list(game.scores)
        assert [sum(points.values()) for points in data["breakdown"]] == data["scores"]
        assert (data["awaiting"], data["to_move"], data["round"]) == (game.awaiting, game.to_move, game.round_number)
        assert (data["winners"], data["ending"]) == (list(game.winners), game.ending or None)
        assert (data["rule_set"], data["players"], data["seat"]) == (rule_set, players, None)


def places(data: Any, at: str = "") -> Iterator[str]:
    """Every place of a view, as JSON pointers."""
    yield at
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, f"{at}/{key}")


def spoilt(data: Any, rng: random.Random) -> Any:
    """A view with one thing in it changed, taken away or added."""
    data = through_json(data)
    parent, _, last = rng.choice([at for at in places(data) if at]).rpartition("/")
    within = resolve(data, parent)
    key = int(last) if isinstance(within, list) else last
    junk: list[Any] = [None, -1, 0, 1, 2, 7, 40_000, "", "X", "B", [], {}, True, 0.5, [[]], {"B": -1}]
    deed = rng.randrange(4)
    if deed == 0:
        del within[key]
    elif deed == 1 and isinstance(within, dict):
        within["never heard of"] = rng.choice(junk)
    else:
        within[key] = rng.choice(junk)
    return data


@of_every_rule_set
def test_spoilt_data_is_refused_with_an_error_of_ours_or_is_a_position(rule_set: str) -> None:
    rng = random.Random(rule_set)
    refused = 0
    for game in now_and_then(rule_set, 2, 8, paced(9, 40)):
        data = game.as_data()
        for _ in range(paced(60, 10)):
            try:
                read = tilewright.from_data(spoilt(data, rng))
            except TilewrightError:
                refused += 1
            else:
                assert tilewright.from_data(read.as_data()).state.tobytes() == read.state.tobytes()
    assert refused


@pytest.mark.parametrize(
    ("at", "value", "reason"),
    [
        ("/format", "other", "/format: expected 'tilewright/view-1'"),
        ("/rule_set", "chess", "/rule_set: no rule set 'chess'"),
        ("/players", 7, "/players: classic is not played by '7'"),
        ("/players", 2.0, "/players: classic is not played by '2.0'"),
        ("/seat", 2, "/seat: expected a number from 0 to 1"),
        ("/options", {"goals": "H"}, "/options: options of classic: none"),
        ("/options", 3, "/options: options of classic: none"),
        ("/turn", 2, "/turn: there is no seat 2"),
        ("/first", -1, "/first: expected a number from 0 to 3"),
        ("/phase", "sleeping", "/phase: expected one of drafting, tiling, found 'sleeping'"),
        ("/boards", [], "/boards: expected 2 to 4 items, found 0"),
        ("/boards/1/wall/2/0", "Q", "/boards/1/wall/2/0: expected one of null, B, Y, R, K, W, found 'Q'"),
        ("/boards/0/floor/marker", 1, "/boards/0/floor/marker: expected true or false, found '1'"),
        ("/boards/0/lines/0/count", True, "/boards/0/lines/0/count: expected a number from 0 to 5, found 'True'"),
        ("/bag", [1], "/bag: expected tiles by colour"),
        ("/bag", {"X": 1}, "/bag: expected only B Y R K W, found 'X'"),
        ("/bag/B", 0, "/bag/B: expected a number from 1 to 20"),
        ("/factories", {}, "/factories: expected a list"),
        ("/factories", [{}] * 7, "/factories: 2 players use 5 factories"),
        (
            "/breakdown",
            [{"tiles": 0, "floor": 0, "rows": 0, "columns": 0, "colours": 0}] * 3,
            "/breakdown: expected one",
        ),
        ("/centre", [], "/centre: expected an object with tiles, marker"),
        ("/centre/more", 1, "/centre: nothing here is called 'more'"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_place(at: str, value: object, reason: str) -> None:
    data = through_json(tilewright.new_game("classic", 2, seed=1).as_data())
    parent, _, key = at.rpartition("/")
    within = resolve(data, parent)
    within[int(key) if isinstance(within, list) else key] = value
    with pytest.raises(BadData) as bad:
        tilewright.from_data(data)
    assert str(bad.value).startswith(reason)
    assert bad.value.at == reason.partition(":")[0]


def test_what_is_missing_is_named_and_what_is_only_told_may_be_missing() -> None:
    data = tilewright.new_game("classic", 2, seed=1).as_data()
    for told in ("scores", "winners", "to_move", "goals", "options"):
        del data[told]
    assert tilewright.from_data(data).as_data()["scores"] == [0, 0]
    del data["lid"]
    with pytest.raises(BadData, match="the data: 'lid' is missing"):
        tilewright.from_data(data)
    with pytest.raises(BadData, match="expected an object"):
        tilewright.from_data([])


def test_a_position_that_no_game_can_reach_is_refused() -> None:
    data = tilewright.new_game("classic", 2, seed=1).as_data()
    data["bag"]["B"] -= 1
    with pytest.raises(tilewright.BadPosition, match="there are 19 blue tiles, not 20"):
        tilewright.from_data(data)


# -- moves ----------------------------------------------------------------------------------------


@of_every_rule_set
def test_every_number_has_its_parts_and_every_parts_their_number(rule_set: str) -> None:
    room = games.room(games.rule_set(rule_set))
    assert len(room.moves.space) == room.moves.actions
    seen = set()
    for code in range(room.moves.actions):
        parts = room.moves.space.parts(code)
        assert room.moves.space.code(parts) == code
        seen.add(json.dumps(dict(parts)))
    assert len(seen) == room.moves.actions


def chosen(position: Position, rng: random.Random) -> tuple[Move, dict[str, str]]:
    """A legal move put together part by part, as somebody who points would."""
    so_far: dict[str, str] = {}
    while True:
        choices = position.choices(so_far)
        assert choices.part
        option = rng.choice([option for option in choices.options if option.legal])
        so_far[choices.part] = option.value
        if option.move:
            assert option.forecast is not None
            return position.parse(option.move), so_far


@at_every_table
def test_choosing_part_by_part_makes_moves_of_these_parts(rule_set: str, players: int) -> None:
    rng = random.Random(f"{rule_set} {players}")
    for game in now_and_then(rule_set, players, 2, paced(3, 30)):
        if game.awaiting == "move":
            move, so_far = chosen(game, rng)
            assert move in game.legal_moves
            assert move.parts == {KIND: move.parts[KIND], **so_far}
            assert game.choices(move.parts).part is None
        else:
            assert game.choices().options == []


@at_every_table
def test_every_legal_move_and_no_other_can_be_chosen(rule_set: str, players: int) -> None:
    for game in now_and_then(rule_set, players, 3, paced(17, 60)):
        if game.awaiting == "move":
            assert sorted(reachable(game, {})) == sorted(map(str, game.legal_moves))


def reachable(game: Game, so_far: dict[str, str]) -> Iterator[str]:
    choices = game.choices(so_far)
    assert choices.part
    for option in choices.options:
        if option.move:
            yield option.move
        elif option.legal:
            yield from reachable(game, {**so_far, choices.part: option.value})


@at_every_table
def test_options_lie_somewhere_in_the_view_and_refused_ones_say_why(rule_set: str, players: int) -> None:
    rng = random.Random(f"{rule_set} {players}")
    for game in now_and_then(rule_set, players, 4, paced(5, 40)):
        if game.awaiting != "move":
            continue
        data, so_far = game.as_data(), dict[str, str]()
        while (choices := game.choices(so_far)).part:
            for option in choices.options:
                if option.target is not None:
                    resolve(data, option.target)
                assert option.legal == (option.refusal is None)
                if option.refusal:
                    assert option.refusal.rule
                    assert game.room.sentences.refusal(option.refusal)
            assert through_json(choices.as_data()) == choices.as_data()
            option = rng.choice([option for option in choices.options if option.legal])
            so_far[choices.part] = option.value


@at_every_table
def test_a_move_is_refused_exactly_when_it_is_not_legal(rule_set: str, players: int) -> None:
    for game in now_and_then(rule_set, players, 5, paced(23, 90)):
        legal = {move.code for move in game.legal_moves}
        for code in range(0, game.room.moves.actions, paced(1, 7)):
            if game.awaiting == "move":
                refusal = game.room.moves.refusal(game.state[0], game.room.moves.space.parts(code))
                assert (refusal is None) == (code in legal), game.move(code)


@at_every_table
def test_parts_may_be_chosen_in_any_order(rule_set: str, players: int) -> None:
    rng = random.Random(f"{rule_set} {players}")
    for game in now_and_then(rule_set, players, 8, paced(5, 25)):
        for move in rng.sample(game.legal_moves, min(3, len(game.legal_moves))):
            known = rng.sample(sorted(move.parts), rng.randrange(len(move.parts)))
            choices = game.choices({name: move.parts[name] for name in known})
            if choices.part is None:  # a kind that goes without saying is not asked for
                assert set(move.parts) - set(known) == {KIND}
            else:
                assert move.parts[choices.part] in [option.value for option in choices.options if option.legal]


def test_parts_that_no_move_has_are_refused() -> None:
    game = tilewright.new_game("classic", 2, seed=1)
    for so_far, at in (
        ({"kind": "fly"}, "/kind"),
        ({"height": "3"}, "/height"),
        ({"source": "x"}, "/source"),
        ({"kind": "tile", "source": "1"}, "/source"),
    ):
        with pytest.raises(BadData) as bad:
            game.choices(so_far)
        assert bad.value.at == at
    with pytest.raises(BadData, match="'destination' is missing"):
        game.room.moves.space.code({"kind": "draft", "source": "1", "colour": "B"})


def test_an_illegal_move_carries_its_refusal() -> None:
    game = tilewright.new_game("classic", 2, seed=7)
    with pytest.raises(tilewright.IllegalMove) as no:
        game.play("0B1")
    assert no.value.refusal is not None
    assert no.value.refusal.as_data() == {
        "code": "colour_not_there",
        "rule": "R2.3",
        "parameters": {"source": 0, "colour": "B"},
    }
    with pytest.raises(tilewright.IllegalMove) as unread:
        game.play("what?")
    assert unread.value.refusal is None


# -- what happens -----------------------------------------------------------------------------------


@at_every_table
def test_the_events_of_a_ply_lead_from_its_view_to_the_next(rule_set: str, players: int) -> None:
    for number in range(paced(3, 1)):
        before: dict[str, Any] = {}
        for ply, game in enumerate(played(rule_set, players, number)):
            if ply and ply % paced(1, 4) == 0:
                happened = through_json(game.effects(ply - 1))
                assert game.room.effects.kinds.apply(before, happened) == game.as_data()
            before = game.as_data()


@at_every_table
def test_telling_a_ply_plays_it(rule_set: str, players: int) -> None:
    """Byte for byte what the verbs do."""
    before = None
    for ply, game in enumerate(played(rule_set, players, 6)):
        if before is not None and ply % paced(1, 4) == 0:
            event, told = game.events[-1], before.copy()
            if event.seat is None:
                game.room.effects.deal(told[0], game.room.deals.parse(before[0], event.notation), None)
            else:
                game.room.effects.play(told[0], game.room.moves.parse(before[0], event.notation), None)
            assert told.tobytes() == game.state.tobytes()
        before = game.state.copy()


@at_every_table
def test_what_a_move_would_do_can_be_asked_before(rule_set: str, players: int) -> None:
    for game in now_and_then(rule_set, players, 7, paced(11, 60)):
        for move in game.legal_moves[:2]:
            state = game.state.tobytes()
            preview = game.effects_of(move)
            assert game.state.tobytes() == state
            game.play(move)
            assert game.effects(len(game.events) - 1) == preview
            game.undo()
