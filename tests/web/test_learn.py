"""The guided first race."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import WIDE, NewPage
from tests.web.measure import violations
from tests.web.rest import stop_time
from tools.tutorial import FILE, document


def test_the_script_is_the_tools() -> None:
    """The script is up to date with `python -m tools.tutorial`."""
    assert FILE.read_bytes() == document(), "run `python -m tools.tutorial`"


def unhurried(new_page: NewPage) -> Page:
    """A page with stopped timers, so that nothing happens by itself."""
    page = new_page(viewport=WIDE)
    stop_time(page)
    return page


def step(page: Page, number: int) -> None:
    expect(page.get_by_text(f"Step {number} of 15")).to_be_visible()


def test_a_newcomer_is_led_through_a_race(new_page: NewPage) -> None:
    """Follows the lessons, makes a mistake, leaves, comes back, goes on to the end."""
    page = unhurried(new_page)
    page.goto("/learn")
    page.get_by_role("button", name="Continue").click()
    step(page, 2)
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("put your 2 on Othello")
    page.get_by_role("button", name="Do it for me").click()
    page.get_by_role("button", name="Skip ahead").click()
    expect(page.get_by_role("heading", name="More bets, smaller payouts")).to_be_visible()
    page.goto("/")
    page.goto("/learn")
    step(page, 3)
    names = ("Continue", "Do it for me", "Skip ahead")
    on, do, skip = (page.get_by_role("button", name=name) for name in names)
    end = page.get_by_role("link", name="Open a table")
    while not end.is_visible():
        on.or_(do).or_(skip).click()
    step(page, 15)


def test_what_is_asked_for_can_be_done_by_hand(page: Page) -> None:
    """Continues where it was left: at the first move of the race."""
    page.goto("/")
    page.evaluate("localStorage.setItem('paddock.learn.royal-turf', '5')")
    page.goto("/learn")
    step(page, 6)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    step(page, 7)


@pytest.mark.parametrize(
    ("width", "scheme"), [(320, "dark"), pytest.param(1440, "light", marks=pytest.mark.long)]
)
def test_the_first_race_is_for_everybody(new_page: NewPage, width: int, scheme: str) -> None:
    """No findings of axe, and no horizontal scrolling."""
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 800})
    page.goto("/learn")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Do it for me")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_each_step_begins_at_its_title(new_page: NewPage) -> None:
    """Users of screen readers are not sent back to the top of the page."""
    page = unhurried(new_page)
    page.goto("/learn")
    assert page.evaluate("document.activeElement === document.body")
    page.get_by_role("button", name="Continue").press("Enter")
    expect(page.get_by_text("Step 2 of 15")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("button", name="Do it for me").press("Enter")
    expect(page.get_by_role("heading", name="The race goes on")).to_be_focused()
    page.get_by_role("button", name="Skip ahead").press("Enter")
    expect(page.get_by_role("heading", name="More bets, smaller payouts")).to_be_focused()
