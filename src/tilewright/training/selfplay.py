"""Games a thinker plays against itself, kept as seeds and moves: a hundred bytes a game, and every position in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tilewright import games as rooms
from tilewright.bots.thinker import Thinker, fits_round_search
from tilewright.core.compiling.compiled import COUNT, Counts, Integers, Records, rule
from tilewright.core.contract.dice import Dice, below, dice
from tilewright.core.contract.verbs import DEAL, END, deal, play
from tilewright.core.errors import BadRecord
from tilewright.play import entries
from tilewright.play.position import Position, laid_table
from tilewright.records.arrays import read_arrays, write_arrays
from tilewright.search.memory import Searches
from tilewright.search.net_file import judgement_of
from tilewright.search.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from tilewright.core.contract.meta import RuleSet

STEPS = 1 << 20
NO_MOVE = -1
LONGEST_WAIT = 64  # deals beyond one for each move, at the most


@dataclass(frozen=True)
class Games:
    """Finished games, one after the other in every array."""

    rule_set: str
    players: int
    seeds: Integers  # one for each game; its remainder by the players is the seat that begins
    lengths: NDArray[np.int32]  # moves of each game
    finals: Counts  # points of each seat in the end
    moves: Counts
    is_random: NDArray[np.bool_]  # which moves were left to chance

    def __len__(self) -> int:
        return len(self.seeds)


@dataclass(frozen=True)
class Batch:
    """Games to be played by one worker: plain data, so that it travels."""

    rule_set: str
    players: int
    nodes: int  # positions a move
    random_share: float
    seeds: range
    net: Path | None  # whose player plays; without one, the weights'


class Player:
    """Plays as a thinker of so many positions does, without the words and numbers that nobody reads here."""

    def __init__(self, batch: Batch) -> None:
        self.batch, self.chosen = batch, rooms.rule_set(batch.rule_set)
        self.room = rooms.room(self.chosen)
        judgement = judgement_of(
            self.room.search.evaluation, batch.rule_set, batch.players, net=batch.net, learned=False
        )
        self.thinker = Thinker(nodes=batch.nodes, net=batch.net, learned=False)
        self.searches, self.stop = Searches(self.room, judgement), Stop()
        self.view = np.zeros(1, dtype=self.room.state)
        self.moves = np.zeros(self.room.moves.most, dtype=COUNT)
        self.drawn = np.zeros(self.room.deals.most, dtype=COUNT)

    def game(self, seed: int) -> tuple[list[int], list[bool], list[int]]:
        """One game: its moves, which of them were left to chance so that mistakes are seen too, and the points."""
        batch, rolls, draws = self.batch, dice(seed, stream=6), dice(seed)
        states = first_table(self.chosen, batch.players, seed)
        self.thinker.seed = seed
        moves, is_random = [], []
        while states[0].awaiting != END:
            if states[0].awaiting == DEAL:
                entries.deal(states, draws, self.drawn)
                continue
            by_chance = below(rolls, STEPS) < batch.random_share * STEPS
            n = int(entries.legal_moves(states, self.moves))
            moves.append(int(self.moves[below(rolls, n)]) if by_chance else self.choose(states, n, seed))
            is_random.append(by_chance)
            entries.play(states, moves[-1])
        return moves, is_random, states[0].boards["score"][: batch.players].tolist()

    def choose(self, states: Records, n: int, seed: int) -> int:
        """What the thinker would play, who knows no more than its seat does."""
        if n == 1:
            return int(self.moves[0])
        if self.room.hidden:
            return self.choose_unseeing(states, seed)
        view = Position(self.chosen, states)
        if fits_round_search(view):
            return self.searches.rounds.best_move(states, self.batch.nodes, self.stop)
        return self.thinker.choose(view).move.code

    def choose_unseeing(self, states: Records, seed: int) -> int:
        """The move a tree search tries most often, from what the seat to move may see."""
        self.view[:] = states
        seat = int(states["to_move"][0])
        entries.observe(self.view, seat)
        tried = self.searches.trees.search(self.view, self.batch.nodes, seed, self.stop)
        return min(tried, key=lambda move: (-tried[move].visits, -tried[move].utilities[seat]))


def play_batch(batch: Batch) -> Games:
    """Play a batch; the same games wherever it is played."""
    player = _player(batch.rule_set, batch.players, batch.nodes, batch.random_share, batch.net)
    played = [player.game(seed) for seed in batch.seeds]
    return Games(
        batch.rule_set,
        batch.players,
        np.array(batch.seeds, dtype=np.int64),
        np.array([len(moves) for moves, _, _ in played], dtype=np.int32),
        np.array([finals for _, _, finals in played], dtype=COUNT),
        np.concatenate([np.array(moves, dtype=COUNT) for moves, _, _ in played]),
        np.concatenate([np.array(is_random, dtype=np.bool_) for _, is_random, _ in played]),
    )


@cache
def _player(rule_set: str, players: int, nodes: int, random_share: float, net: Path | None) -> Player:
    """The player of a worker, whose memory serves one batch after the other."""
    return Player(Batch(rule_set, players, nodes, random_share, range(0), net))


def first_table(chosen: RuleSet, players: int, seed: int) -> Records:
    """The table of a game before its first deal: the seed tells who begins, and what the game's options leave open."""
    room = rooms.room(chosen)
    options = dict(room.search.learning.options) if room.search.learning else {}
    return laid_table(chosen, players, seed % players, room.setup.choices(chosen, options, seed))


# -- as files -----------------------------------------------------------------------------------

ARRAYS = {"seeds": np.int64, "lengths": np.int32, "finals": COUNT, "moves": COUNT, "is_random": np.bool_}


def save_games(path: Path, games: Games) -> None:
    """Write games to a file, all of it or nothing."""
    arrays = {name: getattr(games, name) for name in ARRAYS}
    write_arrays(path, {"rule_set": np.array(games.rule_set), "players": np.array(games.players), **arrays})


def load_games(path: Path) -> Games:
    """Read games from a file."""
    arrays = read_arrays(path)
    try:
        games = Games(
            str(arrays["rule_set"]),
            int(arrays["players"]),
            **{name: arrays[name].astype(kind, casting="equiv") for name, kind in ARRAYS.items()},
        )
    except (KeyError, TypeError, ValueError) as bad:
        raise BadRecord(f"{path} does not hold games: {bad}") from None
    fits = games.lengths.sum() == len(games.moves) == len(games.is_random)
    if not fits or games.finals.shape != (len(games), games.players) or len(games.lengths) != len(games):
        raise BadRecord(f"{path} does not hold whole games")
    return games


# -- as positions -------------------------------------------------------------------------------


@rule
def replay_moves(states: Records, moves: Counts, rng: Dice, drawn: Counts, found: Records, plies: Integers) -> int:
    """Play a game again from its first deal; write every position that waits for a move or a deal, and the last one.

    ``plies`` tells which move comes next in each, NO_MOVE where a deal or nothing does.
    """
    n = ply = 0
    while True:
        found[n] = states[0]
        awaiting = states[0].awaiting
        plies[n] = ply if awaiting != DEAL and awaiting != END else NO_MOVE
        n += 1
        if awaiting == END or (awaiting != DEAL and ply == moves.shape[0]):
            return n
        if awaiting == DEAL:
            deal(states[0], rng, drawn)
        else:
            play(states[0], moves[ply])
            ply += 1


@dataclass(frozen=True)
class Replayed:
    """The positions of one game, in order."""

    states: Records
    plies: Integers  # the number of the move that comes next, or NO_MOVE
    is_random: NDArray[np.bool_]  # by number of move


def replay(games: Games) -> Iterator[Replayed]:
    """Every game again, position by position. What is given is written over by the next."""
    chosen = rooms.rule_set(games.rule_set)
    room = rooms.room(chosen)
    most = 1 + 2 * int(games.lengths.max(initial=0)) + LONGEST_WAIT
    found, plies = np.zeros(most, dtype=room.state), np.zeros(most, dtype=np.int64)
    drawn = np.zeros(room.deals.most, dtype=COUNT)
    stops = np.cumsum(games.lengths)
    for k, (seed, stop, length) in enumerate(zip(games.seeds.tolist(), stops, games.lengths, strict=True)):
        start = first_table(chosen, games.players, seed)
        mine = slice(stop - length, stop)
        n = int(replay_moves(start, games.moves[mine], dice(seed), drawn, found, plies))
        last = found[n - 1]
        if last.awaiting != END or last.boards["score"][: games.players].tolist() != games.finals[k].tolist():
            raise BadRecord(f"the game of seed {seed} does not end as it did: it was played by other rules")
        yield Replayed(found[:n], plies[:n], games.is_random[mine])
