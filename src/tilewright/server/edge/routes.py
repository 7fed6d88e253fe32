"""The HTTP interface. Each route reads a message, asks the service, and writes the answer."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Path, Query, Request, Response
from fastapi.security import APIKeyCookie, HTTPBearer

from tilewright import __version__
from tilewright.core.errors import UnknownRuleSet
from tilewright.core.text.language import speaking
from tilewright.server import limits, messages, review_messages
from tilewright.server.edge.guard import COOKIE, token_of
from tilewright.server.edge.responses import json_response, problem_responses
from tilewright.server.guests import LIFETIME, Guest
from tilewright.server.problems import NotFound, Unauthenticated
from tilewright.server.service import Service

_bearer = HTTPBearer(auto_error=False, description="the token from POST /api/v1/guests")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="set by POST /api/v1/guests, for browsers")

NAMELESS = messages.GuestRequest()


def service_of(request: Request) -> Service:
    return request.app.state.service


async def caller(request: Request) -> Guest:
    """The guest who asks, known by token or cookie."""
    token, _ = token_of(request.scope)
    return await service_of(request).guests.authenticate(token)


async def sitter(request: Request) -> Guest:
    """The guest who asks, with their current name: another worker may have renamed them."""
    token, _ = token_of(request.scope)
    return await service_of(request).guests.authenticate(token, refresh=True)


async def anybody(request: Request) -> Guest | None:
    """The guest who asks, or None without a token. An unknown token is refused."""
    token, _ = token_of(request.scope)
    return None if token is None else await service_of(request).guests.authenticate(token)


def address_of(request: Request) -> str:
    """The address that a request comes from, as trusted proxies report it."""
    return request.client.host if request.client else "local"


TheService = Annotated[Service, Depends(service_of)]
Caller = Annotated[Guest, Depends(caller)]
Sitter = Annotated[Guest, Depends(sitter)]
Anybody = Annotated[Guest | None, Depends(anybody)]
TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{16}$")]
Since = Annotated[int, Query(ge=0, le=messages.MOST_SEQ)]
AtSeq = Annotated[int | None, Query(ge=0, le=messages.MOST_SEQ)]
RuleSetName = Annotated[str, Query(max_length=40)]
AUTHENTICATION = [Depends(_bearer), Depends(_cookie)]


def declared(model: Any, *refused: int, tag: str) -> dict[str, Any]:
    """What OpenAPI says of a route: its answer, its problems, and whether it knows the caller."""
    known = AUTHENTICATION if Unauthenticated.status in refused else []
    return {"response_model": model, "responses": problem_responses(*refused), "dependencies": known, "tags": [tag]}


health = APIRouter()
api = APIRouter(prefix="/api/v1")


@health.get("/healthz", **declared(messages.Health, tag="operating"))
async def healthz(service: TheService) -> Response:
    """Whether moves can be stored, what is compiled, and how busy the thinkers are. 503 when moves cannot be stored."""
    read_only = service.store.writer.read_only
    status = "closing" if service.hub.closing.is_set() else "read_only" if read_only else "ok"
    data = {
        "status": status,
        "version": __version__,
        "ready": service.readiness.by_rule_set(),
        "thinking": {
            "processes": service.thinking.processes,
            "running": service.thinking.running,
            "waiting": service.thinking.waiting,
        },
        "database": service.store.engine.dialect.name,
    }
    return json_response(data, 200 if status == "ok" else 503)


@api.get("/rule-sets", **declared(list[messages.RuleSetInfo], tag="what there is"))
async def rule_sets(service: TheService) -> Response:
    """All rule sets, and whether each can be played yet."""
    from tilewright import games

    ready = service.readiness.by_rule_set()
    return json_response(
        [
            {
                "id": one.id,
                "title": one.title,
                "room": one.room,
                "players": list(one.players),
                "year": one.year,
                "designer": one.designer,
                "summary": one.summary,
                "options": [
                    {"name": option.name, "meaning": option.meaning, "default": option.default}
                    for option in one.options
                ],
                "ready": ready[one.id],
            }
            for one in games.rule_sets()
        ]
    )


@api.get("/readiness", **declared(dict[str, messages.Preparation], tag="what there is"))
async def readiness(service: TheService, waiting: RuleSetName | None = None) -> Response:
    """How far each rule set is compiled. The one named by ``waiting`` is compiled first."""
    if waiting is not None:
        service.readiness.wait_for(waiting)
    return json_response(await asyncio.to_thread(service.readiness.progress))


@api.get("/opponents", **declared(list[messages.Opponent], 404, tag="what there is"))
async def opponents(
    service: TheService, rule_set: RuleSetName = "classic", language: messages.Language = "en"
) -> Response:
    """All computer opponents, the weakest level first, and how each plays this rule set."""
    from tilewright.server.seats import opponents as listed

    try:
        with speaking(language):
            return json_response(listed(service.settings.engines, rule_set))
    except UnknownRuleSet as bad:
        raise NotFound(str(bad)) from None


@api.post("/guests", status_code=201, **declared(messages.NewGuest, 403, tag="guests"))
async def new_guest(
    request: Request, service: TheService, body: Annotated[messages.GuestRequest, Body()] = NAMELESS
) -> Response:
    """Become a guest. Keep the token: it is the only proof of who you are."""
    service.limits.count(limits.GUESTS, address_of(request))
    guest, token = await service.guests.create(body.name)
    response = json_response({"id": guest.id, "name": guest.name, "token": token}, 201)
    set_cookie(response, request, token)
    return response


def set_cookie(response: Response, request: Request, token: str) -> None:
    """Give a browser its token, for as long as an unused token lasts."""
    origins = service_of(request).settings.origins
    is_secure = request.url.scheme == "https" or any(origin.startswith("https:") for origin in origins)
    response.set_cookie(COOKIE, token, max_age=LIFETIME // 1000, httponly=True, samesite="strict", secure=is_secure)


def renewed(response: Response, request: Request) -> Response:
    """The same answer, with a browser's cookie renewed for another year, as its token is."""
    token, by_cookie = token_of(request.scope)
    if token and by_cookie:
        set_cookie(response, request, token)
    return response


@api.get("/guests/me", **declared(messages.Guest, 401, tag="guests"))
async def me(request: Request, guest: Caller) -> Response:
    """Who you are."""
    return renewed(json_response({"id": guest.id, "name": guest.name}), request)


@api.delete("/guests/me/token", status_code=204, **declared(None, 401, 403, tag="guests"))
async def end_token(request: Request, service: TheService, guest: Caller) -> Response:
    """End your token: nobody can be this guest any more, and its seats stay empty. Other workers know in a minute."""
    token, _ = token_of(request.scope)
    await service.guests.revoke_token(guest, token or "")
    response = Response(status_code=204)
    response.delete_cookie(COOKIE)
    return response


@api.post("/guests/me", **declared(messages.Guest, 401, tag="guests"))
async def rename_me(request: Request, service: TheService, guest: Sitter, body: messages.GuestRequest) -> Response:
    """Change your name, also at tables whose games are not over. A name that was given to a seat there stays."""
    service.limits.count(limits.GUESTS, guest.id)
    token, _ = token_of(request.scope)
    renamed = await service.rename(guest, token or "", body.name)
    return json_response({"id": renamed.id, "name": renamed.name})


@api.get("/tables", **declared(messages.TableList, 401, tag="tables"))
async def my_tables(
    request: Request, service: TheService, guest: Caller, before: Annotated[str | None, Query(max_length=40)] = None
) -> Response:
    """The tables you sit at: those that wait for you first, then the last changed."""
    return renewed(json_response(await service.table_queries.tables_of(guest, before)), request)


@api.post("/tables", status_code=201, **declared(messages.TableOpened, 401, 403, 404, tag="tables"))
async def open_table(service: TheService, guest: Sitter, body: messages.TableRequest) -> Response:
    """Open a table. The game begins when no seat is open any more."""
    service.limits.count(limits.TABLES, guest.id)
    return json_response(await service.table_commands.open(guest, body), 201)


@api.post("/tables/{table}/seats/{seat}", **declared(messages.Joined, 401, 403, 404, 409, tag="tables"))
async def join(
    service: TheService,
    guest: Sitter,
    table: TableId,
    seat: Annotated[int, Path(ge=0, le=3)],
    body: messages.JoinRequest,
) -> Response:
    """Take an open seat with an invitation."""
    return json_response(await service.table_commands.join(table, seat, guest, body.invitation))


@api.get("/tables/{table}", **declared(messages.TableView, 401, 403, 404, tag="tables"))
async def view(
    service: TheService,
    guest: Anybody,
    table: TableId,
    since: Since = 0,
    seat: Annotated[int | None, Query(ge=0, le=3)] = None,
    at: AtSeq = None,
    language: messages.Language = "en",
) -> Response:
    """The table as you may see it, with everything that happened since the number you name.

    With ``at``, ``position`` is the one after that entry of the log, and nothing can be chosen.

    Anyone who knows a table's id may watch; what only one seat knows is shown to that seat alone.
    """
    with speaking(language):
        return json_response(await service.table_queries.view(table, guest, since, seat, at))


@api.get("/tables/{table}/text", **declared(messages.TableText, 401, 404, tag="tables"))
async def text(
    service: TheService,
    guest: Anybody,
    table: TableId,
    at: AtSeq = None,
    language: messages.Language = "en",
) -> Response:
    """The whole table in sentences, now or after an entry of the log."""
    with speaking(language):
        return json_response(await service.table_queries.sentences(table, guest, at))


@api.get("/tables/{table}/evaluation", **declared(messages.Evaluation, 401, 404, 409, tag="tables"))
async def evaluation(request: Request, service: TheService, guest: Anybody, table: TableId) -> Response:
    """What each seat may expect now, where the table's aids allow it."""
    return json_response(await service.opponents.evaluation(table, guest, address_of(request)))


@api.post("/tables/{table}/choices", **declared(messages.Choices, 401, 403, 404, 409, tag="tables"))
async def choices(
    service: TheService,
    guest: Caller,
    table: TableId,
    body: messages.ChoicesRequest,
    language: messages.Language = "en",
) -> Response:
    """The next part of a move: what can be chosen, where it lies, and why the rest cannot be."""
    with speaking(language):
        return json_response(await service.table_queries.choices(table, guest, body))


@api.post("/tables/{table}/commands", **declared(messages.Accepted, 401, 403, 404, 409, tag="tables"))
async def command(
    service: TheService,
    guest: Caller,
    table: TableId,
    body: Annotated[messages.AnyCommand, Body()],
    language: messages.Language = "en",
) -> Response:
    """Act at a table. An answer means that the command was checked, stored and flushed to disk."""
    service.limits.count(limits.COMMANDS, guest.id)
    with speaking(language):
        return json_response({"seq": await execute(service, guest, table, body)})


async def execute(service: Service, guest: Guest, table: str, command: messages.AnyCommand) -> int:
    """Execute a command that came by HTTP or by WebSocket; return its number in the log."""
    if isinstance(command, messages.Hint):
        service.limits.count(limits.HINTS, guest.id)
        return await service.opponents.hint(table, guest, command)
    return await service.table_commands.execute(table, guest, command)


@api.get(
    "/tables/{table}/record",
    response_model=dict[str, Any],
    responses={**problem_responses(401, 404, 409), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    dependencies=AUTHENTICATION,
    tags=["tables"],
)
async def record(
    service: TheService,
    guest: Anybody,  # noqa: ARG001 - a bad token is refused
    table: TableId,
    form: Literal["json", "plain"] = "json",
) -> Response:
    """The game as a record (docs/record.md), in JSON or plain text. Of a game with secrets, only when it is over."""
    from tilewright.records.plain import write_plain
    from tilewright.records.record import write_json

    found = await service.table_queries.record(table)
    if form == "plain":
        return Response(write_plain(found), media_type="text/plain")
    return Response(write_json(found), media_type="application/json")


@api.post("/tables/{table}/review", **declared(review_messages.Review, 401, 404, 409, tag="tables"))
async def review(
    request: Request,
    service: TheService,
    guest: Anybody,
    table: TableId,
    body: review_messages.ReviewRequest,
    language: messages.Language = "en",
) -> Response:
    """Every move beside the best one, as far as they are graded. Each request keeps the review going.

    Anyone who can see a finished game's record can have it reviewed. A game that is being played can be reviewed
    only by somebody who plays it alone against computers, where hints are allowed.
    """
    with speaking(language):
        return json_response(await service.reviews.poll(table, guest, address_of(request), body))


@api.get(
    "/tables/{table}/live",
    status_code=426,
    response_model=messages.ProblemView,
    responses={
        **problem_responses(),
        200: {"model": messages.LiveFrame, "description": "the frames that this WebSocket sends"},
    },
    tags=["tables"],
)
async def live_needs_upgrade(table: TableId) -> Response:  # noqa: ARG001 - part of the address
    """A WebSocket: send commands as text frames, get frames of views or events. Resumes from any ``?since=SEQ``."""
    return json_response(
        {
            "type": "urn:tilewright:problem:upgrade_required",
            "title": "Upgrade Required",
            "status": 426,
            "detail": "this address needs a WebSocket",
            "code": "upgrade_required",
        },
        426,
    )


@api.post("/analysis", **declared(messages.Analysis, 401, 403, 409, tag="analysis"))
async def analysis(service: TheService, guest: Caller, body: messages.AnalysisRequest) -> Response:
    """What every move of a position is worth, best first."""
    from tilewright.server.parse_requests import parse_position

    service.limits.count(limits.ANALYSES, guest.id)
    position = await asyncio.to_thread(parse_position, body.position, service.readiness.expect_ready)
    thought = await service.opponents.analyse(guest, position, body)
    return json_response(
        {
            "candidates": thought.candidates,
            "variation": thought.variation,
            "badge": thought.badge,
            "band": thought.band,
            "positions": thought.positions,
        }
    )


@api.post("/positions", **declared(messages.TriedPosition, 401, 403, 409, tag="analysis"))
async def positions(
    service: TheService, guest: Caller, body: messages.PositionRequest, language: messages.Language = "en"
) -> Response:
    """An analysis board: a position after some moves, what each of them did, and what can be chosen next."""
    from tilewright.server.sandbox import try_moves

    service.limits.count(limits.TRIALS, guest.id)
    with speaking(language):
        return json_response(await asyncio.to_thread(try_moves, body, service.readiness.expect_ready))
