"""A server that is killed while people play: nothing acknowledged is lost, nothing done twice."""

import asyncio
import random
from collections.abc import Iterable

import pytest

from tests.server.client import Device, Player, Watcher
from tests.server.logs import check_log
from tests.server.people import people, seated
from tests.server.process import ServerProcess

pytestmark = pytest.mark.anyio

# At each table two people who play, bots of the server's, and somebody who watches.
TABLES = (
    ("royal-turf", ("random", "random")),
    ("rennfieber", ("random", "random")),
)
TOLD = 3_000  # records, to everybody together, at least, while one round of tables is played


async def tables(devices: list[Device]) -> list[list[Watcher]]:
    """Whoever is at each of some new tables."""
    found = []
    for game, bots in TABLES * 2:
        table = await seated(devices, game, bots)
        players = [Player(device, table, seat) for seat, device in enumerate(devices)]
        found.append([*players, Watcher(devices[0], table)])
    return found


class Killer:
    """Kills the server at random moments of play, and starts it again."""

    def __init__(self, server: ServerProcess, rng: random.Random, kills: int) -> None:
        self.left = kills
        self._server = server
        self._rng = rng
        self._pause = 2 * TOLD // kills  # records at most, from one kill to the next

    async def haunt(self, persons: Iterable[Watcher]) -> None:
        """As long as they play."""
        persons = list(persons)
        while self.left:
            told = sum(person.seq for person in persons)
            goal = told + self._rng.randint(1, self._pause)
            while sum(person.seq for person in persons) < goal:
                if all(person.over for person in persons):
                    return
                await asyncio.sleep(self._rng.uniform(0.0005, 0.005))
            self._server.kill()
            self.left -= 1
            await asyncio.to_thread(self._server.start)


@pytest.mark.long  # test_process.py cuts the power once
@pytest.mark.timeout(1800)
async def test_what_was_acknowledged_survives_kills(database: str) -> None:
    """Players resend what had no answer, under the same ids, naming the last record they have."""
    seed = random.randrange(2**32)
    print(f"random.Random({seed})")
    with ServerProcess(database) as server:
        killer = Killer(server, random.Random(seed), 50)
        async with people(server.address, 2) as devices:
            while killer.left:
                at_tables = await tables(devices)
                everybody = [person for table in at_tables for person in table]
                async with asyncio.TaskGroup() as playing:
                    for person in everybody:
                        playing.create_task(person.follow(600))
                    await killer.haunt(everybody)
                for table in at_tables:
                    await check_log(table)
        assert "Traceback" not in server.errors, server.errors
        assert '"level":"error"' not in server.errors, server.errors
