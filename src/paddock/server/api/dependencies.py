"""What requests depend on (device, table, rate limits), and how they are refused."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, NoReturn

from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery, QueryParameter, SkipValidation

from paddock.kernel.refusal import Refusal, refusal
from paddock.server.connection_limits import ConnectionLimits
from paddock.server.identity import (
    FOREIGN,
    AnyRequest,
    Connection,
    address_of,
    device_of,
    same_origin,
    well_formed_id,
)
from paddock.server.limits import Limits
from paddock.server.lobby import Lobby
from paddock.server.replays import MOST_FRAMES, Replays, Wanted
from paddock.server.room import Room
from paddock.server.rooms import Rooms
from paddock.server.table import NO_TABLE

_NO_DEVICE = refusal("no_device", "Get a device token first: POST /api/devices.")
TOO_OFTEN = refusal("too_often", "Too many requests: wait a moment and try again.")

STATUS = {
    "no_such_table": HTTPStatus.NOT_FOUND,
    "no_such_game": HTTPStatus.NOT_FOUND,
    "no_rules": HTTPStatus.NOT_FOUND,
    "no_such_seat_here": HTTPStatus.NOT_FOUND,
    "link_used": HTTPStatus.NOT_FOUND,
    "log_too_long": HTTPStatus.BAD_REQUEST,
    "unreadable_log": HTTPStatus.BAD_REQUEST,
    "no_device": HTTPStatus.FORBIDDEN,
    "foreign_origin": HTTPStatus.FORBIDDEN,
    "not_host": HTTPStatus.FORBIDDEN,
    "not_player": HTTPStatus.FORBIDDEN,
    "not_your_seat": HTTPStatus.FORBIDDEN,
    "too_often": HTTPStatus.TOO_MANY_REQUESTS,
}


class RefusedError(HTTPException):
    """Raised to refuse a request with a reason."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(status_code=STATUS.get(reason.code, HTTPStatus.CONFLICT))
        self.reason = reason


def refuse(reason: Refusal) -> NoReturn:
    raise RefusedError(reason)


TheRooms = NamedDependency[SkipValidation[Rooms]]
TheLobby = NamedDependency[SkipValidation[Lobby]]
TheConnectionLimits = NamedDependency[SkipValidation[ConnectionLimits]]
TheLimits = NamedDependency[SkipValidation[Limits]]
TheRoom = NamedDependency[SkipValidation[Room]]
TheReplays = NamedDependency[SkipValidation[Replays]]
WantedFrames = NamedDependency[SkipValidation[Wanted]]
Device = NamedDependency[SkipValidation[str]]
Visitor = NamedDependency[SkipValidation[str | None]]
Limited = NamedDependency[SkipValidation[Callable[[str], None]]]


def only_our_pages(connection: Connection, _handler: BaseRouteHandler) -> None:
    """Let other sites' pages read but change nothing; the socket checks this itself."""
    changes = connection.scope.get("method", "GET") not in ("GET", "HEAD", "OPTIONS")
    if changes and not same_origin(connection):
        refuse(FOREIGN)


async def visitor(request: AnyRequest, rooms: TheRooms) -> str | None:
    """The client's device, if we know it."""
    device = device_of(request)
    return device if device and await rooms.store.devices.known(device) else None


async def device(visitor: Visitor) -> str:
    return visitor or refuse(_NO_DEVICE)


async def room(table: FromPath[str], rooms: TheRooms, limited: Limited) -> Room:
    limited("look")
    found = await rooms.fresh(table) if well_formed_id(table) else None
    return found or refuse(NO_TABLE)


async def limited(
    request: AnyRequest, visitor: Visitor, limits: TheLimits
) -> Callable[[str], None]:
    """A function that counts an action of the client and refuses what exceeds its limit."""

    def count(what: str) -> None:
        if not limits.allow(what, visitor, address_of(request)):
            refuse(TOO_OFTEN)

    return count


async def wanted(
    seat: FromQuery[int | None] = None,
    everything: Annotated[bool, QueryParameter(name="all")] = False,
    first: Annotated[int, QueryParameter(name="from", ge=0)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_FRAMES)] = MOST_FRAMES,
) -> Wanted:
    """Which frames of a replay, and seen by whom."""
    return Wanted(seat, everything, first, count)


def done(refused: Refusal | None) -> None:
    if refused is not None:
        refuse(refused)


DEPENDENCIES = {
    "visitor": Provide(visitor),
    "device": Provide(device),
    "room": Provide(room),
    "limited": Provide(limited),
    "wanted": Provide(wanted),
}
