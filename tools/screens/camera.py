"""The camera: pages in each language, and screenshots of them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from fnmatch import fnmatch
from pathlib import Path

from msgspec import Struct
from playwright.async_api import Page

from tests.server.client import Device
from tests.server.people import Hand, hand
from tools.palette import reduced

SIZES = {360: 740, 820: 1180, 1440: 900}
WIDEST, NARROWEST = max(SIZES), min(SIZES)
LANGUAGES = {"en": "en-GB", "de": "de-DE"}
SETTLED = 400  # milliseconds, after which nothing fades in any more
BOTS = ("punter", "punter", "punter")
TURN = "section.asked[aria-labelledby=turn]"


class Shot(Struct, frozen=True):
    """One way to photograph a screen."""

    width: int
    night: bool = False
    language: str = "en"

    def __str__(self) -> str:
        night = "-night" if self.night else ""
        return f"{self.width}{night}" + ("" if self.language == "en" else f"-{self.language}")


USUAL = (*map(Shot, SIZES), Shot(WIDEST, night=True), Shot(NARROWEST, language="de"))
IN_DOCS = (Shot(NARROWEST), Shot(WIDEST))
REVIEW = tuple(
    Shot(width, night, language)
    for language in LANGUAGES
    for night in (False, True)
    for width in SIZES
)


class Order(Struct, frozen=True):
    """Which screens to photograph, how, and where to put the pictures."""

    to: Path
    only: Sequence[str]
    shots: Sequence[Shot]
    whole: bool = False  # whole pages, in all their colours

    def wants(self, name: str) -> bool:
        return any(fnmatch(name, pattern) for pattern in self.only)

    def file(self, name: str, shot: Shot) -> Path:
        return self.to / f"{name}-{shot}.png"


Act = Callable[[Page], Awaitable[object]]


class Camera:
    """One page for each language, all of one device; the page `lab` reduces their colours."""

    def __init__(
        self, pages: dict[str, Page], lab: Page, order: Order, on_picture: Callable[[], None]
    ) -> None:
        self._pages = pages
        self._lab = lab
        self._order = order
        self._on_picture = on_picture

    async def look(self, path: str, ready: str) -> None:
        """Open a path, and wait until `ready` is visible."""
        for page in self._pages.values():
            await page.goto(path)
            await page.locator(ready).first.wait_for()

    async def take(self, name: str, act: Act | None = None) -> None:
        """Take pictures of the pages. If `act` opens something first, close it afterwards."""
        if not self._order.wants(name):
            return
        whole = self._order.whole
        for shot in self._order.shots:
            page = self._pages[shot.language]
            await page.set_viewport_size({"width": shot.width, "height": SIZES[shot.width]})
            await page.emulate_media(color_scheme="dark" if shot.night else "light")
            await page.evaluate("scrollTo(0, 0)")  # undo scrolling of the last picture
            if act is not None:
                await act(page)
            await page.evaluate("document.activeElement.blur()")  # no focus ring
            await page.wait_for_timeout(SETTLED)
            picture = await page.screenshot(full_page=whole, animations="disabled")
            smaller = picture if whole else await reduced(self._lab, picture)
            self._order.file(name, shot).write_bytes(smaller)
            self._on_picture()
            if act is not None:
                await page.keyboard.press("Escape")

    async def wait(self, ready: str) -> None:
        for page in self._pages.values():
            await page.locator(ready).first.wait_for()


@asynccontextmanager
async def match(device: Device, game: str, **more: object) -> AsyncIterator[Hand]:
    """A table where "You" play against bots."""
    table = await device.open_table(game, [None, *BOTS], **more)
    await device.sit(table, 0, "You")
    await device.start(table)
    async with hand(device, table, 0) as you:
        yield you


async def side(page: Page, tab: int, button: int) -> None:
    """Open log, chat or payouts: beside the table, or over it on a small screen."""
    tabs, buttons = page.locator(".side [role=tab]"), page.locator("header button.phone")
    await tabs.nth(tab).or_(buttons.nth(button)).filter(visible=True).click()
    shown = page.locator(".side [role=tabpanel], dialog[open]").filter(visible=True)
    await shown.first.scroll_into_view_if_needed()
