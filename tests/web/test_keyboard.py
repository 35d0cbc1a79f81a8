"""A race without a mouse: first with Tab and Enter, then with keyboard shortcuts."""

from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.ahead import advance
from tests.web.conftest import NewPage, serve
from tests.web.player import Offered
from tests.web.rest import settle, until
from tests.web.test_games import begin, devices

UNHURRIED = 600.0  # seconds until the server would roll: here people roll themselves
MOST_STOPS = 60  # of the Tab key on a page
# The focused element must show the focus, itself or by its pseudo-elements.
FOCUS = """() => {
  const node = document.activeElement;
  const shows = ["", "::before", "::after"].some(part => {
    const style = getComputedStyle(node, part);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  return {
    // After the last stop the focus leaves the page; a hidden input shows it by its label.
    shows: shows || node === document.body || node.closest("label:focus-within") !== null,
    name: `${node.tagName} ${node.ariaLabel ?? node.textContent.trim()}`,
    act: node.matches(".asked[aria-labelledby=turn] .act"),
    horse: node.matches(".runner button"),
    pressed: node.ariaPressed === "true",
  };
}"""
KEYS = {"start": ["Enter"], "roll": ["r"], "bet": ["ArrowRight", "Enter"]}
KEYS["move"] = KEYS["bet"]
# What a page says once it shows the offer that its socket has received.
SAID = {
    "start": "start the match",
    "roll": "roll the die",
    "bet": "Your bet",
    "move": "You rolled",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    yield from serve(UNHURRIED)


class Typist:
    """Plays with the keyboard only."""

    def __init__(self, page: Page, tabbed: Iterable[str] = ()) -> None:
        self.page = page
        self.offered = Offered(page)
        self.tabbed = {*tabbed}  # what was done with Tab and Enter
        self.typed: set[str] = set()  # what was done with single keys

    def act(self) -> None:
        kind, records = self.offered.kind, self.offered.records
        if kind is None:
            return
        settled = self.page.locator(".settled[aria-labelledby=turn]")
        expect(
            self.page.locator(".asked .sentence", has_text=SAID[kind]).or_(settled)
        ).to_be_visible()
        if settled.is_visible():
            return  # not before the settlement is closed
        if kind in self.tabbed:
            self.page.locator("body").evaluate("() => document.activeElement.blur()")
            for key in KEYS[kind]:
                self.page.keyboard.press(key)
            self.typed.add(kind)
        else:
            self._tab(horse=kind in ("bet", "move"))
            self.tabbed.add(kind)
        until(self.page, lambda: self.offered.records > records, f"the keys for {kind} work")

    def _tab(self, *, horse: bool) -> None:
        """Tabs to the right control and presses it; for a horse twice, to confirm."""
        for _ in range(MOST_STOPS):
            self.page.keyboard.press("Tab")
            focus = self.page.evaluate(FOCUS)
            assert focus["shows"], f"the focus is not to be seen on {focus['name']}"
            if focus["horse" if horse else "act"]:
                self.page.keyboard.press("Enter")
                if horse and not focus["pressed"]:
                    self.page.keyboard.press("Enter")
                return
        pytest.fail("Tab does not lead there")


def test_a_race_by_keyboard(new_page: NewPage) -> None:
    """Bets, rolls and moves both ways, with visible focus, up to the settlement.

    The second player only uses the shortcuts.
    """
    pages = devices(new_page, 2)
    typists = [Typist(pages[0]), Typist(pages[1], tabbed=KEYS)]
    begin(pages, [])
    while not all(typist.typed >= {"bet", "roll", "move"} for typist in typists):
        for typist in typists:
            typist.act()
        settle(pages[0])
    advance(pages[0].url, *pages, settled=1)
    for page in pages:
        expect(page.get_by_role("region", name="Race 1 is over.")).to_be_visible()
        page.locator("body").evaluate("() => document.activeElement.blur()")
        page.keyboard.press("7")  # a key of the race, without effect here
        expect(page.locator(".settled[aria-labelledby=turn]")).to_be_visible()
        page.keyboard.press("Enter")
        expect(page.get_by_role("region", name="Race 1 is over.")).to_have_count(0)
    assert sorted(page.locator(".asked[aria-labelledby=turn]").count() for page in pages) == [0, 1]
