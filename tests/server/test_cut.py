"""An unreliable connection: messages are lost, doubled or delayed, and the game is the same."""

import asyncio
import random
from collections.abc import Callable

import pytest

from paddock.wire.messages import Head, ToClient, Told
from tests.server.brief import BRIEF
from tests.server.client import Player, Socket, Watcher
from tests.server.logs import check_log
from tests.server.people import people, seated
from tests.server.process import ServerProcess
from tests.server.proxy import Fate, Judge, Message, MessageProxy

pytestmark = pytest.mark.anyio

SERVER = {"options": ["--heartbeat", "0.2"]}


class Listener(Watcher):
    """Connects again as soon as a message must have been lost."""

    revealed = 0  # losses that only a heartbeat showed

    async def _attend(self, socket: Socket) -> None:
        while not self.over:
            message = await socket.receive()
            if self.has_missed(message):
                socket.connection.transport.abort()  # without waiting for further messages
                return
            self.take(message)
            await self.react(socket, message)

    def has_missed(self, message: ToClient) -> bool:
        match message:
            case Told(seq=seq):
                return seq > self.seq + 1
            case Head(seq=seq, status=status):
                missed = seq > self.seq or self.info is None or status != self.info.status
                self.revealed += missed
                return missed
            case _:
                return False


class Talker(Listener, Player):
    """Sends a command again if it has no answer by the next heartbeat."""

    async def _attend(self, socket: Socket) -> None:
        self._sent.clear()
        await Listener._attend(self, socket)

    async def react(self, socket: Socket, message: ToClient) -> None:
        if isinstance(message, Head):
            self._sent.clear()
        await Player.react(self, socket, message)


async def play(
    server: ServerProcess, game: str, judge: Judge
) -> tuple[list[Listener], MessageProxy]:
    """Two players and a spectator play a whole match through the proxy.

    Its log has everything that they were sent, and the server logs no errors.
    """
    before = server.errors
    async with (
        MessageProxy.opened(server.address, judge) as (proxy, address),
        people(address, 2) as devices,
    ):
        table = await seated(devices, game, ["random"], edition=BRIEF[game])
        players = [Talker(device, table, seat) for seat, device in enumerate(devices)]
        persons = [*players, Listener(devices[0], table)]
        await asyncio.gather(*(person.follow() for person in persons))
        await check_log(persons)
        assert '"level":"error"' not in server.errors.removeprefix(before), server.errors
        return persons, proxy


def at_random(rng: random.Random, deck: dict[Fate, int]) -> Judge:
    """Deals fates from a deck, which is shuffled whenever it is used up."""
    cards = [fate for fate, count in deck.items() for _ in range(count)]
    dealt: list[Fate] = []

    def judge(_: Message) -> Fate:
        if not dealt:
            dealt.extend(rng.sample(cards, len(cards)))
        return dealt.pop()

    return judge


@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", BRIEF)
async def test_a_match_over_a_bad_connection(game: str, server: ServerProcess, long: bool) -> None:
    """Nothing is lost or done twice, whatever happens to any message; everything does happen."""
    seed = random.randrange(2**32)
    print(f"random.Random({seed})")
    often = 6 if long else 1
    deck = dict.fromkeys(Fate, often) | {Fate.PASS: 100, Fate.DOUBLE: 5 * often}
    judge = at_random(random.Random(seed), deck)
    for _ in range(5 if long else 1):
        _, proxy = await play(server, game, judge)
        assert set(proxy.fates) == set(Fate)


def is_last_record(message: Message) -> bool:
    return message.to_client and '"type":"meeting_ended"' in message.text


def says_over(message: Message) -> bool:
    """Whether a description of the table says that it is over."""
    over = '"status":"finished"' in message.text
    return message.to_client and over and message.text.startswith('{"type":"table"')


class Deaf:
    """Loses such messages on all connections but those that are made after the first loss."""

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
    """No later message could reveal it."""
    judge = Deaf(*lost)
    persons, _ = await play(server, "royal-turf", judge)
    assert len(judge.connections) == len(persons) == 3
    assert all(person.revealed for person in persons)
