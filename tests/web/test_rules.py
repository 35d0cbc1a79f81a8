"""The rule pages, and the editor for the figures of one's own box."""

import json
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from paddock.games import GAMES
from paddock.games.pages import rule_page
from paddock.kernel.edition import parse
from tests.web.conftest import NewPage
from tools.words import LANGUAGES


def title(game: str, language: str) -> str:
    return rule_page(game, language).splitlines()[0].removeprefix("# ")


def in_sight(page: Page, rule: str) -> bool:
    box = page.locator(f"[id='{rule}']").bounding_box()
    size = page.viewport_size
    assert box is not None and size is not None
    return -1 <= box["y"] < size["height"]


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_rules_are_there_in_each_language(new_page: NewPage, language: str) -> None:
    """For every game, marked as that language."""
    page = new_page(locale=language)
    for game in GAMES:
        page.goto(f"/rules/{game}")
        expect(page.get_by_role("heading", level=1)).to_have_text(title(game, language))
        expect(page.locator("article")).to_have_attribute("lang", language)


def test_the_language_changes_where_one_reads(page: Page) -> None:
    """The page stays at the same rule."""
    page.goto("/rules/royal-turf#RT4.5")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", level=1)).to_have_text(title("royal-turf", "de"))
    expect(page.locator("[id='RT4.5']")).to_contain_text("zwei Pferde")
    assert in_sight(page, "RT4.5")


def test_a_link_leads_to_a_rule(page: Page) -> None:
    """From outside, from the text and from the contents; the rule is marked."""
    page.goto("/rules/royal-turf#RT4.5")
    marked = page.locator(".rule.current")
    expect(marked).to_contain_text("Two horses never share a space.")
    assert in_sight(page, "RT4.5")
    page.locator("[id='RT4.11']").get_by_role("link", name="RT4.4", exact=True).click()
    expect(page).to_have_url("/rules/royal-turf#RT4.4")
    expect(marked).to_contain_text("all marks come off")
    expect(marked.get_by_role("button", name="Copy a link to RT4.4")).to_be_visible()
    page.get_by_role("navigation").get_by_role("link", name="RT6 Hidden bets").click()
    expect(page.locator("#RT6")).to_be_in_viewport()
    page.go_back()
    expect(marked).to_contain_text("all marks come off")


def test_the_rules_can_be_searched(page: Page) -> None:
    """A hit leads to its rule; a search may find nothing."""
    page.goto("/rules/royal-turf")
    search = page.get_by_label("Search the rules")
    search.fill("PACE TOKEN GOES")
    expect(page.get_by_text("1 result", exact=True)).to_be_visible()
    page.get_by_role("link", name="RT4.8").first.click()
    expect(page.locator(".rule.current")).to_contain_text("The pace token goes to the horse")
    search.fill("zebra")
    expect(page.get_by_text("No results.")).to_be_visible()


def test_a_game_that_is_not_there_has_no_rules(page: Page) -> None:
    """The page says so."""
    page.goto("/rules/chess")
    expect(page.get_by_role("heading", name="There is no such game here.")).to_be_visible()


# --- the editor -------------------------------------------------------------------------------


def test_the_editor_finds_a_mistake_and_the_edition_can_be_chosen(page: Page) -> None:
    """A mistake shows at its field while typing; a valid edition can be kept and used."""
    page.goto("/edition/royal-turf")
    expect(page.get_by_text("Everything is in order.")).to_be_visible()
    field = page.locator("[id='track.spaces']")
    field.fill("7")
    expect(page.get_by_role("status").first).to_have_text("1 mistake")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[id='track.spaces-found']")).to_contain_text("from 20 to 99")
    expect(page.get_by_label("Your editions")).to_contain_text("from 20 to 99")
    keep = page.get_by_role("button", name="Save in this browser")
    expect(keep).to_be_disabled()
    page.get_by_role("heading", level=1).click()
    page.get_by_role("button", name="track.spaces").click()
    expect(field).to_be_focused()
    field.fill("34")
    page.get_by_label("Display name").fill("The attic box")
    expect(page.get_by_text("Everything is in order.")).to_be_visible()
    keep.click()
    page.goto("/new/royal-turf/friends")
    page.get_by_role("combobox").filter(has_text="The attic box").select_option("The attic box")


def test_what_was_typed_is_there_again(page: Page) -> None:
    """Even if it was not kept, and with its warnings."""
    page.goto("/edition/royal-turf")
    field = page.locator("[id='horses[1].cards[1][2]']")
    field.fill("14")
    odd = page.get_by_role("group").get_by_text("3 x head + cap + saddle + shoe = 29").last
    expect(odd).to_be_visible()
    page.reload()
    expect(field).to_have_value("14")
    expect(odd).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    expect(field).to_have_value("15")


@pytest.mark.parametrize("game", GAMES)
def test_an_edition_travels_as_a_file(page: Page, game: str, tmp_path: Path) -> None:
    """Saved JSON can be opened again; saved TOML works in the terminal."""
    page.goto(f"/edition/{game}")
    page.get_by_label("Display name").fill("Grandfather's")
    expect(page.get_by_text("Everything is in order.")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file to share").click()
    figures = json.loads(Path(saved.value.path()).read_bytes())
    assert figures["edition"]["name"] == "Grandfather's"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as TOML for the terminal").click()
    assert tomllib.loads(Path(saved.value.path()).read_text(encoding="utf-8")) == figures
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_label("Display name")).to_have_value(
        parse(GAMES[game].template())["edition"]["name"]
    )
    file = tmp_path / "shared.json"
    file.write_text(json.dumps(figures))
    page.get_by_label("Open a file").set_input_files(file)
    expect(page.get_by_label("Display name")).to_have_value("Grandfather's")
    file.write_text("[edition]")
    page.get_by_label("Open a file").set_input_files(file)
    expect(page.get_by_role("alert")).to_be_visible()
