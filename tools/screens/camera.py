"""The camera: pages in each language, and screenshots of them."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
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


class Order(Struct, frozen=True):
    """Which screens to take, and where to; a review takes everything of each."""

    to: Path
    only: Sequence[str]
    review: bool

    def wants(self, name: str) -> bool:
        return any(fnmatch(name, pattern) for pattern in self.only)

    def shots(self, language: str) -> list[tuple[int, bool]]:
        """The widths of a screen's pictures in this language, and whether they are dark."""
        if self.review:
            return [(width, night) for night in (False, True) for width in SIZES]
        if language == "de":
            return [(NARROWEST, False)]
        return [*((width, False) for width in SIZES), (WIDEST, True)]

    def total(self, screens: Iterable[str]) -> int:
        """The number of pictures of these screens."""
        wanted = sum(map(self.wants, screens))
        return wanted * sum(len(self.shots(language)) for language in LANGUAGES)


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
        for language, page in self._pages.items():
            for width, night in self._order.shots(language):
                await page.set_viewport_size({"width": width, "height": SIZES[width]})
                await page.emulate_media(color_scheme="dark" if night else "light")
                await page.evaluate("scrollTo(0, 0)")  # undo scrolling of the last picture
                if act is not None:
                    await act(page)
                await page.evaluate("document.activeElement.blur()")  # no focus ring
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
