"""The server inside the test's own process, on a real port, so that a test can look into it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from paddock.server.app import Server, Settings, bound
from paddock.server.bell import LocalBell
from paddock.server.house import House
from paddock.server.room import Room
from tests.server.stores import opened


class Unheard(LocalBell):
    """The bell of one process of several, which hears nothing of the others."""

    alone = False


async def room_of(house: House, table: str) -> Room:
    room = await house.room(table)
    assert room is not None
    return room


@asynccontextmanager
async def serving(
    folder: Path, pace: float = 0.0, settings: Settings | None = None
) -> AsyncIterator[tuple[House, str]]:
    """A house, and the address where it is served."""
    async with opened(f"sqlite:///{folder / 'paddock.db'}") as store:
        bell = LocalBell()
        settings = settings or Settings(port=0)
        house = House(store, bell, pace, settings.heartbeat)
        listening = bound(settings)
        host, port = listening.getsockname()
        server = Server(settings, house)
        async with house.opened():
            running = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.001)
            try:
                yield house, f"http://{host}:{port}"
            finally:
                server.should_exit = True
                await running
        await bell.close()
