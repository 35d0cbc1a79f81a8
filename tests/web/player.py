"""A player in a browser, who looks at the page and clicks what is on offer."""

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, TypedDict

from playwright.sync_api import Page, WebSocket, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.deltas import patched
from tests.web.rest import restless
from tests.web.rest import until as wait_until

# Everything that can be pressed for a move: the turn panel, the horses of Royal Turf, the lanes for
# slips of Rennfieber, and the button that leaves a settlement.
CONTROLS = ", ".join(
    f"{place} button:enabled"
    for place in (
        "section.asked[aria-labelledby=turn]",
        "section.field .runner",
        "section.settled[aria-labelledby=turn]",
        "section.course .paddock li",
    )
)
# One evaluation for the whole page, which saves round trips.
LOOK = f"""() => {{
  if (document.querySelector("[aria-labelledby=finished]")) return "over";
  const all = [...document.querySelectorAll({CONTROLS!r})].map((button, at) => ({{
    at,
    kind: button.matches(".settled > .act") ? "settled"
      : button.closest(".runner") ? "horse"
      : button.matches(".act, .drop") ? "act"
      : button.matches(".quiet") ? "aside"
      : "choice",
    pressed: button.ariaPressed === "true",
  }}));
  const asked = document.querySelector("section.asked[aria-labelledby=turn]") !== null;
  return all.filter(({{ kind }}) => kind === "settled" || (asked && kind !== "aside"));
}}"""
# Returns whether the control was still there.
PRESS = f"""([at, times]) => {{
  const button = document.querySelectorAll({CONTROLS!r})[at];
  while (button && times--) button.click();
  return button !== undefined;
}}"""
GONE = 2_000  # milliseconds; by then the control has disappeared, and the player looks again
NO_MORE = 900.0  # seconds; only a hanging game takes longer


class Control(TypedDict):
    at: int
    kind: Literal["settled", "horse", "act", "aside", "choice"]
    pressed: bool


class Player:
    """Plays at random. `settled` counts the settlements it has seen.

    `hasty` players click by script, which is faster. Those who `linger` leave settlements open for
    the test.
    """

    def __init__(
        self, page: Page, seed: int = 0, *, hasty: bool = False, lingers: bool = False
    ) -> None:
        self.page = page
        self.over = False
        self.acts = 0
        self.settled = 0
        self._chance = Random(seed)
        self.hasty = hasty
        self.lingers = lingers

    def act(self) -> bool:
        """Whether there was something to do."""
        found: list[Control] | Literal["over"] = self.page.evaluate(LOOK)
        if found == "over":
            self.over = True
        if isinstance(found, str) or not found:
            return False
        chosen = self._choose(found)
        if chosen["kind"] == "settled" and self.lingers:
            return False
        if self._click(chosen):
            self.acts += 1
            self.settled += chosen["kind"] == "settled"
        return True

    def _choose(self, controls: Sequence[Control]) -> Control:
        of = {
            kind: [control for control in controls if control["kind"] == kind]
            for kind in ("settled", "horse", "act", "choice")
        }
        if of["settled"]:
            return of["settled"][0]
        fiddles = self._chance.random() < 0.3  # people try things out
        free = [choice for choice in of["choice"] if not choice["pressed"]]
        if of["act"] and not (free and fiddles):
            return self._chance.choice(of["act"])
        return self._chance.choice(of["horse"] or free or of["choice"])

    def _click(self, control: Control) -> bool:
        """A horse is pressed twice: the first press chooses it, the second confirms."""
        times = 2 if control["kind"] == "horse" else 1
        if self.hasty:
            return bool(self.page.evaluate(PRESS, [control["at"], times]))
        try:
            self.page.locator(CONTROLS).nth(control["at"]).click(click_count=times, timeout=GONE)
        except TookTooLong:
            return False  # the server was faster: it takes steps without a choice by itself
        return True


def play(
    players: Sequence[Player], until: Callable[[], bool] | None = None, seconds: float = NO_MORE
) -> None:
    """Lets all players act whenever they can, to the end or until a condition holds.

    They do not wait for the page to be at rest: people also press while bots move.
    """
    is_done = until or (lambda: all(player.over for player in players))

    def advance() -> bool:
        while not is_done():
            acted = [player.act() for player in players]
            if not any(acted):
                return False
        return True

    pages = [player.page for player in players]
    with restless(*pages):
        wait_until(pages[0], advance, "the game gets this far", seconds)


class Offered:
    """Records what a page receives and gives. Create it before the page opens its table."""

    def __init__(self, page: Page) -> None:
        self.offer: dict[str, Any] = {}
        self.records = 0
        self.given: list[dict[str, Any]] = []  # commands
        self.frames: dict[str | None, list[dict[str, Any]]] = {}  # by the seat of the socket
        page.on("websocket", self._opened)

    def _opened(self, line: WebSocket) -> None:
        found = re.search(r"[?&]seat=(\d)", line.url)
        frames = self.frames.setdefault(found[1] if found else None, [])
        line.on("framereceived", lambda data: self._heard(frames, json.loads(data)))
        line.on("framesent", lambda data: self._said(json.loads(data)))

    def _heard(self, frames: list[dict[str, Any]], message: dict[str, Any]) -> None:
        if (change := message.get("delta")) is not None:
            views = (frame["view"] for frame in reversed(frames) if frame.get("view") is not None)
            message["view"] = patched(next(views), change)
        frames.append(message)
        if message["type"] == "told":
            self.records += 1
        if message.get("view") is not None:
            self.offer = message.get("offer") or {}

    def _said(self, message: dict[str, Any]) -> None:
        if message["type"] == "give":
            self.given.append(message["command"])

    @property
    def kind(self) -> str | None:
        """The kind of the current offer; None if there is none."""
        return self.offer.get("type")


RACES = 3


def to_the_result(page: Page) -> None:
    """Skips what is being shown, and leaves all settlements, up to the final result."""
    onward = page.locator("section.settled[aria-labelledby=turn] button.act")
    over = page.get_by_text("The match is over.")
    with restless(page):
        page.get_by_role("heading", level=1).click()
        for _ in range(RACES):
            expect(onward.or_(over)).to_be_visible()
            if over.is_visible():
                return
            onward.click()
    expect(over).to_be_visible()
