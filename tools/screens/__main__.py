"""Screenshots of every screen of the browser client, taken at real tables: `make screens`.

    make screens                                          all of them, into build/screens
    make screens ARGS='--only lobby --only rennfieber-*'  some of them
    make screens ARGS=--docs                              retakes those in docs/screens
    make screens ARGS='--review --to build/review'        whole pages, in each size and language, by
                                                          day and by night

It starts a server with the current client. One player, "You", plays there against bots. Choices
come from a seed; the dice are the server's and always different. A table is played over its socket
until the right choice comes up; then the pages open it.
"""

import argparse
import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from playwright.async_api import Browser, Page, async_playwright
from rich.progress import Progress

from paddock.games import GAMES
from paddock.server.identity import COOKIE
from paddock.wire.messages import Ask, Chat, Close
from tests.server.client import Device
from tests.server.people import hand
from tests.server.process import ServerProcess
from tools import web
from tools.screens.camera import IN_DOCS, LANGUAGES, REVIEW, USUAL, Camera, Order, side

FOLDER = web.ROOT / "build" / "screens"
DOCS = web.ROOT / "docs" / "screens"
DOCUMENTED = (
    "lobby",
    "royal-turf-race",
    "royal-turf-settlement",
    "rennfieber-auction",
    "rennfieber-race",
    "replay",
)
PATIENCE = 60_000  # milliseconds, on a busy machine
NOWHERE = "a" * 26  # the id of no table

AROUND = {
    "lobby": "The lobby",
    "settings": "Settings",
    "new-table": "A new table",
    "waiting-room": "The waiting room",
}
BESIDE = {
    "log": "The log",
    "chat": "The chat",
    "payouts": "Payouts",
    "menu": "The table's menu",
    "vote": "A vote",
    "cover": "Passing the device",
    "proof": "Checking the dice",
    "replay": "Replay",
    "rules": "The rules",
    "learn": "The guided first race",
    "edition": "Entering your own cards",
    "error": "Table not found",
}


class Gallery(Protocol):
    """A game's module of this package: its screens with their titles."""

    SCREENS: Mapping[str, str]
    # The screens of any game that are photographed at this game's tables.
    BESIDE: Sequence[str]

    async def photograph(self, camera: Camera, device: Device, /) -> None: ...


def galleries() -> list[Gallery]:
    places = [f"tools.screens.{name.replace('-', '_')}" for name in GAMES]
    modules: list[Any] = [import_module(place) for place in places if find_spec(place)]
    return modules


def titles() -> dict[str, str]:
    """The titles of all screens, in the order of the index."""
    own = {name: title for each in galleries() for name, title in each.SCREENS.items()}
    return {**AROUND, **own, **BESIDE}


async def company(camera: Camera, device: Device, other: Device) -> None:
    """Screens with several people: a waiting room, a vote, chat, one device for two."""
    table = await device.open_table("royal-turf", [None, None, None, "punter"], listed=True)
    await device.sit(table, 0, "You")
    await other.sit(table, 1, "Left")
    await camera.look(f"/table/{table}", "h1")
    await camera.take("waiting-room")
    table = await device.open_table("royal-turf", [None, None, "punter"])
    await device.sit(table, 0, "You")
    await other.sit(table, 1, "Left")
    await device.start(table)
    async with hand(other, table, 1) as left, hand(device, table, 0) as you:
        await left.ask(Chat("1", "Good luck!"))
        await you.ask(Chat("2", "The same to you. Red Fox looks fit today."))
        await left.ask(Ask("3", Close()))
        await camera.look(f"/table/{table}", ".turn section:has(.agreed)")
        await camera.take("vote")
        await camera.take("chat", lambda page: side(page, 2, 2))
    table = await device.open_table("royal-turf", [None, None], options={"hidden_bets": "on"})
    await device.sit(table, 0, "Left")
    await device.sit(table, 1, "Right")
    await device.start(table)
    await camera.look(f"/table/{table}", "main > section > h1[tabindex]")
    await camera.take("cover")


async def pages(camera: Camera) -> None:
    """Pages other than tables. The lobby comes last, when it has tables to list."""
    addresses = {
        "new-table": "/new/royal-turf",
        "rules": "/rules/royal-turf",
        "edition": "/edition/rennfieber",
        "learn": "/learn",
        "error": f"/table/{NOWHERE}",
        "lobby": "/",
    }
    for name, path in addresses.items():
        await camera.look(path, "h1")
        await camera.take(name)
    await camera.take("settings", lambda page: page.locator("header button").click())


async def photograph(order: Order) -> None:
    web.build()
    order.to.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="paddock-"))
        server = stack.enter_context(ServerProcess(f"sqlite:///{folder}/tables.db"))
        progress = stack.enter_context(Progress())
        pictures = sum(map(order.wants, titles())) * len(order.shots)
        task = progress.add_task("Pictures", total=pictures)
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(
            executable_path=web.browser(),
            # Chromium's sandbox does not work for root, as in a container.
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        you = await stack.enter_async_context(Device.new(server.address))
        other = await stack.enter_async_context(Device.new(server.address))
        opened = {code: await _page(browser, server.address, you, code) for code in LANGUAGES}
        camera = Camera(opened, await browser.new_page(), order, lambda: progress.advance(task))
        for gallery in galleries():
            if any(map(order.wants, (*gallery.SCREENS, *gallery.BESIDE))):
                await gallery.photograph(camera, you)
        await company(camera, you, other)
        await pages(camera)
        await browser.close()


async def _page(browser: Browser, address: str, device: Device, language: str) -> Page:
    context = await browser.new_context(
        base_url=address, locale=LANGUAGES[language], reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    await context.add_cookies([{"name": COOKIE, "value": device.token, "url": address}])
    return await context.new_page()


def write_index(order: Order) -> None:
    """Write the folder's README: each screen with its pictures."""
    lines = [
        "# Screens",
        "",
        "These pictures show the browser client at real tables. Each column is a width of the",
        "screen, in pixels. `make screens` photographs all screens in three sizes, with the day",
        "and the night colours, into `build/screens`. `make screens ARGS=--docs` retakes those in",
        "`docs/screens`.",
        "",
        f"| | {' | '.join(map(str, order.shots))} |",
        f"|---|{len(order.shots) * '---|'}",
    ]
    for name, title in titles().items():
        if order.wants(name):
            files = [order.file(name, shot).name for shot in order.shots]
            shown = " | ".join(f"[![{title}]({file})]({file})" for file in files)
            lines.append(f"| {title} | {shown} |")
    (order.to / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make screens", description="Photograph every screen.")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to (build/screens)")
    parser.add_argument("--only", action="append", metavar="NAME", help="only these screens")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--docs", action="store_true", help="retake the pictures in docs/screens")
    how.add_argument("--review", action="store_true", help="whole pages, in each size and language")
    args = parser.parse_args()
    if args.docs:
        order = Order(args.to or DOCS, args.only or DOCUMENTED, IN_DOCS)
    else:
        shots = REVIEW if args.review else USUAL
        order = Order(args.to or FOLDER, args.only or ("*",), shots, whole=args.review)
    asyncio.run(photograph(order))
    write_index(order)


if __name__ == "__main__":
    main()
