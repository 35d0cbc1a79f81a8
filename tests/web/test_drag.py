"""Dragging tokens and slips onto horses does the same as pressing or typing."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.ahead import advance
from tests.web.conftest import PHONE, WIDE, NewPage
from tests.web.player import Offered
from tests.web.rest import until
from tests.web.test_table import begun, seat_by_api


def seated(page: Page, game: str) -> Offered:
    offered = Offered(page)
    begun(page, "punter", game=game)
    return offered


def command(page: Page, offered: Offered) -> dict[str, Any]:
    """The next command that the page gives."""
    until(page, lambda: bool(offered.given), "a command is given")
    return offered.given.pop(0)


def horse(page: Page, number: int) -> Locator:
    return page.locator(".runner").nth(number)


def test_a_token_is_dragged_onto_a_horse(new_page: NewPage) -> None:
    """Nothing happens if it is dropped elsewhere, or if something else is dropped."""
    page = new_page(viewport=WIDE, reduced_motion="reduce")
    offered = seated(page, "royal-turf")
    token = page.locator("label:has(input[name=token])").last
    value = int(str(token.locator("input").get_attribute("value")))
    token.drag_to(page.get_by_role("heading", level=1))
    horse(page, 2).locator("button").dispatch_event(
        "drop", {"dataTransfer": page.evaluate_handle("() => new DataTransfer()")}
    )
    token.drag_to(horse(page, 2))
    given = command(page, offered)
    assert (given["type"], given["value"], given["horse"]) == ("place_bet", value, 2)
    # The next bet by keys: a digit chooses the horse, Enter bets.
    expect(page.locator(".runner button:enabled")).to_have_count(6)
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    given = command(page, offered)
    assert (given["type"], given["horse"]) == ("place_bet", 3)
    assert offered.given == []


@pytest.fixture
def betting(new_page: NewPage) -> Page:
    """A page of Rennfieber where Anna has to place her slips."""
    page = new_page(viewport=WIDE, reduced_motion="reduce")
    table = seat_by_api(page, [None, "punter"], game="rennfieber")
    advance(table, page, to="slips")
    page.goto(table)
    expect(page.get_by_role("group", name="Your slips")).to_be_visible()
    return page


def test_slips_are_dragged_onto_lanes_and_back(betting: Page) -> None:
    """A press, a key and a drag place the same slip; a drop elsewhere places none."""
    page = betting
    slips = page.get_by_role("group", name="Your slips").get_by_role("button")
    lane = page.locator(".paddock ol li").nth(1)
    laid = lane.get_by_role("button", name="Take ")
    slips.first.drag_to(page.get_by_role("heading", level=1))
    lane.dispatch_event("drop", {"dataTransfer": page.evaluate_handle("() => new DataTransfer()")})
    expect(page.get_by_role("button", name="No bet")).to_be_visible()

    def by_press() -> None:
        slips.first.click()
        lane.get_by_role("button", name="Put ").click()

    ways: tuple[Callable[[], None], ...] = (
        lambda: slips.first.drag_to(lane),
        by_press,
        lambda: page.keyboard.press("2"),
    )
    names = []
    for put in ways:
        put()
        expect(laid).to_have_count(1)
        names.append(str(laid.text_content()).strip())
        laid.click()
        expect(laid).to_have_count(0)
    assert len(set(names)) == 1
    slips.first.drag_to(lane)
    laid.drag_to(page.locator(".paddock ol li").first)  # from one lane to another
    expect(laid).to_have_count(0)
    expect(page.locator(".paddock ol li").first.get_by_role("button", name="Take ")).to_have_count(
        1
    )


def test_a_finger_that_moves_over_the_horses_scrolls(new_page: NewPage) -> None:
    """It neither chooses nor drags anything."""
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    offered = seated(page, "royal-turf")
    row = horse(page, 1)
    row.scroll_into_view_if_needed()
    box = row.bounding_box()
    assert box is not None
    before = page.evaluate("scrollY")
    finger = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def touch(kind: str, *points: dict[str, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", {"x": x, "y": y})
    for up in range(20, 201, 20):
        touch("touchMove", {"x": x, "y": y - up})
    touch("touchEnd")
    page.wait_for_function("before => scrollY > before + 50", arg=before)
    expect(page.locator(".runner button[aria-pressed=true]")).to_have_count(0)
    assert offered.given == []
