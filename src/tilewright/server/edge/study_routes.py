"""The HTTP interface to proofs, odds, edited positions, records and statistics."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Response

from tilewright.core.text.language import _, speaking
from tilewright.server import limits, messages
from tilewright.server import study_messages as about
from tilewright.server.edge.responses import json_response
from tilewright.server.edge.routes import Caller, TheService, declared
from tilewright.server.parse_requests import parse_position
from tilewright.server.problems import WrongState

study = APIRouter(prefix="/api/v1")


@study.post("/proofs", **declared(about.ProofView, 401, 403, 409, tag="analysis"))
async def proof(
    service: TheService, guest: Caller, body: about.GivenPosition, language: messages.Language = "en"
) -> Response:
    """How far the proof of this round is. A request begins it and keeps it going; a guest has one at a time."""
    with speaking(language):
        position = await asyncio.to_thread(parse_position, body.position, service.readiness.expect_ready)
        return json_response(service.proofs.poll(guest, position))


@study.delete("/proofs", status_code=204, **declared(None, 401, 403, tag="analysis"))
async def cancel_proof(service: TheService, guest: Caller) -> Response:
    """Cancel your proof."""
    service.proofs.cancel(guest)
    return Response(status_code=204)


@study.post("/odds", **declared(about.DrawOddsView, 401, 403, 409, tag="analysis"))
async def odds(
    service: TheService, guest: Caller, body: about.GivenPosition, language: messages.Language = "en"
) -> Response:
    """What the next deal will bring, colour by colour."""
    from tilewright.review.odds import draw_odds

    service.limits.count(limits.TRIALS, guest.id)
    with speaking(language):
        position = await asyncio.to_thread(parse_position, body.position, service.readiness.expect_ready)
        found = await asyncio.to_thread(draw_odds, position)
        if found is None:
            raise WrongState(_("no more tiles are dealt in this game"))
    return json_response(msgspec.to_builtins(found, str_keys=True))


@study.post("/positions/edits", **declared(about.EditedPosition, 401, 403, tag="analysis"))
async def edits(
    service: TheService, guest: Caller, body: about.EditRequest, language: messages.Language = "en"
) -> Response:
    """A position put together by hand, and everything that is still wrong with it."""
    from tilewright.server.position_editor import apply_edits

    service.limits.count(limits.TRIALS, guest.id)
    with speaking(language):
        return json_response(await asyncio.to_thread(apply_edits, body, service.readiness.expect_ready))


@study.post("/records", status_code=201, **declared(about.RecordKept, 401, 403, tag="records"))
async def bring(
    service: TheService, guest: Caller, body: about.RecordRequest, language: messages.Language = "en"
) -> Response:
    """Open a table with a game that was played elsewhere. It can be reviewed and counted like any other."""
    service.limits.count(limits.TABLES, guest.id)
    with speaking(language):
        return json_response(await service.game_importer.import_record(guest, body), 201)


@study.post("/records/typed", **declared(about.TypedGame, 401, 403, tag="records"))
async def typed(
    service: TheService, guest: Caller, body: about.TypedRequest, language: messages.Language = "en"
) -> Response:
    """A game as far as it is typed in, and what comes next; every draw and move is checked by the rules."""
    from tilewright.server.import_games import read_typed_game

    service.limits.count(limits.TRIALS, guest.id)
    with speaking(language):
        return json_response(await asyncio.to_thread(read_typed_game, body, service.readiness.expect_ready))


@study.post("/statistics", **declared(about.StatisticsAnswer, 401, 403, tag="statistics"))
async def statistics(service: TheService, guest: Caller, body: about.StatisticsRequest) -> Response:
    """The statistics of your games, as far as they are graded. Each request keeps the grading going."""
    return json_response(await service.player_statistics.poll(guest, luck=body.luck))
