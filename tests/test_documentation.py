"""The checks of scripts/docs see what they are there for."""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import pytest
from scripts import docs

if TYPE_CHECKING:
    from collections.abc import Iterable

BOT = PurePosixPath("docs/guide/bot.md")


def rewritten(*lines: str) -> list[str]:
    return list(docs.rewritten(list(lines), BOT, set()))


@pytest.mark.parametrize(
    ("link", "on_the_site"),
    [
        ("../../ARCHITECTURE.md", "../architecture.md"),
        ("../server.md#limits", "../server.md#limits"),
        ("../schema/", "../schema/index.md"),
        ("../../examples/server_bot.py", "../examples/server_bot.py.md"),
        ("https://example.org/x.md", "https://example.org/x.md"),
        ("#a-class", "#a-class"),
    ],
)
def test_links_lead_where_the_site_has_the_file(link: str, on_the_site: str) -> None:
    assert rewritten(f"See [this]({link}).") == [f"See [this]({on_the_site})."]


def test_what_only_looks_like_a_link_stays() -> None:
    lines = ["`[x](y)` and", "```", "a[0](b)", "```"]
    assert rewritten(*lines) == lines


def test_a_link_to_nothing_is_named_with_its_line() -> None:
    with pytest.raises(docs.DeadLinkError, match=r"^docs/guide/bot\.md:2: nowhere\.md leads to nothing$"):
        rewritten("", "[x](nowhere.md)")


def test_sessions_are_shown_as_such() -> None:
    session = ["```python", ">>> print()", "<BLANKLINE>", "```"]
    assert rewritten(*session) == ["```pycon", ">>> print()", "", "```"]
    assert rewritten("```python", "x = 1", "```") == ["```python", "x = 1", "```"]


def test_a_page_outside_the_navigation_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "lost.md").touch()
    (tmp_path / "mkdocs.yml").write_text("nav: [{Start: index.md}, {More: [{Gone: gone.md}]}]")
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    monkeypatch.setattr(docs, "PAGES", tmp_path)
    monkeypatch.setattr(docs, "FROM_THE_ROOT", {"README.md": "index.md"})
    (tmp_path / "index.md").touch()
    assert list(docs.outside_the_navigation()) == [
        "mkdocs.yml: nav does not list lost.md",
        "mkdocs.yml: nav lists gone.md, which is no page",
    ]


@pytest.mark.parametrize(
    ("page", "faults"),
    [
        ('<h1 id="top">T</h1><a href="#top">t</a><a href="other.html#there">o</a>', []),
        ('<a href="gone.html">x</a>', ["page.html: gone.html leads to nothing"]),
        ('<img src="gone.png">', ["page.html: gone.png leads to nothing"]),
        ('<a href="other.html#here">x</a>', ["page.html: other.html#here leads to no heading of that page"]),
        (
            '<script src="https://example.org/x.js"></script>',
            ["page.html: https://example.org/x.js comes from elsewhere"],
        ),
        ("<script>alert()</script>", ["page.html: script inside the page"]),
        ('<p onclick="x()" style="color: red">', ["page.html: p with onclick", "page.html: p with style"]),
    ],
)
def test_what_is_wrong_with_a_finished_page_is_named(
    page: str, faults: Iterable[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page.html").write_text(page)
    (tmp_path / "other.html").write_text('<h2 id="there">T</h2>')
    monkeypatch.setattr(docs, "BUILT", tmp_path)
    assert list(docs.faults_of_the_site()) == faults


def test_scripts_inside_a_page_become_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "BUILT", tmp_path)
    (tmp_path / "assets" / "javascripts").mkdir(parents=True)
    (tmp_path / "guide").mkdir()
    page = tmp_path / "guide" / "bot.html"
    page.write_text("<script>one()</script><script>two()</script><script>one()</script>")
    docs.put_scripts_into_files(page)
    assert list(docs.faults_of_the_site()) == []
    assert page.read_text().count('src="../assets/javascripts/inline.') == 3
    assert len(list((tmp_path / "assets" / "javascripts").iterdir())) == 2
