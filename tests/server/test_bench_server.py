"""The clients of `make bench-server` never meet the limits that are meant for people."""

from pathlib import Path

import pytest

from paddock.server.limits import LIMITS, Limit, Rate
from tests.server.inside import serving
from tools.bench_server import Server, begin, stored

pytestmark = pytest.mark.anyio


class Running(Server):
    """The benchmark's view of a server that runs already."""

    def __init__(self, address: str) -> None:
        self.port = int(address.rpartition(":")[2])


async def test_starts_are_within_limits_on_the_quickest_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each device and each address may ask for one thing here, and never again."""
    once = Rate(1e-9, 1)
    for what in LIMITS:
        monkeypatch.setitem(LIMITS, what, Limit(device=once, address=once))
    async with serving(tmp_path) as (house, address):
        tables = await stored(f"sqlite:///{tmp_path / 'paddock.db'}", 5)
        await begin(Running(address), tables)
        status = [(await house.store.tables.get(table.id)).status for table in tables]  # type: ignore[union-attr]  # they are all there
        assert status == ["playing"] * 5
