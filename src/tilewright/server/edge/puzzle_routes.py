"""The HTTP interface to puzzles."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from tilewright.core.text.language import speaking
from tilewright.server import limits, messages
from tilewright.server import puzzle_messages as about
from tilewright.server.edge.responses import json_response
from tilewright.server.edge.routes import Anybody, Caller, RuleSetName, TheService, declared

PuzzleId = Annotated[str, Path(pattern=r"^[a-z0-9]{10}$")]

puzzles = APIRouter(prefix="/api/v1/puzzles")


@puzzles.get("", **declared(about.PuzzleIndex, 401, 404, tag="puzzles"))
async def index(
    service: TheService, guest: Anybody, rule_set: RuleSetName = "classic", language: messages.Language = "en"
) -> Response:
    """How many puzzles of a rule set there are, and about what."""
    with speaking(language):
        return json_response(await service.puzzles.index(rule_set, guest))


@puzzles.get("/today", **declared(about.PuzzleView, 401, 404, tag="puzzles"))
async def today(
    service: TheService, guest: Anybody, rule_set: RuleSetName = "classic", language: messages.Language = "en"
) -> Response:
    """Today's puzzle (by UTC), the same for everybody."""
    with speaking(language):
        return json_response(await service.puzzles.today(rule_set, guest))


@puzzles.get("/next", **declared(about.PuzzleView, 401, 404, tag="puzzles"))
async def next_puzzle(
    service: TheService,
    guest: Caller,
    rule_set: RuleSetName = "classic",
    theme: about.ThemeName | None = None,
    language: messages.Language = "en",
) -> Response:
    """A puzzle that you have not tried, as difficult as you are strong."""
    with speaking(language):
        return json_response(await service.puzzles.next(rule_set, theme, guest))


@puzzles.get("/{puzzle}", **declared(about.PuzzleView, 401, 404, tag="puzzles"))
async def question(
    service: TheService, guest: Anybody, puzzle: PuzzleId, language: messages.Language = "en"
) -> Response:
    """A puzzle by its id, without its answer."""
    with speaking(language):
        return json_response(await service.puzzles.question(puzzle, guest))


@puzzles.post("/{puzzle}/choices", **declared(messages.Choices, 401, 403, 404, tag="puzzles"))
async def choices(
    service: TheService,
    guest: Anybody,  # noqa: ARG001 - a bad token is refused
    puzzle: PuzzleId,
    body: messages.PartsRequest,
    language: messages.Language = "en",
) -> Response:
    """The next part of a move: what can be chosen, where it lies, and why the rest cannot be chosen."""
    with speaking(language):
        return json_response(await service.puzzles.choices(puzzle, body.so_far))


@puzzles.post("/{puzzle}/attempts", **declared(about.AttemptView, 401, 403, 404, tag="puzzles"))
async def attempt(
    service: TheService,
    guest: Caller,
    puzzle: PuzzleId,
    body: about.AttemptRequest,
    language: messages.Language = "en",
) -> Response:
    """Try a move. The first try at a puzzle changes both ratings; a wrong move is answered with what it loses."""
    service.limits.count(limits.COMMANDS, guest.id)
    with speaking(language):
        return json_response(await service.puzzles.attempt(puzzle, guest, body.move))
