"""Whole games in real browsers, by clicking what a person would click.

A browser takes minutes for a whole game. So without `--long` two people play Royal Turf to its end;
three of them, and two at Rennfieber, play the first race and let bots finish the match. The tour in
test_screens.py plays all of Rennfieber's phases.
"""

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from paddock.games import GAMES
from paddock.kernel.log import Step, read, read_header
from paddock.kernel.match import fold
from paddock.kernel.verify import verify_dice, verify_rules
from tests.web.conftest import NewPage
from tests.web.matches import is_over
from tests.web.player import Player, play, to_the_result
from tests.web.rest import until
from tests.web.test_table import open_table, seats, sit, start

WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 360, "height": 740}
NAMES = ("Anna", "Boris", "Chiara")
WITH_CARE = 8  # presses, before a player makes haste
pytestmark = pytest.mark.timeout(3600)  # whole games, however slow the machine is


def devices(
    new_page: NewPage, people: int, *, motion: bool = False, **options: object
) -> list[Page]:
    """A device for each, the last a phone; with `motion`, the first sees things move."""
    wide = [new_page(viewport=WIDE, **options) for _ in range(people - 2)]
    moving = {"reduced_motion": "no-preference"} if motion else {}
    first = new_page(viewport=WIDE, **moving, **options)
    return [first, *wide, new_page(viewport=PHONE, **options)]


def begin(pages: list[Page], bots: list[str], **more: object) -> None:
    """A table with these people and bots, which has begun."""
    table = open_table(pages[0], [*[None] * len(pages), *bots], **more)
    for page, name in zip(pages, NAMES, strict=False):
        page.goto(table)
        sit(page, name)
    start(pages[0])
    for page in pages:
        expect(seats(page).get_by_role("button")).to_have_count(len(pages) + len(bots))


def standings(page: Page) -> dict[str, int]:
    """Everybody's money, as the page shows it in the end."""
    rows = page.locator("[aria-labelledby=finished] li")
    shown: list[list[str]] = rows.evaluate_all(
        "rows => rows.map(row => ['.name', '.money'].map(of => row.querySelector(of).textContent))"
    )
    return {name: int(money.replace(",", "").replace("£", "")) for name, money in shown}


def check_end(pages: list[Page]) -> None:
    """All see the same, which is what the log says; its dice and its rules hold."""
    for page in pages:
        to_the_result(page)
    answer = pages[0].request.get(f"{api(pages[0].url)}/log")
    header = read_header(answer.body())
    game = GAMES[header.game].make(len(header.seats), header.options, header.edition)
    log = read(answer.body(), game.types)
    assert (verify_dice(log).holds, verify_rules(game, log).holds) == ("yes", "yes")
    given = Counter((step.seat, step.id) for step in log.records if isinstance(step, Step))
    assert set(given.values()) == {1}, "a command was carried out twice"
    money = game.view(fold(game, log.steps), None).money
    wanted = dict(zip((seat.name for seat in header.seats), money, strict=True))
    for page in pages:
        assert standings(page) == wanted


def play_match(pages: list[Page], *, whole: bool) -> None:
    """With a person's care at first; by then they know their way, and press in haste.

    If not the `whole` match, then the first race: after that all let bots play for them.
    """
    players = [Player(page, seed) for seed, page in enumerate(pages)]
    play(players, until=lambda: all(player.acts >= WITH_CARE for player in players))
    for player in players:
        player.page.emulate_media(reduced_motion="reduce")
        player.hasty = True
    play(players, until=lambda: all(player.settled for player in players))
    if not whole:
        let_bots_finish(pages)
    play(players)


def let_bots_finish(pages: list[Page]) -> None:
    """Each leaves, and a bot plays for them; when the match is over, all come back."""
    table = pages[0].url
    for seat, page in enumerate(pages):
        page.goto("about:blank")
        assert page.request.post(f"{api(table)}/seats/{seat}/away").ok
    until(pages[0], lambda: is_over(pages[0], api(table)), "the bots come to the end")
    for page in pages:
        page.goto(table)


def api(table: str) -> str:
    """Where the server tells of a table, by the address of its page."""
    return table.replace("/table/", "/api/tables/")


def test_two_people_and_two_bots_play_royal_turf_with_hidden_bets(new_page: NewPage) -> None:
    """RT6, three races, to the standings."""
    pages = devices(new_page, 2, motion=True)
    begin(pages, ["punter", "random"], options={"hidden_bets": "on"})
    play_match(pages, whole=True)
    check_end(pages)


def test_three_people_play_royal_turf(new_page: NewPage, long: bool) -> None:
    """With each other alone, and open bets."""
    pages = devices(new_page, 3)
    begin(pages, [])
    play_match(pages, whole=long)
    check_end(pages)


def test_two_people_and_a_bot_play_rennfieber(new_page: NewPage, long: bool) -> None:
    """Auctions, training, entries, bets, three races, the sale."""
    pages = devices(new_page, 2, motion=True)
    begin(pages, ["punter"], game="rennfieber")
    play_match(pages, whole=long)
    check_end(pages)


@pytest.mark.long  # two of them play the same in every run
def test_three_people_play_rennfieber(new_page: NewPage) -> None:
    """With each other alone."""
    pages = devices(new_page, 3)
    begin(pages, [], game="rennfieber")
    play_match(pages, whole=True)
    check_end(pages)
