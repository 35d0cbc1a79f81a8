"""A fair lock that threads and tasks share: those who have waited longest come first."""

import asyncio
from collections import deque
from concurrent.futures import Future
from threading import Lock


class FairLock:
    def __init__(self) -> None:
        self._lock = Lock()
        self._taken = False
        self._waiting: deque[Future[None]] = deque()

    def __enter__(self) -> None:
        self._queue().result()

    def __exit__(self, *_: object) -> None:
        self._pass_on()

    async def __aenter__(self) -> None:
        turn = self._queue()
        try:
            await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            if not turn.cancel():  # it had come already
                self._pass_on()
            raise

    async def __aexit__(self, *_: object) -> None:
        self._pass_on()

    def _queue(self) -> Future[None]:
        turn: Future[None] = Future()
        with self._lock:
            if self._taken:
                self._waiting.append(turn)
                return turn
            self._taken = True
        turn.set_result(None)
        return turn

    def _pass_on(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._taken = False
                    return
                turn = self._waiting.popleft()
            if turn.set_running_or_notify_cancel():
                turn.set_result(None)
                return
