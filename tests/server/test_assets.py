"""How the server delivers the browser client: addresses, headers, compression."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from paddock.server.assets import PAGES, UNBUILT, routes
from tests.server.inside import serving

ROOT = Path(__file__).parents[2]
PAGE = b"<!doctype html><title>Paddock</title>"
SCRIPT = b"export const turf = 'green';" * 20


def served(folder: Path) -> TestClient[Litestar]:
    return TestClient(Litestar(routes(folder), openapi_config=None))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    """Serves a page and a script, of which there is a compressed form."""
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (assets / "index-1a2b.js").write_bytes(SCRIPT)
    (assets / "index-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "made-from").write_text("secret")
    with served(tmp_path) as client:
        yield client


@pytest.mark.parametrize(
    "address", ["/", "/new", "/table/abc", "/rules/royal-turf", "/replay/abc/12", "/table/"]
)
def test_all_pages_of_the_client_are_one_page(client: TestClient[Litestar], address: str) -> None:
    """The client reads the address itself; browsers check each time for a newer version."""
    answer = client.get(address)
    assert (answer.status_code, answer.content) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "address",
    [
        *("/nowhere", "/made-from", "/index.html"),
        *("/assets/", "/assets/other.js", "/assets/index-1a2b.js.gz"),
        *("/assets/..%2fmade-from", "/assets/%2e%2e/made-from"),
    ],
)
def test_nothing_else_is_served(client: TestClient[Litestar], address: str) -> None:
    """Not even other files in the same folder."""
    assert client.get(address).status_code == 404


def test_a_file_may_be_cached_for_ever(client: TestClient[Litestar]) -> None:
    """Its name changes with its content."""
    answer = client.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert answer.content == SCRIPT
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("address", ["/", "/assets/index-1a2b.js"])
def test_pages_and_files_have_security_headers(client: TestClient[Litestar], address: str) -> None:
    """Against foreign and inline content, guessing of types, and referrers."""
    headers = client.get(address).headers
    policy = headers["content-security-policy"].split("; ")
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        *((accepted, "gzip") for accepted in ("gzip, deflate, br", "br, GZIP;q=0.5")),
        *((other, None) for other in ("gzip;q=0", "gzip; q=0.000", "br", "gzipped", "", ";;,=,q")),
    ],
)
def test_clients_that_accept_it_get_a_compressed_file(
    client: TestClient[Litestar], accepted: str, coding: str | None
) -> None:
    """As it was compressed when it was built."""
    answer = client.get("/assets/index-1a2b.js", headers={"Accept-Encoding": accepted})
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.content == SCRIPT  # the test's client has unpacked it


def test_without_a_build_the_page_says_how_to_make_one(tmp_path: Path) -> None:
    """The API works all the same."""
    with served(tmp_path) as client:
        answer = client.get("/")
        assert client.get("/assets/index.js").status_code == 404
    assert (answer.status_code, answer.text) == (503, UNBUILT)
    assert "make web" in answer.text


def test_client_and_server_know_the_same_pages() -> None:
    """The server answers everything that the client's router lists."""
    router = (ROOT / "web" / "src" / "router.svelte.ts").read_text(encoding="utf-8")
    listed = re.search(r"PAGES = \[(.*)\] as const", router)
    assert listed is not None
    assert re.findall(r'"([^"]*)"', listed[1]) == ["", *PAGES]


@pytest.mark.anyio
async def test_a_person_sees_a_page_where_nothing_is_found(tmp_path: Path) -> None:
    """With status 404; programs, and all who ask the API, get the reason as JSON."""
    async with serving(tmp_path) as (_, address), httpx.AsyncClient(base_url=address) as asks:
        person = {"Accept": "text/html,*/*;q=0.8"}
        lost = await asks.get("/nowhere/at/all", headers=person)
        assert lost.status_code == httpx.codes.NOT_FOUND
        assert lost.headers["content-type"].startswith("text/html") and "Paddock" in lost.text
        for path, headers in (("/nowhere", {}), ("/api/nowhere", person)):
            plain = await asks.get(path, headers=headers)
            assert plain.status_code == httpx.codes.NOT_FOUND
            assert plain.json()["code"] == "malformed"
