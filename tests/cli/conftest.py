"""Every test of the command line has a data folder of its own, and nobody's settings."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where games are kept."""
    return tmp_path / "data" / "tilewright" / "games"
