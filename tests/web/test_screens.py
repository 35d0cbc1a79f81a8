"""Every screen, by day and night, narrow and wide: nothing overflows, and axe finds nothing.

In German, which has the longest words. 320 pixels are also 1280 pixels at 400 percent. Screens are
measured narrow by night and wide by day, and axe checks one of the two in turn; `--long` checks day
and night in both sizes.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.web.ahead import advance, leave
from tests.web.conftest import WIDE, NewPage
from tests.web.matches import finished
from tests.web.measure import misfits, violations
from tests.web.rest import stop_time
from tests.web.test_frame import PAPER
from tests.web.test_table import begin_by_api, open_table

NARROW: ViewportSize = {"width": 320, "height": 600}
FULL = Path(__file__).parents[1] / "replays" / "rennfieber" / "schema-1-ascending.jsonl"
# Sets all animations to their start.
AT_FIRST = """() => document.getAnimations().forEach(one => {
  one.pause();
  one.currentTime = 0;
})"""
PAGES = (
    "/", "/new/royal-turf", "/new/rennfieber/friends", "/rules", "/rules/royal-turf",
    "/rules/rennfieber#RF6.3", "/learn", "/edition/royal-turf", "/edition/rennfieber", "/replay",
    "/new/nothing", "/rules/nothing", "/table/aaaaaaaaaaaaaaaaaaaaaaaaaa",
    "/replay/aaaaaaaaaaaaaaaaaaaaaaaaaa",
)  # fmt: skip


class Tour:
    """Checks one screen after the other, and reports all faults at the end."""

    def __init__(self, page: Page, *, long: bool) -> None:
        self.page = page
        self.faults: list[str] = []
        self._looked, self._long = 0, long
        self._looks: list[tuple[ViewportSize, Literal["dark", "light"]]]
        self._looks = [(NARROW, "dark"), (WIDE, "light")]
        self._looks += [(NARROW, "light"), (WIDE, "dark")] if long else []

    def look(self, name: str) -> None:
        self._looked += 1
        for number, (size, scheme) in enumerate(self._looks):
            self.page.set_viewport_size(size)
            self.page.emulate_media(color_scheme=scheme)
            expect(self.page.locator("html")).to_have_css("background-color", PAPER[scheme])
            found = misfits(self.page)
            if self._long or number == self._looked % len(self._looks):
                found += violations(self.page)
            self.faults += [f"{name}, {size['width']} px, {scheme}: {fault}" for fault in found]

    def end(self) -> None:
        assert not self.faults, "\n".join(self.faults)

    def go(self, path: str) -> None:
        self.page.goto(path)
        expect(self.page.get_by_role("heading", level=1).first).to_be_visible()
        self.look(path)

    def meet(self, table: str, kind: str) -> None:
        """Returns to the table when there is an offer of this kind."""
        self.page.goto("about:blank")
        advance(table, self.page, to=kind)
        self.page.goto(table)
        expect(self.page.locator(".asked[aria-labelledby=turn]")).to_be_visible()

    def play(self, table: str, phases: dict[str, str]) -> None:
        """Checks the first offer of each kind, and the settlement."""
        for kind, name in phases.items():
            self.meet(table, kind)
            self.look(name)
        advance(table, self.page, settled=1)
        onward = self.page.locator(".settled[aria-labelledby=turn] .act")
        expect(onward).to_be_visible()
        self.look("settlement")
        self.page.set_viewport_size(NARROW)
        self.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(onward).to_be_in_viewport(ratio=1)  # however long the accounts are
        self.page.set_viewport_size(WIDE)

    def finish(self, table: str) -> None:
        """Lets a bot play to the end, and checks that."""
        self.page.goto("about:blank")
        leave(self.page, table)
        self.page.goto(table)
        expect(self.page.locator("[aria-labelledby=finished]")).to_be_visible()
        self.look("finished")


@pytest.fixture
def tour(new_page: NewPage, long: bool) -> Tour:
    return Tour(new_page(locale="de-DE", viewport=WIDE, reduced_motion="reduce"), long=long)


def test_pages_around_the_tables(tour: Tour) -> None:
    """The lobby, a new table, the rules, the tutorial, the editor; unknown addresses."""
    for path in PAGES:
        tour.go(path)
    tour.page.goto("/")
    tour.page.locator("header button").click()
    tour.page.set_viewport_size(NARROW)
    body = tour.page.get_by_role("dialog").locator(".body")
    assert body.evaluate("body => body.scrollWidth <= body.clientWidth")
    tour.look("settings")
    tour.end()


@pytest.mark.long  # test_replay.py checks one by day and night, narrow and wide
def test_replays(tour: Tour) -> None:
    """At the start, in the middle, and the proof at the end."""
    for game in ("royal-turf", "rennfieber"):
        table = finished(tour.page, game)
        tour.go(f"/replay/{table}")
        tour.go(f"/replay/{table}?at=60")
        tour.page.goto(f"/table/{table}")
        tour.page.locator("[aria-labelledby=finished] button[aria-haspopup=dialog]").click()
        expect(tour.page.get_by_role("dialog")).to_be_visible()
        tour.look(f"{game}, proof")
    tour.end()


def test_royal_turf(tour: Tour) -> None:
    """Waiting room, bets, race, settlement, end; and the dialogs over the table."""
    table = seated(tour, "royal-turf", options={"hidden_bets": "on"})
    opened(tour)
    tour.play(table, {"bet": "bets", "move": "race"})
    tour.finish(table)
    tour.end()


def test_rennfieber(tour: Tour) -> None:
    """Auction, training, entry, bets, race, settlement, sale, end."""
    table = seated(tour, "rennfieber")
    phases = {
        "bid": "auction", "trainee": "training", "entry": "entry", "slips": "bets",
        "move": "race",
    }  # fmt: skip
    tour.play(table, phases)
    tour.meet(table, "sale")
    tour.look("sale")
    tour.finish(table)
    tour.end()


def test_the_fullest_moments_of_rennfieber_fit(new_page: NewPage) -> None:
    """More cards on every horse, a longer sum and more throws than most matches have."""
    page = new_page(locale="de-DE", viewport=NARROW)
    stop_time(page)  # records stay visible
    page.route("**/api/replays?*", crowd)
    page.goto("/replay")
    page.locator("input[type=file]").set_input_files(FULL)
    shown = {
        "horse_sold": page.locator(".stamp"),
        "training_started": page.locator(".throw").nth(8),
        "runner_moved": page.locator(".sum .term").nth(5),  # 2 + 1 - 1 + 3 = 5, and the other die
    }
    first: dict[str, int] = {}  # all are in the first page of frames
    for record in map(json.loads, FULL.read_bytes().splitlines()):
        for told in record.get("events", ()):
            first.setdefault(told["type"], record["seq"])
    faults = []
    for event, sign in shown.items():
        page.get_by_role("slider").fill(str(first[event] - 1))
        page.keyboard.press("ArrowRight")
        expect(sign).to_be_visible()
        page.evaluate(AT_FIRST)
        faults += [f"{event}: {fault}" for fault in misfits(page)]
    assert not faults, "\n".join(faults)


def crowd(route: Route) -> None:
    """Fills everything in a replay as much as possible."""
    told = route.fetch().json()
    figures = told["replay"]["edition"]
    for card in figures["horses"]["cards"]:
        card["levels"] = ["5-", "0", "2+", "3+", "4+", "5+"]
    kinds = [card["effect"] for card in figures["gallop"]["cards"]]
    force = [kinds.index(kind) for kind in ("keep", "slow", "miss")]
    for frame in told["replay"]["frames"]:
        frame["views"] = None
        for horse in frame["view"]["horses"]:
            horse.update(level=5, kept=4, cards=None)
        scene = frame["view"]["scene"]
        if scene["type"] == "racing":
            scene.update(dice=[2, 6], extra=None, force=[force] * len(scene["runners"]))
            lengths = [[1, -1, 3, 5]] * 5  # for each way to play: bonus, slow, card and sum
            frame["view"]["derived"]["throw"] = {"gallop": True, "lengths": lengths}
        for event in frame["events"]:
            if event["type"] == "training_started":
                event["throws"] = [
                    [[seat, 4] for seat in range(3)]
                ] * 3  # ties, so everybody throws again
            if event["type"] == "runner_moved":
                event["play"] = "karriere"
    route.fulfill(json=told)


def seated(tour: Tour, game: str, **more: object) -> str:
    """Opens a table with bots, checks the waiting room, and starts the match."""
    page = tour.page
    table = open_table(page, [None, "punter", "punter", "punter"], game=game, **more)
    page.goto(table)
    expect(page.locator("#name")).to_be_visible()
    tour.look(f"{game}, waiting room")
    begin_by_api(page, table, "Großmutter Änne")
    page.goto(table)
    expect(page.locator("[aria-labelledby=turn]")).to_be_visible()
    return table


def opened(tour: Tour) -> None:
    """Checks the seat's sheet and the table's menu."""
    page = tour.page
    doors: dict[str, Callable[[], None]] = {
        "seat": lambda: page.locator("li.own > button").click(),
        "menu": lambda: page.locator("header .menu").click(),
    }
    for name, door in doors.items():
        door()
        expect(page.get_by_role("dialog")).to_be_visible()
        tour.look(name)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
