"""The pages of numbered rules, in every language they are written in."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from tilewright import games
from tilewright.core.text.language import ENGLISH, language

PACKAGE = Path(__file__).parent.parent
FOLDERS = (PACKAGE / "docs" / "rules", PACKAGE.parent.parent / "docs" / "rules")
"""Of a wheel and of a checkout. Games of other packages have theirs beside their modules."""


def rules_page(rule_set: str) -> str:
    """The rules of a game as Markdown in the language spoken now; English where they are not written in it."""
    known = games.rule_set(rule_set)
    page, own = known.rules, Path(str(files(games.package_of(known.room))))
    wanted = [page] if language() == ENGLISH else [f"{language()}/{page}", page]
    for name in wanted:
        for folder in (*FOLDERS, own):
            if (folder / name).is_file():
                return (folder / name).read_text(encoding="utf-8")
    raise FileNotFoundError(f"docs/rules/{page} was not installed")  # a broken installation, not bad input
