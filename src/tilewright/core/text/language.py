"""In which language sentences are made. English is the source; other languages are gettext catalogues."""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

LOCALE = Path(__file__).parents[2] / "locale"
ENGLISH = "en"
_THOUSANDS = {"fr": "\N{NO-BREAK SPACE}", "nl": "."}

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)
_addressed: ContextVar[bool] = ContextVar("addressed", default=False)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make sentences in this language; one without a catalogue is spoken in English."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


@contextmanager
def addressing() -> Iterator[None]:
    """Say what somebody does to the one who does it: "take", "prenez", not "takes", "prend"."""
    token = _addressed.set(True)
    try:
        yield
    finally:
        _addressed.reset(token)


def language() -> str:
    """The language spoken now."""
    return _spoken.get()


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == ENGLISH:
        return gettext.NullTranslations()
    return gettext.translation("tilewright", LOCALE, [language], fallback=True)


def _(text: str) -> str:
    """The text in the language spoken."""
    return _catalogue(_spoken.get()).gettext(text)


def thousands(number: int) -> str:
    """A whole number with its thousands set apart as the language spoken does."""
    return f"{number:,}".replace(",", _THOUSANDS.get(_spoken.get(), ","))


def ngettext(one: str, many: str, n: int) -> str:
    """The form for so many, in the language spoken."""
    return _catalogue(_spoken.get()).ngettext(one, many, n)


# -- sentences kept in tables ----------------------------------------------------------------------


class PluralForms(NamedTuple):
    """A sentence with a form for one and a form for many."""

    one: str
    many: str
    by: str  # the parameter that is counted


class VerbForms(NamedTuple):
    """What somebody does: as it is told to others, and to the one who does it."""

    told: str
    addressed: str


Template = str | PluralForms | VerbForms
"""A sentence with named gaps, in English; translated when it is filled."""


def N_(text: str) -> str:  # noqa: N802 - gettext's own name
    """A sentence of a table, to be translated where it is used."""
    return text


def counted(one: str, many: str, *, by: str) -> PluralForms:
    """A sentence of a table in two forms, to be translated where it is used."""
    return PluralForms(one, many, by)


def fill(template: Template, about: Mapping[str, Any]) -> str:
    """The sentence in the language spoken, its gaps filled."""
    if isinstance(template, PluralForms):
        return ngettext(template.one, template.many, about[template.by]).format_map(about)
    if isinstance(template, VerbForms):
        template = template.addressed if _addressed.get() else template.told
    return _(template).format_map(about)


# -- tiles of a colour, counted: many languages bend the colour's name with the number ---------------

_COUNTED = {
    "black": counted("{count} black", "{count} black", by="count"),
    "blue": counted("{count} blue", "{count} blue", by="count"),
    "green": counted("{count} green", "{count} green", by="count"),
    "orange": counted("{count} orange", "{count} orange", by="count"),
    "purple": counted("{count} purple", "{count} purple", by="count"),
    "red": counted("{count} red", "{count} red", by="count"),
    "turquoise": counted("{count} turquoise", "{count} turquoise", by="count"),
    "white": counted("{count} white", "{count} white", by="count"),
    "yellow": counted("{count} yellow", "{count} yellow", by="count"),
}


def tiles_of(colour: str, count: int) -> str:
    """So many tiles of a colour, given by its English name: "2 red", "2 rouges"."""
    return fill(_COUNTED[colour], {"count": int(count)})
