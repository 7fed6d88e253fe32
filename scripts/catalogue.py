"""The one catalogue of the package and the page: its template, and the languages that follow it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "src" / "tilewright" / "locale"
LANGUAGES = ("fr", "nl")
PYTHON = {"_": None, "ngettext": (1, 2), "N_": None, "counted": (1, 2)}
TEXT = r'"(?:[^"\\]|\\.)*"'
PAGE = re.compile(rf"\b_\(\s*({TEXT})|\b_n\(\s*({TEXT}),\s*({TEXT})")
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural={plural};\\n"

"""

Text = str | tuple[str, ...]


def texts_of_the_package() -> set[Text]:
    """Every English text that Python code can say."""
    found = extract_from_dir(ROOT / "src" / "tilewright", [("**.py", "python")], keywords=PYTHON)
    return {message for _file, _line, message, _comments, _context in found}


def texts_of_the_page() -> set[Text]:
    """Every English text of the page: what `_` is given, and both forms that `_n` is."""
    sources = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in {".ts", ".svelte"}]
    found: set[Text] = set()
    for path in sources:
        for one, singular, plural in PAGE.findall(path.read_text()):
            found.add(json.loads(one) if one else (json.loads(singular), json.loads(plural)))
    return found


def template() -> Catalog:
    catalogue = Catalog(project="tilewright", charset="utf-8")
    every = texts_of_the_package() | texts_of_the_page()
    plurals = {text[0] for text in every if isinstance(text, tuple)}
    for text in sorted(every, key=lambda text: text if isinstance(text, str) else text[0]):
        if isinstance(text, tuple) or text not in plurals:
            catalogue.add(text)
    return catalogue


def read(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / "tilewright.po").open("rb") as file:
        return read_po(file, locale=language, domain="tilewright")


def write(catalogue: Catalog, path: Path, header: str = "") -> None:
    with path.open("wb") as file:
        file.write(header.encode())
        write_po(file, catalogue, omit_header=True, sort_output=True, no_location=True, ignore_obsolete=True)


def compile_stale() -> None:
    """Turn each language's ``.po`` into the ``.mo`` that gettext reads, where that is older or missing."""
    for language in LANGUAGES:
        source = LOCALE / language / "LC_MESSAGES" / "tilewright.po"
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime <= source.stat().st_mtime:
            with compiled.open("wb") as file:
                write_mo(file, read(language))


def main() -> None:
    wanted = template()
    write(wanted, LOCALE / "tilewright.pot")
    for language in LANGUAGES:
        catalogue = read(language)
        catalogue.update(wanted, no_fuzzy_matching=True, update_creation_date=False)
        header = HEADER.format(language=language, plural=catalogue.plural_expr)
        write(catalogue, LOCALE / language / "LC_MESSAGES" / "tilewright.po", header)
    compile_stale()


if __name__ == "__main__":
    main()
