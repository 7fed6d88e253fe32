"""Compiling ahead, behind a game, and what is said meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.inside import run
from tilewright import games
from tilewright.cli import warm
from tilewright.cli.screen import waiting
from tilewright.cli.warm import LAYERS, Behind, run_warm
from tilewright.core.compiling import compiled, compiler, sources
from tilewright.core.compiling.cache import Cache
from tilewright.core.contract.meta import RuleSet
from tilewright.core.errors import BadOption, TilewrightError
from tilewright.play import prepared
from tilewright.play.prepared import is_ready, note_ready

CLASSIC = games.rule_set("classic")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """An empty one."""
    ours = Cache(tmp_path)
    for user in (warm, prepared, compiled, compiler):
        monkeypatch.setattr(user, "CACHE", ours)
    monkeypatch.setattr(prepared, "INTERPRETED", False)
    return ours


def stand_in(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Let this run instead of the command that compiles; it is given the same arguments."""
    monkeypatch.setattr(warm, "COMMAND", (sys.executable, "-c", program))


def test_waiting_is_said_once_and_only_when_something_is_compiled(
    cache: Cache, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.save("kept", b"code")
    with waiting("hints"):
        cache.load("kept")
    assert capsys.readouterr().err == ""
    with waiting("hints"):
        for name in ("one", "two"):
            cache.load(name)
    cache.load("three")
    assert capsys.readouterr().err == "Preparing hints for this machine; this happens once and takes a moment.\n"
    assert cache.listeners == []


def test_a_terminal_sees_a_line_that_moves(
    cache: Cache, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "100")
    with waiting("hints"):
        for name in ("one", "two"):
            cache.load(name)
    said = capsys.readouterr().err
    assert "Preparing hints for this machine, once: function 2" in said
    assert "0:00:00" in said


def test_an_unknown_layer_is_refused_by_name() -> None:
    with pytest.raises(BadOption, match=r"no layer 'rulez': there are rules, table, opponents"):
        run_warm("classic", ["rulez"])


def test_a_layer_is_ready_until_its_sources_change(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_ready(CLASSIC, "rules")
    note_ready(CLASSIC, "rules")
    assert is_ready(CLASSIC, "rules")
    assert not is_ready(CLASSIC, "opponents")
    assert not is_ready(games.rule_set("duel"), "rules")
    monkeypatch.setattr(prepared, "TOOLS", "others")
    assert not is_ready(CLASSIC, "rules")
    monkeypatch.setattr(prepared, "fingerprint", lambda *_: None)
    note_ready(CLASSIC, "rules")
    assert not is_ready(CLASSIC, "rules")


def test_one_room_is_warmed_here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    used: list[tuple[str, str]] = []

    def use(layer: str) -> Callable[[RuleSet], None]:
        return lambda rule_set: used.append((rule_set.id, layer))

    for layer in LAYERS:
        monkeypatch.setitem(LAYERS, layer, use(layer))
    run_warm("duel", [])
    assert used == [("duel", layer) for layer in LAYERS]
    run_warm("classic", ["opponents"])
    assert used[-1] == ("classic", "opponents")
    assert is_ready(CLASSIC, "opponents")
    assert capsys.readouterr().out.count("s of CPU time.") == 2


def test_rooms_are_warmed_side_by_side_in_processes_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = f"""
import pathlib, sys
print("Preparing", sys.argv[1], "for this machine", file=sys.stderr)
pathlib.Path({str(tmp_path)!r}, sys.argv[1]).write_text(" ".join(sys.argv[2:]))
"""
    stand_in(monkeypatch, program)
    run_warm(None, ["rules", "table"])
    written = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert set(written.values()) == {"--layer rules --layer table"}
    assert {games.rule_set(name).room for name in written} == {known.room for known in games.rule_sets()}
    assert len(written) == 3


def test_a_process_that_fails_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, "import sys; sys.exit('no memory left')")
    with pytest.raises(TilewrightError, match="failed: no memory left"):
        run_warm(None, [])


def test_behind_a_game_what_is_ready_is_not_started(monkeypatch: pytest.MonkeyPatch, cache: Cache) -> None:
    stand_in(monkeypatch, "pass")
    note_ready(CLASSIC, "opponents")
    behind = Behind(CLASSIC)
    behind.start()
    behind.wait()
    assert behind.process is None
    cache.root = None  # nothing could be handed over
    other = Behind(games.rule_set("duel"))
    other.start()
    assert other.process is None


def test_behind_a_game_the_rest_is_compiled_and_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = f"""
import pathlib, sys, time
time.sleep(0.3)
pathlib.Path({str(tmp_path / "done")!r}).write_text(" ".join(sys.argv[1:]))
"""
    stand_in(monkeypatch, program)
    behind = Behind(CLASSIC)
    behind.start()
    behind.wait()
    assert (tmp_path / "done").read_text() == "classic --layer rules --layer table --layer opponents"
    assert capsys.readouterr().err.startswith("Preparing the searches of ")
    behind.wait()
    assert capsys.readouterr().err == ""


def test_the_searches_are_what_is_watched() -> None:
    """The mark follows the thinker's own sources, through all that it imports."""
    behind = sources.modules_behind("tilewright.bots.thinker", [games.room(CLASSIC).state])
    assert {"tilewright.search.alphabeta_kernel", "tilewright.games.classic.evaluate"} <= behind


@pytest.mark.parametrize(("level", "waits"), [(4, False), (5, True)])
def test_only_an_opponent_that_searches_waits_for_the_searches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: int, *, waits: bool
) -> None:
    waited: list[bool] = []
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(Behind, "start", lambda _: None)
    monkeypatch.setattr(Behind, "wait", lambda _: waited.append(True))
    said = run("play", "classic", "--seats", f"thinker:{level},human", "--first", "0", "--seed", "1", typed="q\n")
    assert "takes" in said.stdout
    assert bool(waited) == waits
