"""HTTP responses: JSON written by msgspec, and problems as in RFC 9457."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import Response
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from starlette.exceptions import HTTPException

from tilewright.server.edge.not_found import is_for_people, not_found_page
from tilewright.server.limits import BODY_BYTES
from tilewright.server.messages import BAD_NAME, ProblemView
from tilewright.server.problems import BadName, BadRequest, NotFound, NotReady, Problem, TooLarge

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, WebSocket
    from pydantic import ValidationError

_encoder = msgspec.json.Encoder()
PROBLEM = "application/problem+json"
JSON = "json_invalid"
"""The validator's type of error for a message that is not JSON."""


def encode(data: Any) -> bytes:
    return _encoder.encode(data)


def json_response(data: Any, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json")


def problem_data(problem: Problem, status: int | None = None) -> dict[str, Any]:
    status = status or problem.status
    return {
        "type": f"urn:tilewright:problem:{problem.code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(problem),
        "code": problem.code,
        **problem.more,
    }


def problem_response(problem: Problem, status: int | None = None) -> Response:
    data = problem_data(problem, status)
    headers = {"Retry-After": str(problem.more["retry_after"])} if "retry_after" in problem.more else {}
    if data["status"] == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    return Response(encode(data), data["status"], headers, media_type=PROBLEM)


def problem_from_validation(errors: list[Any], body: Any = None) -> Problem:
    """The first error in a message, with a JSON pointer to it."""
    first = errors[0]
    path = [part for part in first.get("loc", ()) if part != "body"]
    where = _inside(body, path, is_missing=first.get("type") == "missing") if body is not None else path
    pointer = "".join(f"/{part}" for part in where)
    problem = BadName if first.get("type") == BAD_NAME else BadRequest
    return problem(f"{first.get('msg', 'not understood')}", where="/" if first.get("type") == JSON else pointer)


def _inside(body: Any, path: list[Any], *, is_missing: bool) -> list[Any]:
    """The parts of a path that exist in the message: the validator's path also names the types it tried."""
    found = []
    for number, part in enumerate(path):
        is_key = isinstance(body, dict) and part in body
        if is_key or (isinstance(body, list) and isinstance(part, int) and part < len(body)):
            body = body[part]
            found.append(part)
        elif is_missing and number == len(path) - 1:
            found.append(part)
    return found


def problem_from_pydantic(bad: ValidationError, body: Any) -> Problem:
    return problem_from_validation(bad.errors(include_url=False, include_context=False, include_input=False), body)


def add_handlers(app: FastAPI) -> None:
    """Answer every failure of a request with a problem that says why."""

    async def handle_problem(request: Request, bad: Exception) -> Response:
        if isinstance(bad, NotFound) and is_for_people(request):
            return not_found_page(request)
        if isinstance(bad, NotReady):
            return not_ready_response(request, bad)
        return problem_response(bad if isinstance(bad, Problem) else Problem(str(bad)))

    async def invalid(_: Request, bad: Exception) -> Response:
        if not isinstance(bad, RequestValidationError):
            return problem_response(problem_from_validation([{}]))
        in_body = bad.body if any("body" in error["loc"] for error in bad.errors()[:1]) else None
        return problem_response(problem_from_validation(list(bad.errors()), in_body))

    async def denied(socket: WebSocket, bad: Exception) -> None:
        if isinstance(bad, WebSocketRequestValidationError):
            await socket.send_denial_response(problem_response(problem_from_validation(list(bad.errors()))))

    async def http(request: Request, bad: Exception) -> Response:
        status = bad.status_code if isinstance(bad, HTTPException) else 500
        if status == HTTPStatus.NOT_FOUND and is_for_people(request):
            return not_found_page(request)
        if status == TooLarge.status:
            return problem_response(TooLarge(f"at most {BODY_BYTES} bytes"))
        problem = Problem(HTTPStatus(status).phrase)
        problem.code = HTTPStatus(status).name.lower()
        response = problem_response(problem, status)
        if isinstance(bad, HTTPException) and bad.headers:
            response.headers.update(bad.headers)
        return response

    async def broken(_: Request, bad: Exception) -> Response:  # noqa: ARG001 - it is in the log; callers do not see internals
        problem = NotReady("something went wrong in the server; its log says what", retry_after=5)
        problem.code = "internal"
        return problem_response(problem, 500)

    app.add_exception_handler(Problem, handle_problem)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(WebSocketRequestValidationError, denied)
    app.add_exception_handler(HTTPException, http)
    app.add_exception_handler(Exception, broken)


def not_ready_response(request: Request, problem: NotReady) -> Response:
    """Compile the requested game first. A client that prefers to wait gets 202 instead of an error (RFC 7240)."""
    if "rule_set" in problem.more:
        request.app.state.service.readiness.ask_for(problem.more["rule_set"])
    waits = "respond-async" in request.headers.get("prefer", "")
    return problem_response(problem, HTTPStatus.ACCEPTED if waits else None)


def problem_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems of a route for OpenAPI, including those that every route can answer with."""
    return {
        status: {"model": ProblemView, "content": {PROBLEM: {}}, "description": HTTPStatus(status).phrase}
        for status in sorted({*statuses, 400, 408, 413, 421, 422, 429, 500, 503})
    }
