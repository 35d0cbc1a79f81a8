"""The server as a process of its own, and people who play there over the network."""

import asyncio
from pathlib import Path

import pytest

from tests.server.client import Device, Player, Refusal, Watcher
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio


async def seated(anna: Device, boris: Device, game: str) -> list[Watcher]:
    """Two people and a bot at a table that is being played, and somebody who watches."""
    table = await anna.open_table(game, [None, None, "random"])
    await anna.sit(table, 0, "Anna")
    await boris.sit(table, 1, "Boris")
    await anna.start(table)
    return [Player(anna, table, 0), Player(boris, table, 1), Watcher(boris, table)]


async def check(people: list[Watcher]) -> None:
    """Everybody was told all of it, and it was played by the rules with honest dice."""
    somebody = people[0]
    assert {person.seq for person in people} == {somebody.seq}
    verdict = await somebody.device.ask("GET", f"/api/tables/{somebody.table}/verdict")
    assert (verdict["dice"]["holds"], verdict["rules"]["holds"]) == ("yes", "yes")


@pytest.mark.parametrize("game", ["royal-turf", "rennfieber"])
async def test_a_match_is_played_to_its_end(game: str, tmp_path: Path) -> None:
    """By people who take any offer, before somebody who only watches."""
    with ServerProcess(f"sqlite:///{tmp_path / 'paddock.db'}") as server:
        async with Device.new(server.address) as anna, Device.new(server.address) as boris:
            people = await seated(anna, boris, game)
            await asyncio.gather(*(person.follow() for person in people))
            await check(people)


async def test_a_match_goes_on_after_a_power_cut(database: str) -> None:
    """The server is killed while people play; they come back, and nothing is lost or done twice."""
    with ServerProcess(database) as server:
        async with Device.new(server.address) as anna, Device.new(server.address) as boris:
            people = await seated(anna, boris, "royal-turf")
            async with asyncio.TaskGroup() as playing:
                for person in people:
                    playing.create_task(person.follow())
                while people[0].seq < 50:
                    await asyncio.sleep(0.01)
                server.kill()
                await asyncio.to_thread(server.start)
            await check(people)


async def test_what_is_refused_says_why(tmp_path: Path) -> None:
    """A refusal over HTTP has a status and a code."""
    with ServerProcess(f"sqlite:///{tmp_path / 'paddock.db'}") as server:
        async with Device.new(server.address) as anna:
            with pytest.raises(Refusal) as refused:
                await anna.open_table("ludo", [None, None])
    assert (refused.value.status, refused.value.code) == (404, "no_such_game")


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    """What it wrote to standard error is in the failure of the test that needed it."""
    with pytest.raises(AssertionError, match="several workers need PostgreSQL"):
        ServerProcess(f"sqlite:///{tmp_path / 'paddock.db'}", workers=2).__enter__()
