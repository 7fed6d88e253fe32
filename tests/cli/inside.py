"""The command line within the process of the tests: as `run` of test_commands, but without waiting for Python."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from unittest import mock

from tilewright.cli.main import main


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """What the program says to these arguments and to what is typed."""
    said, complained, code = io.StringIO(), io.StringIO(), 0
    with (
        mock.patch.object(sys, "argv", ["tilewright", *arguments]),
        mock.patch.object(sys, "stdin", io.StringIO(typed)),
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(complained),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return subprocess.CompletedProcess(list(arguments), code, said.getvalue(), complained.getvalue())
