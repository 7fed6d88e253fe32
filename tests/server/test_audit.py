"""While games are played: nothing is unpickled, nobody else is called, no file outside the data folder is touched."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def audited(folder: Path, *words: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak.audit", str(folder / "watched"), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_a_server_keeps_to_itself(tmp_path: Path) -> None:
    found = audited(tmp_path)

    assert found["faults"] == []
    assert found["moves"] > 60


def test_each_misdeed_is_noted(tmp_path: Path) -> None:
    noted = {
        "pickle": "unpickled pathlib",
        "connect": "connected to ('192.0.2.1', 9)",
        "read": "read /etc/passwd",
        "write": f"wrote {tmp_path / 'written'}",
        "program": "started ",
    }
    faults = audited(tmp_path, "--moves", "1", "--break", ",".join(noted))["faults"]

    assert len(faults) == len(noted)
    for misdeed, words in noted.items():
        assert any(fault.startswith(words) for fault in faults), misdeed
