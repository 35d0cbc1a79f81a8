"""The frame around every page: the name, the languages, day and night."""

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPage
from tests.web.measure import violations
from tools.words import LANGUAGES, catalogue

PAPER = {"light": "rgb(246, 240, 225)", "dark": "rgb(18, 24, 31)"}


def in_language(code: str, sentence: str) -> str:
    """The sentence in this language, or in English if there is no translation."""
    message = catalogue(code).get(sentence) if code in LANGUAGES else None
    return str(message.string or sentence) if message else sentence


# test_screens.py checks narrow screens by night and wide ones by day.
@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1440, "dark")])
def test_the_page_opens(new_page: NewPage, scheme: str, width: int) -> None:
    """With the name, in the right colours, and without findings of axe."""
    page = new_page(color_scheme=scheme, viewport={"width": width, "height": 740})
    page.goto("/")
    expect(page.get_by_role("heading", name="Paddock", level=1)).to_be_visible()
    expect(page.locator("html")).to_have_css("background-color", PAPER[scheme])
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_page_under_any_address_of_the_client_opens(new_page: NewPage) -> None:
    """Even when opened directly; links then work without a reload."""
    page = new_page()
    page.goto("/new/royal-turf")
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Paddock").click()
    expect(page).to_have_url("/")
    assert page.evaluate("window.stayed") is True
    page.go_back()
    expect(page).to_have_url("/new/royal-turf")


def test_the_browser_tells_the_language(new_page: NewPage) -> None:
    """If it is available; otherwise the page is in English."""
    for locale, code in (("de-CH", "de"), ("it-IT", "it"), ("pt-BR", "en")):
        page = new_page(locale=locale)
        page.goto("/")
        expect(page.locator("html")).to_have_attribute("lang", code)
        expect(page.get_by_label(in_language(code, "Language"))).to_have_value(code)


def test_the_language_can_be_changed_at_any_moment(new_page: NewPage) -> None:
    """Without a reload, and it is remembered."""
    page = new_page()
    page.goto("/")
    page.evaluate("window.stayed = true")
    sentence = "2 to 6 players; a short game, easy to learn."
    for code in ("en", *LANGUAGES):
        page.locator("header select").first.select_option(code)
        expect(page.get_by_text(in_language(code, sentence))).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", code)
    assert page.evaluate("window.stayed") is True
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", LANGUAGES[-1])


def test_night_can_be_chosen_by_day(new_page: NewPage) -> None:
    """And is remembered."""
    page = new_page(color_scheme="light")
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Day or night").select_option("night")
    expect(page.locator("html")).to_have_css("background-color", PAPER["dark"])
    page.reload()
    expect(page.locator("html")).to_have_css("background-color", PAPER["dark"])
