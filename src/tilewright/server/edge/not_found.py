"""The page that people see at an unknown address; programs get a problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi.responses import HTMLResponse

if TYPE_CHECKING:
    from fastapi import Request, Response

# In all languages, like the offline page: the address does not say which one to use.
MISSING = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tilewright: nothing here</title><link rel="icon" href="{home}icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="{home}offline.css">
</head>
<body>
<main>
<img src="{home}icon.svg" width="96" height="96" alt="">
<h1>There is nothing here</h1>
<p>No page has this address.</p>
<p lang="fr">Aucune page n&rsquo;a cette adresse.</p>
<p lang="nl">Geen enkele pagina heeft dit adres.</p>
<p><a href="{home}">To the first page</a> · <a href="{home}" lang="fr">Vers la première page</a> ·
<a href="{home}" lang="nl">Naar de eerste pagina</a></p>
</main>
</body>
</html>
"""


def is_for_people(request: Request) -> bool:
    """Whether a browser asks for a page."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def not_found_page(request: Request) -> Response:
    """The page. Its links are relative, so that they also work behind a proxy that adds a path."""
    home = "../" * (request.url.path.count("/") - 1) or "./"
    return HTMLResponse(MISSING.format(home=home), 404)
