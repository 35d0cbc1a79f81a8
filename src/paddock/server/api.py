"""The HTTP side: devices, tables, people, finished logs, rules, editions. All of it is JSON.

What cannot be done is refused with a status, a stable code, and a sentence as a gettext key with
its arguments, which the client puts into words. Who asks is told by a device token, in the
`Authorization: Bearer` header or in the cookie that `POST /api/devices` sets.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import time
from typing import Annotated, Any, NoReturn

import msgspec
from litestar import Controller, Request, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import (
    FromPath,
    FromQuery,
    JSONBody,
    QueryParameter,
    RawBody,
    SkipValidation,
)
from litestar.status_codes import (
    HTTP_200_OK,
    HTTP_204_NO_CONTENT,
    HTTP_400_BAD_REQUEST,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_429_TOO_MANY_REQUESTS,
)
from msgspec import Meta, Struct

from paddock.bots import POLICIES, weakness
from paddock.games import GAMES
from paddock.games.pages import page_language, rule_page
from paddock.kernel.edition import Finding, parse
from paddock.kernel.log import read
from paddock.kernel.rejection import Rejected, reject
from paddock.kernel.text import Text
from paddock.kernel.verify import verify_dice, verify_rules
from paddock.server.house import House
from paddock.server.identity import (
    FOREIGN,
    cookie,
    digest,
    new_token,
    same_origin,
    token_of,
    well_formed,
    well_formed_id,
)
from paddock.server.limits import Limits
from paddock.server.lobby import Lobby, NewTable
from paddock.server.replays import (
    LARGEST_LOG,
    MOST_FRAMES,
    CheckedReplay,
    Replay,
    Replays,
    Verdicts,
    Wanted,
)
from paddock.server.room import NO_TABLE, Room
from paddock.server.rows import SeatRow, Status, TableRow
from paddock.server.store import Place
from paddock.server.vote import missing
from paddock.wire.messages import TableInfo

MOST_LISTED = 50
_KNOWN = "This device has a token of ours already."
OVER = ("finished", "closed")
AnyRequest = Request[Any, Any, State]

_NO_DEVICE = reject("no_device", "Ask for a device token first: POST /api/devices.")
_TOO_OFTEN = reject("too_often", "That was too often: wait a little and try again.")
_NOT_OVER = reject("not_over", "The match is not over yet.")
_NO_GAME = reject("no_such_game", "There is no such game here.")

STATUS = {
    "no_such_table": HTTP_404_NOT_FOUND,
    "no_such_game": HTTP_404_NOT_FOUND,
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


class NewDevice(Struct, frozen=True):
    """The token, for a program; none for a page, which has it as a cookie."""

    token: str | None


class Sitting(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down; `entropy` stirs the dice: 64 hexadecimal digits of the client's own making."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    entropy: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a personal link; it belongs behind the # of the table's address."""

    secret: Annotated[str, Meta(min_length=20, max_length=100)]


class MySeat(Struct, frozen=True):
    table: str
    seat: int


class Mine(Struct, frozen=True):
    """A table as one device sees it: `host` if it was opened there."""

    table: TableInfo
    seats: tuple[int, ...]
    host: bool


class Listed(Struct, frozen=True):
    """A table in a list; `people` has a name for each seat that is not free."""

    id: str
    game: str
    options: dict[str, str]
    status: Status
    created: float
    people: tuple[str | None, ...]
    free: int
    winners: tuple[str, ...]


class OwnListed(Listed, frozen=True):
    """A table in the list of a device: `host` if it was opened there."""

    host: bool


class Closing(Struct, frozen=True):
    """Whether a match is closed, or else the seats whose people have still to agree to it."""

    closed: bool
    waits_for: tuple[int, ...]


class ChoiceInfo(Struct, frozen=True):
    name: str
    text: Text


class OptionInfo(Struct, frozen=True):
    name: str
    rule: str
    text: Text
    choices: tuple[ChoiceInfo, ...]


class GameInfo(Struct, frozen=True):
    """A game that can be played; `weaker` are policies that are not at their strength here."""

    name: str
    options: tuple[OptionInfo, ...]
    policies: tuple[str, ...]
    weaker: tuple[str, ...]
    edition: str


# --- who asks, and for what ------------------------------------------------------------------

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
    return device if await house.store.has_device(device) else None


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
            refuse(_TOO_OFTEN)

    return count


async def wanted(
    seat: FromQuery[int | None] = None,
    everything: Annotated[bool, QueryParameter(name="all")] = False,
    first: Annotated[int, QueryParameter(name="from", ge=0)] = 0,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_FRAMES)] = MOST_FRAMES,
) -> Wanted:
    """Which frames of a replay, and as whom."""
    return Wanted(seat, everything, first, count)


def _done(refused: Rejected | None) -> None:
    if refused is not None:
        refuse(refused)


def _mine(room: Room, device: str | None) -> Mine:
    return Mine(room.info(), tuple(room.seats_of(device)), room.row.host == device)


DEPENDENCIES = {
    "visitor": Provide(visitor),
    "device": Provide(device),
    "room": Provide(room),
    "limited": Provide(limited),
    "wanted": Provide(wanted),
}

# --- games -----------------------------------------------------------------------------------


class Games(Controller):
    path = "/api/games"

    @get()
    async def games(self) -> list[GameInfo]:
        """What can be played, with every option in a sentence."""
        return [_game(name) for name in GAMES]

    @get("/{game:str}/rules", media_type="text/markdown")
    async def rules(self, game: FromPath[str], language: FromQuery[str] = "en") -> Response[str]:
        """The numbered rules, in English if they are not there in the language asked for."""
        if game not in GAMES:
            refuse(_NO_GAME)
        found = page_language(game, language)
        return Response(rule_page(game, found), headers={"Content-Language": found})

    @get("/{game:str}/edition", media_type="application/toml")
    async def edition(self, game: FromPath[str]) -> str:
        """A commented edition file for the owner of a box to begin with."""
        return GAMES[game].template() if game in GAMES else refuse(_NO_GAME)

    @get("/{game:str}/figures")
    async def figures(self, game: FromPath[str]) -> dict[str, Any]:
        """The same as plain data, in the form that the check and a new table take."""
        return parse(GAMES[game].template()) if game in GAMES else refuse(_NO_GAME)

    @post("/{game:str}/edition", status_code=HTTP_200_OK)
    async def check_edition(
        self, game: FromPath[str], data: JSONBody[dict[str, Any]], limited: Limited
    ) -> list[Finding]:
        """Every mistake in an edition, at once."""
        limited("look")
        return list(GAMES[game].inspect(data)) if game in GAMES else refuse(_NO_GAME)


# --- devices and links -----------------------------------------------------------------------


class Devices(Controller):
    path = "/api"

    @post("/devices", responses={HTTP_204_NO_CONTENT: ResponseSpec(None, description=_KNOWN)})
    async def add_device(
        self, request: AnyRequest, house: TheHouse, visitor: Visitor, limited: Limited
    ) -> Response[NewDevice | None]:
        """A token that stands for this device; keep it, nobody can tell it again. A page gets it as
        a cookie alone, which no script can read; whoever shows one of ours keeps that."""
        if visitor is not None:
            return Response(None, status_code=HTTP_204_NO_CONTENT)
        limited("device")
        token = new_token()
        await house.store.add_device(digest(token), time())
        told = None if "origin" in request.headers else token
        return Response(NewDevice(told), cookies=[cookie(token, request)])

    @post("/links", status_code=HTTP_200_OK)
    async def use_link(
        self,
        data: JSONBody[Link],
        device: Device,
        lobby: TheLobby,
        limited: Limited,
    ) -> MySeat:
        """Exchange the secret of a personal link, once, for the seat that it stands for."""
        limited("link")
        used = await lobby.use_link(data.secret, device)
        return refuse(used) if isinstance(used, Rejected) else MySeat(used[0].row.id, used[1])


# --- tables ----------------------------------------------------------------------------------


class Tables(Controller):
    path = "/api/tables"

    @post()
    async def open_table(
        self,
        data: JSONBody[NewTable],
        device: Device,
        lobby: TheLobby,
        limited: Limited,
    ) -> Mine:
        limited("table")
        opened = await lobby.open_table(data, device)
        return _mine(opened, device) if isinstance(opened, Room) else refuse(opened)

    @get()
    async def public_tables(
        self,
        house: TheHouse,
        before: FromQuery[float | None] = None,
        before_id: FromQuery[str] = "",
    ) -> list[Listed]:
        """Tables that anybody may join or watch, the newest first. The next ones: `before` is when
        the last one was created, `before_id` its id."""
        rows = await house.store.listed(MOST_LISTED, _place(before, before_id))
        seats = await house.store.seats_of([row.id for row in rows])
        return [Listed(**_listed(row, seats[row.id])) for row in rows]

    @get("/mine")
    async def own_tables(
        self,
        house: TheHouse,
        visitor: Visitor,
        before: FromQuery[float | None] = None,
        before_id: FromQuery[str] = "",
        over: FromQuery[bool | None] = None,
    ) -> list[OwnListed]:
        """Tables that this device opened or has a seat at, the newest first, page by page as all;
        with `over` only finished and closed ones, or only the others. A stranger has none."""
        if visitor is None:
            return []
        place = _place(before, before_id)
        rows = await house.store.of_device(visitor, MOST_LISTED, place, over=over)
        seats = await house.store.seats_of([row.id for row in rows])
        return [OwnListed(**_listed(row, seats[row.id]), host=row.host == visitor) for row in rows]

    @get("/{table:str}")
    async def table_info(self, room: TheRoom, visitor: Visitor) -> Mine:
        return _mine(room, visitor)

    @get("/{table:str}/edition")
    async def figures(self, room: TheRoom) -> dict[str, Any]:
        """The figures that this table plays with: cards, payments, prizes."""
        return room.setup.figures

    @delete("/{table:str}")
    async def delete_table(self, room: TheRoom, device: Device, lobby: TheLobby) -> None:
        """The table with its names, talk and log, for ever."""
        _done(await lobby.delete(room, device))

    @post("/{table:str}/start", status_code=HTTP_200_OK)
    async def start(self, room: TheRoom, device: Device, lobby: TheLobby) -> Mine:
        _done(await lobby.begin(room, device))
        return _mine(room, device)

    @post("/{table:str}/close", status_code=HTTP_200_OK)
    async def close(self, room: TheRoom, device: Device, lobby: TheLobby) -> Closing:
        """Ask to end a match, or agree to; its seed is revealed when everybody has."""
        _done(await lobby.close(room, device))
        asked = room.asked
        waits_for = () if asked is None else tuple(sorted(missing(room, asked)))
        return Closing(room.row.status != "playing", waits_for)

    @post("/{table:str}/rematch")
    async def rematch(
        self, room: TheRoom, device: Device, lobby: TheLobby, limited: Limited
    ) -> Mine:
        if room.row.rematch is None:
            limited("table")
        again = await lobby.rematch(room, device)
        return _mine(again, device) if isinstance(again, Room) else refuse(again)

    @delete("/{table:str}/chat/{number:int}")
    async def hide(
        self, number: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby
    ) -> None:
        """Hide words of one's own from everybody; the host may hide anybody's."""
        _done(await lobby.hide(room, number, device))

    @get("/{table:str}/log", media_type="application/jsonl")
    async def log(self, room: TheRoom, house: TheHouse) -> bytes:
        """The whole log of a match that is over, its seed included: `paddock replay verify`."""
        return await _log(room, house)

    @get("/{table:str}/verdict")
    async def verdict(self, room: TheRoom, house: TheHouse, limited: Limited) -> Verdicts:
        """Were the dice honest, were the rules kept? Better still: ask your own Paddock."""
        limited("file")
        played = await asyncio.to_thread(read, await _log(room, house), room.game.types)
        dice, rules = await asyncio.gather(
            asyncio.to_thread(verify_dice, played),
            asyncio.to_thread(verify_rules, room.game, played),
        )
        return Verdicts(dice, rules)

    @get("/{table:str}/replay")
    async def replay(
        self,
        table: FromPath[str],
        wanted: WantedFrames,
        house: TheHouse,
        replays: TheReplays,
        limited: Limited,
    ) -> Replay:
        """A match that is over, record by record, as any seat or a spectator saw it."""
        limited("replay")
        row = await house.store.table(table) if well_formed_id(table) else None
        if row is None:
            refuse(NO_TABLE)
        if row.status not in OVER:
            refuse(_NOT_OVER)
        page = await replays.table(row.id, wanted)
        return refuse(page) if isinstance(page, Rejected) else page


async def _log(room: Room, house: House) -> bytes:
    if room.row.status not in OVER:
        refuse(_NOT_OVER)
    return b"".join(row.data for row in await house.store.records(room.row.id))


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
        _done(await lobby.sit(room, seat, data.name, data.entropy, device))
        return _mine(room, device)

    @delete()
    async def stand_up(
        self, seat: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby
    ) -> None:
        """Leave a seat before the start; the host may also free somebody else's."""
        _done(await lobby.stand_up(room, seat, device))

    @post("/away", status_code=HTTP_200_OK)
    async def away(
        self,
        seat: FromPath[int],
        room: TheRoom,
        device: Device,
        lobby: TheLobby,
        limited: Limited,
    ) -> Mine:
        """A bot holds the seat until its owner is back."""
        limited("ask")
        _done(await lobby.stand_in(room, seat, device, away=True))
        return _mine(room, device)

    @post("/back", status_code=HTTP_200_OK)
    async def back(
        self,
        seat: FromPath[int],
        room: TheRoom,
        device: Device,
        lobby: TheLobby,
        limited: Limited,
    ) -> Mine:
        limited("ask")
        _done(await lobby.stand_in(room, seat, device, away=False))
        return _mine(room, device)

    @post("/link")
    async def make_link(
        self,
        seat: FromPath[int],
        room: TheRoom,
        device: Device,
        lobby: TheLobby,
        limited: Limited,
    ) -> Link:
        """The secret of a personal link: it gives this seat to whatever device uses it first."""
        limited("link")
        secret = await lobby.link(room, seat, device)
        return Link(secret) if isinstance(secret, str) else refuse(secret)

    @delete("/link")
    async def revoke(
        self, seat: FromPath[int], room: TheRoom, device: Device, lobby: TheLobby
    ) -> None:
        """Withdraw open links, and the seat from all devices but this one."""
        _done(await lobby.revoke(room, seat, device))


class Files(Controller):
    path = "/api/replays"

    @post(status_code=HTTP_200_OK, request_max_body_size=LARGEST_LOG)
    async def open_log(
        self, body: RawBody, wanted: WantedFrames, replays: TheReplays, limited: Limited
    ) -> CheckedReplay:
        """A log that somebody has in a file, record by record, with both verdicts on it.

        The body is the file. It is not stored.
        """
        limited("file")
        page = await replays.file(body, wanted)
        return refuse(page) if isinstance(page, Rejected) else page


CONTROLLERS = (Games, Devices, Tables, Seats, Files)


def _game(name: str) -> GameInfo:
    kind = GAMES[name]
    options = tuple(
        OptionInfo(
            option,
            found.rule,
            found.about,
            tuple(ChoiceInfo(choice.value, choice.text) for choice in found),
        )
        for option, found in kind.choices.items()
    )
    bots = tuple(POLICIES[name])
    weaker = tuple(bot for bot in bots if weakness(name, bot))
    return GameInfo(name, options, bots, weaker, str(kind.standard()["edition"]["name"]))


def _place(created: float | None, id: str) -> Place | None:
    if created is None:
        return None
    return (created, id) if not id or well_formed_id(id) else refuse(NO_TABLE)


class _Options(Struct, frozen=True):
    """What a list tells of a table's setup."""

    options: dict[str, str]


def _listed(row: TableRow, seats: list[SeatRow]) -> dict[str, Any]:
    """What everybody may know of a table, without loading it."""
    chosen = msgspec.json.decode(row.setup, type=_Options).options
    options = {name: option.default().value for name, option in GAMES[row.game].choices.items()}
    return {
        "id": row.id,
        "game": row.game,
        "options": options | chosen,
        "status": row.status,
        "created": row.created,
        "people": tuple(seat.name for seat in seats),
        "free": sum(seat.name is None for seat in seats),
        "winners": tuple(seat.name or "" for seat in seats if seat.won),
    }
