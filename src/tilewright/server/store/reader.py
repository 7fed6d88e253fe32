"""Queries to a database that a server may be using; nothing can be written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar

from tilewright.server.store.database import connect_to_read

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from sqlalchemy import Connection

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Reader:
    """A database, open until the end of a ``with``."""

    def __init__(self, url: str) -> None:
        self._engine = connect_to_read(url)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, bad: BaseException | None, at: TracebackType | None) -> None:
        self._engine.dispose()

    def read(
        self, ask: Callable[Concatenate[Connection, Given], Answer], *given: Given.args, **named: Given.kwargs
    ) -> Answer:
        """The result of one of ``queries``."""
        with self._engine.connect() as connection:
            return ask(connection, *given, **named)
