"""The documentation site, from the package; one plain page where it has not been built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.staticfiles import StaticFiles

from tilewright.server.edge.guard import HEADERS, POLICY
from tilewright.server.edge.pages import package_folder

if TYPE_CHECKING:
    from fastapi import FastAPI, Response

NOT_BUILT = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Tilewright: documentation</title></head>
<body>
<h1>Documentation</h1>
<p>The documentation has not been built into this installation.</p>
<p>In a checkout of the repository <code>scripts/docs</code> builds it; restart the server afterwards.
The same pages can be read as text in the folder <code>docs</code>.</p>
<p><a href="../">Tilewright</a> · <a href="../rules/classic">The rules of the classic game</a></p>
</body>
</html>
"""
SITE_POLICY = (
    HEADERS[POLICY]
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")  # its search brings a style sheet of its own
    .replace("; require-trusted-types-for 'script'", "")  # its scripts write HTML
)
"""For pages that have nothing of visitors. Scripts inside pages stay forbidden: scripts/docs puts them into files."""

documentation = APIRouter(include_in_schema=False)


class _Site(StaticFiles):
    def file_response(self, *args: object, **more: object) -> Response:
        response = super().file_response(*args, **more)  # type: ignore[arg-type]
        response.headers.update({"cache-control": "no-cache", POLICY: SITE_POLICY})
        return response


@documentation.get("/docs")
async def site() -> Response:
    """The way is relative, so that it also leads there behind a proxy with a path of its own."""
    return RedirectResponse("docs/", headers={"cache-control": "no-cache"})


async def not_built() -> Response:
    return HTMLResponse(NOT_BUILT, headers={"cache-control": "no-cache"})


def add_documentation(app: FastAPI) -> None:
    app.include_router(documentation)
    folder = package_folder() / "site"
    if (folder / "index.html").is_file():
        app.mount("/docs", _Site(directory=folder, html=True), name="docs")
    else:
        app.add_api_route("/docs/", not_built, include_in_schema=False)
