"""The clients of `make bench-server` never hit the limits that are meant for people."""

from pathlib import Path

import pytest

from paddock.server.limits import LIMITS, Limit, Rate
from tests.server.inside import serving
from tests.server.stores import sqlite
from tools.bench_server.paddock import Server, stored

pytestmark = pytest.mark.anyio


class Running(Server):
    """A running server, as the benchmark sees it."""

    def __init__(self, address: str) -> None:
        self.port = int(address.rpartition(":")[2])


async def test_starting_matches_stays_within_the_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However fast the machine: here each device and each address may do everything once only."""
    once = Rate(1e-9, 1)
    for what in LIMITS:
        monkeypatch.setitem(LIMITS, what, Limit(device=once, address=once))
    async with serving(tmp_path) as (rooms, address):
        tables = await stored(sqlite(tmp_path), 5)
        await Running(address).begin(tables)
        status = [(await rooms.store.tables.get(table.id)).status for table in tables]  # type: ignore[union-attr]  # they are all there
        assert status == ["playing"] * 5
