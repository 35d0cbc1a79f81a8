"""The lobby, new tables, the settings."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import PHONE, NewPage
from tests.web.matches import api
from tests.web.test_frame import in_language
from tools.web import CLIENT
from tools.words import LANGUAGES

MOST_SCRIPT = 90_000  # bytes, compressed


def opened(page: Page) -> dict[str, Any]:
    """The table of this page, from the API."""
    expect(page).to_have_url(re.compile("/table/"))
    mine: dict[str, Any] = page.request.get(api(page.url)).json()
    return mine


def policies(table: dict[str, Any]) -> list[str | None]:
    return [seat["policy"] for seat in table["seats"]]


def test_two_clicks_lead_from_the_lobby_into_a_game(page: Page) -> None:
    """With bots on the other seats, and hidden bets, which RT6.1 recommends for four."""
    page.goto("/")
    page.get_by_role("link", name="Play Royal Turf", exact=True).click()
    page.get_by_role("button", name="Start the game").click()
    mine = opened(page)
    assert mine["seats"] == [0]
    assert mine["table"]["status"] == "playing"
    assert policies(mine["table"]) == [None, "punter", "punter", "punter"]
    assert mine["table"]["seats"][0]["name"] == "Guest"
    assert mine["table"]["options"]["hidden_bets"] == "on"


def test_the_first_screen_is_light(new_page: NewPage) -> None:
    """All its scripts together, including the largest catalogue, stay below the limit."""
    page = new_page(locale="de-DE")
    scripts: list[str] = []
    page.on("response", lambda answer: scripts.append(answer.url.rpartition("/assets/")[2]))
    page.goto("/", wait_until="networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    sizes = {
        name: (CLIENT / "assets" / f"{name}.gz").stat().st_size
        for name in scripts
        if name.endswith(".js")
    }
    assert any(name.startswith("Lobby") for name in sizes)
    assert sum(sizes.values()) < MOST_SCRIPT, sizes


def test_the_same_by_keyboard(page: Page) -> None:
    """Enter on the link, a name, Enter; and the name is remembered."""
    page.goto("/")
    page.get_by_role("link", name="Play Rennfieber").press("Enter")
    name = page.get_by_label("Your name")
    name.press_sequentially("Zoë")
    name.press("Enter")
    mine = opened(page)
    assert mine["table"]["game"] == "rennfieber"
    assert mine["table"]["seats"][0]["name"] == "Zoë"
    page.goto("/new/royal-turf")
    expect(name).to_have_value("Zoë")


def test_a_table_is_opened_as_it_was_planned(new_page: NewPage) -> None:
    """With its seats, options and clock; and others find it in their lobby."""
    host = new_page()
    host.goto("/new/royal-turf")
    host.get_by_label("Your name").fill("Anna")
    host.get_by_text("5", exact=True).click()
    host.get_by_label("Seat 2").select_option(label="Bot: Rookie")
    host.get_by_label("Seat 3").select_option(label="Free for a friend")
    host.get_by_label("nothing is doubled.").check()
    host.get_by_label("Turn clock").select_option(label="10 minutes per turn")
    host.get_by_role("switch", name="Listed in the lobby").check()
    host.get_by_role("button", name="Open the table").click()
    table = opened(host)["table"]
    assert table["status"] == "waiting"
    assert policies(table) == [None, "random", None, "punter", "punter"]
    assert table["options"]["final_race"] == "single"
    assert table["options"]["hidden_bets"] == "off"  # among five
    assert (table["clock"], table["listed"]) == (600, True)
    expect(host.get_by_text("nothing is doubled.")).to_be_visible()

    guest = new_page()
    guest.goto("/")
    row = guest.get_by_role("link").filter(has_text="Anna").filter(has_text="One seat free")
    expect(row).to_have_attribute("href", f"/table/{table['id']}")


def test_hidden_bets_are_suggested_among_few(page: Page) -> None:
    """RT6.1: it is the first option, and a choice made by hand stays for any number of seats."""
    page.goto("/new/royal-turf")
    face_up = page.get_by_label("face up.")
    first = page.locator(".rules").get_by_role("group").first
    expect(first).to_contain_text("Tokens are placed")
    hint = first.get_by_text("Recommended for two to four players.")
    for seats in (2, 3, 4):
        page.get_by_text(str(seats), exact=True).click()
        expect(page.get_by_label("face down")).to_be_checked()
        expect(hint).to_be_visible()
        expect(page.get_by_text("With hidden bets, each player")).to_be_visible()
    for seats in (5, 6):
        page.get_by_text(str(seats), exact=True).click()
        expect(face_up).to_be_checked()
        expect(hint).not_to_be_visible()
    expect(page.get_by_text("With hidden bets, each player")).not_to_be_visible()
    page.get_by_label("face down").check()
    page.get_by_text("2", exact=True).click()
    page.get_by_text("6", exact=True).click()
    expect(page.get_by_label("face down")).to_be_checked()


def in_sight(place: Locator) -> bool:
    """Whether all of it is visible without scrolling."""
    box, size = place.bounding_box(), place.page.viewport_size
    assert box is not None and size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_a_phone_shows_how_to_play_at_once(new_page: NewPage, locale: str) -> None:
    """To new visitors, and to those whose turn it is at a table."""
    page = new_page(locale=locale, viewport=PHONE)
    page.goto("/")
    play = page.locator("a[href='/new/royal-turf']")
    expect(play).to_be_visible()
    assert in_sight(play)
    page.goto("/new/royal-turf")
    page.locator("form footer button").click()
    expect(page).to_have_url(re.compile("/table/"))
    page.goto("/")
    back = page.locator("a.act[href^='/table/']")
    expect(back).to_be_visible()
    assert in_sight(back)
    assert in_sight(play)


def test_every_option_is_a_sentence(page: Page) -> None:
    """The choices of every option of each game end with a full stop."""
    for game in page.request.get("/api/games").json():
        page.goto(f"/new/{game['name']}")
        for option in game["options"]:
            legend = page.get_by_role("group", name=option["text"]["key"])
            for choice in option["choices"]:
                assert choice["text"]["key"].endswith("."), choice
                expect(legend.get_by_label(choice["text"]["key"])).to_be_visible()


def test_the_lobby_leads_back_to_the_table(page: Page) -> None:
    """And says that it is this person's turn there."""
    page.goto("/new/royal-turf")
    page.get_by_role("button", name="Start the game").click()
    table = opened(page)["table"]
    expect(page.get_by_text("Your turn", exact=True).first).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("Your turn", exact=True).first).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(f"/table/{table['id']}")


def test_friends_are_invited_to_the_address_of_the_page(page: Page, address: str) -> None:
    """By a link and a QR code; an address that only works on this device gets a warning."""
    page.goto("/new/rennfieber/friends")
    page.get_by_role("button", name="Open the table").click()
    table = opened(page)["table"]
    assert policies(table) == [None] * 4
    link = f"{address}/table/{table['id']}"
    expect(page.get_by_role("img", name=f"QR code of the address {link}")).to_be_visible()
    expect(page.get_by_text("This link works on this device only")).to_be_visible()


def test_the_language_changes_under_a_half_planned_table(page: Page) -> None:
    """The choices are kept."""
    page.goto("/new/royal-turf")
    page.get_by_label("nothing is doubled.").check()
    page.get_by_label("Your name").fill("Anna")
    for code in (*LANGUAGES, "en"):
        page.locator("header select").first.select_option(code)
        sentence = in_language(code, "nothing is doubled.")
        expect(page.get_by_label(sentence)).to_be_checked()
    expect(page.get_by_label("Your name")).to_have_value("Anna")


def test_settings_are_kept(page: Page) -> None:
    """Sound is off by default, keyboard shortcuts are on."""
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("switch", name="Sound")).not_to_be_checked()
    page.get_by_role("switch", name="Sound").check()
    page.get_by_role("switch", name="Keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).not_to_be_visible()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("switch", name="Sound")).to_be_checked()
    expect(page.get_by_role("switch", name="Keyboard shortcuts")).not_to_be_checked()


@pytest.fixture
def unwatched(new_page: NewPage) -> Page:
    """A page that may log errors: the browser logs every refusal."""
    return new_page(stumbles=True)


def test_a_lobby_without_a_server_says_so(unwatched: Page) -> None:
    """And shows the tables once the server is back."""
    unwatched.route("**/api/tables**", lambda route: route.abort())
    unwatched.goto("/")
    away = unwatched.get_by_text("The server cannot be reached right now.")
    expect(away).to_be_visible()
    unwatched.unroute("**/api/tables**")
    unwatched.get_by_role("button", name="Try now").click()
    expect(away).not_to_be_visible()
    expect(unwatched.get_by_text("You are not at a table yet.")).to_be_visible()


def test_a_page_that_stumbles_leads_back(unwatched: Page) -> None:
    """If a script cannot be loaded, the page says so; after a reload it works."""
    unwatched.route("**/assets/NewTable-*", lambda route: route.abort())
    unwatched.goto("/")
    unwatched.get_by_role("link", name="Play Royal Turf", exact=True).click()
    expect(
        unwatched.get_by_role("heading", name="Something went wrong on this page.")
    ).to_be_visible()
    unwatched.unroute("**/assets/NewTable-*")
    unwatched.get_by_role("button", name="Reload the page").click()
    expect(unwatched.get_by_role("button", name="Start the game")).to_be_visible()


def test_a_name_that_cannot_be_one_is_told(unwatched: Page) -> None:
    """The reason is shown, no table is left behind, and another name works."""
    unwatched.goto("/new/royal-turf")
    unwatched.get_by_label("Your name").fill("An\u200bna")
    unwatched.get_by_role("button", name="Start the game").click()
    expect(unwatched.get_by_role("alert")).to_contain_text("invisible characters")
    expect(
        unwatched.get_by_role("button", name="Start the game")
    ).to_be_enabled()  # the table was closed again
    assert unwatched.request.get("/api/tables/mine?over=false").json() == []
    unwatched.get_by_label("Your name").fill("Anna")
    unwatched.get_by_role("button", name="Start the game").click()
    assert opened(unwatched)["table"]["seats"][0]["name"] == "Anna"
