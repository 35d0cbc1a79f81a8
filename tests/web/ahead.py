"""Plays seats over their sockets to a later point of a match, much faster than through pages."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Page

from paddock.server.identity import COOKIE
from tests.server.client import ANSWER_SECONDS, Device
from tests.server.people import hand
from tests.web.matches import api, until_over


def advance(table: str, *pages: Page, to: str = "", times: int = 1, settled: int = 0) -> None:
    """Plays random choices for the devices of these pages, which have the first seats.

    It stops when one of them gets an offer of kind `to` for the `times`-th time, after `settled`
    races. The pages may be anywhere: at the table they show all of it, elsewhere they cost nothing.
    """
    address = urlsplit(pages[0].request.get("/health").url)
    tokens = [_token(page) for page in pages]

    async def play() -> set[bool]:
        async with AsyncExitStack() as stack:
            http = httpx.AsyncClient(
                base_url=f"http://{address.netloc}", timeout=ANSWER_SECONDS, verify=False
            )
            await stack.enter_async_context(http)
            tasks = set()
            for seat, token in enumerate(tokens):
                device = Device(http)
                device.token = token
                there = hand(device, table.rpartition("/")[2], seat)
                player = await stack.enter_async_context(there)
                tasks.add(asyncio.create_task(player.play(to, times=times, settled=settled)))
            done, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)
            return {task.result() for task in done}

    with ThreadPoolExecutor(1) as other:  # Playwright's event loop runs in this thread
        reached = other.submit(asyncio.run, play()).result()
    assert reached == {True}, f"the match ended without {to}"


def leave(page: Page, table: str, seat: int = 0) -> None:
    """Lets a bot play for the seat of this page's device, and waits for the end of the match."""
    assert page.request.post(f"{api(table)}/seats/{seat}/away").ok
    until_over(page, api(table))


def _token(page: Page) -> str:
    """The token by which the server knows the device of a page."""
    found = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    return str(next(found))
