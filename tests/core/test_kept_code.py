"""Compiled code that is kept between runs: never stale, never in the way, and nobody else's."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections import namedtuple
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
import pytest
from numba.core.compiler import CompileResult

from tilewright import games
from tilewright.core.compiling import cache, compiler, sources
from tilewright.core.compiling.cache import KEPT, Cache, chosen_root, private_root
from tilewright.core.compiling.compiler import DiskCache, layouts_in
from tilewright.core.compiling.sources import fingerprint, modules_behind, path_of, read

pytestmark = pytest.mark.rules

# -- a small house of its own, run in processes of its own ----------------------------------------

HOUSE = {
    "__init__.py": "",
    "words.py": """
from typing import Any
from tilewright.core.compiling.compiled import verb

@verb
def worth(state: Any) -> int:
    raise NotImplementedError
""",
    "red/__init__.py": "",
    "red/table.py": """
from tilewright.core.compiling.compiled import layout
BONUS = 7

class Red:
    reds: int

RED = layout(Red)
""",
    "red/rules.py": """
from tilewright.core.compiling.compiled import rule
from house.red.table import BONUS

@rule
def worth(state):
    return state.reds + BONUS
""",
    "red/room.py": """
from house import words
from house.red import rules, table
words.worth.means(table.RED, rules.worth)
""",
    "search.py": """
from house import words
from tilewright.core.compiling.compiled import rule

@rule
def look(states):
    return words.worth(states[0])
""",
    "door.py": """
import sys
import numpy as np
from house.search import look
from house.blue import room, rules, table as blue
from house.red import room, rules as red_rules, table as red

for name, kind in (("red", red.RED), ("blue", blue.BLUE)):
    before = sum(look._cache_hits.values())
    found = look(np.zeros(1, dtype=kind))
    print(name, found, "kept" if sum(look._cache_hits.values()) > before else "compiled")
""",
}
for part in ("__init__.py", "table.py", "rules.py", "room.py"):
    text = HOUSE[f"red/{part}"].replace("red", "blue").replace("RED", "BLUE").replace("Red", "Blue")
    HOUSE[f"blue/{part}"] = text.replace("BONUS = 7", "BONUS = 8")


@pytest.fixture
def house(tmp_path: Path) -> Path:
    for name, text in HOUSE.items():
        path = tmp_path / "house" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "house"


def limit_files() -> None:
    """As on a full disk: files can be made, but nothing can be written to them."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def open_door(
    house: Path, environment: Mapping[str, str] | None = None, before: Callable[[], None] | None = None
) -> tuple[list[str], str]:
    """What is said at the door, and what is complained of."""
    home = house.parent
    ours = {
        "PYTHONPATH": f"{home}{os.pathsep}{sources.SOURCES.parent}",
        "XDG_CACHE_HOME": str(home / "cache"),
        "TMPDIR": str(home),
        "NUMBA_DISABLE_JIT": "0",
    }
    inherited = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, "-B", "-m", "house.door"],
        env={**inherited, **ours, **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=before,
        cwd=home,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines(), done.stderr


def edit(path: Path, old: str, new: str) -> None:
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def beside_the_sources(house: Path) -> list[Path]:
    return [path for path in house.rglob("*") if path.suffix in {".nbi", ".nbc"}]


@pytest.mark.slow
def test_a_rule_is_compiled_once(house: Path) -> None:
    assert open_door(house) == (["red 7 compiled", "blue 8 compiled"], "")
    assert open_door(house) == (["red 7 kept", "blue 8 kept"], "")


@pytest.mark.slow
def test_an_edit_in_one_room_compiles_that_room_alone(house: Path) -> None:
    open_door(house)
    edit(house / "red" / "table.py", "BONUS = 7", "BONUS = 70")
    assert open_door(house)[0] == ["red 70 compiled", "blue 8 kept"]
    edit(house / "blue" / "rules.py", "+ BONUS", "- BONUS")
    assert open_door(house)[0] == ["red 70 kept", "blue -8 compiled"]


@pytest.mark.slow
def test_an_edit_at_the_door_compiles_nothing(house: Path) -> None:
    open_door(house)
    edit(house / "door.py", "import sys", "import os")
    assert open_door(house)[0] == ["red 7 kept", "blue 8 kept"]


@pytest.mark.slow
def test_an_edit_in_the_search_compiles_it_for_every_room(house: Path) -> None:
    open_door(house)
    edit(house / "search.py", "words.worth(states[0])", "words.worth(states[0]) + 1")
    assert open_door(house)[0] == ["red 8 compiled", "blue 9 compiled"]


@pytest.mark.slow
@pytest.mark.parametrize("temporary", ["writable", "too"])
def test_where_the_cache_cannot_be_written_rules_are_never_stale(house: Path, temporary: str) -> None:
    occupied = house.parent / "file"
    occupied.write_text("not a folder")
    places = {"XDG_CACHE_HOME": str(occupied)}
    if temporary == "too":
        (house.parent / f"tilewright-{os.getuid()}").write_text("in the way")
    said, complaint = open_door(house, places)
    assert said == ["red 7 compiled", "blue 8 compiled"]
    assert complaint.count("\n") == 1
    edit(house / "red" / "table.py", "BONUS = 7", "BONUS = 70")
    assert open_door(house, places)[0][0] == "red 70 compiled"
    assert open_door(house, places)[0][1] == ("blue 8 kept" if temporary == "writable" else "blue 8 compiled")
    assert beside_the_sources(house) == []
    assert occupied.read_text() == "not a folder"


@pytest.mark.slow
def test_a_full_disk_costs_one_line(house: Path) -> None:
    said, complaint = open_door(house, before=limit_files)
    assert said == ["red 7 compiled", "blue 8 compiled"]
    assert complaint.startswith("Compiled code cannot be kept in ")
    assert complaint.endswith("going on without.\n")
    assert complaint.count("\n") == 1
    assert [path for path in house.parent.rglob("*") if path.is_file() and house not in path.parents] == []


# -- what compiled code depends on ----------------------------------------------------------------


def state_of(rule_set: str) -> Any:
    return games.room(games.rule_set(rule_set)).state


def test_rules_depend_on_their_room_and_no_other() -> None:
    behind = modules_behind("tilewright.play.entries", [state_of("classic")])
    assert {
        "tilewright.core.compiling.compiled",
        "tilewright.games.classic.rules",
        "tilewright.games.classic.components",
    } <= behind
    elsewhere = ("games.duel", "games.pavilion", "cli", "arena", "envs", "search", "bots", "games.classic.evaluate")
    assert not [name for name in behind if name.startswith(tuple(f"tilewright.{part}" for part in elsewhere))]


@pytest.mark.parametrize("rule_set", ["classic", "pavilion", "duel"])
def test_a_search_depends_on_the_rules_and_the_judgement_of_its_room(rule_set: str) -> None:
    behind = modules_behind("tilewright.search.alphabeta_kernel", [state_of(rule_set)])
    for module in ("rules", "components", "keys", "searching", "evaluate"):
        room = f"tilewright.games.{rule_set}."
        assert [name for name in behind if name.startswith(room) and f".{module}." in f"{name}."]
    others = {"classic", "pavilion", "duel"} - {rule_set}
    assert not [name for name in behind if any(f".{other}." in name for other in others)]


def test_for_no_layout_a_search_depends_on_no_room() -> None:
    assert not [name for name in modules_behind("tilewright.search.alphabeta_kernel", []) if ".games." in name]


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of two modules; nothing of it is remembered."""
    home = tmp_path / "pair"
    home.mkdir()
    (home / "__init__.py").write_text("")
    (home / "one.py").write_text("from . import two\nimport numpy.linalg\nfrom .two import x\n")
    (home / "two.py").write_text("x = 1\n")
    monkeypatch.setitem(sys.modules, "pair", SimpleNamespace(__path__=[str(home)]))
    for memory in (read, fingerprint):
        memory.cache_clear()
    return home


def test_imports_are_followed_within_the_package(pair: Path) -> None:
    assert modules_behind("pair.one", []) == {"pair.one", "pair.two"}
    assert path_of("pair") == pair / "__init__.py"
    assert path_of("__main__") is None


def test_the_fingerprint_changes_with_what_is_imported_and_with_the_tools(pair: Path) -> None:
    before = fingerprint("pair.one", frozenset(), "tools")
    assert fingerprint("pair.one", frozenset(), "other tools") != before
    assert fingerprint("pair.two", frozenset(), "tools") != before
    read.cache_clear()
    fingerprint.cache_clear()
    assert fingerprint("pair.one", frozenset(), "tools") == before
    (pair / "two.py").write_text("x = 2\n")
    read.cache_clear()
    fingerprint.cache_clear()
    assert fingerprint("pair.one", frozenset(), "tools") != before


def test_a_word_under_another_name_is_a_word(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the rules that it means would not count, and code of older ones would be loaded."""
    (pair / "one.py").write_text("from pair.words import play as p\nfrom pair import words as w\n")
    (pair / "words.py").write_text("def play(): ...\n")
    meaning = SimpleNamespace(__module__="pair.two")
    monkeypatch.setitem(sources.IMPLEMENTATIONS, "play", {"table": meaning})
    assert modules_behind("pair.one", ["table"]) == {"pair.one", "pair.two", "pair.words"}
    assert modules_behind("pair.one", []) == {"pair.one", "pair.words"}


def test_what_was_edited_after_the_start_has_no_fingerprint(pair: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sources.AS_STARTED, pair / "two.py", (0, 0))
    assert fingerprint("pair.two", frozenset(), "tools") is None
    assert fingerprint("pair.one", frozenset(), "tools") is None


# -- the cache ------------------------------------------------------------------------------------

NAME = "module/function-form-{}"


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    ours = Cache(tmp_path)
    missing, kept = list[str](), list[str]()
    ours.listeners.append(missing.append)
    ours.kept.append(kept.append)
    assert ours.load(NAME) is None
    assert kept == []
    ours.save(NAME, b"code")
    assert ours.load(NAME) == b"code"
    assert (missing, kept) == ([NAME], [NAME])


def test_a_damaged_file_is_not_run(tmp_path: Path) -> None:
    ours = Cache(tmp_path)
    ours.save(NAME, b"code")
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(kept.read_bytes()[:-1])
    assert ours.load(NAME) is None


def test_only_the_newest_versions_of_a_function_stay(tmp_path: Path) -> None:
    ours = Cache(tmp_path)
    ours.save("module/other-form-1", b"code")
    for version in range(KEPT + 3):
        ours.save(NAME.format(version), b"code")
        path = tmp_path / ours.installation / NAME.format(version)
        os.utime(path, (version, version))
    stay = [version for version in range(KEPT + 3) if ours.load(NAME.format(version))]
    assert stay == list(range(3, KEPT + 3))
    assert ours.load("module/other-form-1") == b"code"


def test_other_installations_are_left_alone_and_may_lend(tmp_path: Path) -> None:
    ours, theirs = Cache(tmp_path, Path("/here")), Cache(tmp_path, Path("/there"))
    theirs.save(NAME.format("lent"), b"code")
    assert ours.load(NAME.format("lent")) == b"code"
    for version in range(3 * KEPT):
        ours.save(NAME.format(version), b"code")
    assert [path.name for path in (tmp_path / theirs.installation / "module").iterdir()] == ["function-form-lent"]
    assert len(list((tmp_path / ours.installation / "module").iterdir())) == KEPT


def test_a_cache_that_cannot_be_written_is_given_up_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("not a folder")
    monkeypatch.setattr(cache, "private_root", lambda: tmp_path / "private")
    ours = Cache(occupied)
    for name in "ab":
        ours.save(name, b"code")
        assert ours.load(name) == b"code"
    complaint = (
        f"Compiled code cannot be kept in {occupied} (Not a directory): {tmp_path / 'private'} serves instead.\n"
    )
    assert capsys.readouterr().err == complaint
    monkeypatch.setattr(cache, "private_root", lambda: None)
    theirs = Cache(occupied)
    for name in "ab":
        theirs.save(name, b"code")
        assert theirs.load(name) is None
    assert (
        capsys.readouterr().err == f"Compiled code cannot be kept in {occupied} (Not a directory): going on without.\n"
    )


def test_a_disk_that_fills_up_leaves_no_half_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "private_root", lambda: None)

    def refuse(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    Cache(tmp_path).save(NAME, b"code")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_the_cache_lies_in_the_users_cache_folder_or_where_numba_was_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert chosen_root() == tmp_path / "tilewright"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    assert chosen_root() == tmp_path / "home" / ".cache" / "tilewright"
    monkeypatch.setenv("NUMBA_CACHE_DIR", "chosen")
    assert chosen_root() == Path("chosen")


def test_a_temporary_folder_must_be_our_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    ours = private_root()
    assert ours is not None
    assert ours.parent == tmp_path
    assert ours.stat().st_mode & 0o777 == 0o700
    ours.chmod(0o777)
    assert private_root() is None
    ours.rmdir()
    ours.symlink_to(tmp_path)
    assert private_root() is None
    ours.unlink()
    ours.write_text("in the way")
    assert private_root() is None
    monkeypatch.delattr(os, "getuid")
    assert private_root() is None


# -- what numba is given --------------------------------------------------------------------------


def test_layouts_are_found_at_any_depth() -> None:
    board, state = (numba.from_dtype(np.dtype(fields)) for fields in ([("a", "i2")], [("b", [("a", "i2")], (2,))]))
    of_state = numba.types.Array(state, 1, "C")
    found = layouts_in(numba.types.Tuple((of_state, numba.int64)))
    assert found == {np.dtype([("a", "i2")]), np.dtype([("b", [("a", "i2")], (2,))])}
    assert layouts_in(board) == {np.dtype([("a", "i2")])}
    assert layouts_in(numba.int64) == frozenset()


class Target:
    """As much of numba's target as the keeper of rules looks at."""

    def refresh(self) -> None:
        pass

    def codegen(self) -> Target:
        return self

    def magic_tuple(self) -> tuple[str]:
        return ("this machine",)


Result = namedtuple("Result", "target_context library type_annotation")  # noqa: PYI024 - numba's is one of these too
Result._reduce = lambda self: ("reduced", self.type_annotation)  # type: ignore[attr-defined]


def test_a_rule_is_kept_under_all_that_it_depends_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "CACHE", Cache(tmp_path))
    monkeypatch.setattr(CompileResult, "_rebuild", lambda *parts: parts)
    keeper, target, signature = DiskCache(state_of, "entry"), Target(), (numba.int64,)
    assert keeper.load_overload(signature, target) is None
    keeper.save_overload(signature, Result(target, SimpleNamespace(has_dynamic_globals=False), "long"))
    assert keeper.load_overload(signature, target) == (target, "reduced", "")
    assert keeper.load_overload((numba.float64,), target) is None
    name = keeper.name(signature, target)
    monkeypatch.setattr(compiler, "TOOLS", "others")
    assert keeper.name(signature, target) != name


def test_what_cannot_be_told_by_name_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "CACHE", Cache(tmp_path))

    def inner() -> None:
        """Two functions may share this name, and differ in what they close over."""

    target, free, bound = (
        Target(),
        SimpleNamespace(has_dynamic_globals=False),
        SimpleNamespace(has_dynamic_globals=True),
    )
    for function, library in ((inner, free), (state_of, bound)):
        keeper = DiskCache(function, "entry")
        keeper.save_overload((), Result(target, library, ""))
        assert keeper.load_overload((), target) is None
    assert list(tmp_path.iterdir()) == []
