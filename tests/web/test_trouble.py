"""Reloads, lost connections, restarts, a slow store, a restored backup: the game goes on."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from paddock.server.sqlite_file import back_up, restore
from tests.server.brief import BRIEF
from tests.server.process import ServerProcess
from tests.web.ahead import advance
from tests.web.conftest import NewPage
from tests.web.player import Offered, Player, play
from tests.web.rest import until
from tests.web.test_games import begin, check_end, devices, let_bots_finish
from tests.web.test_keyboard import KEYS, SAID
from tests.web.test_table import seat_by_api, seats
from tools import web


@pytest.fixture(scope="module")
def file() -> Iterator[Path]:
    """The database file of the server."""
    with TemporaryDirectory(prefix="paddock-") as folder:
        yield Path(folder) / "tables.db"


@pytest.fixture(scope="module")
def server(file: Path) -> Iterator[ServerProcess]:
    web.build()
    with ServerProcess(f"sqlite:///{file}") as server:
        yield server


@pytest.fixture(scope="module")
def address(server: ServerProcess) -> str:
    return server.address


class Cable:
    """The sockets of a page; the test can cut them and keep new ones from opening."""

    def __init__(self, page: Page) -> None:
        self._lines: list[WebSocketRoute] = []
        self._is_cut = False
        self.deaf = False  # messages from the server are lost
        page.route_web_socket("**/socket?*", self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if self._is_cut:
            line.close()
            return
        self._lines.append(line)
        server = line.connect_to_server()
        server.on_message(lambda data: self._hear(line, data))

    def _hear(self, line: WebSocketRoute, data: str | bytes) -> None:
        if not self.deaf:
            line.send(data)

    def cut(self) -> None:
        self._is_cut = True
        for line in self._lines:
            line.close()
        self._lines = []

    def repair(self) -> None:
        self._is_cut = self.deaf = False


def midway(new_page: NewPage) -> list[Player]:
    """Two people in the middle of a race, whose connections may break."""
    pages = devices(new_page, 2, cut=True)
    begin(pages, ["punter"], edition=BRIEF["royal-turf"])
    advance(pages[0].url, *pages, to="move")
    players = [Player(page, seed) for seed, page in enumerate(pages)]
    go_on(players)
    return players


def go_on(players: list[Player], moves: int = 2) -> None:
    """Plays until each has made this many moves."""
    enough = [player.acts + moves for player in players]
    play(players, until=lambda: all(p.acts >= n for p, n in zip(players, enough, strict=True)))


def lost(page: Page) -> Locator:
    return page.get_by_role("main").get_by_text("The connection is lost.")


def is_asked(page: Page) -> bool:
    return page.locator(".asked[aria-labelledby=turn]").is_visible()


def finish(players: list[Player]) -> None:
    pages = [player.page for player in players]
    let_bots_finish(pages, onlookers=0)
    check_end(pages)


def test_a_page_is_loaded_anew(new_page: NewPage) -> None:
    """It shows the same offer again, and the game goes on."""
    players = midway(new_page)
    anna, boris = players
    offered = Offered(anna.page)
    anna.page.reload()
    play([boris], until=lambda: offered.kind == "move")
    horses = anna.page.locator(".runner button")
    expect(horses).to_have_count(len(offered.offer["moves"]))
    before, offered.offer = offered.offer, {}
    anna.page.reload()
    expect(horses).to_have_count(len(before["moves"]))
    assert offered.offer == before
    go_on(players)
    finish(players)


def test_a_line_breaks_before_the_answer_comes(new_page: NewPage) -> None:
    """The command is sent again but carried out once. Others see who is away."""
    players = midway(new_page)
    anna, boris = players
    cable = Cable(anna.page)
    anna.page.reload()
    play([boris], until=lambda: is_asked(anna.page))
    cable.deaf = True
    before = anna.acts
    play([anna], until=lambda: anna.acts > before + 1)
    cable.cut()
    expect(lost(anna.page)).to_be_visible()
    expect(seats(boris.page).get_by_role("button").filter(has_text="Anna")).to_contain_text("away")
    cable.repair()
    expect(lost(anna.page)).to_be_hidden()
    go_on(players)
    finish(players)


def test_a_server_stops_and_starts_again(new_page: NewPage, server: ServerProcess) -> None:
    """A command given meanwhile is carried out once the server is back, and only once."""
    players = midway(new_page)
    anna, boris = players
    anna.page.reload()  # none of her commands is still pending
    play([boris], until=lambda: is_asked(anna.page))
    server.stop()
    for player in players:
        expect(lost(player.page)).to_be_visible()
    before = anna.acts
    play([anna], until=lambda: anna.acts > before)
    server.start()
    for player in players:
        expect(lost(player.page)).to_be_hidden()
    go_on(players)
    finish(players)


def test_a_slow_store_is_told_of(page: Page, file: Path) -> None:
    """While another process locks the file, the command waits, and the page says so."""
    table = seat_by_api(page, [None, "punter"])
    advance(table, page, to="bet")
    offered = Offered(page)
    page.goto(table)
    expect(page.locator(".asked .sentence", has_text=SAID["bet"])).to_be_visible()
    before = offered.records
    slow = page.locator("main").get_by_text("Saving this is taking longer than usual.")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        for key in KEYS["bet"]:
            page.keyboard.press(key)
        expect(slow).to_be_visible()
        other.execute("ROLLBACK")
    expect(slow).to_be_hidden()
    until(page, lambda: offered.records > before, "the bet is placed")


def test_after_a_restore_the_page_shows_what_was_restored(
    new_page: NewPage, server: ServerProcess, file: Path, tmp_path: Path
) -> None:
    """A page that has seen more than the backup contains reloads, and play continues from there."""
    page = new_page(cut=True)
    table = seat_by_api(page, [None, "punter"])
    advance(table, page, to="bet")
    copy = tmp_path / "copy.db"
    back_up(file, copy)
    page.goto(table)
    advance(table, page, to="move")
    expect(page.locator(".asked .sentence", has_text=SAID["move"])).to_be_visible()
    server.stop()
    expect(lost(page)).to_be_visible()
    for left in file.parent.glob(f"{file.name}*"):
        left.unlink()
    restore(copy, file)
    offered = Offered(page)
    server.start()
    expect(page.locator(".asked .sentence", has_text=SAID["bet"])).to_be_visible()
    before = offered.records
    for key in KEYS["bet"]:
        page.keyboard.press(key)
    until(page, lambda: offered.records > before, "the bet is placed")
