"""Build the documentation site, strictly: ``scripts/docs``.

The pages of docs/ and of the root are copied to build/docs/pages. There every link to a file of the repository becomes
a link to this file's place on the site, so one text serves both. Zensical makes the site and refuses dead links between
pages; the rest is checked here, on the finished HTML.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "build" / "docs" / "pages"
BUILT = ROOT / "build" / "docs" / "site"
SITE = ROOT / "src" / "tilewright" / "site"
FROM_THE_ROOT = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
NOT_SERVED = ("404.html", "sitemap.xml")  # the server has its own answer, and the site knows no address
FENCE = re.compile(r"^ *(```+|~~~+)")
LINK = re.compile(r"(`[^`]*`)|\]\(([^)\s]+)\)")
INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class DeadLinkError(Exception):
    """A link that leads to nothing."""


def main() -> int:
    try:
        copy_pages()
        build = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
        subprocess.run(build, cwd=ROOT, check=True)  # noqa: S603 -- our own environment's
        for name in NOT_SERVED:
            (BUILT / name).unlink(missing_ok=True)
        for page in BUILT.rglob("*.html"):
            put_scripts_into_files(page)
        faults = [*outside_the_navigation(), *faults_of_the_site()]
    except DeadLinkError as dead:
        faults = [str(dead)]
    except subprocess.CalledProcessError:
        return 1
    for one in faults:
        print(one, file=sys.stderr)
    if faults:
        return 1
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(BUILT, SITE)
    print(f"{sum(1 for _ in SITE.rglob('*.html'))} pages in {SITE.relative_to(ROOT)}")
    return 0


# Pages


def copy_pages() -> None:
    """Put all that the site is made of into one folder."""
    shutil.rmtree(PAGES, ignore_errors=True)
    shutil.copytree(ROOT / "docs", PAGES)
    shutil.copy(ROOT / "web" / "public" / "icon.svg", PAGES)
    copy_typefaces()
    linked: set[PurePosixPath] = set()
    for source in [*(ROOT / "docs").rglob("*.md"), *(ROOT / name for name in FROM_THE_ROOT)]:
        path = PurePosixPath(source.relative_to(ROOT).as_posix())
        lines = source.read_text(encoding="utf-8").splitlines()
        write(place_of(path), "\n".join(rewritten(lines, path, linked)) + "\n")
    for path in linked:
        show(path)


def copy_typefaces() -> None:
    """Take what the page is built with; a checkout without the page does without."""
    cut, licences = ROOT / "web" / "node_modules" / ".fonts", ROOT / "src" / "tilewright" / "web" / "licences"
    if cut.is_dir() and licences.is_dir():
        shutil.copytree(cut, PAGES / "fonts")
        shutil.copytree(licences, PAGES / "fonts", dirs_exist_ok=True)


def rewritten(lines: list[str], page: PurePosixPath, linked: set[PurePosixPath]) -> Iterator[str]:
    """A page as the site needs it; ``linked`` gets the files it leads to."""
    fence = ""
    for number, line in enumerate(lines, start=1):
        began = FENCE.match(line)
        if fence:
            if began and began[1] == fence:
                fence = ""
            yield "" if line == "<BLANKLINE>" else line
        elif began:
            fence = began[1]
            is_session = lines[number].startswith(">>> ") if number < len(lines) else False
            yield line.replace("python", "pycon") if is_session else line
        else:
            yield with_links_moved(line, page, number, linked)


def with_links_moved(line: str, page: PurePosixPath, number: int, linked: set[PurePosixPath]) -> str:
    return LINK.sub(lambda found: found[1] or f"]({moved(found[2], page, number, linked)})", line)


def moved(link: str, page: PurePosixPath, number: int, linked: set[PurePosixPath]) -> str:
    """A link of a page in the repository as it must be on the site."""
    address = urlsplit(link)
    if address.scheme or address.netloc or not address.path:
        return link
    target = PurePosixPath(os.path.normpath(page.parent / unquote(address.path)))
    if not (ROOT / target).exists():
        raise DeadLinkError(f"{page}:{number}: {link} leads to nothing")
    place, here = place_of(target), place_of(page)
    if target.suffix != ".md":
        linked.add(target)
    return os.path.relpath(place, here.parent) + (f"#{address.fragment}" if address.fragment else "")


def place_of(path: PurePosixPath) -> PurePosixPath:
    """Where the site has a file of the repository."""
    if path.as_posix() in FROM_THE_ROOT:
        return PurePosixPath(FROM_THE_ROOT[path.as_posix()])
    if (ROOT / path).is_dir():
        return place_of(path / "index.md")
    if path.parts[0] == "docs":
        return path.relative_to("docs")
    return path if path.suffix == ".md" else path.with_name(f"{path.name}.md")


def show(path: PurePosixPath) -> None:
    """A page for a linked folder, or for a linked file outside docs/."""
    if (ROOT / path).is_dir():
        names = sorted(one.name for one in (ROOT / path).iterdir() if one.is_file())
        write(place_of(path), "\n".join([f"# {path.name}/", "", *(f"- [{name}]({name})" for name in names)]) + "\n")
    elif path.parts[0] != "docs":
        text = (ROOT / path).read_text(encoding="utf-8")
        write(place_of(path), f"# {path}\n\n```{path.suffix.removeprefix('.') or 'text'}\n{text}```\n")


def write(place: PurePosixPath, text: str) -> None:
    (PAGES / place).parent.mkdir(parents=True, exist_ok=True)
    (PAGES / place).write_text(text, encoding="utf-8")


# The finished site


def put_scripts_into_files(page: Path) -> None:
    """The server lets no script run that stands in a page."""

    def into_a_file(found: re.Match[str]) -> str:
        name = f"assets/javascripts/inline.{sha256(found[1].encode()).hexdigest()[:8]}.js"
        (BUILT / name).write_text(found[1], encoding="utf-8")
        return f'<script src="{os.path.relpath(BUILT / name, page.parent)}"></script>'

    page.write_text(INLINE_SCRIPT.sub(into_a_file, page.read_text(encoding="utf-8")), encoding="utf-8")


def outside_the_navigation() -> Iterator[str]:
    """Pages that nobody finds from the navigation."""
    listed = set(leaves(yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]))
    written = {place_of(PurePosixPath(one.relative_to(ROOT).as_posix())) for one in (ROOT / "docs").rglob("*.md")}
    written |= {PurePosixPath(place) for place in FROM_THE_ROOT.values()}
    yield from (f"mkdocs.yml: nav does not list {page}" for page in sorted(map(str, written)) if page not in listed)
    yield from (f"mkdocs.yml: nav lists {page}, which is no page" for page in listed if not (PAGES / page).is_file())


def leaves(branch: Any) -> Iterator[str]:
    """The pages of a navigation."""
    if isinstance(branch, str):
        yield branch
    else:
        for twig in branch.values() if isinstance(branch, dict) else branch:
            yield from leaves(twig)


class Links(HTMLParser):
    """What a page refers to, and the places that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.to: list[tuple[str, str]] = []  # attribute and address
        self.anchors = {""}
        self.forbidden: list[str] = []  # what the server's content policy would stop
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        self.to += [(name, found[name]) for name in ("href", "src") if name in found]
        self.forbidden += [f"{tag} with {name}" for name in found if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in found and found.get("type") != "application/json"):
            self.forbidden.append(f"{tag} inside the page")


def faults_of_the_site() -> Iterator[str]:
    """Links and pictures that lead to nothing, and what the server would not let run."""
    pages = {page: Links(page.read_text(encoding="utf-8")) for page in sorted(BUILT.rglob("*.html"))}
    for page, links in pages.items():
        name = page.relative_to(BUILT)
        yield from (f"{name}: {what}" for what in sorted(set(links.forbidden)))
        for attribute, address in links.to:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                if attribute == "src" or parts.scheme not in ("http", "https", "mailto", "data"):
                    yield f"{name}: {address} comes from elsewhere"
                continue
            target = Path(os.path.normpath(page.parent / unquote(parts.path))) if parts.path else page
            if not target.is_file():
                yield f"{name}: {address} leads to nothing"
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name}: {address} leads to no heading of that page"


if __name__ == "__main__":
    sys.exit(main())
