"""Where the terminal keeps your games and settings. It loads little: completion asks for it at every Tab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.server.settings import data_folder

if TYPE_CHECKING:
    from pathlib import Path


def games_folder() -> Path:
    """Where every game of the terminal is kept."""
    return data_folder() / "games"


def settings_file() -> Path:
    """Where a name and a level are remembered."""
    return data_folder() / "settings.json"
