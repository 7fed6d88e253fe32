"""What a seat sees: nothing hidden, the same from every chair, and laid out as documented."""

from __future__ import annotations

import copy
import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import tilewright
from tests.envs.kinds import RULE_SETS, SOME_GAMES, every_kind
from tests.games.duel import kit
from tilewright import games
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.verbs import MOVE
from tilewright.envs.batch import Batch
from tilewright.envs.layout import BOARDS, layout
from tilewright.games.duel.components import KNOWN, PLATE_NAMES
from tilewright.play import entries
from tilewright.play.position import Position
from tilewright.play.turning import rotate_seats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


def played(rule_set: str, players: int, seed: int) -> Iterator[Batch]:
    """A random game, shown before every move and at its end."""
    batch = Batch(rule_set, players)
    batch.reset(seed)
    while batch.fates[0] == 0:
        yield batch
        batch.step(batch.any_moves())
    yield batch


def seen_by(batch: Batch, records: Any, seat: int) -> NDArray[np.int16]:
    seen = np.empty(batch.layout.length, dtype=COUNT)
    batch.look_at(records, 0, seat, seen)
    return seen


@every_kind
def test_an_observation_holds_no_more_than_observe_leaves(rule_set: str, players: int) -> None:
    """Blanking what a seat may not know beforehand changes nothing of what it sees."""
    for batch in played(rule_set, players, 3):
        for seat in range(players):
            blanked = batch.records.copy()
            entries.observe(blanked, seat)
            np.testing.assert_array_equal(seen_by(batch, blanked, seat), seen_by(batch, batch.records, seat))


@every_kind
def test_a_room_says_whether_it_hides_anything(rule_set: str, players: int) -> None:
    hidden = False
    for seed in range(SOME_GAMES):
        for batch in played(rule_set, players, seed):
            for seat in range(players):
                blanked = batch.records.copy()
                entries.observe(blanked, seat)
                hidden |= blanked.tobytes() != batch.records.tobytes()
    assert hidden == games.room(games.rule_set(rule_set)).hidden


@every_kind
def test_all_chairs_see_the_same(rule_set: str, players: int) -> None:
    """The same game begun by another seat looks the same to the seats moved along.

    A field that holds seats fails here, unless ``seats`` of its room declares it.
    """
    for first in range(1, players):
        here, there = Batch(rule_set, players, first=0), Batch(rule_set, players, first=first)
        here.reset(5)
        there.reset(5)
        while here.fates[0] == 0:
            for seat in range(players):
                assert_same(here, here.look(seat), there.look((seat + first) % players))
            np.testing.assert_array_equal(here.masks, there.masks)
            action = here.any_moves()
            here.step(action)
            there.step(action)
        assert here.rewards[0].tolist() == np.roll(there.rewards[0], -first).tolist()


def assert_same(batch: Batch, one: Any, other: Any) -> None:
    for field in batch.layout.fields:
        found, wanted = batch.layout.read(other, field.name), batch.layout.read(one, field.name)
        assert np.array_equal(found, wanted), f"{field.name} depends on the chair: declare it in the room's seats"


@every_kind
def test_a_position_told_from_another_chair_looks_the_same(rule_set: str, players: int) -> None:
    """The table is turned, and with it the observer: nothing of an observation may change."""
    for seed in range(SOME_GAMES):
        for ply, batch in enumerate(played(rule_set, players, seed)):
            if ply % SOME_GAMES == seed:  # positions of every kind, and not three times as many of four players
                assert_no_chair_matters(batch, batch.records)


def test_codes_that_hold_a_seat_besides_other_things_are_counted_from_the_observer() -> None:
    """A hand not looked at yet: each seat knows the plate that it had put under the stack itself."""
    batch = Batch("duel", 2)
    turn, hand = "round 1 first 0 marker - turn 0 draw", "s? S9:0 J7:1 back -"
    game = kit.laid(kit.seat(15, tokens=1), kit.seat(15, tokens=2), turn=turn, stack="0 j", under="1:J8", hand=hand)
    assert_no_chair_matters(batch, game.state)
    for seat, plate in enumerate(("S9", "J7")):
        place = batch.layout.read(seen_by(batch, game.state, seat), "place")
        assert place[place >= KNOWN].tolist() == [place[PLATE_NAMES.index(plate)]] == [KNOWN]


def assert_no_chair_matters(batch: Batch, records: Any) -> None:
    here = Position(batch.rule_set, records)
    for seat in range(batch.players):
        seen = seen_by(batch, records, seat)
        for by in range(1, batch.players):
            there = seen_by(batch, rotate_seats(here, by).state, (seat + by) % batch.players)
            assert_same(batch, seen, there)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_fields_that_hold_seats_are_declared(rule_set: str) -> None:
    room = games.room(games.rule_set(rule_set))
    names = set(room.state.names or ())
    assert {"first", "to_move"} & names <= set(room.seats.fields)
    assert set(room.seats.fields) | set(room.seats.sets) <= names - {BOARDS}


@every_kind
def test_the_layout_names_every_word_once(rule_set: str, players: int) -> None:
    found = layout(rule_set, players)
    words = [field.at + k for field in found.fields for k in range(field.words)]
    assert sorted(words) == list(range(found.length))


@every_kind
def test_fields_are_read_from_the_observers_chair(rule_set: str, players: int) -> None:
    for batch in played(rule_set, players, 4):
        state = batch.records[0]
        for seat in range(players):
            seen = batch.look(seat)
            assert batch.layout.read(seen, "to_move") == (state.to_move - seat) % players
            for further in range(players):
                board = state.boards[(seat + further) % players]
                assert batch.layout.read(seen, f"boards[{further}].score") == board.score


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(KeyError, match="no_such_field"):
        _ = layout("classic")["no_such_field"]


@every_kind
def test_a_game_alone_plays_the_game_of_the_same_seed(rule_set: str, players: int) -> None:
    """Step by step the same as ``play.Game``: position, moves, scores, result."""
    game = tilewright.new_game(rule_set, players, seed=9)
    batch = Batch(rule_set, players)
    batch.reset(9)
    rng = random.Random(1)
    while game.awaiting != "end":
        assert batch.records.tobytes() == game.state.tobytes()
        moves = game.legal_moves
        assert batch.legal_moves().tolist() == [move.code for move in moves]
        assert np.flatnonzero(batch.masks[0]).tolist() == [move.code for move in moves]
        chosen = rng.choice(moves)
        assert batch.room.moves.name(batch.records[0], chosen.code) == chosen.notation
        game.play(chosen)
        batch.step(np.array([chosen.code]))
    assert batch.fates[0] == 1
    assert batch.scores[0].tolist() == list(game.scores)
    won = {seat for seat in range(players) if batch.rewards[0, seat] > 0}
    assert won == (set(game.winners) if len(game.winners) < players else set())
    assert abs(float(batch.rewards[0].sum())) < 1e-6


@every_kind
def test_many_games_play_as_one_does(rule_set: str, players: int) -> None:
    """Every game of a hundred is stepped as it would be alone, across its end and the game after."""
    many = Batch(rule_set, players, 100, auto_reset=True)
    many.reset(2)
    alone = many.records.copy()
    words = many._tables["dice"].copy()
    for _ in range(150):
        actions = many.any_moves()
        many.step(actions)
        for k in (0, 57, 99):
            one = alone[k : k + 1]
            entries.play(one, int(actions[k]))
            while one[0].awaiting == 1:
                entries.deal(one, words[k], many.works[0].drawn.copy())
            if many.fates[k]:
                assert many.scores[k].tolist() == one["boards"]["score"][0, :players].tolist()
                one[:] = many.records[k : k + 1]
                words[k] = many._tables["dice"][k]
            assert one.tobytes() == many.records[k : k + 1].tobytes()
            assert one[0].awaiting == MOVE
            assert many.observations[k].tolist() == seen_by(many, one, int(one[0].to_move)).tolist()


def test_a_copy_goes_on_by_itself() -> None:
    one = Batch("classic", 2, 3, auto_reset=True)
    one.reset(4)
    other = copy.deepcopy(one)
    other.reset(5)
    one.step(one.any_moves())
    other.reset(4)
    other.step(other.any_moves())
    assert other.records.tobytes() == one.records.tobytes()
    assert other.observations.tobytes() == one.observations.tobytes()
