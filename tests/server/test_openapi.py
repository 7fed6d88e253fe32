"""Strange requests of every kind, made from the OpenAPI page: no accident, no answer that is not declared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.listening import listening
from tilewright.puzzles.collection import collection
from tilewright.puzzles.puzzle import ID_LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterator

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 5  # for each route, beside those that schemathesis always tries

asked = schemathesis.pytest.from_fixture("page")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with listening(tmp_path_factory.mktemp("data")) as found:
        token = found.post("/guests", {"name": "Ann"})["token"]
        table = found.post("/tables", {"seats": ["me", "here"]}, token)["id"]
        yield found, token, table


@pytest.fixture
def page(server: Any) -> Any:
    return schemathesis.openapi.from_url(f"{server[0].address}/api/openapi.json")


@asked.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_no_request_is_an_accident(case: Any, server: Any) -> None:
    _, token, table = server
    if case.path_parameters and "table" in case.path_parameters and len(case.path_parameters["table"]) == 16:
        case.path_parameters["table"] = table
    if case.path_parameters and "puzzle" in case.path_parameters and len(case.path_parameters["puzzle"]) == ID_LENGTH:
        case.path_parameters["puzzle"] = collection("classic")[0].id
    if case.path.endswith("/guests/me/token"):
        token = server[0].post("/guests", {})["token"]  # its own, since it ends
    case.call_and_validate(headers={"Authorization": f"Bearer {token}"}, checks=CHECKS)
