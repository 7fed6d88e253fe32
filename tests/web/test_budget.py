"""The page stays small, and its colours apart."""

from __future__ import annotations

import gzip
import re
from typing import TYPE_CHECKING

from tests.web.colours import GAMES, LEAST, least_distances, tile_colours
from tests.web.measure import LOOKS, bytes_of_visits, contrast
from tilewright.server.edge.pages import web_folder

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.web.conftest import Visit
    from tests.web.serving import Server

ALL, FIRST = 150_000, 60_000  # bytes of JavaScript, gzipped
VISIT = 110_000  # bytes over the line, typefaces and all, until the first page can be used


def size(files: set[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def needed(file: Path) -> set[Path]:
    """A module with all that it imports before it runs."""
    found = {file}
    for name in re.findall(r'(?:from|import)\s*"\./([\w.-]+\.js)"', file.read_text()):
        if (file.parent / name) not in found:
            found |= needed(file.parent / name)
    return found


def test_the_javascript_is_small() -> None:
    assets = web_folder() / "assets"
    entries = re.findall(r'src="\./assets/([\w.-]+\.js)"', (web_folder() / "index.html").read_text())
    assert entries
    assert size(set(assets.glob("*.js"))) < ALL
    assert size({file for entry in entries for file in needed(assets / entry)}) < FIRST


def test_the_first_visit_is_light(browser: Browser, server: Server) -> None:
    assert bytes_of_visits(browser, server.address)["first page"] < VISIT


def test_tiles_are_told_apart_by_every_kind_of_eye_and_words_from_their_ground(visit: Visit) -> None:
    with visit("./") as page:
        page.locator(".game").first.wait_for()
        for theme in LOOKS:
            weakest = contrast(page, theme)[0]
            assert weakest[2] >= weakest[3], (theme, weakest)
            for game in GAMES:
                found = least_distances(tile_colours(page, game))
                assert all(found[vision] >= least for vision, least in LEAST.items()), (theme, game, found)
