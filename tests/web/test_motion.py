"""With reduced motion nothing moves: things jump to their new place."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.player import Offered
from tests.web.rest import restless, until
from tests.web.test_table import open_table, start

RECORDS = 16  # the bets and some rounds of the race
SHORT = 200  # milliseconds: a fade, not a movement
# Counts for each part of the course how often its position changes, and collects the browser's own
# animations.
WATCH = """short => {
  window.journeys = [];
  window.moves = new Map();
  new MutationObserver(records => {
    for (const { target, attributeName: name } of records) {
      const key = `${name} of ${target.tagName}`;
      if (!target.closest?.("section.course")) continue;
      if (!window.moves.has(target)) window.moves.set(target, 0);
      window.moves.set(target, window.moves.get(target) + 1);
    }
  }).observe(document, {
    subtree: true, attributes: true, attributeFilter: ["x", "y", "transform"],
  });
  const look = () => {
    for (const animation of document.getAnimations()) {
      const travels = animation.effect.getKeyframes().some(
        frame => "transform" in frame || "translate" in frame || "offsetDistance" in frame);
      const { activeDuration } = animation.effect.getComputedTiming();
      if (travels && activeDuration > short) {
        window.journeys.push(`${animation.animationName}: ${animation.effect.target?.className}`);
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture(scope="module")
def address(unhurried: str) -> str:
    """A server whose bots leave time to look."""
    return unhurried


@pytest.mark.parametrize("game", ["royal-turf", "rennfieber"])
def test_nothing_moves_with_reduced_motion(new_page: NewPage, game: str) -> None:
    """With reduced motion parts of the course move at most once per record, otherwise per frame."""
    still, moving = new_page(), new_page(reduced_motion="no-preference")
    table = open_table(still, ["punter", "random"], game=game)
    heard = {page: Offered(page) for page in (still, moving)}
    for page in heard:
        page.goto(table)
    start(still)
    for page in heard:
        expect(page.locator("section.course svg").first).to_be_visible()
        with restless(page):
            page.evaluate(WATCH, SHORT)
    most, journeys = {}, {}
    for page, offered in heard.items():
        enough = offered.records + RECORDS
        until(page, lambda: offered.records >= enough, "the bots race")  # noqa: B023  # now
        with restless(page):  # the bots go on
            most[page] = page.evaluate("Math.max(0, ...window.moves.values())")
            journeys[page] = page.evaluate("[...new Set(window.journeys)]")
    assert journeys[still] == []
    assert most[still] <= 2 * RECORDS
    assert journeys[moving] or most[moving] > 2 * RECORDS
