"""Somebody who plays in a browser: looks at what is offered, and clicks it as a person would."""

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, TypedDict

from playwright.sync_api import Page, WebSocket, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.web.rest import restless
from tests.web.rest import until as wait_until

# All that can be pressed for a move: what the turn's panel offers, the horses of Royal Turf, the
# places for slips of Rennfieber; and the way on from a settled race, once it was read.
CONTROLS = ", ".join(
    f"{place} button:enabled"
    for place in (
        "section.asked[aria-labelledby=turn]",
        "section.field .runner",
        "section.settled[aria-labelledby=turn]",
        "section.course .paddock li",
    )
)
# One look at the page, so that few messages go to and fro.
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
# Whether there is still such a control to press.
PRESS = f"""([at, times]) => {{
  const button = document.querySelectorAll({CONTROLS!r})[at];
  while (button && times--) button.click();
  return button !== undefined;
}}"""
GONE = 2_000  # milliseconds: a control that is not there by then was taken away; look again
NO_MORE = 900.0  # seconds; only a game that hangs takes so long


class Control(TypedDict):
    at: int
    kind: Literal["settled", "horse", "act", "aside", "choice"]
    pressed: bool


class Player:
    """Plays without a plan. `settled` counts the settlements that were looked at.

    Where a test is about how things look, `hasty` presses without the care of a person. Whoever
    `lingers` leaves settlements to the test.
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
        fiddles = self._chance.random() < 0.3  # a person tries this and that
        free = [choice for choice in of["choice"] if not choice["pressed"]]
        if of["act"] and not (free and fiddles):
            return self._chance.choice(of["act"])
        return self._chance.choice(of["horse"] or free or of["choice"])

    def _click(self, control: Control) -> bool:
        """A horse is pressed twice: the first press chooses it, the second does it."""
        times = 2 if control["kind"] == "horse" else 1
        if self.hasty:
            return bool(self.page.evaluate(PRESS, [control["at"], times]))
        try:
            self.page.locator(CONTROLS).nth(control["at"]).click(click_count=times, timeout=GONE)
        except TookTooLong:
            return False  # the house was faster: what need not be chosen is done by itself
        return True


def play(
    players: Sequence[Player], until: Callable[[], bool] | None = None, seconds: float = NO_MORE
) -> None:
    """All act whenever they are asked; to the end, or until something has come true.

    They do not wait for the page: people press while bots move and things are being shown.
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
        wait_until(pages[0], advance, "the game comes so far", seconds)


class Offered:
    """What the server offers whoever looks through a page, and what of their own they may know.

    To be made before the page goes to its table.
    """

    def __init__(self, page: Page) -> None:
        self.offer: dict[str, Any] = {}
        self.records = 0
        self.frames: dict[str | None, list[dict[str, Any]]] = {}  # by the seat of the line
        page.on("websocket", self._opened)

    def _opened(self, line: WebSocket) -> None:
        found = re.search(r"[?&]seat=(\d)", line.url)
        frames = self.frames.setdefault(found[1] if found else None, [])
        line.on("framereceived", lambda data: self._heard(frames, json.loads(data)))

    def _heard(self, frames: list[dict[str, Any]], message: dict[str, Any]) -> None:
        frames.append(message)
        if message["type"] == "told":
            self.records += 1
        if message.get("view") is not None:
            self.offer = message.get("offer") or {}

    @property
    def kind(self) -> str | None:
        """What is to be done; None while nothing is."""
        return self.offer.get("type")


RACES = 3


def to_the_result(page: Page) -> None:
    """Whoever presses anything has seen enough; the accounts that nobody has read yet are."""
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
