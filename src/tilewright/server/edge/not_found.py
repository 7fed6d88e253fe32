"""What people see at an address where nothing is; programs get a problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi.responses import HTMLResponse

if TYPE_CHECKING:
    from fastapi import Request, Response

# In all languages, like the page for no connection: the address does not tell which is spoken.
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
    """Whether a browser wants to show what is at an address."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def not_found_page(request: Request) -> Response:
    """The way home is relative, so that it also leads there behind a proxy with a path of its own."""
    home = "../" * (request.url.path.count("/") - 1) or "./"
    return HTMLResponse(MISSING.format(home=home), 404)
