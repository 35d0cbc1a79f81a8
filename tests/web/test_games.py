"""Whole games in real browsers, by clicking what a person would click.

A browser takes minutes for a whole game. So without `--long` people play only the first race; then
bots take over, and the first page watches to the end of the match.
"""

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from paddock.kernel.log import Step
from paddock.kernel.match import fold
from paddock.kernel.verify import verify_dice, verify_rules
from tests.records import opened
from tests.server.brief import BRIEF
from tests.web.ahead import advance
from tests.web.conftest import PHONE, WIDE, NewPage
from tests.web.matches import api, until_over
from tests.web.player import Player, play, to_the_result
from tests.web.test_table import open_table, seats, sit, start

NAMES = ("Anna", "Boris", "Chiara")
WITH_CARE = 4  # presses in each phase
ROYAL_TURF = ("bet", "move")
RENNFIEBER = ("bid", "trainee", "entry", "slips", "move")
pytestmark = pytest.mark.timeout(3600)  # whole games on a slow machine


def devices(
    new_page: NewPage, people: int, *, motion: bool = False, **options: object
) -> list[Page]:
    """One device per person, the last one a phone; with `motion`, the first has animations."""
    wide = [new_page(viewport=WIDE, **options) for _ in range(people - 2)]
    moving = {"reduced_motion": "no-preference"} if motion else {}
    first = new_page(viewport=WIDE, **moving, **options)
    return [first, *wide, new_page(viewport=PHONE, **options)]


def begin(pages: list[Page], bots: list[str], **more: object) -> None:
    """Opens a table with these people and bots, and starts the match."""
    table = open_table(pages[0], [*[None] * len(pages), *bots], **more)
    for page, name in zip(pages, NAMES, strict=False):
        page.goto(table)
        sit(page, name)
    start(pages[0])
    for page in pages:
        expect(seats(page).get_by_role("button")).to_have_count(len(pages) + len(bots))


def standings(page: Page) -> dict[str, int]:
    """Everybody's money, as the page shows it at the end."""
    rows = page.locator("[aria-labelledby=finished] li")
    shown: list[list[str]] = rows.evaluate_all(
        "rows => rows.map(row => ['.name', '.money'].map(of => row.querySelector(of).textContent))"
    )
    return {name: int(money.replace(",", "").replace("£", "")) for name, money in shown}


def check_end(pages: list[Page]) -> None:
    """Checks that all pages show the result in the log, and that its dice and rules hold."""
    for page in pages:
        to_the_result(page)
    answer = pages[0].request.get(f"{api(pages[0].url)}/log")
    game, log = opened(answer.body())
    assert (verify_dice(log).holds, verify_rules(game, log).holds) == ("yes", "yes")
    given = Counter((step.seat, step.id) for step in log.records if isinstance(step, Step))
    assert set(given.values()) == {1}, "a command was carried out twice"
    money = game.view(fold(game, log.steps), None).money
    wanted = dict(zip((seat.name for seat in log.header.seats), money, strict=True))
    for page in pages:
        assert standings(page) == wanted


def play_match(pages: list[Page], phases: tuple[str, ...], *, whole: bool) -> None:
    """Plays a match with real clicks in each phase, and a part of it without `whole`.

    In between, moves are played over the sockets while the pages watch. Without `whole`, bots
    finish the match after the first race.
    """
    players = [Player(page, seed) for seed, page in enumerate(pages)]

    def acts() -> int:
        return sum(player.acts for player in players)

    for phase in phases:
        advance(pages[0].url, *pages, to=phase)
        enough = acts() + WITH_CARE
        play(players, until=lambda: acts() >= enough)  # noqa: B023  # called in this round
        for page in pages:
            page.emulate_media(reduced_motion="reduce")  # they have seen the animations
    for player in players:
        player.hasty = True
    if whole:
        play(players)
        return
    advance(pages[0].url, *pages, settled=1)
    play(players, until=lambda: all(player.settled for player in players))
    let_bots_finish(pages)
    play(players)


def let_bots_finish(pages: list[Page], onlookers: int = 1) -> None:
    """Lets bots play on; the first pages watch, the others come back at the end."""
    table = pages[0].url
    for seat, page in enumerate(pages):
        if seat >= onlookers:
            page.goto("about:blank")
        assert page.request.post(f"{api(table)}/seats/{seat}/away").ok
    until_over(pages[0], api(table))
    for page in pages[onlookers:]:
        page.goto(table)


def test_two_people_and_two_bots_play_royal_turf_with_hidden_bets(
    new_page: NewPage, long: bool
) -> None:
    """RT6: three races, to the final standings."""
    pages = devices(new_page, 2, motion=True)
    figures = {} if long else {"edition": BRIEF["royal-turf"]}
    begin(pages, ["punter", "random"], options={"hidden_bets": "on"}, **figures)
    play_match(pages, ROYAL_TURF, whole=long)
    check_end(pages)


def test_two_people_and_a_bot_play_rennfieber(new_page: NewPage, long: bool) -> None:
    """Auctions, training, entries, bets, three races, the sale."""
    pages = devices(new_page, 2, motion=True)
    figures = {} if long else {"edition": BRIEF["rennfieber"]}
    begin(pages, ["punter"], game="rennfieber", **figures)
    play_match(pages, RENNFIEBER, whole=long)
    check_end(pages)


@pytest.mark.long  # shorter tests cover two players, and open bets by keyboard
@pytest.mark.parametrize(
    ("game", "phases"), [("royal-turf", ROYAL_TURF), ("rennfieber", RENNFIEBER)]
)
def test_three_people_play(new_page: NewPage, game: str, phases: tuple[str, ...]) -> None:
    """Without bots; Royal Turf with open bets."""
    pages = devices(new_page, 3)
    begin(pages, [], game=game)
    play_match(pages, phases, whole=True)
    check_end(pages)
