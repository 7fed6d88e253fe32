"""What every game of the family must do; a new rule set is judged as soon as it is listed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import tilewright
from tests.kit.pace import paced
from tilewright.play import entries
from tilewright.play.game import Game
from tilewright.play.position import read_position
from tilewright.records.plain import write_plain
from tilewright.records.record import write_json

pytestmark = pytest.mark.rules

MOST_EVENTS = 20_000
EVERY_TABLE = [
    pytest.param(rule_set.id, players, id=f"{rule_set.id}-{players}")
    for rule_set in tilewright.rule_sets()
    for players in rule_set.players
]
at_every_table = pytest.mark.parametrize(("rule_set", "players"), EVERY_TABLE)


def played(rule_set: str, players: int, number: int) -> Iterator[Game]:
    """A random game, shown before its first event and after each; deals are events too."""
    rng = random.Random(f"{rule_set} {players} {number}")
    game = tilewright.new_game(rule_set, players, seed=number, first=number % players, auto_deal=False)
    yield game
    for _ in range(MOST_EVENTS):
        if game.awaiting == "end":
            return
        if game.awaiting == "deal":
            game.deal()
        else:
            game.play(rng.choice(game.legal_moves))
        yield game
    pytest.fail(f"{rule_set} for {players}, game {number}, does not end")


def finished(rule_set: str, players: int, number: int) -> Game:
    *_, game = played(rule_set, players, number)
    return game


@at_every_table
def test_random_games_end_with_winners_and_a_reason(rule_set: str, players: int) -> None:
    for number in range(paced(10, 1)):
        game = finished(rule_set, players, number)
        assert game.ending in game.room.positions.endings[1:]
        assert game.winners
        assert game.to_move is None
        assert game.legal_moves == []
        assert max(game.scores) == game.scores[game.winners[0]]


@at_every_table
def test_no_invariant_breaks_and_moves_are_rising_and_never_missing(rule_set: str, players: int) -> None:
    for number in range(paced(5, 1)):
        for ply, game in enumerate(played(rule_set, players, number)):
            if ply % paced(1, 7):
                continue
            assert entries.violations(game.state) == 0
            assert game.room.positions.faults(game.state[0]) == []
            codes = [move.code for move in game.legal_moves]
            assert codes == sorted(set(codes))
            assert all(0 <= code < game.room.moves.actions for code in codes)
            assert len(codes) <= game.room.moves.most
            assert bool(codes) == (game.awaiting == "move")


@at_every_table
def test_every_legal_move_is_understood_described_and_forecast(rule_set: str, players: int) -> None:
    for ply, game in enumerate(played(rule_set, players, 1)):
        state = game.state.tobytes()
        for move in game.legal_moves[:: 1 if ply % paced(5, 40) == 0 else 17]:
            assert game.parse(str(move)) == move
            assert game.parse(f" {str(move).lower()} ") == move
            assert game.describe(move).strip()
            assert game.forecast_text(move).strip()
        assert game.state.tobytes() == state


@at_every_table
def test_positions_survive_being_written_and_read(rule_set: str, players: int) -> None:
    for number in range(paced(3, 1)):
        for ply, game in enumerate(played(rule_set, players, number)):
            if ply % paced(1, 7) and game.awaiting == "move":
                continue
            known, states = read_position(game.text)
            assert known.id == rule_set
            assert states.tobytes() == game.state.tobytes()


@at_every_table
def test_undo_restores_every_byte_and_the_dice(rule_set: str, players: int) -> None:
    game = finished(rule_set, players, 2)
    final, events = game.state.tobytes(), list(game.events)
    taken_back = [game.undo() for _ in range(min(paced(200, 12), len(game.moves)))]
    for event in reversed(taken_back):
        while game.awaiting == "deal":
            game.deal()
        game.play(event.notation)
    assert game.events == events
    assert game.state.tobytes() == final


@at_every_table
def test_records_replay_to_the_same_position(rule_set: str, players: int) -> None:
    game = finished(rule_set, players, 3)
    record = game.record([f"Player {seat}" for seat in range(players)])
    for text in (write_json(record), write_plain(record)):
        again = tilewright.replay(text)
        assert again.text == game.text
        assert again.events == game.events
        assert write_plain(again.record(record.seats)) == write_plain(record)


@at_every_table
def test_a_seat_sees_its_own_moves(rule_set: str, players: int) -> None:
    for ply, game in enumerate(played(rule_set, players, 4)):
        if game.to_move is not None and ply % paced(1, 10) == 0:
            assert game.view(game.to_move).legal_moves == game.legal_moves


@at_every_table
def test_the_breakdown_adds_up_to_the_score(rule_set: str, players: int) -> None:
    for game in played(rule_set, players, 5):
        for seat in range(players):
            assert sum(game.breakdown(seat).values()) == game.scores[seat]


@at_every_table
def test_the_table_can_be_drawn_and_told(rule_set: str, players: int) -> None:
    names = [f"Player {seat}" for seat in range(players)]
    for ply, game in enumerate(played(rule_set, players, 6)):
        if ply % paced(1, 10) == 0 or game.awaiting != "move":
            drawn = "\n".join("".join(text for text, _ in line) for line in game.picture(names))
            told = "\n".join(game.tell(names))
            assert all(name in drawn and name in told for name in names)
            assert str(game)


@at_every_table
def test_what_was_dealt_can_be_dealt_exactly(rule_set: str, players: int) -> None:
    exact = tilewright.new_game(rule_set, players, seed=99, first=7 % players, auto_deal=False)
    for game in played(rule_set, players, 7):
        if not game.events:
            exact.state[:] = game.state  # what chance decides before the first event
            continue
        event = game.events[-1]
        if event.seat is None:
            assert exact.deal(event.notation) == event.notation
        else:
            exact.play(event.notation)
        assert exact.state.tobytes() == game.state.tobytes()


# -- secrets -------------------------------------------------------------------------------------


def test_everybody_sees_every_move_of_a_game_without_secrets() -> None:
    open_games = [known for known in tilewright.rule_sets() if not tilewright.new_game(known.id, seed=1).room.hidden]
    assert open_games
    for known in open_games:
        game = tilewright.new_game(known.id, seed=1)
        game.play(game.legal_moves[0])
        for seat in (-1, 0, 1):
            assert game.shown(len(game.events) - 1, seat) == game.events[-1].notation
            assert game.room.effects.redact(game.state[0], game.events[-1].notation, seat) == game.events[-1].notation
