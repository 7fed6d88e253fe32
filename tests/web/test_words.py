"""The page speaks three languages, all of it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
SOURCES = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in {".ts", ".svelte"}]
TEXT = r'"(?:[^"\\]|\\.)*"'
PLACES = re.compile(r"\{\w+\}")


def texts() -> set[str]:
    """Every English text the page can say."""
    found = set()
    for path in SOURCES:
        for match in re.finditer(rf"\b_n?\(\s*({TEXT})", path.read_text()):
            found.add(json.loads(match[1]))
    return found


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_every_text_is_translated_and_keeps_its_places(language: str) -> None:
    with (ROOT / "src" / "tilewright" / "locale" / language / "LC_MESSAGES" / "page.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    translated = {}
    for message in catalogue:
        english = message.id if isinstance(message.id, str) else message.id[0]
        forms = [message.string] if isinstance(message.string, str) else list(message.string or ())
        if english:
            translated[english] = forms
            assert all(set(PLACES.findall(form)) == set(PLACES.findall(english)) for form in forms), english
            assert all(forms), english
    assert texts() == set(translated)


def test_no_text_stands_in_the_page_untranslated() -> None:
    ours = {"Tilewright", "Esc", "End", "Shift"}
    for path in SOURCES:
        if path.suffix != ".svelte":
            continue
        markup = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", " ", path.read_text(), flags=re.DOTALL)
        while "{" in markup and re.search(r"\{[^{}]*\}", markup):
            markup = re.sub(r"\{[^{}]*\}", " ", markup)
        bare = re.sub(r"<[^>]*>", " ", markup)
        spoken = re.findall(r'(?:aria-label|title|placeholder)="([^"]*[A-Za-z]{2}[^"]*)"', markup)
        words = set(re.findall(r"[A-Za-z]{2,}", bare)) | set(spoken)
        assert words <= ours | {"nbsp"}, (path.name, words - ours)
