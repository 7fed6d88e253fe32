"""One catalogue for the games, the server, the terminal and the page: nothing is missing, nothing stands outside."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest
from scripts.catalogue import LANGUAGES, LOCALE, PYTHON, ROOT, read, template

import tilewright
from tilewright import games
from tilewright.core.text.language import _, ngettext, speaking
from tilewright.play.rules_pages import rules_page

if TYPE_CHECKING:
    from babel.messages.catalog import Message

PLACES = re.compile(r"\{\w+\}")
COMPONENTS = sorted((ROOT / "web" / "src").rglob("*.svelte"))
NOT_WORDS = {"Tilewright", "Esc", "End", "Shift", "nbsp"}
"""What stands in the page's own markup and is the same in every language: our name, keys, and a space."""


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def english(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    wanted = {message.id for message in template() if message.id}
    translated = {message.id: message for message in read(language) if message.id}
    assert wanted == set(translated), "run scripts/catalogue"
    for message in translated.values():
        assert not message.fuzzy, message.id
        assert all(forms(message)), message.id
        assert len(forms(message)) == len(english(message)), message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_places_that_are_filled(language: str) -> None:
    for message in read(language):
        for source, form in zip(english(message), forms(message), strict=False):
            assert sorted(PLACES.findall(source)) == sorted(PLACES.findall(form)), source


def test_the_template_is_what_the_sources_say() -> None:
    kept = (LOCALE / "tilewright.pot").read_text()
    for message in template():
        for text in english(message):
            first = text.split("\n")[0][:40].replace("\\", "\\\\").replace('"', '\\"')
            assert first in kept.replace('"\n"', ""), "run scripts/catalogue"


def test_no_sentence_hides_where_the_template_does_not_look() -> None:
    """Babel does not read what stands inside an f-string."""
    known = {text for message in template() for text in english(message)}
    for path in sorted((ROOT / "src" / "tilewright").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in PYTHON:
                said = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                assert set(said) <= known, (path.name, call.lineno)


def test_each_language_counts_in_its_own_way() -> None:
    told = {}
    for language in ("en", "fr", "nl"):
        with speaking(language):
            told[language] = [ngettext("{count} point", "{count} points", n).format(count=n) for n in (0, 1, 2)]
    assert told["en"] == ["0 points", "1 point", "2 points"]
    assert told["fr"] == ["0 point", "1 point", "2 points"]
    assert told["nl"] == ["0 punten", "1 punt", "2 punten"]


@pytest.mark.parametrize("rule_set", [known.id for known in tilewright.rule_sets()])
def test_whatever_points_are_for_has_words(rule_set: str) -> None:
    """No name that programs use for it is shown to anybody, in the page or at the terminal."""
    room = games.room(games.rule_set(rule_set))
    named = set(room.positions.view.points)
    page = (ROOT / "web" / "src" / "words" / "reasons.ts").read_text()
    assert named
    assert named <= set(re.findall(r'case "(\w+)":\s*return _\("', page))
    assert named == set(room.study.points.names)


def test_an_unknown_language_is_spoken_in_english() -> None:
    with speaking("xx"):
        assert _("red") == "red"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_told_without_an_english_word(language: str) -> None:
    """Each sentence of a game differs from its English form, unless the catalogue says that it is the same."""
    for rule_set in games.rule_sets():
        game = tilewright.new_game(rule_set.id, players=2, seed=1)
        told = "\n".join(game.tell(["Ann", "Ben"]))
        with speaking(language):
            translated = "\n".join(game.tell(["Ann", "Ben"]))
        for word in ("Factory", "Centre:", "Lines:", "empty", "To move", "Round"):
            assert word not in translated or word not in told, (rule_set.id, word)


def test_no_word_stands_in_the_page_untranslated() -> None:
    for path in COMPONENTS:
        markup = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", " ", path.read_text(), flags=re.DOTALL)
        while re.search(r"\{[^{}]*\}", markup):
            markup = re.sub(r"\{[^{}]*\}", " ", markup)
        bare = re.sub(r"<[^>]*>", " ", markup)
        spoken = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z]{2}[^"]*)"', markup)
        words = set(re.findall(r"[A-Za-zÀ-ÿ]{2,}", bare)) | set(spoken)
        assert words <= NOT_WORDS, (path.name, words - NOT_WORDS)


def test_no_sentence_stands_in_the_pages_code_untranslated() -> None:
    """Two words between quotes are a sentence, unless they go through the catalogue or name a case of the server's."""
    translated = re.compile(r'\b_n?\(\s*"[^"]*"(?:,\s*"[^"]*")?|\bcase "[^"]*"')
    sentence = re.compile(r'["`]([A-ZÀ-Ý]?[a-zà-ÿ\u2019]+(?: [\w\u2019{}$]+[,.;:…·]?)+)["`]')
    modules = [path for path in (ROOT / "web" / "src").rglob("*.ts") if not path.name.endswith(".d.ts")]
    for path in [*COMPONENTS, *sorted(modules)]:
        text = path.read_text()
        if path.suffix == ".svelte":
            text = "\n".join(re.findall(r"<script.*?</script>", text, flags=re.DOTALL))
        code = translated.sub(" ", re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL))
        assert not sentence.findall(code), (path.name, sentence.findall(code))


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_written_in_every_language_sentence_by_sentence(language: str) -> None:
    numbered = re.compile(r"\*\*(R\d+\.\d+)\*\*")
    for page in sorted({rule_set.rules for rule_set in games.rule_sets()}):
        rule_set = next(one for one in games.rule_sets() if one.rules == page)
        source = rules_page(rule_set.id)
        with speaking(language):
            text = rules_page(rule_set.id)
        assert text != source
        wanted = [number for number in numbered.findall(source) if not number.startswith("R14.")]
        assert [number for number in numbered.findall(text) if not number.startswith("R14.")] == wanted, page
