"""The HTTP API, tried with requests that its own description allows, and with others."""

from inspect import signature
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from paddock import __version__
from paddock.server.socket import table_socket
from paddock.wire.schema import QUERY, asyncapi
from tests.server.process import ServerProcess

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
AnyCase = Case[Any]
AnyOperation = APIOperation[Any, Any, Any, Any]
EXAMPLES, MANY_EXAMPLES = 8, 400  # of each operation, and of each mode


def may_be_wrong(operation: AnyOperation) -> bool:
    """Some operations accept anything: any part of a path is valid text."""
    given = [
        (each.location.value, each.definition["schema"]) for each in operation.iter_parameters()
    ]
    return bool(operation.body) or any(
        where != "path" or kind != {"type": "string"} for where, kind in given
    )


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_as_described(
    server: ServerProcess, mode: GenerationMode, long: bool
) -> None:
    """No crash, and no status, header or content that the description does not have."""
    with httpx.Client(base_url=server.address, trust_env=False) as http:
        token = http.post("/api/devices").json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        wanted = {"game": "royal-turf", "seats": [None, "punter"]}
        table = http.post("/api/tables", json=wanted, headers=headers).json()["table"]["id"]
        description = http.get("/api/schema/openapi.json").json()
    described = schemathesis.openapi.from_dict(description)
    described.config.update(base_url=server.address)
    asked: set[str] = set()
    for found in described.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not may_be_wrong(operation):
            continue

        @settings(
            max_examples=MANY_EXAMPLES if long else EXAMPLES,
            suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
        )
        @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
        def ask(case: AnyCase, real: bool) -> None:
            if real and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = table
            case.call_and_validate(headers=headers, checks=CHECKS)
            asked.add(case.operation.label)

        ask()
    assert len(asked) > (20 if mode is GenerationMode.POSITIVE else 3)
    assert '"event":"internal"' not in server.errors
    assert '"event":"crashed"' not in server.errors


def test_the_sockets_description_is_served(server: ServerProcess) -> None:
    """As JSON, for this version."""
    answer = httpx.get(f"{server.address}/api/schema/asyncapi.json", trust_env=False)
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == asyncapi(__version__)


def test_the_sockets_description_has_all_its_parameters() -> None:
    """Each that a client may pass, with its default: those of the handler with a default."""
    parameters = signature(table_socket.fn).parameters.values()
    passed = {each.name: each.default for each in parameters if each.default is not each.empty}
    assert {name: schema.get("default") for name, schema in QUERY.items()} == passed


def test_the_descriptions_need_no_other_site(server: ServerProcess) -> None:
    """They are JSON for programs; no page loads scripts from elsewhere."""
    for path in ("/api/schema", "/api/schema/openapi.json"):
        answer = httpx.get(f"{server.address}{path}", trust_env=False)
        assert answer.status_code == 404 or "json" in answer.headers["content-type"]
