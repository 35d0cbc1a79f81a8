"""Pictures of every screen of the browser client, taken at real tables: `make screens`.

    make screens                                          all of them, into docs/screens
    make screens ARGS='--only lobby --only rennfieber-*'  some of them anew
    make screens ARGS='--review --to build/review'        whole pages, each size, hour and language

A server of its own is started with the client of now. One person, "You", plays there against
bots: choices come from a seed, dice are the server's and never the same. A table is played over
its socket until it asks for what the picture is of; then the pages look at it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from playwright.async_api import Browser, Page, async_playwright
from rich.progress import Progress

from paddock.server.identity import COOKIE
from paddock.wire.messages import Ask, Chat, Close
from tests.server.client import Device
from tests.server.people import Hand, hand
from tests.server.process import ServerProcess
from tools import web
from tools.palette import reduced

FOLDER = web.ROOT / "docs" / "screens"
SIZES = {360: 740, 820: 1180, 1440: 900}
WIDEST, NARROWEST = max(SIZES), min(SIZES)
LANGUAGES = {"en": "en-GB", "de": "de-DE"}
PATIENCE = 60_000  # milliseconds, on a busy machine
SETTLED = 400  # milliseconds, in which whatever fades in has done so
BOTS = ("punter", "punter", "punter")
RACES = 3
NOWHERE = "a" * 26  # a table's id that is nobody's

SCREENS = {
    "lobby": "The lobby",
    "settings": "Settings",
    "new-table": "A new table",
    "waiting-room": "The waiting room",
    "royal-turf-bets": "Royal Turf: bets",
    "royal-turf-hidden-bets": "Royal Turf: hidden bets",
    "royal-turf-race": "Royal Turf: a race, with a move to be looked at",
    "royal-turf-settlement": "Royal Turf: a race is settled",
    "royal-turf-finished": "Royal Turf: the end, with the proof",
    "rennfieber-auction": "Rennfieber: the auction",
    "rennfieber-training": "Rennfieber: training",
    "rennfieber-entry": "Rennfieber: who runs",
    "rennfieber-slips": "Rennfieber: betting slips",
    "rennfieber-race": "Rennfieber: a race, with the spaces that can be reached",
    "rennfieber-settlement": "Rennfieber: a race is settled",
    "rennfieber-sale": "Rennfieber: the sale",
    "rennfieber-finished": "Rennfieber: the end",
    "log": "The log",
    "chat": "The chat",
    "payouts": "What the bets pay",
    "menu": "The table's menu",
    "vote": "Somebody asks the table for something",
    "cover": "The device goes from one person to the next",
    "proof": "The proof of the dice",
    "replay": "A match told again",
    "rules": "The rules",
    "learn": "The guided first race",
    "edition": "The figures of one's own box",
    "error": "A table that is not there",
}


class Order(Struct, frozen=True):
    """What is wanted: which screens, where to; for a review everything of each."""

    to: Path
    only: Sequence[str]
    review: bool

    def wants(self, name: str) -> bool:
        return any(fnmatch(name, pattern) for pattern in self.only)

    def shots(self, language: str) -> list[tuple[int, bool]]:
        """The widths of a screen's pictures in this language, and whether it is night."""
        if self.review:
            return [(width, night) for night in (False, True) for width in SIZES]
        if language == "de":
            return [(NARROWEST, False)]
        return [*((width, False) for width in SIZES), (WIDEST, True)]

    @property
    def total(self) -> int:
        """Of all pictures."""
        screens = sum(self.wants(name) for name in SCREENS)
        return screens * sum(len(self.shots(language)) for language in LANGUAGES)


Act = Callable[[Page], Awaitable[object]]


class Camera:
    """One page for each language, both of one device; pictures of them are developed in `lab`."""

    def __init__(
        self, pages: dict[str, Page], lab: Page, order: Order, on_picture: Callable[[], None]
    ) -> None:
        self._pages = pages
        self._lab = lab
        self._order = order
        self._on_picture = on_picture

    async def look(self, path: str, ready: str) -> None:
        """Go there; it is looked at as soon as `ready` is to be seen."""
        for page in self._pages.values():
            await page.goto(path)
            await page.locator(ready).first.wait_for()

    async def take(self, name: str, act: Act | None = None) -> None:
        """What the pages show, each time after something was done there; then what it opened
        is closed."""
        if not self._order.wants(name):
            return
        for language, page in self._pages.items():
            for width, night in self._order.shots(language):
                await page.set_viewport_size({"width": width, "height": SIZES[width]})
                await page.emulate_media(color_scheme="dark" if night else "light")
                await page.evaluate("scrollTo(0, 0)")  # wherever the last picture was taken
                if act is not None:
                    await act(page)
                await page.evaluate("document.activeElement.blur()")  # no ring of the focus
                await page.wait_for_timeout(SETTLED)
                marks = ("-night" if night else "") + ("" if language == "en" else f"-{language}")
                picture = await page.screenshot(full_page=self._order.review, animations="disabled")
                file = self._order.to / f"{name}-{width}{marks}.png"
                file.write_bytes(
                    picture if self._order.review else await reduced(self._lab, picture)
                )
                self._on_picture()
                if act is not None:
                    await page.keyboard.press("Escape")

    async def wait(self, ready: str) -> None:
        for page in self._pages.values():
            await page.locator(ready).first.wait_for()


@asynccontextmanager
async def match(device: Device, game: str, **more: object) -> AsyncIterator[Hand]:
    """A table, played by "You" against bots until something is asked."""
    table = await device.open_table(game, [None, *BOTS], **more)
    await device.sit(table, 0, "You")
    await device.start(table)
    async with hand(device, table, 0) as you:
        yield you


TURN = "section.asked[aria-labelledby=turn]"


async def royal_turf(camera: Camera, device: Device) -> None:
    async with match(device, "royal-turf") as played:
        await played.play("bet", times=2)
        await camera.look(f"/table/{played.table}", TURN)
        await camera.take("royal-turf-bets")
        await played.play("move", times=3)
        await camera.look(f"/table/{played.table}", TURN)
        await camera.take("royal-turf-race", _choose_horse)
        await camera.take("payouts", lambda page: _side(page, 3, 0))
        await camera.take("log", lambda page: _side(page, 1, 1))
        await camera.take("menu", lambda page: page.locator("header .menu").click())
        await played.play("bet", settled=1)
        await camera.wait(".settlement")
        await camera.take("royal-turf-settlement")
        await played.play(settled=RACES)
        await camera.look(f"/table/{played.table}", "[aria-labelledby=finished]")
        await camera.take("royal-turf-finished")
        await camera.take("proof", _open_proof)
        await camera.look(f"/replay/{played.table}?at=60", "h1")
        await camera.take("replay")


async def hidden_bets(camera: Camera, device: Device) -> None:
    async with match(device, "royal-turf", options={"hidden_bets": "on"}) as played:
        await played.play("bet", times=3)
        await camera.look(f"/table/{played.table}", TURN)
        await camera.take("royal-turf-hidden-bets")


async def rennfieber(camera: Camera, device: Device) -> None:
    phases = {"auction": "bid", "training": "trainee", "entry": "entry", "slips": "slips"}
    async with match(device, "rennfieber") as played:
        for screen, kind in phases.items():
            await played.play(kind)
            await camera.look(f"/table/{played.table}", TURN)
            await camera.take(f"rennfieber-{screen}", _draft if kind == "slips" else None)
        await played.play("move", times=4)
        await camera.look(f"/table/{played.table}", TURN)
        await camera.take("rennfieber-race")
        await played.play(settled=1)
        await camera.wait(".settlement")
        await camera.take("rennfieber-settlement")
        if await played.play("sale"):
            await camera.look(f"/table/{played.table}", TURN)
            await camera.take("rennfieber-sale")
        await played.play(settled=RACES)
        await camera.look(f"/table/{played.table}", "[aria-labelledby=finished]")
        await camera.take("rennfieber-finished")


async def company(camera: Camera, device: Device, other: Device) -> None:
    """What there is among people: a waiting room, words, a question, one device for two."""
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
        await camera.take("chat", lambda page: _side(page, 2, 2))
    table = await device.open_table("royal-turf", [None, None], options={"hidden_bets": "on"})
    await device.sit(table, 0, "Left")
    await device.sit(table, 1, "Right")
    await device.start(table)
    await camera.look(f"/table/{table}", "main > section > h1[tabindex]")
    await camera.take("cover")


async def pages(camera: Camera) -> None:
    """All that is no table. The lobby comes last, when it has something to list."""
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


async def _side(page: Page, tab: int, button: int) -> None:
    """The log, the chat, the payouts: beside the table, or over it where there is no room."""
    tabs, buttons = page.locator(".side [role=tab]"), page.locator("header button.phone")
    await tabs.nth(tab).or_(buttons.nth(button)).filter(visible=True).click()
    shown = page.locator(".side [role=tabpanel], dialog[open]").filter(visible=True)
    await shown.first.scroll_into_view_if_needed()


async def _choose_horse(page: Page) -> None:
    """The last of those that may move: it is looked at only, until Enter is pressed."""
    for key in "1234567":
        await page.keyboard.press(key)


async def _open_proof(page: Page) -> None:
    await page.locator("[aria-labelledby=finished] button[aria-haspopup=dialog]").click()


async def _draft(page: Page) -> None:
    """A slip on the first lane, and one on the third."""
    for key in "13":
        await page.keyboard.press(key)


async def photograph(order: Order) -> None:
    web.build()
    order.to.mkdir(parents=True, exist_ok=True)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="paddock-"))
        server = stack.enter_context(ServerProcess(f"sqlite:///{folder}/tables.db"))
        progress = stack.enter_context(Progress())
        task = progress.add_task("Pictures", total=order.total)
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(
            executable_path=web.browser(),
            # Root, as in a container, has no sandbox to put it in.
            args=["--no-sandbox"] if os.geteuid() == 0 else [],
        )
        you = await stack.enter_async_context(Device.new(server.address))
        other = await stack.enter_async_context(Device.new(server.address))
        opened = {code: await _page(browser, server.address, you, code) for code in LANGUAGES}
        camera = Camera(opened, await browser.new_page(), order, lambda: progress.advance(task))
        await royal_turf(camera, you)
        await hidden_bets(camera, you)
        if any(order.wants(name) for name in SCREENS if name.startswith("rennfieber")):
            await rennfieber(camera, you)
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


def write_index() -> None:
    """The folder's README: each screen with its pictures."""
    lines = [
        "# Screens",
        "",
        "Every screen of the browser client, as `make screens` photographs it at real tables.",
        "",
        "| | phone | tablet | wide | by night | in German |",
        "|---|---|---|---|---|---|",
    ]
    for name, title in SCREENS.items():
        files = [f"{name}-{width}" for width in SIZES]
        files += [f"{name}-{WIDEST}-night", f"{name}-{NARROWEST}-de"]
        shown = " | ".join(f"[![{file}]({file}.png)]({file}.png)" for file in files)
        lines.append(f"| {title} | {shown} |")
    (FOLDER / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make screens", description="Photograph every screen.")
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="where to")
    parser.add_argument("--only", action="append", metavar="NAME", help="such screens only")
    parser.add_argument("--review", action="store_true", help="everything, and whole pages")
    args = parser.parse_args()
    asyncio.run(photograph(Order(args.to, args.only or ("*",), args.review)))
    if args.to == FOLDER:
        write_index()


if __name__ == "__main__":
    main()
