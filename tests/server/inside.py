"""The server inside the test's own process, on a real port, so that a test can look into it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from paddock.server.app import Server, Settings, bound
from paddock.server.room import Room
from paddock.server.rooms import Rooms
from paddock.server.wakeups import LocalWakeups
from tests.server.stores import opened


class LostWakeups(LocalWakeups):
    """As if there were other processes, from which no wake-up ever arrives."""

    alone = False


async def room_of(rooms: Rooms, table: str) -> Room:
    room = await rooms.room(table)
    assert room is not None
    return room


@asynccontextmanager
async def serving(
    folder: Path, pace: float = 0.0, settings: Settings | None = None, *, chores: bool = True
) -> AsyncIterator[tuple[Rooms, str]]:
    """The rooms of a server, and its address. Without chores it only answers requests, so that a
    test can count what a request costs."""
    async with opened(f"sqlite:///{folder / 'paddock.db'}") as store:
        wakeups = LocalWakeups()
        settings = settings or Settings(port=0)
        rooms = Rooms(store, wakeups, pace, settings.heartbeat)
        listening = bound(settings)
        host, port = listening.getsockname()
        server = Server(settings, rooms)
        async with AsyncExitStack() as stack:
            if chores:
                await stack.enter_async_context(rooms.opened())
            else:
                stack.push_async_callback(rooms.drivers.close)
            running = asyncio.create_task(server.serve([listening]))
            while not server.started:
                await asyncio.sleep(0.001)
            try:
                yield rooms, f"http://{host}:{port}"
            finally:
                server.should_exit = True
                await running
        await wakeups.close()
