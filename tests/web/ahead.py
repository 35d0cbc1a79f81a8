"""Further on in a match: seats are played over their lines, with far less work than by pages."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Page

from paddock.server.identity import COOKIE
from tests.server.client import PATIENCE, Device
from tests.server.people import hand
from tests.web.matches import until_over


def advance(table: str, *pages: Page, to: str = "", times: int = 1, settled: int = 0) -> None:
    """The seats of these pages' devices, from the first on, choose anything until one of them is
    asked for what is wanted: for the so-manieth time, after so many races.

    The pages may be anywhere: at the table they see all of it, elsewhere they cost nothing.
    """
    address = urlsplit(pages[0].request.get("/health").url)
    tokens = [_token(page) for page in pages]

    async def play() -> set[bool]:
        async with AsyncExitStack() as stack:
            http = httpx.AsyncClient(
                base_url=f"http://{address.netloc}", timeout=PATIENCE, verify=False
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

    with ThreadPoolExecutor(1) as other:  # in this thread Playwright has its event loop
        reached = other.submit(asyncio.run, play()).result()
    assert reached == {True}, f"the match came to its end without {to}"


def leave(page: Page, table: str, seat: int = 0) -> None:
    """A bot plays for the seat of this page's device, until the match is over."""
    of = table.replace("/table/", "/api/tables/")
    assert page.request.post(f"{of}/seats/{seat}/away").ok
    until_over(page, of)


def _token(page: Page) -> str:
    """By which the server knows the device of a page."""
    found = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)
    return str(next(found))
