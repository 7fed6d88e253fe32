"""Changes that must not matter: seats, the order of factories, the names of colours."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

import tilewright
from tests.kit.builders import notations
from tests.kit.naive_classic import COLOURS, FACTORIES, RULE_SETS
from tests.kit.pace import paced
from tilewright.core.compiling.compiled import Records
from tilewright.play.game import Game

pytestmark = pytest.mark.rules

GAMES = paced(6, 1)


def play_twins(one: Game, other: Game, seed: str, deal: Callable[[], None], rename: Callable[[str], str]) -> None:
    """Play random moves on one table and the renamed ones on the other, until one game ends."""
    rng = random.Random(seed)
    while one.awaiting != "end":
        if one.awaiting == "deal":
            deal()
            continue
        assert sorted(rename(move) for move in notations(one)) == sorted(notations(other))
        move = rng.choice(notations(one))
        one.play(move)
        other.play(rename(move))
    assert other.awaiting == "end"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_seats_may_move_on_around_the_table(rule_set: str, players: int) -> None:
    """R2.1, R4.1 Nothing but who starts tells one seat from another."""
    for number in range(GAMES):
        shift = 1 + number % (players - 1)
        one = tilewright.new_game(rule_set, players, seed=number, auto_deal=False)
        other = tilewright.new_game(rule_set, players, seed=number, first=shift, auto_deal=False)

        def deal(one: Game = one, other: Game = other, shift: int = shift) -> None:
            other.deal(one.deal())
            assert other.to_move == (None if one.to_move is None else (one.to_move + shift) % players)
            assert other.state[0].boards[:players].tobytes() == np.roll(one.state[0].boards[:players], shift).tobytes()

        play_twins(one, other, f"seats {rule_set} {number}", deal, str)
        assert other.scores == one.scores[-shift:] + one.scores[:-shift]
        assert {(seat + shift) % players for seat in one.winners} == set(other.winners)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_factories_may_lie_in_any_order(rule_set: str, players: int) -> None:
    """R2.4 A factory's number is only a name."""
    for number in range(GAMES):
        places = [0, *random.Random(number).sample(range(1, 10), 9)]
        factories = FACTORIES[players]
        places = [0, *(place for place in places if 1 <= place <= factories), *range(factories + 1, 10)]
        one = tilewright.new_game(rule_set, players, seed=number, auto_deal=False)
        other = tilewright.new_game(rule_set, players, seed=number, auto_deal=False)

        def deal(one: Game = one, other: Game = other, places: list[int] = places) -> None:
            assert one.state.tobytes() == other.state.tobytes()
            one.deal()
            other.state[:] = one.state
            other.state[0].offer[places] = one.state[0].offer

        def rename(move: str, places: list[int] = places) -> str:
            return move if "@" in move else f"{places[int(move[0])]}{move[1:]}"

        play_twins(one, other, f"factories {rule_set} {number}", deal, rename)
        assert one.state.tobytes() == other.state.tobytes()
        assert one.winners == other.winners


def recoloured(states: Records, new: list[int]) -> bytes:
    """The same table with colour k painted as new[k]."""
    painted = states.copy()
    paint = np.array([*new, -1], dtype=np.int16)  # the last one stays EMPTY
    old, table = states[0], painted[0]
    table.offer[:, new] = old.offer
    table.bag[new] = old.bag
    table.lid[new] = old.lid
    for board, before in zip(table.boards, old.boards, strict=True):
        board.wall[:] = paint[before.wall]
        board.line_colour[:] = paint[before.line_colour]
        board.floor_tiles[new] = before.floor_tiles
        for row in range(5):
            board.row_colours[row] = sum(1 << new[k] for k in range(5) if before.row_colours[row] >> k & 1)
    return painted.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_colours_may_change_their_names_on_the_grey_wall(players: int) -> None:
    """R4.5 Where nothing is printed all colours are alike."""
    for number in range(GAMES):
        new = random.Random(number).sample(range(5), 5)
        names = str.maketrans("BYRKW", "".join(COLOURS[k] for k in new))
        one = tilewright.new_game("classic-grey", players, seed=number, auto_deal=False)
        other = tilewright.new_game("classic-grey", players, seed=number, auto_deal=False)

        def deal(one: Game = one, other: Game = other, names: dict[int, int] = names, new: list[int] = new) -> None:
            other.deal(one.deal().translate(names))
            assert recoloured(one.state, new) == other.state.tobytes()

        def rename(move: str, names: dict[int, int] = names) -> str:
            return move.translate(names)

        play_twins(one, other, f"colours {number}", deal, rename)
        assert recoloured(one.state, new) == other.state.tobytes()
        assert (one.scores, one.winners) == (other.scores, other.winners)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_g32_the_grey_wall_played_by_the_printed_columns_is_the_coloured_wall(players: int) -> None:
    """R4.4, R4.5"""
    for number in range(GAMES):
        rng = random.Random(number)
        coloured = tilewright.new_game("classic", players, seed=number, auto_deal=False)
        grey = tilewright.new_game("classic-grey", players, seed=number, auto_deal=False)
        while coloured.awaiting != "end":
            if coloured.awaiting == "deal":
                grey.deal(coloured.deal())
                continue
            assert notations(grey) == notations(coloured)
            move = rng.choice(notations(coloured))
            coloured.play(move)
            grey.play(move)
            while grey.awaiting == "move" and grey.state[0].phase:
                line = int(grey.state[0].tiling_line)
                colour = int(grey.state[0].boards[grey.state[0].to_move].line_colour[line])
                grey.play(f"{line + 1}@{(line + colour) % 5 + 1}")
            assert grey.text.replace("classic-grey", "classic") == coloured.text
        assert grey.winners == coloured.winners
