"""What everyone may know about a table, except its match: its settings, seats, clock and vote."""

import msgspec

from paddock.kernel.chance import commitment
from paddock.server.names import alike
from paddock.server.room import Room
from paddock.server.table import OVER
from paddock.wire.messages import SeatInfo, TableInfo


def table_info(room: Room) -> TableInfo:
    row, seats, here = room.table.row, room.table.seats, room.audience.seats
    looks_alike = alike([seat.name or "" for seat in seats])
    return TableInfo(
        id=row.id,
        game=row.game,
        options=dict(room.game.options),
        edition=str(room.game.figures["edition"]["name"]),
        status=row.status,
        listed=row.listed,
        seats=tuple(
            SeatInfo(
                name=seat.name,
                policy=seat.policy,
                stand_in=seat.stand_in,
                here=seat.seat in here,
                alike=same and seat.name is not None,
            )
            for seat, same in zip(seats, looks_alike, strict=True)
        ),
        commitment=commitment(row.seed),
        seed=row.seed.hex() if row.status in OVER else None,
        clock=room.clock.seconds,
        left=room.clock.left if room.playing else None,
        seq=room.seq,
        vote=room.vote,
        rematch=row.rematch,
    )


def encoded_info(room: Room) -> bytes:
    """The same as JSON, encoded once for everyone."""
    audience = room.audience
    made_for = (audience.version, room.seq, room.clock.left)
    if audience.info[0] != made_for:
        audience.info = (made_for, msgspec.json.encode(table_info(room)))
    return audience.info[1]
