"""Fixtures of the server's tests: databases, Redis and servers, all of them real.

anyio's pytest plugin (anyio comes with Litestar) runs the `async def` tests and fixtures of modules
with `pytestmark = pytest.mark.anyio`; a test and its fixtures share one asyncio event loop.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import pytest

from paddock.server.store import Store
from tests.server.process import ServerProcess
from tests.server.servers import Postgres, running_redis
from tests.server.stores import opened, sqlite


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop of the server."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for this pytest process."""
    server = Postgres()
    with server.running():
        yield server


NUMBERS = itertools.count(1)
# Ends connections that were left behind, so that they hold no lock. Deleting a table deletes
# everything that belongs to it.
EMPTY = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid != pg_backend_pid();
DELETE FROM devices;
DELETE FROM tables
"""


@pytest.fixture
def fresh_postgres(postgres: Postgres) -> Iterator[str]:
    """A new empty database on it."""
    with postgres.database(f"test_{next(NUMBERS)}") as url:
        yield url


@pytest.fixture(scope="session")
def _kept_postgres(postgres: Postgres) -> Iterator[str]:
    """A database that already has the schema."""

    async def migrated(url: str) -> None:
        async with opened(url):
            pass

    with postgres.database("kept") as url:
        asyncio.run(migrated(url))
        yield url


@pytest.fixture
async def empty_postgres(_kept_postgres: str) -> str:
    """A database with the schema and no rows: making a new one takes ten times as long."""
    connection = await asyncpg.connect(_kept_postgres)
    await connection.execute(EMPTY)
    await connection.close()
    return _kept_postgres


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis server for this pytest process."""
    with running_redis() as url:
        yield url


def _database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new file, or the database of the fixture that the parameter names."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    url: str = request.getfixturevalue(request.param)
    return url


IDS = ["sqlite", "postgres"]
# The URLs of a new database of each kind.
database = pytest.fixture(params=["sqlite", "fresh_postgres"], ids=IDS)(_database)
# The same with a database that has no rows, for tests that do not change its schema.
empty_database = pytest.fixture(params=["sqlite", "empty_postgres"], ids=IDS)(_database)


@pytest.fixture
async def store(empty_database: str) -> AsyncIterator[Store]:
    """An open store on an empty database of each kind."""
    async with opened(empty_database) as store:
        yield store


@pytest.fixture
async def sqlite_store(tmp_path: Path) -> AsyncIterator[Store]:
    """An open store in a new file."""
    async with opened(sqlite(tmp_path)) as store:
        yield store


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one server for all tests that do not change it."""
    with ServerProcess(sqlite(tmp_path_factory.mktemp("server"))) as server:
        yield server.address
        assert "Traceback" not in server.errors, server.errors


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """One server for all tests of a module; the module's `SERVER` says with which arguments."""
    more = getattr(request.module, "SERVER", {})
    with ServerProcess(sqlite(tmp_path_factory.mktemp("server")), **more) as running:
        yield running


@pytest.fixture(scope="session")
def two_servers(postgres: Postgres) -> Iterator[tuple[str, str]]:
    """The addresses of two servers on one database, for tests that do not change them.

    Such a test is marked `xdist_group("two servers")`, so that the servers start only once. They
    have a Redis of their own, because other tests count who listens to theirs.
    """
    with (
        postgres.database("two_servers") as url,
        running_redis() as redis,
        ServerProcess(url, redis=redis) as here,
        ServerProcess(url, redis=redis) as there,
    ):
        yield here.address, there.address
        for server in (here, there):
            assert "Traceback" not in server.errors, server.errors
