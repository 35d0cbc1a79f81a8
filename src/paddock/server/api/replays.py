"""Finished matches: their logs, verdicts and replays. Replays of uploaded logs, too."""

import asyncio

from litestar import Controller, get, post
from litestar.params import FromPath, RawBody
from litestar.status_codes import HTTP_200_OK

from paddock.kernel.log import read
from paddock.kernel.refusal import Refusal
from paddock.kernel.verify import verify_dice, verify_rules
from paddock.server.api.dependencies import (
    Limited,
    TheReplays,
    TheRoom,
    TheRooms,
    WantedFrames,
    refuse,
)
from paddock.server.identity import well_formed_id
from paddock.server.replays import LARGEST_LOG, CheckedReplay, Replay, Verdicts
from paddock.server.room import Room
from paddock.server.rooms import Rooms
from paddock.server.table import NO_TABLE, NOT_OVER, OVER


class Matches(Controller):
    path = "/api/tables"

    @get("/{table:str}/log", media_type="application/jsonl")
    async def log(self, room: TheRoom, rooms: TheRooms) -> bytes:
        """The whole log of a finished match with its seed, for `paddock replay verify`."""
        return await _log(room, rooms)

    @get("/{table:str}/verdict")
    async def verdict(self, room: TheRoom, rooms: TheRooms, limited: Limited) -> Verdicts:
        """Whether the dice were honest and the rules kept. Your own Paddock is a better judge."""
        limited("file")
        played = await asyncio.to_thread(read, await _log(room, rooms), room.game.types)
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
        rooms: TheRooms,
        replays: TheReplays,
        limited: Limited,
    ) -> Replay:
        """A finished match, record by record, as any seat or a spectator saw it."""
        limited("replay")
        row = await rooms.store.tables.get(table) if well_formed_id(table) else None
        if row is None:
            refuse(NO_TABLE)
        if row.status not in OVER:
            refuse(NOT_OVER)
        page = await replays.table(row.id, wanted)
        return refuse(page) if isinstance(page, Refusal) else page


async def _log(room: Room, rooms: Rooms) -> bytes:
    if room.table.row.status not in OVER:
        refuse(NOT_OVER)
    return b"".join(row.data for row in await rooms.store.logs.lines(room.id))


class Files(Controller):
    path = "/api/replays"

    @post(status_code=HTTP_200_OK, request_max_body_size=LARGEST_LOG)
    async def open_log(
        self, body: RawBody, wanted: WantedFrames, replays: TheReplays, limited: Limited
    ) -> CheckedReplay:
        """An uploaded log, record by record, with both verdicts.

        The body is the file. It is not stored.
        """
        limited("file")
        page = await replays.file(body, wanted)
        return refuse(page) if isinstance(page, Refusal) else page
