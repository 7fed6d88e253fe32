"""The application: a service with its routes, its pages and its guard."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from tilewright import __version__
from tilewright.server.edge.documentation import add_documentation
from tilewright.server.edge.guard import Guard
from tilewright.server.edge.live import live
from tilewright.server.edge.pages import add_pages
from tilewright.server.edge.puzzle_routes import puzzles
from tilewright.server.edge.responses import add_handlers
from tilewright.server.edge.routes import api, health
from tilewright.server.edge.study_routes import study

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import Lifespan

    from tilewright.server.service import Service


def make_app(service: Service) -> FastAPI:
    """The whole application, which starts and stops the service with itself."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await service.start()
        yield
        await service.stop()

    app = interface(lifespan)
    app.state.service = service
    add_documentation(app)
    add_pages(app)
    app.add_middleware(
        GZipMiddleware, minimum_size=2048, compresslevel=5
    )  # pages and whole views, not answers to moves
    app.add_middleware(Guard, service=service)
    return app


def interface(lifespan: Lifespan[FastAPI] | None = None) -> FastAPI:
    """All routes and messages without a service behind them: enough to describe them."""
    app = FastAPI(
        title="Tilewright",
        version=__version__,
        summary="Tables, moves and views over HTTP and WebSocket; docs/server.md explains them.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    add_handlers(app)
    app.include_router(health)
    app.include_router(api)
    app.include_router(puzzles)
    app.include_router(study)
    app.include_router(live)
    return app
