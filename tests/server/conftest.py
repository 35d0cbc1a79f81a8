"""What tests of the server share: real databases and Redis, and how `async def` tests are run.

An `async def` test or fixture is run by anyio's plugin for pytest (anyio comes with Litestar) once
its module says `pytestmark = pytest.mark.anyio`; test and fixtures share one event loop, asyncio's.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest

from paddock.server.store import Store
from tests.server.process import ServerProcess
from tests.server.servers import Postgres, running_redis
from tests.server.stores import opened


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The one event loop that the server runs on."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server of this process's own."""
    server = Postgres()
    with server.running():
        yield server


@pytest.fixture(scope="session")
def postgres_url(postgres: Postgres) -> str:
    """The superuser's URL of that server."""
    return postgres.url()


NUMBERS = itertools.count(1)
# Connections left behind must hold no lock. Deleting a table deletes all that belongs to it.
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
    """One database that has the schema already."""

    async def migrated(url: str) -> None:
        async with opened(url):
            pass

    with postgres.database("kept") as url:
        asyncio.run(migrated(url))
        yield url


@pytest.fixture
async def empty_postgres(_kept_postgres: str) -> str:
    """A database with the schema and no row: to make it anew takes ten times as long."""
    connection = await asyncpg.connect(_kept_postgres)
    await connection.execute(EMPTY)
    await connection.close()
    return _kept_postgres


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis server of this process's own."""
    with running_redis() as url:
        yield url


def _database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new file, or the database of the fixture that the parameter names."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'paddock.db'}"
    url: str = request.getfixturevalue(request.param)
    return url


# A new empty database of each kind, by URL.
database = pytest.fixture(params=["sqlite", "fresh_postgres"], ids=["sqlite", "postgres"])(
    _database
)
# One of each kind that holds nothing, for tests that leave its schema alone.
empty_database = pytest.fixture(params=["sqlite", "empty_postgres"], ids=["sqlite", "postgres"])(
    _database
)


@pytest.fixture
async def store(empty_database: str) -> AsyncIterator[Store]:
    """An open store on an empty database of each kind."""
    async with opened(empty_database) as store:
        yield store


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where one server answers for all tests that leave it as it was."""
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(f"sqlite:///{folder / 'paddock.db'}") as server:
        yield server.address
        assert "Traceback" not in server.errors, server.errors


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One for all tests of a module, who leave it as it was."""
    folder = tmp_path_factory.mktemp("server")
    with ServerProcess(f"sqlite:///{folder / 'paddock.db'}") as running:
        yield running


@pytest.fixture(scope="session")
def two_servers(postgres: Postgres) -> Iterator[tuple[str, str]]:
    """Where two servers of one database answer, for tests that leave them as they were.

    Such a test is marked `xdist_group("two servers")`, so that they are started once. Their Redis
    is their own: others count who listens to theirs.
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
