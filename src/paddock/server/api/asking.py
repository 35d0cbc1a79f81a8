"""Who asks, and for what; and what refuses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NoReturn

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery, QueryParameter, SkipValidation
from litestar.status_codes import (
    HTTP_400_BAD_REQUEST,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_429_TOO_MANY_REQUESTS,
)

from paddock.kernel.rejection import Rejected, reject
from paddock.server.house import House
from paddock.server.identity import (
    FOREIGN,
    digest,
    same_origin,
    token_of,
    well_formed,
    well_formed_id,
)
from paddock.server.limits import Limits
from paddock.server.lobby import Lobby
from paddock.server.replays import MOST_FRAMES, Replays, Wanted
from paddock.server.room import Room
from paddock.server.table import NO_TABLE

AnyRequest = Request[Any, Any, State]

_NO_DEVICE = reject("no_device", "Ask for a device token first: POST /api/devices.")
TOO_OFTEN = reject("too_often", "That was too often: wait a little and try again.")


STATUS = {
    "no_such_table": HTTP_404_NOT_FOUND,
    "no_such_game": HTTP_404_NOT_FOUND,
    "no_rules": HTTP_404_NOT_FOUND,
    "no_such_seat_here": HTTP_404_NOT_FOUND,
    "link_used": HTTP_404_NOT_FOUND,
    "log_too_long": HTTP_400_BAD_REQUEST,
    "unreadable_log": HTTP_400_BAD_REQUEST,
    "no_device": HTTP_403_FORBIDDEN,
    "foreign_origin": HTTP_403_FORBIDDEN,
    "not_host": HTTP_403_FORBIDDEN,
    "not_player": HTTP_403_FORBIDDEN,
    "not_your_seat": HTTP_403_FORBIDDEN,
    "too_often": HTTP_429_TOO_MANY_REQUESTS,
}


class Refusal(HTTPException):
    """A refusal on its way to the client."""

    def __init__(self, reason: Rejected) -> None:
        super().__init__(status_code=STATUS.get(reason.code, HTTP_409_CONFLICT))
        self.reason = reason


def refuse(reason: Rejected) -> NoReturn:
    raise Refusal(reason)


TheHouse = NamedDependency[SkipValidation[House]]
TheLobby = NamedDependency[SkipValidation[Lobby]]
TheLimits = NamedDependency[SkipValidation[Limits]]
TheRoom = NamedDependency[SkipValidation[Room]]
TheReplays = NamedDependency[SkipValidation[Replays]]
WantedFrames = NamedDependency[SkipValidation[Wanted]]
Device = NamedDependency[SkipValidation[str]]
Visitor = NamedDependency[SkipValidation[str | None]]
Limited = NamedDependency[SkipValidation[Callable[[str], None]]]


def only_our_pages(
    connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler
) -> None:
    """Other sites' pages may look, but change nothing; sockets see to it themselves."""
    changes = connection.scope.get("method", "GET") not in ("GET", "HEAD", "OPTIONS")
    if changes and not same_origin(connection):
        refuse(FOREIGN)


async def visitor(request: AnyRequest, house: TheHouse) -> str | None:
    """The device that asks, if it is one of ours."""
    token = token_of(request)
    if token is None or not well_formed(token):
        return None
    device = digest(token)
    return device if await house.store.devices.known(device) else None


async def device(visitor: Visitor) -> str:
    return visitor or refuse(_NO_DEVICE)


async def room(table: FromPath[str], house: TheHouse, limited: Limited) -> Room:
    limited("look")
    found = await house.fresh(table) if well_formed_id(table) else None
    return found or refuse(NO_TABLE)


async def limited(
    request: AnyRequest, visitor: Visitor, limits: TheLimits
) -> Callable[[str], None]:
    """Counts what the device and its address do, and refuses what is too often."""
    address = request.client.host if request.client else ""

    def count(what: str) -> None:
        if not limits.allow(what, visitor, address):
            refuse(TOO_OFTEN)

    return count


async def wanted(
    seat: FromQuery[int | None] = None,
    everything: Annotated[bool, QueryParameter(name="all")] = False,
    first: Annotated[int, QueryParameter(name="from", ge=0)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_FRAMES)] = MOST_FRAMES,
) -> Wanted:
    """Which frames of a replay, and as whom."""
    return Wanted(seat, everything, first, count)


def done(refused: Rejected | None) -> None:
    if refused is not None:
        refuse(refused)


DEPENDENCIES = {
    "visitor": Provide(visitor),
    "device": Provide(device),
    "room": Provide(room),
    "limited": Provide(limited),
    "wanted": Provide(wanted),
}
