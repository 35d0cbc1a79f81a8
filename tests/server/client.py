"""A test client of the server: devices over HTTP, sockets, and players who take any offer.

async with Device.new(server.address) as anna:
    table = await anna.open_table("royal-turf", [None, "punter"])
    await anna.sit(table, 0, "Anna")
    await anna.start(table)
    player = Player(anna, table, 0)
    await player.follow()
"""

import asyncio
import random
import secrets
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from inspect import isawaitable
from typing import Any, Self, TypeVar

import httpx
import msgspec
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from paddock.games import GAMES
from paddock.kernel.game import Offer
from paddock.kernel.refusal import Refusal
from paddock.wire.messages import Bye, Done, FromClient, Give, Refused, TableInfo, ToClient, Told

# For any one answer: only a hanging server takes that long.
ANSWER_SECONDS = 120.0
# Why a command may be refused although nobody made a mistake: it came too late.
OVERTAKEN = ("stale", "not_your_turn", "match_over", "not_playing")
Message = TypeVar("Message", bound=Struct)


async def until(condition: Callable[[], object]) -> None:
    """Poll until the condition is true; it may be a coroutine."""
    async with asyncio.timeout(ANSWER_SECONDS):
        while not (await found if isawaitable(found := condition()) else found):
            await asyncio.sleep(0.005)


class RefusedError(Exception):
    """An HTTP request that the server refused."""

    def __init__(self, status: int, reason: Refusal) -> None:
        super().__init__(f"{status} {reason.code}: {reason.text}")
        self.status = status
        self.code = reason.code


class Device:
    """A device with its token, like a browser or a program."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.token = ""

    @classmethod
    @asynccontextmanager
    async def new(
        cls, address: str, source: str | None = None, token: str = ""
    ) -> AsyncIterator[Self]:
        """A device that connects from the address `source`; without a token the server gives it
        one."""
        # Nothing is encrypted here, and loading certificates takes longer than a request.
        transport = httpx.AsyncHTTPTransport(local_address=source, verify=False)
        async with httpx.AsyncClient(
            base_url=address, timeout=ANSWER_SECONDS, transport=transport
        ) as http:
            device = cls(http)
            device.token = token or (await device.ask("POST", "/api/devices"))["token"]
            http.headers["Authorization"] = f"Bearer {device.token}"
            yield device

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        """The JSON of the answer; raises `RefusedError` for an error."""
        answer = await self.http.request(method, path, json=body)
        if answer.is_error:
            raise RefusedError(
                answer.status_code, msgspec.json.decode(answer.content, type=Refusal)
            )
        return answer.json() if answer.content else None

    async def open_table(self, game: str, seats: Iterable[str | None], **more: object) -> str:
        """The id of a new table; each seat is a bot's policy, or None for a person."""
        opened = await self.ask("POST", "/api/tables", {"game": game, "seats": [*seats], **more})
        id: str = opened["table"]["id"]
        return id

    async def sit(self, table: str, seat: int, name: str) -> None:
        """Take a seat, and contribute entropy to the dice."""
        body = {"name": name, "entropy": secrets.token_hex(32)}
        await self.ask("POST", f"/api/tables/{table}/seats/{seat}", body)

    async def start(self, table: str) -> None:
        await self.ask("POST", f"/api/tables/{table}/start")

    @asynccontextmanager
    async def connect(
        self,
        table: str,
        seat: int | None = None,
        after: int = 0,
        *,
        caller: bool = False,
        talk: bool = True,
    ) -> AsyncIterator["Socket"]:
        """A connection to a table, at a seat or as a spectator."""
        query = {"after": after, "caller": caller, "talk": talk}
        query |= {} if seat is None else {"seat": seat}
        path = f"/api/tables/{table}/socket"
        url = self.http.base_url.copy_with(scheme="ws", path=path, params=query)
        async with connect(
            str(url),
            additional_headers={"Authorization": f"Bearer {self.token}"},
            proxy=None,
            open_timeout=ANSWER_SECONDS,
            max_queue=None,  # unread messages would delay closing by ten seconds
        ) as connection:
            yield Socket(connection)


class Socket:
    """One connection, read message by message."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    async def send(self, message: FromClient) -> None:
        await self.connection.send(msgspec.json.encode(message).decode())

    async def receive(self) -> ToClient:
        """The next message of any kind."""
        async with asyncio.timeout(ANSWER_SECONDS):
            data = await self.connection.recv()
        message: ToClient = msgspec.json.decode(data, type=ToClient)
        return message

    async def next(self, kind: type[Message]) -> Message:
        """The next message of this kind; skips all others."""
        while True:
            message = await self.receive()
            if isinstance(message, kind):
                return message


class Watcher:
    """Somebody at a table, over any number of connections, and what they were sent so far.

    Asserts that records arrive in order and without gaps.
    """

    caller = False  # whether to ask for the race caller

    def __init__(self, device: Device, table: str, seat: int | None = None) -> None:
        self.device = device
        self.table = table
        self.seat = seat
        self.told: list[Told] = []  # record n is told[n - 1]
        self.view: Any = None
        self.asks: Any = None  # the seat's offer, undecoded
        self.info: TableInfo | None = None

    @property
    def seq(self) -> int:
        """The cursor: the sequence of the last record received."""
        return len(self.told)

    @property
    def over(self) -> bool:
        """Whether the match has ended and all of it was received."""
        info = self.info
        return info is not None and info.status in ("finished", "closed") and info.seq == self.seq

    @property
    def offered(self) -> Offer[Any] | None:
        """The current offer, with or without a choice."""
        if self.info is None or self.asks is None:
            return None
        kind = GAMES[self.info.game].types.offer
        found: Offer[Any] = msgspec.convert(self.asks, kind, str_keys=True)
        return found

    async def follow(self, seconds: float = 240) -> None:
        """Follow the match to its end, reconnecting whenever the connection is lost."""
        async with asyncio.timeout(seconds):
            while not self.over:
                try:
                    async with self.device.connect(
                        self.table, self.seat, self.seq, caller=self.caller
                    ) as socket:
                        await self._attend(socket)
                except (ConnectionError, ConnectionClosed, InvalidHandshake):
                    await asyncio.sleep(0.05)  # the server is away and will come back

    async def _attend(self, socket: Socket) -> None:
        while not self.over:
            message = await socket.receive()
            self.take(message)
            await self.react(socket, message)

    def take(self, message: ToClient) -> None:
        """Take note of a message."""
        match message:
            case Told(seq=seq):
                if seq != self.seq:  # otherwise it only repeats the present view
                    assert seq == self.seq + 1, f"told {seq} after {self.seq}"
                    self.told.append(message)
                if message.view is not None:
                    self.view, self.asks = message.view, message.offer
            case Refused(view=view, offer=offer):
                self.view, self.asks = view, offer
            case TableInfo():
                self.info = message
            case Bye(reason=reason):
                assert reason.code == "going", reason
            case _:
                pass

    async def react(self, socket: Socket, message: ToClient) -> None:
        """Answer a message; a watcher only watches."""


class Player(Watcher):
    """Makes any choice that is offered; the server makes the moves without a choice.

    Answers each offer with one command under one id, sent again over each new connection.
    """

    def __init__(
        self, device: Device, table: str, seat: int, rng: random.Random | None = None
    ) -> None:
        super().__init__(device, table, seat)
        self.done: dict[str, int | None] = {}  # the record of each command carried out
        self.refused: set[str | None] = set()
        self._rng = rng or random.Random()
        self._commands: dict[str, Give] = {}  # by the offer that each one answers
        self._sent: set[str] = set()  # offers answered over this connection

    async def _attend(self, socket: Socket) -> None:
        self._sent.clear()
        await super()._attend(socket)

    async def react(self, socket: Socket, message: ToClient) -> None:
        match message:
            case Done(id=id, seq=seq):
                assert self.done.setdefault(id, seq) == seq, "carried out twice"
            case Told(undone=int()):  # old offers come back and need a new choice
                self._commands.clear()
                self._sent.clear()
            case Refused(reason=Refusal(code="too_fast")):
                await asyncio.sleep(0.05)
                self._sent.clear()
            case Refused(id=id, reason=reason):
                assert reason.code in OVERTAKEN, reason
                self.refused.add(id)
            case _:
                pass
        await self._answer_offer(socket)

    async def _answer_offer(self, socket: Socket) -> None:
        offer = self.offered
        if offer is None or offer.id in self._sent or offer.sole() is not None:
            return
        if offer.id not in self._commands:
            command = msgspec.json.encode(offer.sample(self._rng))
            self._commands[offer.id] = Give(secrets.token_hex(8), Raw(command))
        self._sent.add(offer.id)
        await socket.send(self._commands[offer.id])
