"""What all tests need before they begin."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts.catalogue import compile_stale

RULES = ("core", "games", "play", "search")
"""The folders that ./test runs interpreted too, and with bounds checks: to look for marks everywhere takes a minute."""


def pytest_configure(config: pytest.Config) -> None:
    """Sentences are tested as they are written, not as they were when the package was installed."""
    if not hasattr(config, "workerinput"):
        compile_stale()


def pytest_itemcollected(item: pytest.Item) -> None:
    marked = item.get_closest_marker("rules") or item.get_closest_marker("bounds")
    if marked and Path(item.path).relative_to(Path(__file__).parent).parts[0] not in RULES:
        raise pytest.UsageError(f"{item.nodeid}: marked {marked.name}, so it belongs into one of {', '.join(RULES)}")
