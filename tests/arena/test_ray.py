"""The same match on Ray, with a node that is lost on the way. Everything stays on the loopback interface."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.arena.engines import slow_engine
from tests.arena.test_arena import is_alive, timeless
from tilewright.arena.arena import Arena
from tilewright.arena.match import Match

pytest.importorskip("ray", reason="Ray is not installed: pip install 'tilewright[cluster]'")

HERE = {"node_ip_address": "127.0.0.1", "object_store_memory": 80 * 1024 * 1024, "include_dashboard": False}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from tilewright.arena.cluster import load_ray

    ray = load_ray()
    from ray.cluster_utils import Cluster

    # Otherwise a driver takes 127.0.0.1 for the address by which others reach this machine.
    monkeypatch.setattr("ray._private.ray_constants.ENABLE_RAY_CLUSTER", False)
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **HERE})
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR", _node_ip_address="127.0.0.1")
    yield made
    ray.shutdown()
    made.shutdown()


def both_play(folder: Path) -> bool:
    """Whether within two seconds two engines run at once: then each node is in the middle of a job."""
    until = time.monotonic() + 2
    while time.monotonic() < until:
        if sum(is_alive(int(path.name.removeprefix("pid-"))) for path in folder.glob("pid-*")) == 2:
            return True
        time.sleep(0.01)
    return False


def test_ray_equals_local_and_a_lost_node_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    engine = slow_engine(tmp_path, 0.01)
    match = Match("classic", 2, (engine, "greedy"))
    node = cluster.add_node(num_cpus=1, **{k: v for k, v in HERE.items() if k != "include_dashboard"})
    cluster.wait_for_nodes()
    on_ray = Arena(match, pairs=12, on="ray", out=tmp_path / "ray.jsonl")
    games, is_lost = [], False
    for played in on_ray.play():
        games += played
        if not is_lost and both_play(tmp_path):
            cluster.remove_node(node)  # with a game half played
            is_lost = True
    assert is_lost
    assert len(list(tmp_path.glob("pid-*"))) > 12  # a job was begun a second time
    on_local = Arena(match, pairs=12, workers=2)
    assert timeless(games) == timeless([game for played in on_local.play() for game in played])
    assert on_ray.summary() == on_local.summary()
    assert len(games) == 24
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
