"""The event for one task behaves like asyncio's."""

import asyncio
from contextlib import suppress

import pytest

from paddock.server.lone_event import LoneEvent

pytestmark = pytest.mark.anyio


async def test_a_set_event_does_not_wait() -> None:
    event = LoneEvent()
    event.set()
    assert event.is_set()
    await event.wait()
    event.clear()
    assert not event.is_set()


async def test_setting_it_wakes_the_task_once() -> None:
    event, woken = LoneEvent(), []

    async def wait() -> None:
        for number in range(2):
            await event.wait()
            woken.append(number)
            event.clear()

    waiting = asyncio.create_task(wait())
    for number in range(2):
        await asyncio.sleep(0)
        assert woken == [*range(number)]
        event.set()
        event.set()  # twice before the task runs
        await asyncio.sleep(0)
    await waiting


async def test_a_cancelled_task_leaves_an_event_that_works() -> None:
    event = LoneEvent()
    waiting = asyncio.create_task(event.wait())
    await asyncio.sleep(0)
    waiting.cancel()
    event.set()  # while the task does not know yet
    with suppress(asyncio.CancelledError):
        await waiting
    event.clear()
    again = asyncio.create_task(event.wait())
    await asyncio.sleep(0)
    assert not again.done()
    event.set()
    await again
