"""A bad line: whatever is cut off, dropped, doubled or delayed, all end with the same game."""

import asyncio
import random
from collections.abc import Callable, Iterator

import pytest

from paddock.wire.messages import Head, ToClient, Told
from tests.server.brief import BRIEF
from tests.server.client import Device, Player, Socket, Watcher
from tests.server.logs import check_log
from tests.server.people import people, seated
from tests.server.process import ServerProcess
from tests.server.proxy import Fate, Judge, Message, Proxy

pytestmark = pytest.mark.anyio

HEARTBEAT = 0.2
GAMES = ["royal-turf", "rennfieber"]
OVER = ("finished", "closed")


class Listener(Watcher):
    """Connects again as soon as a message must have been lost."""

    revealed = 0  # losses of which only a heartbeat told

    async def _attend(self, socket: Socket) -> None:
        while not self.over:
            message = await socket.receive()
            if self.has_missed(message):
                socket.connection.transport.abort()  # what else comes here is not waited for
                return
            self.take(message)
            await self.react(socket, message)

    def has_missed(self, message: ToClient) -> bool:
        match message:
            case Told(seq=seq):
                return seq > self.seq + 1
            case Head(seq=seq, status=status):
                known = self.info.status if self.info else None
                missed = seq > self.seq or status != known
                self.revealed += missed
                return missed
            case _:
                return False


class Talker(Listener, Player):
    """Sends a command again that has had no answer by the next heartbeat."""

    async def _attend(self, socket: Socket) -> None:
        self._sent.clear()
        await Listener._attend(self, socket)

    async def react(self, socket: Socket, message: ToClient) -> None:
        if isinstance(message, Head):
            self._sent.clear()
        await Player.react(self, socket, message)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One that often gives a sign of life."""
    database = f"sqlite:///{tmp_path_factory.mktemp('server') / 'paddock.db'}"
    with ServerProcess(database, options=["--heartbeat", str(HEARTBEAT)]) as running:
        yield running


def table_of(devices: list[Device], table: str) -> list[Listener]:
    """Players at the first seats, and somebody who watches."""
    players = [Talker(device, table, seat) for seat, device in enumerate(devices)]
    return [*players, Listener(devices[0], table)]


async def play(server: ServerProcess, game: str, judge: Judge) -> tuple[list[Listener], Proxy]:
    """A match to its end, with everybody behind the proxy; its log holds all that they know, and
    the server's journal nothing bad."""
    before = server.errors
    async with (
        Proxy.opened(server.address, judge) as (proxy, address),
        people(address, 2) as devices,
    ):
        table = await seated(devices, game, ["random"], edition=BRIEF[game])
        persons = table_of(devices, table)
        async with asyncio.TaskGroup() as playing:
            for person in persons:
                playing.create_task(person.follow(240))
        await check_log(persons)
        assert '"level":"error"' not in server.errors.removeprefix(before), server.errors
        return persons, proxy


def at_random(rng: random.Random, deck: dict[Fate, int]) -> Judge:
    """Fates are dealt from a deck, shuffled whenever it is used up: each has its turn."""
    cards = [fate for fate, count in deck.items() for _ in range(count)]
    dealt: list[Fate] = []

    def judge(_: Message) -> Fate:
        if not dealt:
            dealt.extend(rng.sample(cards, len(cards)))
        return dealt.pop()

    return judge


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", GAMES)
async def test_a_match_over_a_bad_line(game: str, server: ServerProcess, long: bool) -> None:
    """Whatever becomes of any message: each fate has its turn."""
    seed = random.randrange(2**32)
    print(f"random.Random({seed})")
    often = 6 if long else 1
    deck = {
        Fate.PASS: 100,
        Fate.DROP: often,
        Fate.DOUBLE: 5 * often,
        Fate.DELAY: often,
        Fate.CUT: often,
    }
    judge = at_random(random.Random(seed), deck)
    for _ in range(5 if long else 1):
        _, proxy = await play(server, game, judge)
        assert set(proxy.fates) == set(Fate)


def is_last_record(message: Message) -> bool:
    return message.to_client and '"type":"meeting_ended"' in message.text


def says_over(message: Message) -> bool:
    """Whether it says that the table is over; heartbeats do not count."""
    over = any(f'"status":"{status}"' in message.text for status in OVER)
    return message.to_client and over and message.text.startswith('{"type":"table"')


class Deaf:
    """Connections lose such messages, but for those that are made after the first was lost."""

    def __init__(self, *lost: Callable[[Message], bool]) -> None:
        self.connections: set[int] = set()
        self._begun = False
        self._lost = lost

    def __call__(self, message: Message) -> Fate:
        if any(lost(message) for lost in self._lost):
            self._begun = True
            return Fate.DROP if message.connection in self.connections else Fate.PASS
        if not self._begun:
            self.connections.add(message.connection)
        return Fate.PASS


@pytest.mark.parametrize("lost", [(is_last_record, says_over), (says_over,)])
async def test_a_heartbeat_reveals_a_lost_last_message(
    lost: tuple[Callable[[Message], bool], ...], server: ServerProcess
) -> None:
    """After which nothing comes by which the loss could be noticed."""
    judge = Deaf(*lost)
    persons, _ = await play(server, "royal-turf", judge)
    assert len(judge.connections) == len(persons) == 3
    assert all(person.revealed for person in persons)
