"""The pages of the web client, from the package; one plain page if it has not been built."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import HTMLResponse
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

from tilewright.core.text.language import _, speaking
from tilewright.server import messages
from tilewright.server.edge.responses import problem_responses

if TYPE_CHECKING:
    from fastapi import FastAPI

NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Tilewright</title></head>
<body>
<h1>Tilewright</h1>
<p>The server runs, but its web pages have not been built into this installation.</p>
<p>Programs find the interface described at <a href="/api/openapi.json">/api/openapi.json</a>;
<code>tilewright play</code> plays in the terminal.</p>
</body>
</html>
"""
RULES = """<!doctype html>
<html lang="{language}" data-theme="{theme}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Tilewright</title><link rel="icon" href="../icon.svg">
<link rel="stylesheet" href="../fonts.css"><link rel="stylesheet" href="../rules.css">
</head>
<body>
<nav aria-label="{navigation}"><a href="../">Tilewright</a> {languages}</nav>
<main>
{rules}
</main>
</body>
</html>
"""
LANGUAGES = {"en": "English", "fr": "Français", "nl": "Nederlands"}
A_YEAR = "public, max-age=31536000, immutable"

pages = APIRouter(include_in_schema=False)


def package_folder() -> FilePath:
    """Where the installed package lies."""
    return FilePath(str(files("tilewright")))


def web_folder() -> FilePath:
    """The folder of the built client."""
    return package_folder() / "web"


class _HashedFiles(StaticFiles):
    """Files whose names change with their contents, so that browsers may cache them for ever."""

    def file_response(self, *args: object, **more: object) -> Response:
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers["cache-control"] = A_YEAR
        return response


@pages.get("/", responses=problem_responses())
@pages.get("/t/{table}", responses=problem_responses())
async def page() -> Response:
    """The client: one page for all addresses that people open."""
    index = web_folder() / "index.html"
    if index.is_file():
        return FileResponse(index, media_type="text/html", headers={"cache-control": "no-cache"})
    return HTMLResponse(NOT_BUILT, headers={"cache-control": "no-cache"})


@pages.get("/rules/{rule_set}", responses=problem_responses(404))
async def rules(
    rule_set: Annotated[str, Path(max_length=40)],
    language: Annotated[messages.Language, Query()] = "en",
    theme: Literal["auto", "light", "dark", "contrast"] = "auto",
) -> Response:
    """The numbered rules of a game, to read."""
    from markdown_it import MarkdownIt

    from tilewright.core.errors import UnknownRuleSet
    from tilewright.play.rules_pages import rules_page
    from tilewright.server.problems import NotFound

    with speaking(language):
        try:
            text = rules_page(rule_set)
        except UnknownRuleSet as unknown:
            raise NotFound(str(unknown)) from None
        others = " ".join(
            f'<a href="?language={code}&amp;theme={theme}" lang="{code}" hreflang="{code}">{name}</a>'
            for code, name in LANGUAGES.items()
            if code != language
        )
        page = RULES.format(
            language=language,
            theme=theme,
            title=escape(text.split("\n", 1)[0].lstrip("# ")),
            navigation=escape(_("Languages")),
            languages=others,
            rules=MarkdownIt("commonmark", {"html": False}).enable("table").render(text),
        )
    return HTMLResponse(page, headers={"cache-control": "no-cache"})


def add_pages(app: FastAPI) -> None:
    app.include_router(pages)
    folder = web_folder()
    if (folder / "assets").is_dir():
        app.mount("/assets", _HashedFiles(directory=folder / "assets"), name="assets")
    if folder.is_dir():
        app.mount("/", StaticFiles(directory=folder), name="web")
