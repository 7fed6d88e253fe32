"""Files of nets: what was written is read back, and whatever is wrong with a file is one clear line."""

from __future__ import annotations

import io
import logging
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilewright
from tests.kit.nets import some_nets
from tilewright import games
from tilewright.bots.thinker import Thinker
from tilewright.core.errors import BadArrays, BadNet
from tilewright.games.classic.weights import EVALUATION
from tilewright.records.arrays import read_arrays, write_arrays
from tilewright.search import net_file
from tilewright.search.net_file import judgement_of, read_net, write_net
from tilewright.search.weights_file import read_weights, weights_of, write_weights

NUMBERS = weights_of(EVALUATION, "classic")


def written(path: Path, seed: int = 1) -> Path:
    write_net(path, some_nets(EVALUATION, seed), "classic", 2, NUMBERS, "tilewright train classic")
    return path


def read(path: Path) -> net_file.Judgement:
    return read_net(path, EVALUATION, "classic", 2, NUMBERS)


def test_a_written_net_reads_back(tmp_path: Path) -> None:
    found = read(written(tmp_path / "net.npz")).nets

    assert found is not None
    for net, parts in some_nets(EVALUATION).items():
        for name, array in parts.items():
            assert (found[net][name] == array).all()


def test_the_same_net_is_the_same_file(tmp_path: Path) -> None:
    assert written(tmp_path / "a.npz").read_bytes() == written(tmp_path / "b.npz").read_bytes()
    assert read(tmp_path / "a.npz").name == read(tmp_path / "b.npz").name
    assert read(written(tmp_path / "c.npz", seed=2)).name != read(tmp_path / "a.npz").name


def rewritten(path: Path, **changes: Any) -> None:
    """Change arrays of a net and give it a hash that fits; None takes one away."""
    arrays = read_arrays(path)
    del arrays["hash"]
    for name, value in changes.items():
        arrays.pop(name.replace("__", "."))
        if value is not None:
            arrays[name.replace("__", ".")] = value
    write_arrays(path, arrays | {"hash": np.array(net_file._hash(arrays))})


def pickled(path: Path) -> None:
    content = io.BytesIO()
    np.save(content, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("hash.npy", content.getvalue())


def promising_too_much(path: Path) -> None:
    content = io.BytesIO()
    np.lib.format.write_array_header_1_0(content, {"descr": "<f8", "fortran_order": False, "shape": (1 << 40,)})
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("hash.npy", content.getvalue())


def unpacking_to_too_much(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("hash.npy", bytes(1 << 29))


def flipped(path: Path) -> None:
    arrays = read_arrays(path)
    arrays["inside.bias_1"][3] += 1
    write_arrays(path, arrays)


DAMAGES: dict[str, tuple[Any, str]] = {
    "missing": (lambda path: path.unlink(), "No such file"),
    "a folder": (lambda path: (path.unlink(), path.mkdir()), "cannot read"),
    "empty": (lambda path: path.write_bytes(b""), "does not hold arrays"),
    "truncated": (lambda path: path.write_bytes(path.read_bytes()[:-200]), "does not hold arrays"),
    "something else": (lambda path: path.write_text("hello" * 1000), "does not hold arrays"),
    "pickled": (pickled, "does not hold arrays"),
    "promising too much": (promising_too_much, "does not hold arrays"),
    "unpacking to too much": (unpacking_to_too_much, "is too large"),
    "arrays that are no net": (lambda path: write_arrays(path, {"a": np.zeros(3)}), "does not hold a net of format 1"),
    "a flipped bit": (flipped, "is damaged"),
    "not a number": (
        lambda path: rewritten(path, inside__bias_1=np.full(16, np.nan, dtype=np.float32)),
        "inside: bias_1 must be finite",
    ),
    "of another shape": (
        lambda path: rewritten(path, round_end__bias_2=np.zeros(17, dtype=np.float32)),
        "round_end: bias_2 must be 16 numbers",
    ),
    "without a part": (lambda path: rewritten(path, round_end__bias_2=None), "bias_2 is missing"),
    "for another game": (lambda path: rewritten(path, rule_set=np.array("duel")), "is for duel with 2 players"),
    "for more players": (lambda path: rewritten(path, players=np.array(4)), "is for classic with 4 players"),
    "on other weights": (lambda path: rewritten(path, weights=np.array("0")), "on top of other weights"),
    "of a later format": (lambda path: rewritten(path, format=np.array(2)), "does not hold a net of format 1"),
    "with an odd number of players": (lambda path: rewritten(path, players=np.zeros(2)), "does not hold a net"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_net_that_was_asked_for_and_cannot_be_used_is_refused(damage: str, tmp_path: Path) -> None:
    spoil, reason = DAMAGES[damage]
    path = written(tmp_path / "net.npz")
    spoil(path)

    with pytest.raises(BadNet, match=reason) as refused:
        read(path)
    assert str(path) in str(refused.value) or "bias" in str(refused.value)
    assert "\n" not in str(refused.value)
    with pytest.raises((BadNet, BadArrays)):
        tilewright.bot(f"thinker@50n+{path}").choose(tilewright.new_game("classic", seed=3).view(0))


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_games_own_net_is_done_without_when_it_cannot_be_used(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One line, once, and the moves of the weights alone."""
    spoil, _ = DAMAGES[damage]
    path = written(tmp_path / "net.npz")
    spoil(path)
    monkeypatch.setattr(type(EVALUATION), "net_path", lambda *_: path)
    monkeypatch.setattr(net_file, "_shipped", net_file._shipped.__wrapped__)  # nothing remembered from other tests
    view = tilewright.new_game("classic", seed=3).view(0)

    with caplog.at_level(logging.WARNING):
        choice = Thinker(nodes=200).choose(view)

    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert caplog.records[0].getMessage().count("\n") == 0
    assert caplog.records[0].getMessage().endswith("the thinker judges without it")
    alone = Thinker(nodes=200, learned=False).choose(view)
    assert (choice.move, choice.points, choice.positions) == (alone.move, alone.points, alone.positions)


def test_a_thinker_plays_by_the_net_it_is_given(tmp_path: Path) -> None:
    view = tilewright.new_game("classic", seed=3).view(0)
    one, two = written(tmp_path / "one.npz"), written(tmp_path / "two.npz", seed=2)
    points = {tilewright.bot(f"thinker@300n+{net}").choose(view).points for net in (one, two, EVALUATION.data)}

    assert len(points) == 3


def test_how_a_tree_is_searched_is_nothing_that_a_net_was_learned_on(tmp_path: Path) -> None:
    path = written(tmp_path / "net.npz")

    assert read_net(path, EVALUATION, "classic", 2, NUMBERS | {"explore": 0.1, "temperature": 9.0}).nets
    with pytest.raises(BadNet, match="other weights"):
        read_net(path, EVALUATION, "classic", 2, NUMBERS | {"starter": 0.1})


def test_other_weights_come_without_a_net(tmp_path: Path) -> None:
    file = read_weights(EVALUATION.data)
    write_weights(tmp_path / "same.json", file)

    assert judgement_of(EVALUATION, "classic", 2, weights=tmp_path / "same.json").nets is None
    assert judgement_of(EVALUATION, "classic", 2, learned=False).nets is None


SHIPPED = {kind for known in games.rule_sets() for kind in games.room(known).search.evaluation.shipped}


@pytest.mark.parametrize(("rule_set", "players"), sorted(SHIPPED))
def test_every_net_that_is_shipped_can_be_used(rule_set: str, players: int, caplog: pytest.LogCaptureFixture) -> None:
    evaluation = games.room(games.rule_set(rule_set)).search.evaluation
    assert judgement_of(evaluation, rule_set, players).nets is not None
    assert not caplog.records
    path = evaluation.net_path(rule_set, players)
    assert path.stat().st_size < 1_000_000
    assert str(read_arrays(path)["made_by"]).startswith(f"tilewright train {rule_set} --players {players} ")
