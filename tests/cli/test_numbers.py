"""Numbers that no machine can count to are refused by name, before anything begins."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tilewright.cli.main import main

HUGE = "99999999999999999999"


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", "x", "--nodes", HUGE],
        ["soak", "classic", "--games", HUGE],
        ["soak", "classic", "--plies", HUGE],
        ["soak", "classic", "--fault-at", HUGE],
        ["arena", "classic", "random", "greedy", "--seed", HUGE],
        ["arena", "classic", "random", "greedy", "--pairs", HUGE],
        ["arena", "classic", "random", "greedy", "--workers", HUGE],
        ["tune", "classic", "--out", "x.json", "--games", HUGE],
        ["tune", "classic", "--out", "x.json", "--nodes", HUGE],
        ["tune", "classic", "--out", "x.json", "--seed", HUGE],
    ],
    ids=lambda words: " ".join(words[:-1]),
)
def test_a_number_beyond_all_counting_is_refused(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tilewright", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    assert words[-2] in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no endless file")
def test_a_file_without_end_is_no_record(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["tilewright", "replay", "/dev/zero"])
    with pytest.raises(SystemExit):
        main()
    assert "too long for a record" in capsys.readouterr().err
