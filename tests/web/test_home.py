"""Play at home: a page over plain HTTP from a host that is not "localhost"."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.web.conftest import AT_HOME, NewPage
from tests.web.matches import until_over
from tests.web.player import Player, play
from tests.web.test_table import seats


def test_a_page_over_plain_http_plays_and_proves(new_page: NewPage, address: str) -> None:
    """There the browser offers no Web Crypto; the dice are checked all the same."""
    page = new_page(base_url=f"http://{AT_HOME}:{urlsplit(address).port}")
    page.goto("/new/royal-turf")
    assert page.evaluate("[isSecureContext, typeof crypto.subtle]") == [False, "undefined"]
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    player = Player(page)
    play([player], until=lambda: player.acts > 3)
    seats(page).get_by_role("button").first.click()
    page.get_by_role("button", name="Let a bot play for me").click()
    table = page.url
    page.goto("about:blank")  # nobody needs to watch
    until_over(page, f"{address}/api/tables/{table.rpartition('/')[2]}")
    page.goto(table)
    expect(page.get_by_role("button", name="draws check out")).to_be_visible()
