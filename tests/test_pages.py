"""Every page is whole: tables have heads, links lead somewhere, examples are what their chapter is about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright import from_text
from tilewright.games import rule_sets

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NOTATION = (ROOT / "docs/notation.md").read_text()
ROOMS = {"Classic, grey wall, Crystal Mosaic": "classic", "Summer Pavilion": "pavilion", "Duel": "duel"}


def without_code(page: Path) -> list[str]:
    """The lines outside of fenced blocks; those inside are left empty."""
    lines, fenced = [], False
    for line in page.read_text().splitlines():
        fence = line.startswith("```")
        lines.append("" if fenced or fence else line)
        fenced ^= fence
    return lines


def chapter(title: str) -> str:
    return NOTATION.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_table_has_a_head(page: Path) -> None:
    before = ""
    lines = without_code(page)
    for number, line in enumerate(lines):
        if line.startswith("|") and not before.startswith("|"):
            assert re.match(r"\|[-|: ]+\|$", lines[number + 1]), f"{page.name}:{number + 1} begins without a head"
            assert not before, f"{page.name}:{number + 1} clings to the text above it"
        before = line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", "\n".join(without_code(page)))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_notation_has_a_chapter_for_every_game() -> None:
    assert re.findall(r"^## (.+)$", NOTATION, re.MULTILINE)[1:] == list(ROOMS)
    assert {rule_set.room for rule_set in rule_sets()} == set(ROOMS.values())


@pytest.mark.parametrize("title", ROOMS)
def test_every_chapter_of_the_notation_is_whole(title: str) -> None:
    assert re.findall(r"^### (.+)$", chapter(title), re.MULTILINE) == ["Moves", "Draws", "Positions"]
    examples = re.findall(r"```\n(.+?)\n```", chapter(title), re.DOTALL)
    assert [from_text(example).rule_set.room for example in examples] == [ROOMS[title]]


def test_the_engine_protocol_shows_a_position_of_the_notation() -> None:
    shown = re.search(r"^> position (.*) score 0 \.\.\.$", (ROOT / "docs/engine-protocol.md").read_text(), re.MULTILINE)
    assert shown
    assert shown[1] in NOTATION


def test_the_rules_page_says_which_floor_values_are_in_doubt() -> None:
    """R5.2, EC6"""
    page = (ROOT / "docs/rules/classic.md").read_text()
    about_floors = page.partition("**R5.2**")[2].partition("- **R5.3**")[0]
    assert "one review" in about_floors
    assert re.search(r"^\| EC6 \|[^|]*no cell[^|]*\| R4\.6", page, re.MULTILINE)


def test_the_list_for_a_new_game_names_every_file_of_a_room() -> None:
    steps = (ROOT / "CONTRIBUTING.md").read_text().partition("## How to add a game")[2].partition("\n## ")[0]
    files = {path.name for path in (ROOT / "src/tilewright/games/classic").iterdir() if path.is_file()}
    assert [name for name in sorted(files - {"__init__.py"}) if f"`{name}`" not in steps] == []
