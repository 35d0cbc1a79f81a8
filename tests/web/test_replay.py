"""Replays, and the proof of the dice in the browser."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.records import written
from tests.web.conftest import WIDE, NewPage
from tests.web.matches import finished, log_of
from tests.web.measure import violations
from tests.web.rest import stop_time

LOGS = Path(__file__).parents[1] / "replays"
SIZES: dict[str, ViewportSize] = {"narrow": {"width": 320, "height": 640}, "wide": WIDE}


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Position in the match")


def told(page: Page) -> Locator:
    """The latest call at the current moment."""
    return page.get_by_role("list", name="What the race caller said").locator("[aria-current]")


def hand_out(page: Page, table: str, log: bytes) -> None:
    """Serves another log instead of the table's own."""
    page.route(f"**/api/tables/{table}/log", lambda route: route.fulfill(body=log))


def first_roll(records: list[dict[str, Any]]) -> int:
    return next(
        number
        for number, record in enumerate(records)
        if any(draw[0] == "race/1/die" for draw in record.get("draws", ()))
    )


# --- the badge --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["royal-turf", "rennfieber"])
def test_the_badge_says_that_all_draws_check_out(page: Page, game: str) -> None:
    """With the number of draws in the log; the proof shows commitment and seed."""
    table = finished(page, game)
    records = log_of(page, table)
    draws = sum(len(record.get("draws", ())) for record in records)
    page.goto(f"/replay/{table}")
    page.get_by_role("button", name=f"All {draws} draws check out").click()
    proof = page.get_by_role("dialog", name="The proof of the dice")
    expect(proof).to_contain_text(records[0]["chance"]["commitment"])
    expect(proof).to_contain_text(records[-1]["seed"])
    expect(proof).to_contain_text(f"paddock replay verify {table}.jsonl")
    with page.expect_download() as saved:
        proof.get_by_role("link", name="Save the log").click()
    assert Path(saved.value.path()).read_bytes() == written(records)


def test_the_badge_names_the_draw_that_was_changed(page: Page) -> None:
    """With its line, although the checksums of the forged log are valid."""
    table = finished(page, "royal-turf")
    records = log_of(page, table)
    line = first_roll(records)
    draw = records[line]["draws"][0]
    honest, draw[3] = draw[3], (draw[3] + 1) % 6
    hand_out(page, table, written(records))
    page.goto(f"/replay/{table}")
    page.get_by_role("button", name=f"The dice do not check out: line {line + 1}").click()
    proof = page.get_by_role("dialog")
    expect(proof).to_contain_text("draw race/1/die 0")
    expect(proof).to_contain_text(f"The log says {draw[3]}, but the seed gives {honest}.")


def test_the_badge_sees_another_seed_and_a_cut_line(page: Page) -> None:
    """With the line where it shows."""
    table = finished(page, "royal-turf")
    records = log_of(page, table)
    hand_out(page, table, written([*records[:-1], {"kind": "revealed", "seed": "00" * 32}]))
    page.goto(f"/replay/{table}")
    badge = page.get_by_role("button", name=f"The dice do not check out: line {len(records)}")
    expect(badge).to_be_visible()
    hand_out(page, table, written(records)[:-40])
    page.reload()
    badge = page.get_by_role("button", name=f"The log is damaged: line {len(records)}")
    expect(badge).to_be_visible()


# --- the timeline ---------------------------------------------------------------------------------


def test_keys_go_through_the_match(page: Page) -> None:
    """By steps, by chapters and to both ends; Space plays and pauses."""
    table = finished(page, "royal-turf")
    last = int(page.request.get(f"/api/tables/{table}").json()["table"]["seq"])
    page.goto(f"/replay/{table}")
    expect(slider(page)).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_value("1")
    expect(told(page)).to_contain_text("Race 1: the horses come to the line.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(slider(page)).to_have_value("1")
    expect(
        page.get_by_role("button", name="Race 3", exact=True)
    ).to_be_visible()  # all frames are loaded
    page.keyboard.press(".")
    expect(slider(page)).to_have_attribute("aria-valuetext", f"Race 2, step {at(page)} of {last}")
    page.keyboard.press("End")
    expect(slider(page)).to_have_value(str(last))
    page.keyboard.press(",")
    page.keyboard.press("Home")
    expect(slider(page)).to_have_value("0")
    stop_time(page)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.clock.run_for(10_000)
    expect(slider(page)).not_to_have_value("0")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def at(page: Page) -> str:
    return slider(page).input_value()


def test_a_link_leads_to_the_same_moment(new_page: NewPage) -> None:
    """With the same viewpoint."""
    page = new_page()
    table = finished(page, "royal-turf", hidden_bets="on")
    page.goto(f"/replay/{table}")
    page.get_by_label("View as").select_option("1")
    slider(page).fill("40")
    expect(page).to_have_url(f"/replay/{table}?at=40&seat=1")
    words = str(told(page).text_content())
    other = new_page()
    other.goto(page.url)
    expect(slider(other)).to_have_value("40")
    expect(told(other)).to_have_text(words)
    expect(other.get_by_label("View as")).to_have_value("1")


def test_what_was_hidden_is_shown_when_asked_for(page: Page) -> None:
    """A spectator sees tokens face down, or on request their values (RT6.3)."""
    table = finished(page, "royal-turf", hidden_bets="on")
    page.goto(f"/replay/{table}?at=2")
    expect(told(page)).to_contain_text("a token face down on")
    page.get_by_label("Show what was hidden").check()
    expect(told(page)).not_to_contain_text("face down")
    expect(page).to_have_url(f"/replay/{table}?at=2&all=1")


def test_a_line_of_the_caller_leads_to_its_moment(page: Page) -> None:
    """A click on a call moves the slider there."""
    table = finished(page, "royal-turf")
    page.goto(f"/replay/{table}?at=30")
    calls = page.get_by_role("list", name="What the race caller said")
    line = calls.get_by_role("button").nth(3)
    words = str(line.text_content())
    line.click()
    expect(told(page)).to_have_text(words)
    assert int(at(page)) < 30


@pytest.mark.parametrize(("game", "badge"), [("royal-turf", "1"), ("rennfieber", "1")])
def test_a_line_shows_the_badge_of_each_horse_that_it_names(
    page: Page, game: str, badge: str
) -> None:
    """The first horse of the edition has its number; screen readers get only the name."""
    first = {"royal-turf": "Earl Grey", "rennfieber": "Abendrot"}[game]
    table = finished(page, game)
    page.goto(f"/replay/{table}?at=1")
    calls = page.get_by_role("list", name="What the race caller said")
    named = calls.locator(".horse", has_text=first).first
    expect(named.locator("svg[aria-hidden=true] text")).to_have_text(badge)


def test_the_caller_shows_whole_lines_around_the_one_that_is_said(new_page: NewPage) -> None:
    """On a wide screen the horses are visible too, above the controls."""
    page = new_page(viewport=SIZES["wide"])
    table = finished(page, "royal-turf")
    for moment in (60, 100_000):
        page.goto(f"/replay/{table}?at={moment}")
        expect(told(page)).to_be_visible()
        page.wait_for_function(
            """() => {
                const list = document.querySelector("ol[tabindex]");
                const said = list.querySelector("[aria-current]").getBoundingClientRect();
                const { top, bottom } = list.getBoundingClientRect();
                const inside = said.top >= top && said.top < bottom;
                const begins = [...list.children].some((line) => line.offsetTop === list.scrollTop);
                return list.scrollTop > 0 && inside && begins;
            }"""
        )
    slider(page).fill("60")
    field, band = page.locator("section.field"), page.get_by_role("group", name="Timeline")
    page.wait_for_function("document.querySelector('section.field').children.length > 1")
    bottom, top = field.bounding_box(), band.bounding_box()
    assert bottom is not None and top is not None
    assert bottom["y"] + bottom["height"] <= top["y"]


# --- what cannot be shown ---------------------------------------------------------------------


def test_a_match_that_is_not_over_is_not_shown(page: Page) -> None:
    """There is a link to the table; an unknown table is reported."""
    page.request.post("/api/devices")
    body = {"game": "royal-turf", "seats": [None, "random"]}
    table = page.request.post("/api/tables", data=body).json()["table"]["id"]
    page.goto(f"/replay/{table}")
    expect(page.get_by_role("heading", name="The match is not over yet.")).to_be_visible()
    expect(page.get_by_role("link", name="Go to the table")).to_have_attribute(
        "href", f"/table/{table}"
    )
    page.goto("/replay/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such table.")


def test_a_log_from_a_file_is_shown_with_its_verdicts(page: Page, tmp_path: Path) -> None:
    """A valid one, one that breaks the rules, and one that cannot be read."""
    page.goto("/replay")
    field = page.get_by_label("Drop the file here, or choose it:")
    sound = LOGS / "royal-turf" / "schema-1-hidden.jsonl"
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(sound.read_bytes()[:-30])
    field.set_input_files(cut)
    lines = sound.read_bytes().count(b"\n")
    expect(page.get_by_role("alert")).to_contain_text(f"Line {lines}:")
    field.set_input_files(sound)
    expect(page.get_by_text("The dice check out.")).to_be_visible()
    expect(page.get_by_text("Every step followed the rules.")).to_be_visible()
    page.get_by_role("button", name="Open another log").click()
    field.set_input_files(forged(tmp_path, sound))
    expect(page.get_by_text("broke the rules")).to_be_visible()


def forged(folder: Path, sound: Path) -> Path:
    """Writes a log whose first move goes one space too far."""
    records = [json.loads(line) for line in sound.read_bytes().splitlines()]
    for record in records:
        del record["sum"]
    moved = next(
        event
        for record in records
        for event in record.get("events", ())
        if event["type"] == "horse_moved"
    )
    moved["to"] += 1
    file = folder / "forged.jsonl"
    file.write_bytes(written(records))
    return file


@pytest.mark.parametrize(("size", "scheme"), [("narrow", "dark"), ("wide", "light")])
def test_the_replay_is_for_everybody(new_page: NewPage, scheme: str, size: str) -> None:
    """No findings of axe, even with the proof open, and no horizontal scrolling."""
    page = new_page(color_scheme=scheme, viewport=SIZES[size])
    page.goto(f"/replay/{finished(page, 'royal-turf')}?at=60")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert violations(page) == []
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= SIZES[size]["width"]
    page.get_by_role("button", name="draws check out").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
