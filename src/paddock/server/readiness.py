"""Whether a command could be stored now, found out by storing something.

However many requests ask, there is one attempt at a time, and its answer holds for a second. No
request waits long: a database that does not answer is not ready.
"""

import asyncio
from time import monotonic

from paddock.server.server_log import server_log
from paddock.server.store import Store, Unavailable

FRESH_SECONDS = 1.0  # that an answer holds
ANSWER_SECONDS = 2.0  # until a database that does not answer counts as not ready


class Readiness:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._attempt: asyncio.Task[bool] | None = None
        self._began = self._ended = 0.0
        self._was = True

    async def ready(self) -> bool:
        attempt = self._current()
        left = self._began + ANSWER_SECONDS - monotonic()
        await asyncio.wait({attempt}, timeout=max(left, 0.0))
        ready = attempt.done() and attempt.result()
        if ready != self._was:
            self._was = ready
            server_log.warning("ready" if ready else "not_ready")
        return ready

    def _current(self) -> asyncio.Task[bool]:
        """The running or last attempt, or a new one if that is too old."""
        last, now = self._attempt, monotonic()
        if last is None or (last.done() and now - self._ended >= FRESH_SECONDS):
            self._began = now
            last = self._attempt = asyncio.create_task(self._tried(), name="readiness")
        return last

    async def _tried(self) -> bool:
        try:
            await self._store.devices.try_adding()
        except Unavailable:
            return False
        else:
            return self._store.appender.alive
        finally:
            self._ended = monotonic()
