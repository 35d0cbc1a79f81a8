"""RF4.4 in the browser: no page reveals what is on cards that lie face down.

Two pages replay the same match. On one of them the horses with face-down cards have another
condition. The two documents must be identical, including what is not visible.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.server.brief import BRIEF
from tests.web.ahead import advance
from tests.web.conftest import WIDE, NewPage
from tests.web.matches import finished
from tests.web.measure import violations
from tests.web.player import Offered
from tests.web.test_table import seat_by_api

pytestmark = pytest.mark.rule("RF4.4")

PAGE = 200  # frames per answer
# One in this many moments is checked: during races no card is turned.
SOME = {"racing": 40, "auction": 8, "entering": 2, "betting": 2, "selling": 2}
LEVEL = re.compile(r"[2-5]\+")
ON_SALE = "On sale:"  # the printed levels, not the condition
# The whole page at these moments of a replay: texts, labels, titles.
TOLD = """async (moments) => {
  const slider = document.querySelector("input[type=range]");
  const frame = () => new Promise(requestAnimationFrame);
  const told = [];
  for (const at of moments) {
    slider.value = at;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await frame();
    await frame();
    told.push([at, document.querySelector("main").innerHTML]);
  }
  return told;
}"""


def frames(page: Page, table: str, seat: int | None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    viewer: dict[str, str | float | bool] = {} if seat is None else {"seat": seat}
    for start in count(0, PAGE):
        asked = {"from": start, "count": PAGE, **viewer}
        answer = page.request.get(f"/api/tables/{table}/replay", params=asked).json()
        found += answer["frames"]
        if len(found) >= answer["total"]:
            return found
    raise AssertionError


def down(view: dict[str, Any]) -> list[int]:
    return list(view["derived"].get("face_down", ()))


def in_another_condition(view: dict[str, Any]) -> None:
    """Changes the levels of face-down cards; in the short edition every card has two."""
    for horse in down(view):
        view["horses"][horse]["level"] = 1 - view["horses"][horse]["level"]


def turned_up(view: dict[str, Any]) -> None:
    """Removes the list of face-down cards, as if the server did not send it."""
    view["derived"].pop("face_down", None)


def told_again(
    page: Page,
    table: str,
    seat: int | None,
    moments: Iterable[int],
    *changes: Callable[[dict[str, Any]], None],
) -> dict[int, str]:
    """The whole page at each moment, with changed views."""

    def answer(route: Route) -> None:
        told = route.fetch()
        body = told.json()
        for frame in body["frames"]:
            for change in changes:
                change(frame["view"])
        route.fulfill(response=told, json=body)

    page.route(f"**/api/tables/{table}/replay*", answer)
    page.goto(f"/replay/{table}" + ("" if seat is None else f"?seat={seat}"))
    expect(page.get_by_role("button", name="The end", exact=True)).to_be_visible()
    return dict(page.evaluate(TOLD, [*moments]))


def moments_of(page: Page, table: str, seat: int | None) -> dict[int, str]:
    """The moments with face-down cards, with the kind of scene."""
    kinds = {}
    passed = Counter[str]()
    for frame in frames(page, table, seat):
        kind, at = str(frame["view"]["scene"]["type"]), int(frame["seq"])
        if down(frame["view"]):
            if passed[kind] % SOME[kind] == 0:
                kinds[at] = kind
            passed[kind] += 1
    assert kinds and set(kinds.values()) == set(SOME), passed
    return kinds


@pytest.mark.parametrize("seat", [None, 1])
def test_no_page_of_a_match_tells_what_lies_face_down(new_page: NewPage, seat: int | None) -> None:
    """Neither to spectators nor to players."""
    one, two = new_page(viewport=WIDE), new_page(viewport=WIDE)
    table = finished(one, "rennfieber", levels="face_down")
    moments = moments_of(one, table, seat)
    told = told_again(one, table, seat, moments)
    assert len(set(told.values())) > len(moments) / 2
    assert told == told_again(two, table, seat, moments, in_another_condition)


def test_a_page_that_forgot_to_turn_the_cards_would_tell(new_page: NewPage) -> None:
    """The check above finds a page that shows face-down cards."""
    one, two = new_page(viewport=WIDE), new_page(viewport=WIDE)
    table = finished(one, "rennfieber", levels="face_down")
    moments = moments_of(one, table, None)
    told = told_again(one, table, None, moments, turned_up)
    other = told_again(two, table, None, moments, in_another_condition, turned_up)
    differ = {kind for at, kind in moments.items() if told[at] != other[at]}
    assert differ == {"entering", "selling", "auction"}


def stall(page: Page, horse: str) -> Locator:
    return page.locator(".stall").filter(has_text=horse)


def test_cards_lie_face_down_at_a_table(new_page: NewPage) -> None:
    """During the sale own cards are face up; in the next auction the cards of horses that did not
    run are down for everybody. The log shows no level."""
    page = new_page(viewport=WIDE)
    offered = Offered(page)
    table = seat_by_api(
        page,
        [None, "random", "random"],
        game="rennfieber",
        options={"levels": "face_down"},
        edition=BRIEF["rennfieber"],
    )
    names = [card["name"] for card in BRIEF["rennfieber"]["horses"]["cards"]]

    def latest() -> dict[str, Any]:
        views = [told["view"] for told in offered.frames["0"] if told.get("view") is not None]
        return dict(views[-1])

    advance(table, page, to="sale")
    page.goto(table)
    chosen = page.get_by_role("group", name="Which 2 horses will you sell to the bank?")
    expect(chosen.get_by_role("img", name="Condition", exact=False)).to_have_count(4)
    view = latest()
    assert {view["horses"][horse]["owner"] for horse in down(view)} == {1, 2}
    check(page, names, view)

    ran = [runner["horse"] for runner in view["past"][-1]["runners"] if runner["seat"] == 0]
    for horse in ran:
        chosen.get_by_role("button", name=names[horse]).click()
    page.get_by_role("button", name=re.compile("^Sell ")).click()
    expect(page.get_by_role("button", name="Drop out")).to_be_visible()
    view = latest()
    assert sum(view["horses"][horse]["owner"] == 0 for horse in down(view)) == 2
    check(page, names, view)
    assert violations(page) == []

    page.get_by_role("tab", name="Log").click()
    lines = page.get_by_role("tabpanel").get_by_role("listitem").all_inner_texts()
    assert any("Lane 1: " in line for line in lines)
    assert [line for line in lines if LEVEL.search(line) and ON_SALE not in line] == []


def check(page: Page, names: list[str], view: dict[str, Any]) -> None:
    """Checks that each horse in a stable shows its card, or its back with a label."""
    for horse, seen in enumerate(view["horses"]):
        if seen["owner"] is None:
            continue
        place = stall(page, names[horse])
        if horse in down(view):
            expect(place).to_contain_text("face down")
            expect(place).not_to_contain_text(LEVEL)
            expect(place.get_by_role("img", name="Condition", exact=False)).to_have_count(0)
        else:
            expect(place.get_by_role("img", name="Condition", exact=False)).to_be_visible()


def test_a_replay_turns_the_cards_up_where_all_is_shown(new_page: NewPage) -> None:
    """After the match, everybody may see what was hidden."""
    page = new_page(viewport=WIDE)
    table = finished(page, "rennfieber", levels="face_down")
    sale = next(
        frame["seq"]
        for frame in frames(page, table, None)
        if frame["view"]["scene"]["type"] == "selling" and frame["view"]["derived"].get("face_down")
    )
    page.goto(f"/replay/{table}?at={sale + 1}")
    back = page.locator(".stall").get_by_text("face down", exact=True)
    expect(back).not_to_have_count(0)
    page.get_by_label("Show what was hidden").check()
    expect(back).to_have_count(0)
    expect(page.locator(".stall").first).to_be_visible()
