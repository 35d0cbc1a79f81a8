"""A table's socket: one connection, one viewer, a cursor in the match.

    GET /api/tables/{id}/socket?seat=2&after=17&caller=true

Without a seat one watches. A seat is shown to the devices that it belongs to, and only they act
for it. The connection sends what lies after `after`, then whatever comes; a client that has lost
anything connects again and names the last sequence that it has. Whoever asks for the race caller
hears what it says of each record; for the others it says nothing and costs nothing.
"""

import asyncio
from time import monotonic
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.handlers import websocket
from litestar.params import FromPath, FromQuery, SkipValidation
from litestar.status_codes import (
    WS_1008_POLICY_VIOLATION,
    WS_1012_SERVICE_RESTART,
    WS_1013_TRY_AGAIN_LATER,
)
from msgspec import Struct

from paddock.kernel.rejection import Rejected, reject
from paddock.server import metrics
from paddock.server.api.asking import TOO_OFTEN, TheHouse, TheLimits, TheLobby
from paddock.server.audience import Viewer
from paddock.server.door import Door
from paddock.server.house import House
from paddock.server.identity import (
    FOREIGN,
    digest,
    same_origin,
    token_of,
    well_formed,
    well_formed_id,
)
from paddock.server.limits import Bucket, Limits
from paddock.server.lobby import Lobby
from paddock.server.room import NOT_STORED, Room
from paddock.server.store import NoSuchTable, Unavailable
from paddock.server.table import NO_TABLE, NOT_YOURS
from paddock.wire.messages import (
    AnswerAsk,
    Ask,
    Bye,
    Chat,
    Done,
    FromClient,
    Give,
    Refused,
    Wait,
    read,
)

LATER = 30  # seconds until there may be room again
FAREWELL = 2.0  # seconds for whoever is sent away to hear why
MESSAGES, BURST = 40.0, 120  # from a client, a second and at once
MOST_TAKEN = 200  # words and votes of a table that are known again
SLOW = 1.0  # seconds without an answer until a client is told to wait
PATIENCE = 200  # refusals for haste before the connection is closed

_TOO_FAST = reject("too_fast", "Too many messages: wait a moment.")
_ONLY_WATCHING = reject("only_watching", "You are watching: take a seat to play.")
TOO_MANY = reject("too_many", "Too many are connected here already: come back later.")
_SET_BACK = reject(
    "set_back", "This match was put back to an earlier moment: begin again from its start."
)
_GOING = reject("going", "The server is being restarted: come back in a moment.")


AnySocket = WebSocket[Any, Any, Any]
TheDoor = NamedDependency[SkipValidation[Door]]


class Asked(Struct, frozen=True):
    """What a connection is for."""

    table: str
    seat: int | None
    after: int
    caller: bool
    talk: bool


class Connection:
    def __init__(
        self, socket: AnySocket, house: House, lobby: Lobby, limits: Limits, room: Room
    ) -> None:
        self.socket = socket
        self.house = house
        self.lobby = lobby
        self.limits = limits
        self.room = room
        self.answering = False

    async def serve(self, viewer: Viewer) -> None:
        """Until either side goes. A command that has come is seen through all the same."""
        async with self.house.watching(self.room, viewer):
            reader = asyncio.create_task(self._read(viewer))
            viewer.writer = writer = asyncio.create_task(self._write(viewer))
            try:
                await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
                if viewer.leaving:
                    await asyncio.wait((writer,), timeout=FAREWELL)
            finally:
                viewer.leaving = True
                writer.cancel()
                if not self.answering:
                    reader.cancel()
                ended = await asyncio.gather(reader, writer, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception) and not isinstance(error, WebSocketDisconnect):
                    raise error

    async def _write(self, viewer: Viewer) -> None:
        room = self.room
        if room.telling is not None and viewer.seq == room.seq:
            newest = room.telling.newest(viewer.seat, caller=viewer.caller)
            viewer.outbox.append(newest)  # nothing missed: how it stands
        while True:
            viewer.wake.clear()
            if viewer.version != room.audience.version:
                viewer.version = room.audience.version
                viewer.send(room.described())
                for heard in viewer.hear(room.table.talk):
                    viewer.tell(heard)
            for data in room.telling.told(viewer) if room.telling else ():
                await self._send(viewer, data)
            outbox, viewer.outbox = viewer.outbox, []
            for data in outbox:
                await self._send(viewer, data)
            if viewer.leaving:
                break
            await viewer.wake.wait()
        viewer.sending = monotonic()  # a farewell may not be taken either
        if viewer.reason is None:
            await _bye(self.socket, Bye(_GOING, 2), WS_1012_SERVICE_RESTART)
        else:
            await _bye(self.socket, Bye(viewer.reason, 0), WS_1008_POLICY_VIOLATION)

    async def _send(self, viewer: Viewer, data: bytes) -> None:
        viewer.sending = monotonic()
        await self.socket.send_data(data, mode="text")
        viewer.sending = 0.0

    async def _read(self, viewer: Viewer) -> None:
        bucket, hasty = Bucket(MESSAGES, BURST), 0
        while not viewer.leaving:
            data = await self.socket.receive_data(mode="text")
            if not bucket.take():
                hasty += 1
                if hasty > PATIENCE:
                    viewer.leave(_TOO_FAST)
                    return
                viewer.tell(self.room.refused(viewer.seat, None, _TOO_FAST))
                continue
            message = read(data)
            if isinstance(message, Rejected):
                viewer.tell(self.room.refused(viewer.seat, None, message))
            else:
                self.answering = True
                viewer.tell(await self._answered(viewer, message))
                self.answering = False

    async def _answered(self, viewer: Viewer, message: FromClient) -> Done | Refused:
        """The answer; where it takes long, they hear so meanwhile."""
        slow = asyncio.get_running_loop().call_later(SLOW, viewer.tell, Wait(message.id))
        try:
            return await self._answer(viewer, message)
        finally:
            slow.cancel()

    async def _answer(self, viewer: Viewer, message: FromClient) -> Done | Refused:
        seat = viewer.seat
        if seat is None:
            return self.room.refused(None, message.id, _ONLY_WATCHING)
        if viewer.leaving:  # until a moment ago it was theirs
            return self.room.refused(None, message.id, viewer.reason or _GOING)
        if isinstance(message, Give):
            answer = await self.room.give(seat, message.id, bytes(message.command))
            if isinstance(answer, Done):
                metrics.ACCEPTED.labels(self.room.game.name).inc()
                await self.house.changed(self.room)
            else:
                metrics.REFUSED.labels(self.room.game.name, answer.reason.code).inc()
            return answer
        taken, key = self.room.taken, (seat, message.id)
        if key in taken:
            return Done(message.id, None)
        try:
            refused = await self._around(seat, message, viewer.device)
        except Unavailable:
            refused = NOT_STORED
        except NoSuchTable:
            refused = NO_TABLE
        if refused is not None:
            return self.room.refused(seat, message.id, refused)
        taken[key] = None
        if len(taken) > MOST_TAKEN:
            taken.popitem(last=False)
        return Done(message.id, None)

    async def _around(
        self, seat: int, message: Chat | Ask | AnswerAsk, device: str | None
    ) -> Rejected | None:
        """What is no command of the game."""
        what_for = "chat" if isinstance(message, Chat) else "ask"
        if not self.limits.allow(what_for, device, _address(self.socket)):
            return TOO_OFTEN
        match message:
            case Chat(text=text):
                return await self.lobby.chat(self.room, seat, text)
            case Ask(what=what):
                return await self.lobby.ask(self.room, seat, what)
            case AnswerAsk(asked=asked, agree=agree):
                return await self.lobby.answer(self.room, seat, asked, agree=agree)


@websocket("/api/tables/{table:str}/socket")
async def table_socket(  # noqa: PLR0913, PLR0917  # all of them are injected by name
    socket: AnySocket,
    table: FromPath[str],
    house: TheHouse,
    lobby: TheLobby,
    limits: TheLimits,
    door: TheDoor,
    seat: FromQuery[int | None] = None,
    after: FromQuery[int] = 0,
    caller: FromQuery[bool] = False,
    talk: FromQuery[bool] = True,
) -> None:
    with limits.connected(_address(socket)) as within_limits:
        asked = Asked(table, seat, after, caller, talk)
        welcome = within_limits and await door.has_room_for(socket, house.store)
        await (_serve(socket, house, lobby, limits, asked) if welcome else _send_away(socket))


async def _serve(
    socket: AnySocket, house: House, lobby: Lobby, limits: Limits, asked: Asked
) -> None:
    seat, after = asked.seat, asked.after
    token = token_of(socket)
    device = digest(token) if token is not None and well_formed(token) else None
    known = house.room if seat is None else house.fresh  # a seat may just have changed hands
    valid = same_origin(socket) and well_formed_id(asked.table)
    room = await known(asked.table) if valid else None
    if room is not None and after > room.seq:  # they come from a process that has got further
        room = await house.fresh(asked.table)
    if room is not None and seat is None and len(room.audience.viewers) >= limits.most_open:
        await _send_away(socket)
        return
    await socket.accept()
    refused = _refusal(socket, room, seat, device)
    if refused is None and room is not None and after > room.seq:  # a backup is in its place
        refused = _SET_BACK
    if refused is not None or room is None:
        await _bye(socket, Bye(refused or NO_TABLE, 0), WS_1008_POLICY_VIOLATION)
        return
    viewer = Viewer(seat, max(after, 0), device, caller=asked.caller)
    viewer.talk = asked.talk
    await Connection(socket, house, lobby, limits, room).serve(viewer)


async def _send_away(socket: AnySocket) -> None:
    await socket.accept()
    await _bye(socket, Bye(TOO_MANY, LATER), WS_1013_TRY_AGAIN_LATER)


def _address(socket: AnySocket) -> str:
    return socket.client.host if socket.client else ""


async def _bye(socket: AnySocket, message: Bye, code: int) -> None:
    await socket.send_data(msgspec.json.encode(message), mode="text")
    await socket.close(code)


def _refusal(
    socket: AnySocket, room: Room | None, seat: int | None, device: str | None
) -> Rejected | None:
    if not same_origin(socket):
        return FOREIGN
    if room is None or room.table.gone:
        return NO_TABLE
    return None if seat is None or room.table.owns(device, seat) else NOT_YOURS
