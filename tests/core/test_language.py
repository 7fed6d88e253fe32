"""Sentences in the language spoken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

import tilewright
from tilewright.core.text import language
from tilewright.core.text.language import N_, VerbForms, addressing, counted, fill, speaking, thousands

pytestmark = pytest.mark.rules


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small catalogue, and for nobody else."""
    catalogue = Catalog(locale="fr")
    catalogue.add("line {line} is full ({rule})", "la ligne {line} est pleine ({rule})")
    catalogue.add(("{n} tile", "{n} tiles"), ("{n} tuile", "{n} tuiles"))
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "tilewright.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr(language, "LOCALE", tmp_path)
    language._catalogue.cache_clear()
    yield
    language._catalogue.cache_clear()


def test_sentences_are_filled_in_the_language_spoken(french: None) -> None:  # noqa: ARG001
    tiles = counted("{n} tile", "{n} tiles", by="n")
    assert [fill(tiles, {"n": n}) for n in (1, 2)] == ["1 tile", "2 tiles"]
    assert language.language() == "en"
    with speaking("fr"):
        assert language.language() == "fr"
        assert [fill(tiles, {"n": n}) for n in (1, 2)] == ["1 tuile", "2 tuiles"]
        assert fill(N_("never translated"), {}) == "never translated"
        with speaking("nl"):  # no such catalogue
            assert fill(tiles, {"n": 2}) == "2 tiles"
    assert fill(tiles, {"n": 2}) == "2 tiles"


@pytest.mark.parametrize(("spoken", "told"), [("en", "40,000"), ("fr", "40\N{NO-BREAK SPACE}000"), ("nl", "40.000")])
def test_thousands_are_set_apart_as_the_language_does(spoken: str, told: str) -> None:
    with speaking(spoken):
        assert thousands(40_000) == told
        assert thousands(55) == "55"


def test_a_refusal_is_told_in_the_language_spoken(french: None) -> None:  # noqa: ARG001
    game = tilewright.new_game("classic", 2, seed=7)
    first = game.play("1Y1")
    game.play(game.legal_moves[-1])
    reason = game.room.moves.refusal(game.state[0], {"kind": "draft", "destination": first.parts["destination"]})
    assert reason is not None
    assert game.room.sentences.refusal(reason) == "line 1 is full (R3.2)"
    with speaking("fr"):
        assert game.room.sentences.refusal(reason) == "la ligne 1 est pleine (R3.2)"


def test_what_somebody_does_has_a_form_for_the_one_who_does_it() -> None:
    deed = VerbForms("takes {count}", "take {count}")
    assert fill(deed, {"count": 2}) == "takes 2"
    with addressing():
        assert fill(deed, {"count": 2}) == "take 2"
    assert fill(deed, {"count": 2}) == "takes 2"
