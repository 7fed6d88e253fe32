"""OpenSpiel's adapter: exact chance, information states that remember, and a playthrough for each rule set."""

from __future__ import annotations

import random
import zlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough

import tilewright
from tests.envs.kinds import RULE_SETS, every_kind
from tilewright.core.compiling.compiled import COUNT
from tilewright.core.contract.dice import dice, loaded_dice
from tilewright.envs.chance import Chance
from tilewright.envs.names import spiel_name
from tilewright.play import entries

if TYPE_CHECKING:
    from syrupy.assertion import SnapshotAssertion

DEALS = 4_000


def load(rule_set: str, **settings: Any) -> Any:
    return pyspiel.load_game(spiel_name(rule_set), settings)


def wander(state: Any, rng: random.Random, moves: int) -> None:
    """Play so many random moves, or to the end."""
    while moves and not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            moves -= 1


@every_kind
def test_chances_of_every_roll_add_up(rule_set: str, players: int) -> None:
    state, rng = load(rule_set, players=players).new_initial_state(), random.Random(2)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            assert len({state.action_to_string(action) for action in actions}) == len(actions)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_listed_chances_are_those_of_the_dice(rule_set: str) -> None:
    """The first thing drawn comes as often as the chance nodes say."""
    game = tilewright.new_game(rule_set, seed=1, auto_deal=False)
    listed = Chance(game.room)
    roll, outcomes = listed.next_roll(game.state, []), listed.drawn(game.state, [])
    assert roll is not None
    rng, seen = dice(3), Counter[tuple[int, ...]]()
    drawn = np.zeros(game.room.deals.most, dtype=COUNT)
    for _ in range(DEALS):
        entries.deal(game.state.copy(), rng, drawn)
        seen[tuple(drawn[: len(outcomes[0])].tolist())] += 1
    for things, chance in zip(outcomes, roll.chances, strict=True):
        assert seen[things] / DEALS == pytest.approx(chance, abs=0.03)


@every_kind
def test_every_value_of_a_roll_belongs_to_the_outcome_it_is_counted_for(rule_set: str, players: int) -> None:
    """Each value of a roll dealt on its own; those that draw the same must make the chances that are listed."""
    game = tilewright.new_game(rule_set, players, seed=3, auto_deal=False)
    listed, rng = Chance(game.room), random.Random(4)
    drawn, sizes = np.zeros(game.room.deals.most, dtype=COUNT), set()
    for _ in range(60):
        while game.awaiting == "move":
            game.play(rng.choice(game.legal_moves))
        if game.awaiting == "end":
            break
        rolls: list[int] = []
        while (roll := listed.next_roll(game.state, rolls)) is not None:
            groups: dict[tuple[int, ...], list[int]] = {}
            probe = loaded_dice(rolls)
            entries.deal(game.state.copy(), probe, drawn)
            sides = int(probe[-1])
            for value in range(sides):
                n = entries.deal(game.state.copy(), loaded_dice([*rolls, value]), drawn)
                groups.setdefault(tuple(drawn[:n].tolist()), []).append(value)
            assert roll.rolls == tuple(min(values) for values in groups.values())
            assert roll.chances == pytest.approx([len(values) / sides for values in groups.values()])
            sizes.add(len(groups))
            rolls.append(rng.choice(roll.rolls))
        game.deal()
    assert len(sizes) > 1


@every_kind
def test_moves_are_named_by_their_notation(rule_set: str, players: int) -> None:
    state = load(rule_set, players=players).new_initial_state()
    rng = random.Random(1)
    wander(state, rng, 3)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    game = tilewright.from_text(str(state), auto_deal=False)
    named = {state.action_to_string(action) for action in state.legal_actions()}
    assert named == {str(move) for move in game.legal_moves}


@every_kind
def test_information_states_remember_what_observations_forget(rule_set: str, players: int) -> None:
    """Two ways to one position: the observations are the same, the information states need not be."""
    game = load(rule_set, players=players)
    one, other = game.new_initial_state(), game.new_initial_state()
    wander(one, random.Random(1), 6)
    wander(other, random.Random(1), 6)
    for seat in range(players):
        assert one.information_state_string(seat) == other.information_state_string(seat)
    wander(other, random.Random(2), 2)
    for seat in range(players):
        assert one.information_state_tensor(seat) != other.information_state_tensor(seat)
        assert len(one.information_state_tensor(seat)) == len(one.observation_tensor(seat)) + 64


@every_kind
def test_a_seat_cannot_tell_states_apart_that_look_the_same(rule_set: str, players: int) -> None:
    """Observations and information states of a state hold nothing that ``observe`` hides."""
    state = load(rule_set, players=players).new_initial_state()
    rng = random.Random(5)
    for _ in range(20):
        wander(state, rng, 1)
        for seat in range(players):
            before = state.observation_tensor(seat), state.observation_string(seat)
            blanked = state.clone()
            entries.observe(blanked._states, seat)
            blanked._text = ""
            assert (blanked.observation_tensor(seat), blanked.observation_string(seat)) == before


@pytest.mark.parametrize("reward", ["win", "margin"])
def test_returns_are_the_rewards(reward: str) -> None:
    state = load("classic", players=3, reward=reward).new_initial_state()
    wander(state, random.Random(3), -1)
    scores = [int(board.score) for board in state._states[0].boards[:3]]
    assert sum(state.returns()) == pytest.approx(0)
    if reward == "margin":
        assert state.returns()[0] == pytest.approx(scores[0] - (scores[1] + scores[2]) / 2)
    else:
        assert max(state.returns()) == state.returns()[scores.index(max(scores))]


def test_observers_have_no_parameters() -> None:
    with pytest.raises(ValueError, match="no parameters"):
        load("classic").make_py_observer(None, {"colour": 1})


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_playthrough(rule_set: str, snapshot: SnapshotAssertion) -> None:
    """OpenSpiel's own, of one game of each room: positions and actions in full, a checksum of all it says of states."""
    lines = []
    for state in playthrough(spiel_name(rule_set), None, seed=1).split("\n# State ")[1:]:
        shown = [line for line in state.splitlines() if line.startswith((f"# {rule_set} ", "# Apply action"))]
        lines += [*shown, f"# {zlib.crc32(state.encode()):08x}"]
    assert "\n".join(lines) == snapshot
