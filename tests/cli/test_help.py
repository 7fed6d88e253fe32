"""What ``--help`` says, and what the shell offers when Tab is pressed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import typer
from typer.core import TyperArgument, TyperGroup, TyperOption

from tests.cli.inside import run
from tilewright import games
from tilewright.bots.names import parse_spec
from tilewright.bots.opponents import LEVELS
from tilewright.cli import completing, puzzles
from tilewright.cli.main import app
from tilewright.cli.options import DATABASE
from tilewright.cli.warm import LAYERS
from tilewright.puzzles.sentences import TITLES

PROGRAM = typer.main.get_group(app)


def every_command(group: TyperGroup = PROGRAM, *before: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from every_command(command, *before, name)
        else:
            yield (*before, name), command


COMMANDS = dict(every_command())
NAMES = [" ".join(words) for words in COMMANDS]


def help_of(*words: str) -> str:
    done = run(*words, "--help")
    assert done.returncode == 0
    return done.stdout


# -- help -------------------------------------------------------------------------------------------


def test_commands_are_listed_in_groups() -> None:
    told = help_of()
    groups = re.split(r"^(\w+):\n", told, flags=re.MULTILINE)[3:]
    listed = {
        title: re.findall(r"^  (\S+) ", body, re.MULTILINE)
        for title, body in zip(groups[::2], groups[1::2], strict=True)
    }

    assert list(listed) == ["Play", "Study", "Host", "Research", "Develop"]
    assert listed["Play"][:3] == ["play", "games", "replay"]
    assert listed["Host"] == ["serve", "backup", "restore", "export-games"]
    assert sorted(name for names in listed.values() for name in names) == sorted(PROGRAM.commands)
    assert "..." not in told.partition("Play:")[2], "every command is described by a whole sentence"
    assert max(map(len, told.splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_every_argument_and_option_is_a_plain_sentence(name: str) -> None:
    command = COMMANDS[tuple(name.split())]
    for one in command.params:
        assert isinstance(one, TyperArgument | TyperOption)
        assert one.help, one.name
        first = one.help.partition("  [")[0]
        assert first[0].isupper() or not first[0].isalpha(), first
        assert first.endswith("."), first
    assert command.help[0].isupper()
    assert command.help.partition("\n\n")[0].endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_no_help_has_the_notation_of_types(name: str) -> None:
    told = help_of(*name.split())

    assert not re.search(r"<\w+( range)?>|<=|>=|\{|\[default: (None|False|-1)", told)
    assert not re.search(r"--no-(plain|undealt|moves|boards /)", told)
    assert "\N{NO-BREAK SPACE}" not in told
    assert "\x1b" not in told


def test_a_default_is_shown_also_where_it_is_nothing() -> None:
    assert "[env var: TILEWRIGHT_PORT; default: 0]" in " ".join(help_of("serve").split())


def test_a_flag_that_turned_its_meaning_round_is_gone() -> None:
    assert run("replay", "game.json", "--boards").returncode == 2
    assert run("show", "-", "--no-plain").returncode == 2


# -- what stands for a command ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "quiet"),
    [((), True), (("--port", "0"), True), (("--language", "fr", "--no-open"), True), (("serve",), False)],
)
def test_without_a_command_a_table_is_served_quietly(words: tuple[str, ...], quiet: bool) -> None:
    with mock.patch("tilewright.cli.serve.run_serve") as serve:
        assert run(*words).returncode == 0

    assert serve.call_args.kwargs["log"] == ("warning" if quiet else "info")


def test_an_option_before_a_command_is_not_silently_dropped() -> None:
    with mock.patch("tilewright.cli.serve.run_serve") as serve:
        done = run("--data", "elsewhere", "games")

    assert done.returncode == 2
    assert "games" in done.stderr
    assert not serve.called


# -- settings from the environment ------------------------------------------------------------------

SETTINGS = {
    "data": ("some/folder", "data", Path("some/folder")),
    "database": ("postgresql://a@b/c", "database", "postgresql://a@b/c"),
    "host": ("10.1.2.3", "host", "10.1.2.3"),
    "port": ("8123", "port", 8123),
    "workers": ("3", "workers", 3),
    "origin": ("https://a.example https://b.example", "origins", ["https://a.example", "https://b.example"]),
    "trust_proxy": ("10.0.0.1 172.18.0.0/16", "trusted_proxies", ["10.0.0.1", "172.18.0.0/16"]),
    "log": ("error", "log", "error"),
    "no_open": ("1", "open_browser", False),
}
"""By option: the value of its variable, and what the server is told. ``engine`` has a test of its own."""


def test_every_option_of_the_server_has_a_variable() -> None:
    options = {one.name: one for one in COMMANDS["serve",].params}

    assert set(options) == {*SETTINGS, "engine"}
    for name in SETTINGS:
        assert options[name].envvar == f"TILEWRIGHT_{name.upper()}"


@pytest.mark.parametrize("words", [(), ("serve",)])
@pytest.mark.parametrize("name", SETTINGS)
def test_the_server_is_told_by_the_variable(name: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    value, told, meant = SETTINGS[name]
    monkeypatch.setenv(f"TILEWRIGHT_{name.upper()}", value)
    with mock.patch("tilewright.cli.serve.run_serve") as serve:
        assert run(*words).returncode == 0

    assert serve.call_args.kwargs[told] == meant


def test_the_command_line_wins_over_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_PORT", "8123")
    monkeypatch.setenv(DATABASE, "postgresql://a@b/c")
    with mock.patch("tilewright.cli.serve.run_serve") as serve:
        run("serve", "--port", "9000")

    assert serve.call_args.kwargs["port"] == 9000
    assert serve.call_args.kwargs["database"] == "postgresql://a@b/c"


# -- completion -------------------------------------------------------------------------------------

BASH = shutil.which("bash")
ASK = """
source <(_TILEWRIGHT_COMPLETE=source_bash tilewright)
while read -r line; do
  COMP_WORDS=(${line% END}); [[ $line == *" END" ]] && COMP_WORDS+=("")
  COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 )); COMPREPLY=()
  _tilewright_completion tilewright
  echo "${COMPREPLY[*]}"
done
"""
"""What Tab does: the words typed so far are handed to the program's own function."""


@pytest.mark.skipif(BASH is None, reason="no bash here")
def test_bash_completes_commands_rule_sets_opponents_levels_and_games(kept: Path, tmp_path: Path) -> None:
    kept.mkdir(parents=True)
    (kept / "2020-01-02-030405-classic.json").touch()
    asked = {
        "tilewright an": "analyse",
        "tilewright cl": "classic classic-grey",
        "tilewright play cr": "crystal-1 crystal-2",
        "tilewright classic --se": "--seats --seed",
        "tilewright classic --seats human,ma": "human,master",
        "tilewright play --level 1": "1 10",
        "tilewright replay 2020": "2020-01-02-030405-classic.json",
        "tilewright opponents d": "duel",
        "tilewright arena classic gre": "greedy",
        "tilewright puzzle --theme r": "race",
        "tilewright puzzles c": "check",
        "tilewright serve --log END": "debug info warning error",
        "tilewright --language END": "en fr nl",
        "tilewright backup tile": "",  # bash itself completes names of files
    }
    program = tmp_path / "bin" / "tilewright"
    program.parent.mkdir()
    program.write_text(f"#!{sys.executable}\nfrom tilewright.cli.main import main\nmain()\n")
    program.chmod(0o755)
    done = subprocess.run(
        [BASH or "", "--norc", "-c", ASK],
        input="\n".join(asked) + "\n",
        env={**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert dict(zip(asked, done.stdout.split("\n"), strict=False)) == asked, done.stderr


@pytest.mark.parametrize(
    ("shell", "mark"), [("bash", "complete -o default"), ("zsh", "#compdef"), ("fish", "complete --command")]
)
def test_the_script_for_a_shell_is_printed_and_nothing_is_installed(shell: str, mark: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from tilewright.cli.main import main; main()"],
        env={**os.environ, "HOME": str(tmp_path), "_TILEWRIGHT_COMPLETE": f"source_{shell}"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert mark in done.stdout
    assert not list(tmp_path.iterdir())


def test_completion_does_not_load_the_compiler() -> None:
    program = "import sys; from tilewright.cli import completing as c; c.rule_sets_and_kept_games(''); c.seats('');"
    program += "c.levels(''); print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_what_completion_offers_is_what_there_is() -> None:
    assert [name for name, _ in completing.rule_sets("")] == [known.id for known in games.rule_sets()]
    assert len(completing.levels("")) == len(LEVELS)
    for name, _ in completing.opponents(""):
        assert parse_spec(name)
    assert set(puzzles.THEMES) == set(TITLES)
    assert {"rules", "opponents"} < set(LAYERS)
