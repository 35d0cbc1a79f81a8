"""Devices, their seats, and the links that give a seat to another device."""

from time import time
from typing import Annotated

from litestar import Controller, Response, delete, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import Meta, Struct

from paddock.kernel.refusal import Refusal
from paddock.server.api.dependencies import (
    Device,
    Limited,
    TheLobby,
    TheRoom,
    TheRooms,
    Visitor,
    done,
    refuse,
)
from paddock.server.api.tables import Mine, mine
from paddock.server.identity import AnyRequest, cookie, digest, new_token

_KNOWN = "This device has a token already."


class NewDevice(Struct, frozen=True):
    """The token for a program; null for a browser, which gets it as a cookie."""

    token: str | None


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a personal link, which goes after the # of the table's address."""

    secret: Annotated[str, Meta(min_length=20, max_length=100)]


class MySeat(Struct, frozen=True):
    table: str
    seat: int


class Devices(Controller):
    path = "/api"

    @post("/devices", responses={HTTP_204_NO_CONTENT: ResponseSpec(None, description=_KNOWN)})
    async def add_device(
        self, request: AnyRequest, rooms: TheRooms, visitor: Visitor, limited: Limited
    ) -> Response[NewDevice | None]:
        """A token that identifies this device. Keep it: nobody can look it up again. A browser gets
        it only as a cookie that no script can read. A client that has a token keeps it (204)."""
        if visitor is not None:
            return Response(None, status_code=HTTP_204_NO_CONTENT)
        limited("device")
        token = new_token()
        await rooms.store.devices.add(digest(token), time())
        told = None if "origin" in request.headers else token
        return Response(NewDevice(told), cookies=[cookie(token, request)])

    @post("/links", status_code=HTTP_200_OK)
    async def use_link(
        self, data: JSONBody[Link], device: Device, lobby: TheLobby, limited: Limited
    ) -> MySeat:
        """Exchange the secret of a personal link for its seat. This works once."""
        limited("link")
        used = await lobby.use_link(data.secret, device)
        return refuse(used) if isinstance(used, Refusal) else MySeat(used[0].id, used[1])


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down; `entropy` is 64 random hexadecimal digits from the client, for the dice."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    entropy: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class Seats(Controller):
    path = "/api/tables/{table:str}/seats/{seat:int}"

    @post()
    async def sit(
        self,
        seat: FromPath[int],
        data: JSONBody[Sitting],
        room: TheRoom,
        device: Device,
        lobby: TheLobby,
        limited: Limited,
    ) -> Mine:
        limited("seat")
        done(await lobby.sit(room, seat, data.name, data.entropy, device))
        return mine(room, device)

    @delete()
    async def stand_up(
        self, seat: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby
    ) -> None:
        """Leave a seat before the start; the host may also free anyone else's."""
        done(await lobby.stand_up(room, seat, device))

    @post("/away", status_code=HTTP_200_OK)
    async def away(
        self, seat: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby, limited: Limited
    ) -> Mine:
        """Let a bot hold the seat until its owner is back."""
        limited("ask")
        done(await lobby.stand_in(room, seat, device, away=True))
        return mine(room, device)

    @post("/back", status_code=HTTP_200_OK)
    async def back(
        self, seat: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby, limited: Limited
    ) -> Mine:
        limited("ask")
        done(await lobby.stand_in(room, seat, device, away=False))
        return mine(room, device)

    @post("/link")
    async def make_link(
        self, seat: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby, limited: Limited
    ) -> Link:
        """The secret of a personal link, which gives this seat to the first device that uses it."""
        limited("link")
        secret = await lobby.link(room, seat, device)
        return Link(secret) if isinstance(secret, str) else refuse(secret)

    @delete("/link")
    async def revoke(
        self, seat: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby
    ) -> None:
        """Cancel the seat's open links, and take it from all other devices."""
        done(await lobby.revoke(room, seat, device))
