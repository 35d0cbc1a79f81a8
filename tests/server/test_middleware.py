"""The headers of every answer, and who may read the server's metrics."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

EVERY = (
    ("GET", "/health", 200),
    ("GET", "/metrics", 200),
    ("GET", "/api/games", 200),
    ("GET", "/api/games/royal-turf/rules", 200),
    ("GET", "/api/tables/mine", 200),
    ("GET", "/api/schema/openapi.json", 200),
    ("POST", "/api/devices", 201),
    ("POST", "/api/tables", 400),
    ("GET", "/api/nothing", 404),
    ("PUT", "/api/tables", 405),
)


@pytest.fixture
async def http(server: ServerProcess) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server.address, timeout=30, verify=False) as asks:
        yield asks


async def test_answers_are_neither_sniffed_nor_cached(http: httpx.AsyncClient) -> None:
    """Nor are refusals: no browser takes JSON for a page, and no cache keeps a token."""
    for method, path, status in EVERY:
        answer = await http.request(method, path)
        assert answer.status_code == status, path
        assert answer.headers.get_list("x-content-type-options") == ["nosniff"], path
        assert answer.headers.get_list("cache-control") == ["no-store"], path


async def test_a_page_has_its_own_caching_rule(http: httpx.AsyncClient) -> None:
    """The general one does not override it."""
    answer = await http.get("/")
    assert answer.headers.get_list("cache-control") == ["no-cache"]
    assert answer.headers.get_list("x-content-type-options") == ["nosniff"]


@pytest.mark.parametrize("path", ["/", "/health", "/api/games", "/api/nothing"])
async def test_head_is_get_without_a_body(http: httpx.AsyncClient, path: str) -> None:
    """Monitoring often asks like that."""
    got, headed = await http.get(path), await http.head(path)
    assert headed.status_code == got.status_code
    assert headed.content == b""
    for name in ("content-type", "content-length", "cache-control"):
        assert headed.headers[name] == got.headers[name]


async def test_metrics_name_their_charset_once(http: httpx.AsyncClient) -> None:
    """The framework adds it to the content type."""
    answer = await http.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


@pytest.mark.parametrize(
    "header",
    [
        {"X-Forwarded-For": "198.51.100.7"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-Proto": "https"},
        {"X-Real-IP": "198.51.100.7"},
        {"Forwarded": "for=198.51.100.7"},
        {"Via": "1.1 proxy"},
    ],
    ids=json.dumps,
)
async def test_metrics_are_only_for_this_machine(
    http: httpx.AsyncClient, header: dict[str, str]
) -> None:
    """A proxy on this machine asks for somebody else, who finds nothing."""
    answer = await http.get("/metrics", headers=header)
    assert answer.status_code == 404
    assert "paddock_" not in answer.text
