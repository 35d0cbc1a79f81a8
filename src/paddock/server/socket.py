"""A table's socket: one connection, one member, a cursor in the match.

    GET /api/tables/{id}/socket?seat=2&after=17&caller=true&deltas=true&protocol=1

Without a seat you watch. Only the devices that own a seat may see what it sees and act for it. The
server sends every record after `after`, then new ones as they are stored. A client that has missed
a record reconnects with the last sequence that it has. With `caller`, records have the race
caller's words. With `deltas`, a client that keeps its view gets what has changed in it.
"""

import asyncio
from time import monotonic
from typing import Any

import msgspec
from litestar import WebSocket
from litestar.handlers import websocket
from litestar.params import FromPath, FromQuery
from litestar.status_codes import (
    WS_1008_POLICY_VIOLATION,
    WS_1012_SERVICE_RESTART,
    WS_1013_TRY_AGAIN_LATER,
)

from paddock.kernel.refusal import Refusal, refusal
from paddock.server import metrics
from paddock.server.api.dependencies import (
    TOO_OFTEN,
    TheConnectionLimits,
    TheLimits,
    TheLobby,
    TheRooms,
)
from paddock.server.audience import Member
from paddock.server.connections import Gone, framed, socket_of
from paddock.server.description import encoded_info
from paddock.server.identity import FOREIGN, address_of, device_of, same_origin, well_formed_id
from paddock.server.limits import Bucket, Limits
from paddock.server.lobby import Lobby
from paddock.server.room import NOT_STORED, Room
from paddock.server.rooms import Rooms
from paddock.server.store import NoSuchTable, Unavailable
from paddock.server.table import NO_TABLE, NOT_YOURS
from paddock.wire.messages import (
    PROTOCOL,
    AnswerVote,
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

RETRY_SECONDS = 30  # until there may be room again
FAREWELL_SECONDS = 2.0  # for a disconnected client to read why
MESSAGES_PER_SECOND, MESSAGES_AT_ONCE = 40.0, 120  # from one client
MOST_HASTY = 200  # messages over that limit until the connection is closed
MOST_REMEMBERED = 200  # chat messages and votes of a table that are recognized when repeated
SLOW_SECONDS = 1.0  # without an answer until a client is asked to wait

_TOO_FAST = refusal("too_fast", "Too many messages: wait a moment.")
_ONLY_WATCHING = refusal("only_watching", "You are watching: take a seat to play.")
TOO_MANY = refusal("too_many", "The server is full: come back later.")
_OTHER_PROTOCOL = refusal(
    "other_protocol", "This page and the server are of different versions: reload the page."
)
_SET_BACK = refusal("set_back", "This match was set back to an earlier point: reload the page.")
_GOING = refusal("going", "The server is restarting: come back in a moment.")

AnySocket = WebSocket[Any, Any, Any]


class Connection:
    def __init__(
        self, socket: AnySocket, rooms: Rooms, lobby: Lobby, limits: Limits, room: Room
    ) -> None:
        self.socket = socket
        self.link = socket_of(socket)
        self.link.serve_directly()
        self.rooms = rooms
        self.lobby = lobby
        self.limits = limits
        self.room = room
        self.answering = False

    async def serve(self, member: Member) -> None:
        """Serve until either side leaves. A command that has arrived is still carried out."""
        member.link = self.link
        async with self.rooms.watching(self.room, member):
            reader = asyncio.create_task(self._read(member))
            member.sender = writer = asyncio.create_task(self._write(member))
            try:
                await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
                if member.leaving:
                    await asyncio.wait((writer,), timeout=FAREWELL_SECONDS)
            finally:
                member.leaving = True
                writer.cancel()
                if not self.answering:
                    reader.cancel()
                ended = await asyncio.gather(reader, writer, return_exceptions=True)
            for error in ended:
                if isinstance(error, Exception) and not isinstance(error, Gone):
                    raise error

    async def _write(self, member: Member) -> None:
        room = self.room
        if room.telling is not None and member.seq == room.seq:
            newest = room.telling.newest(member)
            member.outbox.append(newest)  # nothing was missed: send the current state
        while True:
            member.wake.clear()
            if member.version != room.audience.version:
                member.version = room.audience.version
                member.send(framed(encoded_info(room)))
                for heard in member.hear(room.table.talk):
                    member.tell(heard)
            for frame in room.telling.told(member) if room.telling else ():
                await self._send(member, frame)
            for _ in range(len(member.outbox)):  # later ones come after the records before them
                await self._send(member, member.outbox.pop(0))
            if member.leaving:
                break
            if member.wake.is_set():
                continue
            member.idle = True
            await member.wake.wait()
            member.idle = False
        member.sending = monotonic()  # the client may not read the goodbye either
        if member.reason is None:
            await _bye(self.socket, Bye(_GOING, 2), WS_1012_SERVICE_RESTART)
        else:
            await _bye(self.socket, Bye(member.reason, 0), WS_1008_POLICY_VIOLATION)

    async def _send(self, member: Member, frame: bytes) -> None:
        member.sending = monotonic()
        await self.link.write(frame)
        member.sending = 0.0

    async def _read(self, member: Member) -> None:
        bucket, hasty = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE), 0
        while not member.leaving:
            data = await self.link.read()
            if not bucket.take():
                hasty += 1
                if hasty > MOST_HASTY:
                    member.leave(_TOO_FAST)
                    return
                member.tell(self.room.refused(member.seat, None, _TOO_FAST))
                continue
            message = read(data)
            if isinstance(message, Refusal):
                member.tell(self.room.refused(member.seat, None, message))
            else:
                self.answering = True
                await self._carry_out(member, message)
                self.answering = False

    async def _carry_out(self, member: Member, message: FromClient) -> None:
        """Send the answer; if it takes long, ask the client to wait meanwhile."""

        def ask_to_wait() -> None:
            member.tell(Wait(message.id))
            self.link.release()

        slow = asyncio.get_running_loop().call_later(SLOW_SECONDS, ask_to_wait)
        self.link.hold()
        try:
            member.tell(await self._answer(member, message))
        finally:
            slow.cancel()
            self.link.release()

    async def _answer(self, member: Member, message: FromClient) -> Done | Refused:
        seat = member.seat
        if seat is None:
            return self.room.refused(None, message.id, _ONLY_WATCHING)
        if member.leaving:  # the seat may have been taken from them a moment ago
            return self.room.refused(None, message.id, member.reason or _GOING)
        if isinstance(message, Give):
            answer = await self.room.give(seat, message.id, bytes(message.command))
            if isinstance(answer, Done):
                metrics.ACCEPTED.labels(self.room.game.name).inc()
                await self.rooms.changed(self.room)
            else:
                metrics.REFUSED.labels(self.room.game.name, answer.reason.code).inc()
            return answer
        taken, key = self.room.taken, (seat, message.id)
        if key in taken:
            return Done(message.id, None)
        try:
            refused = await self._around(seat, message, member.device)
        except Unavailable:
            refused = NOT_STORED
        except NoSuchTable:
            refused = NO_TABLE
        if refused is not None:
            return self.room.refused(seat, message.id, refused)
        taken[key] = None
        if len(taken) > MOST_REMEMBERED:
            taken.popitem(last=False)
        return Done(message.id, None)

    async def _around(
        self, seat: int, message: Chat | Ask | AnswerVote, device: str | None
    ) -> Refusal | None:
        """Everything that is not a command of the game."""
        what_for = "chat" if isinstance(message, Chat) else "ask"
        if not self.limits.allow(what_for, device, address_of(self.socket)):
            return TOO_OFTEN
        match message:
            case Chat(text=text):
                return await self.lobby.chat(self.room, seat, text)
            case Ask(what=what):
                return await self.lobby.ask(self.room, {seat}, what)
            case AnswerVote(vote=vote, agree=agree):
                return await self.lobby.answer(self.room, seat, vote, agree=agree)


@websocket("/api/tables/{table:str}/socket")
async def table_socket(  # noqa: PLR0913, PLR0917  # all of them are injected by name
    socket: AnySocket,
    table: FromPath[str],
    rooms: TheRooms,
    lobby: TheLobby,
    limits: TheLimits,
    connection_limits: TheConnectionLimits,
    seat: FromQuery[int | None] = None,
    after: FromQuery[int] = 0,
    caller: FromQuery[bool] = False,
    talk: FromQuery[bool] = True,
    deltas: FromQuery[bool] = False,
    protocol: FromQuery[int] = PROTOCOL,
) -> None:
    with limits.connected(address_of(socket)) as within_limits:
        if not within_limits or not await connection_limits.has_room_for(socket, rooms.store):
            await _send_away(socket)
            return
        device = device_of(socket)
        member = Member(seat, max(after, 0), device, caller=caller, talk=talk, deltas=deltas)
        room = await _room(socket, rooms, table, member)
        if room is not None and seat is None and len(room.audience.members) >= limits.most_open:
            await _send_away(socket)
            return
        await socket.accept()
        if not same_origin(socket):
            refused = FOREIGN
        elif protocol != PROTOCOL:
            refused = _OTHER_PROTOCOL
        elif room is None or room.table.gone:
            refused = NO_TABLE
        elif seat is not None and not room.table.owns(device, seat):
            refused = NOT_YOURS
        elif member.seq > room.seq:  # the store was restored from a backup
            refused = _SET_BACK
        else:
            await Connection(socket, rooms, lobby, limits, room).serve(member)
            return
        await _bye(socket, Bye(refused, 0), WS_1008_POLICY_VIOLATION)


async def _room(socket: AnySocket, rooms: Rooms, table: str, member: Member) -> Room | None:
    if not same_origin(socket) or not well_formed_id(table):
        return None
    if member.seat is not None:  # it may just have changed hands
        return await rooms.fresh(table)
    room = await rooms.room(table)
    if room is not None and member.seq > room.seq:  # they come from a process that knows more
        room = await rooms.fresh(table)
    return room


async def _send_away(socket: AnySocket) -> None:
    await socket.accept()
    await _bye(socket, Bye(TOO_MANY, RETRY_SECONDS), WS_1013_TRY_AGAIN_LATER)


async def _bye(socket: AnySocket, message: Bye, code: int) -> None:
    await socket.send_data(msgspec.json.encode(message), mode="text")
    await socket.close(code)
