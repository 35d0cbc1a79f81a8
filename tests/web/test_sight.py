"""Forced colours, and a zoom of 400 percent."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.ahead import advance
from tests.web.conftest import NewPage
from tests.web.measure import misfits
from tests.web.test_table import begun, seats

LARGE = {"width": 320, "height": 256}  # 1280 x 1024 at 400 %
MOST_STOPS = 40  # of the Tab key on a page
LINES = """node => {
  const style = getComputedStyle(node);
  return [style.outlineStyle, style.outlineWidth, style.outlineColor,
    ...["Top", "Bottom"].flatMap(side => [
      style[`border${side}Style`], style[`border${side}Width`], style[`border${side}Color`]])];
}"""
# The focused element, if something covers its middle or it is not visible.
COVERED = """() => {
  const node = document.activeElement;
  if (node === document.body) return null;
  const shown = node.matches(".unseen") ? node.closest("label") : node;
  const { x, y, width, height } = shown.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + Math.min(height, innerHeight) / 2);
  const seen = over !== null && (shown.contains(over) || over.contains(shown));
  return seen ? "" : `${node.outerHTML.slice(0, 120)} under ${over?.outerHTML.slice(0, 80)}`;
}"""


def lines(node: Locator) -> list[str]:
    """Its outline and borders: backgrounds and shadows do not show here."""
    found: list[str] = node.evaluate(LINES)
    return found


def seated(page: Page, game: str = "royal-turf") -> None:
    begun(page, "punter", "punter", game=game)
    expect(page.locator(".asked[aria-labelledby=turn]")).to_be_visible()


def test_with_the_colours_of_the_system_lines_tell_it(new_page: NewPage) -> None:
    """The chosen element, the player to act, the open tab, the rolled symbol."""
    page = new_page(forced_colors="active", reduced_motion="reduce")
    seated(page)
    page.keyboard.press("3")
    page.evaluate("document.activeElement.blur()")
    horses = page.locator(".runner button")
    assert lines(horses.nth(2)) != lines(horses.nth(3))
    tokens = page.locator("label:has(input[name=token])")
    page.keyboard.press("+")
    assert tokens.count() > 1
    assert len({tuple(lines(token)) for token in tokens.all()}) == 2
    assert lines(seats(page).locator("li.acts").first) != lines(seats(page).locator("li").last)
    tabs = page.get_by_role("tab")
    assert lines(tabs.nth(0)) != lines(tabs.nth(1))
    assert lines(tabs.nth(1)) == lines(tabs.nth(2))
    advance(page.url, page, to="move")
    expect(page.locator(".asked .sentence", has_text="You rolled")).to_be_visible()
    symbols = page.locator(".runner:has(.moves .now)").first.locator(".moves li")
    expect(symbols).to_have_count(4)
    rolled = symbols.and_(page.locator(".now")).first
    others = symbols.and_(page.locator(":not(.now)"))
    assert lines(rolled) not in [lines(other) for other in others.all()]


@pytest.mark.parametrize("place", ["royal-turf", "rennfieber", "/", "/new/rennfieber", "/learn"])
def test_at_four_hundred_percent_nothing_hides_the_focus(new_page: NewPage, place: str) -> None:
    """And nothing scrolls horizontally."""
    page = new_page(viewport=LARGE, locale="en-GB", reduced_motion="reduce")
    if place.startswith("/"):
        page.goto(place)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
    else:
        seated(page, place)
    assert misfits(page) == []
    stops: list[Any] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        covered = page.evaluate(COVERED)
        if covered is None:
            break
        stops.append(covered)
    assert len(stops) > 5
    assert [stop for stop in stops if stop] == []
