"""A table as the store has it, its log aside: how it was set up, who sits there, what is said.

What was read at one moment is one value; reading again makes another.
"""

from collections.abc import Sequence
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from paddock.games import AnyGame
from paddock.kernel.chance import commitment
from paddock.kernel.rejection import reject
from paddock.server.names import alike
from paddock.server.rows import ChatRow, OwnerRow, SeatRow, TableRow
from paddock.server.store import Store
from paddock.server.turn_clock import TurnClock
from paddock.wire.messages import Asked, SeatInfo, TableInfo

MOST_TALK = 50  # of the latest words that a newcomer gets
OVER = ("finished", "closed")
NO_SEAT = reject("no_such_seat_here", "There is no such seat at this table.")
NOT_OVER = reject("not_over", "The match is not over yet.")
NO_TABLE = reject("no_such_table", "There is no table of this name.")
NOT_YOURS = reject("not_your_seat", "This seat belongs to somebody else.")


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table was made with; `clock`: the seconds that a person may take, if it has one."""

    seats: int
    options: dict[str, str]
    figures: dict[str, Any]
    clock: int | None = None


class Table(Struct, frozen=True):
    row: TableRow
    seats: Sequence[SeatRow] = ()
    owners: Sequence[OwnerRow] = ()
    talk: Sequence[ChatRow] = ()
    gone: bool = False  # deleted for good

    @classmethod
    async def read(cls, store: Store, id: str) -> Self | None:
        row = await store.tables.get(id)
        if row is None:
            return None
        seats, owners = await store.seats.at(id), await store.seats.owners(id)
        return cls(row, seats, owners, await store.chat.newest(id, MOST_TALK))

    def deleted(self) -> Self:
        return replace(self, row=replace(self.row, status="closed"), gone=True)

    @property
    def playing(self) -> bool:
        return self.row.status == "playing"

    @property
    def people(self) -> set[int]:
        """Seats that neither is a bot's nor held by one."""
        return {row.seat for row in self.seats if not (row.policy or row.stand_in)}

    def owns(self, device: str | None, seat: int) -> bool:
        return any(o.seat == seat and o.device == device for o in self.owners)

    def seats_of(self, device: str | None) -> list[int]:
        return sorted(owner.seat for owner in self.owners if owner.device == device)

    def info(
        self,
        game: AnyGame,
        clock: TurnClock,
        *,
        here: frozenset[int],
        seq: int,
        asked: Asked | None,
    ) -> TableInfo:
        """All that everybody may know; `here` are the seats of which somebody is connected."""
        row, names = self.row, [seat.name or "" for seat in self.seats]
        return TableInfo(
            id=row.id,
            game=row.game,
            options=dict(game.options),
            edition=str(game.figures["edition"]["name"]),
            status=row.status,
            listed=row.listed,
            seats=tuple(
                SeatInfo(
                    seat.name,
                    seat.policy,
                    seat.stand_in,
                    seat.seat in here,
                    looks_alike and seat.name is not None,
                )
                for seat, looks_alike in zip(self.seats, alike(names), strict=True)
            ),
            commitment=commitment(row.seed),
            seed=row.seed.hex() if row.status in OVER else None,
            clock=clock.seconds,
            left=clock.left if self.playing else None,
            seq=seq,
            asked=asked,
            rematch=row.rematch,
        )
