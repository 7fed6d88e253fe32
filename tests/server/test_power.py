"""Power cuts: a short run of `python -m tests.soak.power`."""

from __future__ import annotations

import shutil

import pytest

from tests.soak.power import cut

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace; on Debian: apt install strace")


def test_what_was_acknowledged_survives_a_power_cut() -> None:
    steps, faults = cut(40, events=30)

    assert faults == []
    assert steps > 100


def test_a_store_that_does_not_flush_is_found_out() -> None:
    _, faults = cut(20, events=20, broken="normal")

    assert any("acknowledged events are lost" in fault for fault in faults)
