"""People at tables for the tests. Each has an address of their own, so that they do not use up each
other's rate limits, and acts message by message."""

import asyncio
import itertools
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from paddock.kernel.game import Offer
from paddock.wire.messages import Done, FromClient, Give, Heard, Refused, TableInfo, ToClient, Vote
from tests.server.client import ANSWER_SECONDS, Device, RefusedError, Socket, Watcher

ADDRESSES = itertools.count(2)  # the last two bytes
SAMPLES = 8  # of the commands on offer, of which the cheapest is given


@asynccontextmanager
async def people(address: str, count: int) -> AsyncIterator[list[Device]]:
    """People, each with a device."""
    async with AsyncExitStack() as devices:
        yield [
            await devices.enter_async_context(Device.new(address, f"127.7.{n >> 8}.{n & 255}"))
            for n in itertools.islice(ADDRESSES, count)
        ]


async def full_table(
    devices: Iterable[Device], game: str = "royal-turf", bots: Iterable[str] = (), **more: object
) -> str:
    """A table that can start: the devices have the first seats, in order, and bots the others."""
    people = [*devices]
    table = await people[0].open_table(game, [*[None for _ in people], *bots], **more)
    for seat, device in enumerate(people):
        await device.sit(table, seat, f"Person {seat}")
    return table


async def seated(
    devices: Iterable[Device], game: str = "royal-turf", bots: Iterable[str] = (), **more: object
) -> str:
    """A full table in play; the first device is the host."""
    host, *others = devices
    table = await full_table((host, *others), game, bots, **more)
    await host.start(table)
    return table


async def close(table: str, *devices: Device) -> None:
    """Everybody at a table agrees to end its match."""
    told = [await device.ask("POST", f"/api/tables/{table}/close") for device in devices]
    assert told[-1] == {"closed": True, "waits_for": []}


class Hand(Watcher):
    """Somebody at a table who does only what the test says."""

    def __init__(self, device: Device, table: str, seat: int | None, socket: Socket) -> None:
        super().__init__(device, table, seat)
        self.socket = socket
        self.talk: dict[int, Heard] = {}
        self._rng = Random(7)

    def take(self, message: ToClient) -> None:
        super().take(message)
        if isinstance(message, Heard):
            self.talk[message.number] = message

    async def until(self, condition: Callable[[], object]) -> None:
        """Listen until the condition is true."""
        async with asyncio.timeout(ANSWER_SECONDS):
            while not condition():
                self.take(await self.socket.receive())

    async def reached(self, seq: int) -> None:
        await self.until(lambda: self.seq >= seq)

    async def heard(self, number: int) -> None:
        await self.until(lambda: number in self.talk)

    async def nothing_asked(self) -> None:
        """Listen until no vote is open."""
        await self.until(lambda: self.status.vote is None)

    async def vote(self, agreed: int = 1) -> Vote:
        """The open vote, once this many have agreed."""
        await self.until(lambda: self.status.vote and len(self.status.vote.agreed) == agreed)
        assert self.status.vote is not None
        return self.status.vote

    async def ask(self, message: FromClient) -> Done | Refused:
        """Send a message and listen until its answer comes."""
        await self.socket.send(message)
        while True:
            answer = await self.socket.receive()
            self.take(answer)
            if isinstance(answer, Done | Refused) and answer.id == message.id:
                return answer

    async def give(self, command: object, id: str | None = None) -> Done | Refused:
        return await self.ask(Give(id or secrets.token_hex(8), Raw(msgspec.json.encode(command))))

    async def act(self) -> int:
        """Make any choice; returns the sequence of its record."""
        done = await self.give((await self.choice()).sample(self._rng))
        assert isinstance(done, Done) and done.seq is not None, done
        return done.seq

    async def code(self, message: FromClient) -> str:
        """The code with which a message is refused; empty if it is accepted."""
        answer = await self.ask(message)
        return answer.reason.code if isinstance(answer, Refused) else ""

    @property
    def events(self) -> tuple[Any, ...]:
        """The events of the last record."""
        return self.told[-1].events if self.told else ()

    @property
    def status(self) -> TableInfo:
        assert self.info is not None, "nothing is known of the table yet"
        return self.info

    @property
    def offer(self) -> Offer[Any] | None:
        """The current offer, if it leaves a choice; the server makes all other moves."""
        offer = self.offered
        return offer if offer is not None and offer.sole() is None else None

    async def choice(self) -> Offer[Any]:
        """The next offer that leaves a choice."""
        await self.until(lambda: self.offer)
        assert self.offer is not None
        return self.offer

    async def play(self, kind: str = "", *, times: int = 1, settled: int = 0) -> bool:
        """Make any choice until an offer of this kind comes for the given time, after this many
        races. False if the match ends before that.

        Bids little at auctions, so that money is left for slips.
        """
        while True:
            await self.until(lambda: self.over or self.offered)
            if (offer := self.offered) is None:
                return False
            is_it = self.asks["type"].startswith(kind) and len(self.view["past"]) >= settled
            if is_it and offer.sole() is None:
                times -= 1
                if times == 0:
                    return True
            some = [offer.sample(self._rng) for _ in range(SAMPLES)]
            await self.give(min(some, key=lambda command: getattr(command, "amount", 0)))


@asynccontextmanager
async def hand(device: Device, table: str, seat: int | None = None) -> AsyncIterator[Hand]:
    """Somebody who has connected and knows the table."""
    async with device.connect(table, seat) as socket:
        there = Hand(device, table, seat, socket)
        await there.until(lambda: there.info)
        yield there


@asynccontextmanager
async def at_table(address: str, count: int, **more: Any) -> AsyncIterator[list[Hand]]:
    """People who play at one table; the first of them opened it."""
    async with people(address, count) as devices, AsyncExitStack() as stack:
        table = await seated(devices, **more)
        yield [
            await stack.enter_async_context(hand(device, table, seat))
            for seat, device in enumerate(devices)
        ]


async def go_away(there: Hand) -> None:
    """Leave the seat to a bot, over HTTP."""
    await there.device.ask("POST", seat_path(there.table, there.seat or 0, "/away"))


async def come_back(there: Hand) -> None:
    """Take the seat back from the bot."""
    await there.device.ask("POST", seat_path(there.table, there.seat or 0, "/back"))


async def in_turn(hands: list[Hand]) -> tuple[Hand, list[Hand]]:
    """The person whose turn it is, and the others."""
    acting = await first(*hands)
    return acting, [each for each in hands if each is not acting]


async def first(*hands: Hand) -> Hand:
    """The first of these people to get a choice; the others go on listening."""
    tasks = {asyncio.create_task(each.choice()): each for each in hands}
    done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    return tasks[done.pop()]


@asynccontextmanager
async def table_of(address: str) -> AsyncIterator[tuple[Device, str]]:
    """Anna alone with a bot."""
    async with Device.new(address) as anna:
        yield anna, await seated([anna], bots=["random"])


async def to_the_end(socket: Socket, *messages: str) -> None:
    """Send these, then read until the connection is closed, which raises an error."""
    for message in messages:
        await socket.connection.send(message)
    while True:
        await socket.receive()


async def waiting_table(device: Device) -> str:
    return await device.open_table("royal-turf", [None, None])


async def refusal(device: Device, method: str, path: str, body: object = None) -> tuple[int, str]:
    """The status and the code with which a request is refused."""
    with pytest.raises(RefusedError) as refused:
        await device.ask(method, path, body)
    return refused.value.status, refused.value.code


async def info(device: Device, table: str) -> Any:
    return (await device.ask("GET", f"/api/tables/{table}"))["table"]


def seat_path(table: str, seat: int, what: str = "") -> str:
    return f"/api/tables/{table}/seats/{seat}{what}"
