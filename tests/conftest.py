"""What all tests need before they begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.catalogue import compile_stale

if TYPE_CHECKING:
    import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Sentences are tested as they are written, not as they were when the package was installed."""
    if not hasattr(config, "workerinput"):
        compile_stale()
