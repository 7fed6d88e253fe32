"""Games of self-play: what is kept of them is enough to have every position again."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games.duel.kit import random_play
from tests.kit.nets import some_nets
from tilewright.bots.thinker import Thinker
from tilewright.core.compiling.compiled import Records
from tilewright.core.contract.dice import below, dice
from tilewright.core.contract.verbs import DEAL, END, MOVE
from tilewright.core.errors import BadArrays, BadRecord
from tilewright.games.classic.components import EMPTY
from tilewright.games.classic.learning import LEARNING
from tilewright.games.classic.weights import EVALUATION
from tilewright.games.duel.search import learning as duel
from tilewright.games.duel.steps import FILL, OVER
from tilewright.play import entries
from tilewright.play.game import set_up_game
from tilewright.records.arrays import write_arrays
from tilewright.search.net_file import write_net
from tilewright.search.weights_file import weights_of
from tilewright.training.positions import LAST, TWINS, gather
from tilewright.training.selfplay import (
    NO_MOVE,
    STEPS,
    Batch,
    Games,
    Player,
    load_games,
    play_batch,
    replay,
    save_games,
)

BATCH = Batch("classic", 2, nodes=40, random_share=0.2, seeds=range(100, 106), net=None)


@cache
def played() -> Games:
    return play_batch(BATCH)


@pytest.mark.parametrize(
    ("rule_set", "players", "options"),
    [
        ("classic", 2, {}),
        ("classic", 3, {}),
        ("classic-grey", 2, {}),
        ("duel", 2, {"goals": "random"}),
    ],
)
def test_a_game_is_what_a_thinker_plays(rule_set: str, players: int, options: dict[str, str]) -> None:
    """A thinker that is shown what its seat may see; plates put back under the stack are known to one alone."""
    batch = Batch(rule_set, players, nodes=25, random_share=0.3, seeds=range(7, 8), net=None)
    found = play_batch(batch)
    game = set_up_game(rule_set, players, options, seed=7, first=7 % players, auto_deal=True)
    thinker, rolls, moves = Thinker(nodes=25, seed=7, learned=False), dice(7, stream=6), []
    while game.awaiting != "end":
        if below(rolls, STEPS) < batch.random_share * STEPS:
            legal = game.legal_moves
            moves.append(game.play(legal[below(rolls, len(legal))]).code)
        else:
            moves.append(game.play(thinker.choose(game.view(game.to_move or 0)).move).code)

    assert found.moves.tolist() == moves
    assert found.finals.tolist() == [list(game.scores)]


def test_a_net_plays_other_games(tmp_path: Path) -> None:
    net = tmp_path / "net.npz"
    write_net(net, some_nets(EVALUATION), "classic", 2, weights_of(EVALUATION, "classic"), "by hand")

    assert play_batch(replace(BATCH, net=net)).moves.tolist() != played().moves.tolist()


def test_kept_games_are_the_same_games(tmp_path: Path) -> None:
    save_games(tmp_path / "games.npz", played())
    found = load_games(tmp_path / "games.npz")

    for name in ("seeds", "lengths", "finals", "moves", "is_random"):
        assert getattr(found, name).tolist() == getattr(played(), name).tolist()
        assert getattr(found, name).dtype == getattr(played(), name).dtype
    assert (tmp_path / "games.npz").stat().st_size < 1500 + 200 * len(found)


def test_a_file_without_games_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.npz"
    for content in (b"", b"hello"):
        file.write_bytes(content)
        with pytest.raises(BadArrays):
            load_games(file)
    write_arrays(file, {"rule_set": np.array("classic")})
    with pytest.raises(BadRecord, match="does not hold games"):
        load_games(file)
    save_games(file, replace(played(), moves=played().moves[:-1]))
    with pytest.raises(BadRecord, match="whole games"):
        load_games(file)


def test_games_of_other_rules_are_refused() -> None:
    finals = played().finals.copy()
    finals[2, 1] += 1
    with pytest.raises(BadRecord, match="seed 102 does not end as it did"):
        list(replay(replace(played(), finals=finals)))


def test_a_replayed_game_passes_through_every_position() -> None:
    for k, game in enumerate(replay(played())):
        awaiting = game.states["awaiting"]
        assert awaiting[0] == DEAL
        assert awaiting[-1] == END
        assert game.plies[awaiting == MOVE].tolist() == list(range(played().lengths[k]))
        assert game.states[-1]["boards"]["score"][:2].tolist() == played().finals[k].tolist()


def test_round_ends_know_what_follows_and_how_the_game_ended() -> None:
    ends, _ = gather([played(), played()], LEARNING)
    both = np.concatenate([played().finals, played().finals])

    assert (ends.states["awaiting"] == DEAL).all()
    assert (ends.finals == both[ends.games]).all()
    assert ends.games.tolist() == sorted(ends.games)
    for k, following in enumerate(ends.following):
        if following == LAST:
            assert k + 1 == len(ends.games) or ends.games[k + 1] != ends.games[k]
        else:
            assert following == k + 1
            assert ends.games[following] == ends.games[k]
            assert ends.states[following]["round_number"] == ends.states[k]["round_number"] + 1
    rounds = ends.states["round_number"][ends.games == 0].tolist()
    assert rounds == list(range(2, len(rounds) + 2))  # the round that is to be dealt


def test_positions_inside_rounds_lie_behind_the_last_move_left_to_chance() -> None:
    _, insides = gather([played()], LEARNING)
    expected = 0
    for game in replay(played()):
        rounds = game.states["round_number"]
        offered = game.states["tiles_on_offer"]
        for number in range(1, int(rounds.max()) + 1):
            plies = game.plies[(rounds == number) & (offered > 0)]
            chance = [ply for ply in plies if game.is_random[ply]]
            expected += sum(1 for ply in plies if not chance or ply > chance[-1])

    assert len(insides.states) == expected
    assert (insides.states["tiles_on_offer"] > 0).all()
    ends = insides.ends[insides.end_of]
    assert (ends["tiles_on_offer"] == 0).all()
    assert (ends["round_number"] - insides.states["round_number"] <= 1).all()


def test_where_colours_are_but_names_a_game_and_its_twins_are_one() -> None:
    grey = play_batch(replace(BATCH, rule_set="classic-grey", seeds=range(100, 102)))
    ends, insides = gather([grey], LEARNING)
    once, inside_once = gather([grey], replace(LEARNING, relabel={}))

    assert len(ends.states) == (1 + TWINS) * len(once.states)
    assert len(insides.states) == (1 + TWINS) * len(inside_once.states)
    assert (ends.finals == grey.finals[ends.games]).all()
    assert len(np.unique(ends.states)) > len(once.states)
    then, now = (states["boards"]["wall"] for states in (insides.ends[insides.end_of], insides.states))
    assert (then[now != EMPTY] == now[now != EMPTY]).all()  # a round ends with the colours it began with


# -- a game with secrets, and with chance inside its rounds -------------------------------------------


@cache
def duels() -> Games:
    return play_batch(Batch("duel", 2, nodes=20, random_share=0.1, seeds=range(50, 56), net=None))


def test_games_are_set_up_as_learning_wants_them_and_again_when_they_are_replayed() -> None:
    goals = [int(game.states[0].goals) for game in replay(duels())]
    assert len(set(goals)) > 2


def test_a_player_is_shown_what_its_seat_may_see(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(Batch("duel", 2, nodes=4, random_share=0.0, seeds=range(0), net=None))
    shown, search = [], player.searches.trees.search

    def seen(view: Records, *rest: Any) -> Any:
        shown.append(view.tobytes())
        return search(view, *rest)

    monkeypatch.setattr(player.searches.trees, "search", seen)
    secrets = 0
    for game in random_play([1, 2]):
        n = int(entries.legal_moves(game.state, player.moves))
        if n > 1:
            player.choose(game.state, n, seed=1)
            assert shown[-1] == game.view(game.to_move or 0).state.tobytes()
            secrets += shown[-1] != game.state.tobytes()
    assert secrets > 5


def test_rounds_of_a_duel_end_four_times_before_the_last() -> None:
    ends, _ = gather([duels()], duel.LEARNING)

    assert ends.states["round_number"].tolist() == [2, 3, 4, 5] * 6
    assert (ends.states["tiles_on_offer"] == 0).all()


def test_inside_a_duel_draws_count_too_and_every_round_ends_at_the_next_deal_or_the_end() -> None:
    is_random = duels().is_random.copy()
    is_random[np.cumsum(duels().lengths)[::2] - 1] = True  # whatever a last move was, draws are not random moves
    played_so = replace(duels(), is_random=is_random)
    _, insides = gather([played_so], duel.LEARNING)
    expected = 0
    for game in replay(played_so):
        rounds, steps = np.maximum(1, game.states["round_number"]), game.states["step"]
        for number in range(1, 6):
            of_round = np.flatnonzero((rounds == number) & (steps != FILL) & (steps != OVER))
            chance = [k for k in of_round if game.plies[k] != NO_MOVE and game.is_random[game.plies[k]]]
            expected += sum(1 for k in of_round if not chance or k > chance[-1])

    assert len(insides.states) == expected
    assert set(insides.states["awaiting"].tolist()) == {MOVE, DEAL}
    ends = insides.ends[insides.end_of]
    assert set(ends["step"].tolist()) == {FILL, OVER}
    later = ends["step"] == FILL
    assert (ends["round_number"] - np.maximum(1, insides.states["round_number"]) == later).all()
