"""A thread with its own event loop, for all access to the database.

On the main loop, each round trip to the database would queue behind everyone's messages, five or
six times for one commit.
"""

import asyncio
from collections.abc import Coroutine
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


class DatabaseThread:
    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = Thread(target=self.loop.run_forever, name="database", daemon=True)
        self._under_way: set[asyncio.Future[Any]] = set()
        self._thread.start()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run the work to its end, even if the caller is cancelled.

        A connection abandoned between two statements would keep its transaction and its locks.
        """
        done = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.loop))
        self._under_way.add(done)
        done.add_done_callback(self._under_way.discard)
        return await asyncio.shield(done)

    async def settled(self) -> None:
        """Wait until all work is done, including work whose caller was cancelled."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def close(self) -> None:
        await self.settled()
        self.loop.call_soon_threadsafe(self.loop.stop)
        await asyncio.to_thread(self._thread.join)
        self.loop.close()
