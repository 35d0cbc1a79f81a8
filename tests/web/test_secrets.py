"""Hidden bets on one device: no seat ever shows another seat's tokens."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.conftest import WIDE, NewPage
from tests.web.player import Offered, Player, play
from tests.web.test_table import shared

NAMES = ("Anna", "Boris")


def bets(message: Any) -> Iterator[list[Any]]:
    """Every bet anywhere in a message: seat, horse, value."""
    match message:
        case {"type": "bet_placed", "seat": seat, "horse": horse, **more}:
            yield [seat, horse, more.get("value")]
        case {"book": {"bets": list(placed)}, **more}:
            yield from placed
            yield from bets(more)
        case dict():
            for part in message.values():
                yield from bets(part)
        case list():
            for part in message:
                yield from bets(part)
        case _:
            return


def check_page(page: Page, viewer: int | None) -> None:
    """Checks that the document, including its invisible parts, has no value of other seats."""
    content = page.content()
    for seat, name in enumerate(NAMES):
        told = re.search(rf"{name}: an? \d", content)
        assert seat == viewer or told is None, f"{viewer} sees {told}"


def test_the_others_tokens_are_nowhere(new_page: NewPage) -> None:
    """RT6.3: not in the document, the socket or behind the cover, until they are turned over."""
    page = new_page(viewport=WIDE)
    offered = Offered(page)
    shared(page, options={"hidden_bets": "on"})
    player = Player(page)
    cover = page.get_by_role("button", name="I am")
    for _ in range(6):
        expect(cover).to_be_visible()
        check_page(page, None)
        assert page.locator("main :is(.token, .course, .field, .side)").count() == 0
        name = str(cover.text_content()).strip().removeprefix("I am ")
        cover.click()
        expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
        check_page(page, NAMES.index(name))
        before = player.acts
        play([player], until=lambda: player.acts > before)  # noqa: B023  # called in this round
    own = 0
    for seat, frames in offered.frames.items():
        told = [bet for message in frames for bet in bets(message)]
        assert all(value is None for owner, _, value in told if str(owner) != seat)
        own += sum(value is not None for owner, _, value in told if str(owner) == seat)
    assert own > 0, "players do not even see their own"
