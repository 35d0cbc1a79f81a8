"""On a phone the course stays visible while horses are chosen, and covers nothing."""

import pytest
from playwright.sync_api import expect

from tests.web.ahead import advance
from tests.web.conftest import NewPage
from tests.web.test_table import begun, seat_by_api

LOW = 0.55  # the largest part of the screen that a pinned course may take
# Where the course and the focused element are, in pixels from the top of the screen.
PLACES = """() => {
  const of = node => node.getBoundingClientRect();
  const caller = document.querySelector("button.last");
  return {
    course: [of(document.querySelector("section.course")).top,
             of(document.querySelector("section.course")).bottom],
    focus: [of(document.activeElement).top, of(document.activeElement).bottom],
    caller: of(caller).height > 0 ? of(caller).top : innerHeight,
    name: document.activeElement.id,
  };
}"""


@pytest.mark.parametrize("size", [(360, 740), (820, 640), (320, 256)], ids=str)
def test_the_horse_that_is_looked_at_and_the_course_are_both_in_sight(
    new_page: NewPage, size: tuple[int, int]
) -> None:
    """If the screen is high enough: at 400 percent only the horse is visible."""
    width, height = size
    page = new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    begun(page, "punter")
    expect(page.locator(".asked[aria-labelledby=turn]")).to_be_visible()
    for key, horse in (("7", "horse-6"), ("1", "horse-0")):
        page.keyboard.press(key)
        expect(page.locator(f"#{horse}")).to_have_attribute("aria-pressed", "true")
        seen = page.evaluate(PLACES)
        assert seen["name"] == horse
        top, bottom = seen["focus"]
        assert top >= 0
        assert bottom <= seen["caller"]
        if height >= 600:
            begins, ends = seen["course"]
            assert begins >= 0
            assert ends <= top


def test_a_course_that_is_just_low_enough_stays_where_it_is(new_page: NewPage) -> None:
    """Pinning adds padding, which must not unpin it again: nothing flickers."""
    page = new_page(viewport={"width": 360, "height": 1600})
    table = seat_by_api(page, [None, "punter", "punter"], game="rennfieber")
    advance(table, page, to="slips")
    page.goto(table)
    expect(page.get_by_role("group", name="Your slips")).to_be_visible()
    course = page.locator(".pinned > .course")
    high = course.evaluate(
        "node => node.clientHeight - 2 * parseFloat(getComputedStyle(node).padding)"
    )
    page.set_viewport_size({"width": 360, "height": round((high + 8) / LOW)})
    expect(course).to_have_css("position", "sticky")
    slips = page.get_by_role("button", name="No bet")
    assert slips.bounding_box() == slips.bounding_box()
