"""The ground under the server's tests: what the fixtures promise."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
import redis.asyncio as redis
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.servers import PATIENCE

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.anyio


async def ask(url: str, sql: str) -> str:
    """The first value with which a PostgreSQL answers, if any."""
    engine = create_async_engine(make_url(url).set(drivername="postgresql+asyncpg"))
    try:
        async with engine.begin() as connection:
            result = await connection.execute(text(sql))
            return str(result.scalar()) if result.returns_rows else ""
    finally:
        await engine.dispose()


async def test_a_database_is_real_and_durable(postgres_url: str) -> None:
    """PostgreSQL itself answers, and keeps what it commits."""
    assert int(await ask(postgres_url, "SHOW server_version_num")) >= 150000
    assert await ask(postgres_url, "SHOW fsync") == "on"
    assert await ask(postgres_url, "SHOW synchronous_commit") == "on"


@pytest.mark.parametrize("turn", [1, 2])
async def test_a_database_is_new(turn: int, fresh_postgres: str) -> None:
    """What one test wrote, the next does not see."""
    assert await ask(fresh_postgres, "SELECT to_regclass('mark')") == "None"
    await ask(fresh_postgres, "CREATE TABLE mark ()")


async def test_redis_keeps_nothing(redis_url: str) -> None:
    """It answers, and would write nothing to disk."""
    async with redis.from_url(redis_url, decode_responses=True) as client:
        assert await client.config_get("save", "appendonly") == {"save": "", "appendonly": "no"}


def test_no_server_outlives_its_tests() -> None:
    """Even when these are killed, and can clean up nothing."""
    program = (
        "from tests.server.servers import running_redis\n"
        "with running_redis() as url:\n"
        "    print(url, flush=True)\n"
        "    input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as tests:
        assert tests.stdout is not None
        port = int(tests.stdout.readline().split(":")[2].split("/")[0])
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            tests.kill()
            assert connection.recv(1) == b""
