"""The plain face: a game unknown to the client can be set up, played and replayed."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.toy import DiceRace
from tests.web.conftest import PHONE, WIDE, NewPage
from tests.web.measure import violations


@pytest.fixture(scope="module")
def address(with_toy: str) -> str:
    """The server with the dice race."""
    return with_toy


@pytest.mark.parametrize("viewport", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_match_is_played_with_the_buttons(new_page: NewPage, viewport: ViewportSize) -> None:
    """From the new table to the proof of the dice, against bots, without findings of axe."""
    page = new_page(viewport=viewport)
    page.goto(f"/new/{DiceRace.name}")
    expect(page.get_by_role("heading", name="A new table for dice-race")).to_be_visible()
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Next to act: Anna")).to_be_visible()
    expect(page.get_by_role("group", name="Which runner do you back?")).to_be_visible()
    course = page.get_by_role("region", name="The course")
    expect(course.get_by_role("definition").nth(1)).to_have_text("none")  # no bets yet
    expect(course).to_contain_text("This game has no graphics here")
    assert violations(page) == []
    page.keyboard.press("2")
    # There are no other choices, so the server throws the dice.
    expect(page.get_by_role("heading", name="The match is over.")).to_be_visible()
    expect(course.get_by_role("definition").nth(1)).to_contain_text("1, ")
    expect(page.get_by_role("button", name=re.compile(r"All \d+ draws check out"))).to_be_visible()
    assert violations(page) == []


def test_the_match_is_told_again(new_page: NewPage) -> None:
    """Record by record, without chapters, with the calls."""
    page = new_page(viewport=WIDE)
    page.goto(f"/new/{DiceRace.name}")
    page.get_by_role("button", name="Start the game").click()
    page.get_by_role("button", name="Back runner 1").click()
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("heading", name="dice-race")).to_be_visible()
    expect(page.get_by_text("Matches of this game have no chapters.")).to_be_visible()
    page.keyboard.press("ArrowRight")
    called = page.get_by_role("list", name="What the race caller said").locator("[aria-current]")
    expect(called).to_contain_text("Guest: a bet on runner 1.")
    page.keyboard.press("End")
    expect(called).to_contain_text("The race is over.")
    assert violations(page) == []


def test_what_it_lacks_is_said(page: Page) -> None:
    """It has no lobby card, guided race or labels for its figures, but it has rules."""
    page.goto("/")
    expect(page.get_by_role("link", name="Play Royal Turf", exact=True)).to_be_visible()
    expect(page.get_by_text("dice-race")).to_have_count(0)
    page.goto(f"/learn/{DiceRace.name}")
    expect(page.get_by_role("heading", name="dice-race has no guided race.")).to_be_visible()
    page.get_by_role("link", name="Read the rules").click()
    expect(page.get_by_role("heading", name="Dice race")).to_be_visible()
    page.goto(f"/edition/{DiceRace.name}")
    expect(page.get_by_text("are the names used in the edition file")).to_be_visible()
    page.get_by_text("course", exact=True).click()
    page.get_by_label("length").fill("0")
    expect(page.get_by_text("1 mistake").first).to_be_visible()
    page.goto("/edition/chess")
    expect(page.get_by_role("heading", name="There is no such page here.")).to_be_visible()
