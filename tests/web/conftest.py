"""What tests in a real browser share: a server with the client built, and pages that complain.

Playwright's own plugin for pytest keeps one event loop running in the main thread until the very
end, and no `async def` test could run in that process any more. So the browser is started here,
for the tests of this folder only, and with it goes the loop.
"""

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.server.process import ServerProcess
from tests.web.rest import PATIENCE, follow, install, restless
from tools import web

PICTURES = Path(__file__).parents[2] / "build" / "pictures"  # of pages whose test failed
AT_HOME = "paddock.home"
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
HASTE = 10  # so many times faster than people read, a page shows what has happened
UNHURRIED = 0.25  # seconds between two moves of bots that leave time to look and to listen
NewPage = Callable[..., Page]
_households = count(1)
install()


def serve(pace: float, *, toy: bool = False) -> Iterator[str]:
    web.build()
    with (
        TemporaryDirectory(prefix="paddock-") as folder,
        ServerProcess(f"sqlite:///{folder}/tables.db", pace=pace, toy=toy) as server,
    ):
        yield server.address


@pytest.fixture(scope="package")
def address() -> Iterator[str]:
    """A server with the client of now, for all tests that need none of their own."""
    yield from serve(pace=0)


@pytest.fixture(scope="package")
def unhurried() -> Iterator[str]:
    """Another one, whose bots play at the pace of people."""
    yield from serve(UNHURRIED)


@pytest.fixture(scope="package")
def with_toy() -> Iterator[str]:
    """Another one, where the dice race of `tests.toy` can be played as well."""
    yield from serve(pace=0, toy=True)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or whichever is on PATH."""
    # Root, as in a container, has no sandbox to put it in.
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    # A name of the house that is no "localhost": a page from there is one over plain HTTP. Nothing
    # gets out to anybody else.
    rules = f"MAP {AT_HOME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    args.append(f"--host-resolver-rules={rules}")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=web.browser(), args=args)
        yield started
        started.close()


@pytest.fixture
def new_page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Makes pages as of another person each: `new_page(locale="de-DE", color_scheme="dark")`.

    Nothing moves on them, and pauses for readers are short, unless `reduced_motion="no-preference"`
    asks for a page as most people see it.
    Whatever a page complains of, and whatever it asks of another host, fails the test. Where the
    test cuts the line, the browser may complain of that: `new_page(cut=True)`. Where a page is
    meant to stumble, it may complain of anything: `new_page(stumbles=True)`. To the server, which
    counts what comes from one address, the people of each test are a household of their own.
    """
    faults: list[str] = []
    pages: list[Page] = []
    number = next(_households)
    household = {"X-Forwarded-For": f"10.0.{number // 256}.{number % 256}"}

    def make(*, cut: bool = False, stumbles: bool = False, **options: object) -> Page:
        settings = {
            "locale": "en-GB",
            "reduced_motion": "reduce",  # else every test would watch horses run
            "base_url": address,
            "extra_http_headers": household,
            **options,
        }
        home = str(settings["base_url"])
        context = browser.new_context(**settings)  # type: ignore[arg-type]  # checked by Playwright
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        follow(page, haste=HASTE if settings["reduced_motion"] == "reduce" else 1)
        if not stumbles:
            page.on("console", lambda said: _note(faults, said, cut))
            page.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
        page.on("request", lambda asked: _watch(faults, home, asked.url))
        pages.append(page)
        return page

    failed_before = request.session.testsfailed
    yield make
    if request.session.testsfailed > failed_before or faults:
        for number, page in enumerate(pages):
            with restless(page):
                page.screenshot(path=PICTURES / f"{request.node.name}-{number}.png", full_page=True)
    for page in pages:
        page.unroute_all(behavior="ignoreErrors")  # what still answers would fail in another test
        page.context.close()
    assert faults == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The page of an English-speaking person."""
    return new_page()


def _note(faults: list[str], said: ConsoleMessage, cut: bool) -> None:
    # A refusal is an answer, which pages show.
    borne = ["Failed to load resource: the server responded with a status of 4"]
    borne += ["Failed to load resource: net::", "WebSocket connection to "] if cut else []
    if said.type in ("error", "warning") and not said.text.startswith(tuple(borne)):
        faults.append(f"{said.type}: {said.text}")


def _watch(faults: list[str], address: str, url: str) -> None:
    # No route is laid for this: it would go through here and back, and leave the browser no cache.
    if not url.startswith((f"{address}/", "data:", "blob:")):
        faults.append(f"foreign: {url}")
