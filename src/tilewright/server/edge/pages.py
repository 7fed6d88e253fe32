"""The pages of the web client, from the package; one plain page where it has not been built."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

from tilewright.server.edge.answers import refusals

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
A_YEAR = "public, max-age=31536000, immutable"

pages = APIRouter(include_in_schema=False)


def web_folder() -> FilePath:
    """Where the built client lies."""
    return FilePath(str(files("tilewright"))) / "web"


class _HashedFiles(StaticFiles):
    """Files whose names change with their contents: they may be kept for ever."""

    def file_response(self, *args: object, **more: object) -> Response:
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers["cache-control"] = A_YEAR
        return response


@pages.get("/", responses=refusals())
@pages.get("/t/{table}", responses=refusals())
async def page() -> Response:
    """The client: one page for all addresses that people open."""
    index = web_folder() / "index.html"
    if index.is_file():
        return FileResponse(index, media_type="text/html", headers={"cache-control": "no-cache"})
    return HTMLResponse(NOT_BUILT, headers={"cache-control": "no-cache"})


def add_pages(app: FastAPI) -> None:
    app.include_router(pages)
    folder = web_folder()
    if (folder / "assets").is_dir():
        app.mount("/assets", _HashedFiles(directory=folder / "assets"), name="assets")
    if folder.is_dir():
        app.mount("/", StaticFiles(directory=folder), name="web")
