"""The threads that bots think in, so that the event loop can serve everyone else."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import SystemRandom
from typing import Any

from paddock.bots import policy
from paddock.kernel.game import Answer, Policy, Turn, chosen
from paddock.server.room import Room

THINKERS = 2


class BotThreads:
    def __init__(self) -> None:
        self._policies: dict[str, dict[str, Policy[Any, Any]]] = {}  # by table and name
        self._rng = SystemRandom()
        self._threads = ThreadPoolExecutor(THINKERS, thread_name_prefix="bot")

    async def choice(self, room: Room, turn: Turn[Any], name: str) -> Answer:
        assert room.match is not None
        known, state = self._policies.setdefault(room.id, {}), room.match.state

        def think() -> Answer:
            """Runs in a thread. The bot is made here too, once per table, because that is slow.

            A table's seats can share it: policies have no state, and one seat thinks at a time.
            """
            if name not in known:
                known[name] = policy(room.game, name)
            command: Answer = chosen(room.game, state, turn, known[name], self._rng)
            return command

        return await asyncio.get_running_loop().run_in_executor(self._threads, think)

    def forget(self, table: str) -> None:
        self._policies.pop(table, None)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
