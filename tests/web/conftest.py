"""Fixtures for tests in a real browser: servers with the client, and pages that report errors.

Playwright's pytest plugin keeps an event loop running in the main thread until the end of the
process, so that no `async def` test can run in it afterwards. These fixtures start the browser only
for this folder and stop the loop with it.
"""

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.server.process import ServerProcess
from tests.web.rest import PATIENCE, follow, install, restless
from tools import web

PICTURES = Path(__file__).parents[2] / "build" / "pictures"  # screenshots of failed tests
AT_HOME = "paddock.home"
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
HASTE = 10  # how many times faster than for people a page shows what happens
UNHURRIED = 0.25  # seconds between moves of bots, for tests that look or listen
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
    """A server with the current client, for all tests that do not need their own."""
    yield from serve(pace=0)


@pytest.fixture(scope="package")
def unhurried() -> Iterator[str]:
    """Another server, whose bots play at a human pace."""
    yield from serve(UNHURRIED)


@pytest.fixture(scope="package")
def with_toy() -> Iterator[str]:
    """Another server, which also has the dice race of `tests.toy`."""
    yield from serve(pace=0, toy=True)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or whichever is on PATH."""
    # Chromium has no sandbox when it runs as root, as in a container.
    args = ["--no-sandbox"] if os.geteuid() == 0 else []
    # AT_HOME is a host that is not "localhost", so its pages are insecure contexts. All other hosts
    # are unreachable.
    rules = f"MAP {AT_HOME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    args.append(f"--host-resolver-rules={rules}")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=web.browser(), args=args)
        yield started
        started.close()


@pytest.fixture
def new_page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[NewPage]:
    """Makes pages, each for another person: `new_page(locale="de-DE", color_scheme="dark")`.

    Pages have no animations and short pauses for readers; `reduced_motion="no-preference"` makes a
    page at its normal pace.
    Console errors and requests to other hosts fail the test. With `cut=True` the browser may report
    lost connections, and with `stumbles=True` any error. The server limits requests per address, so
    the people of each test get an address of their own.
    """
    faults: list[str] = []
    pages: list[Page] = []
    number = next(_households)
    household = {"X-Forwarded-For": f"10.0.{number // 256}.{number % 256}"}

    def make(*, cut: bool = False, stumbles: bool = False, **options: object) -> Page:
        settings = {
            "locale": "en-GB",
            "reduced_motion": "reduce",  # otherwise every test would watch horses run
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
        page.unroute_all(
            behavior="ignoreErrors"
        )  # a route that answers later would fail another test
        page.context.close()
    assert faults == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """The page of an English-speaking person."""
    return new_page()


def _note(faults: list[str], said: ConsoleMessage, cut: bool) -> None:
    # A refusal is a normal answer, which pages show.
    allowed = ["Failed to load resource: the server responded with a status of 4"]
    allowed += ["Failed to load resource: net::", "WebSocket connection to "] if cut else []
    if said.type in ("error", "warning") and not said.text.startswith(tuple(allowed)):
        faults.append(f"{said.type}: {said.text}")


def _watch(faults: list[str], address: str, url: str) -> None:
    # Not a route: that would send every request through Python and disable the browser's cache.
    if not url.startswith((f"{address}/", "data:", "blob:")):
        faults.append(f"foreign: {url}")
