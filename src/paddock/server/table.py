"""A table as it is stored, except its log: its setup, seats, owners and chat.

It is a snapshot; reading again makes another one.
"""

from collections.abc import Sequence
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from paddock.kernel.refusal import refusal
from paddock.server.rows import ChatRow, OwnerRow, SeatRow, TableRow
from paddock.server.store import Store

MOST_TALK = 50  # the latest chat messages that a newcomer gets
OVER = ("finished", "closed")
NO_GAME = refusal("no_such_game", "There is no such game here.")
NO_SEAT = refusal("no_such_seat_here", "There is no such seat at this table.")
NOT_OVER = refusal("not_over", "The match is not over yet.")
NO_TABLE = refusal("no_such_table", "There is no such table.")
NOT_YOURS = refusal("not_your_seat", "This seat belongs to somebody else.")


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table was created with; `clock` is how many seconds a person may take, if limited."""

    seats: int
    options: dict[str, str]
    figures: dict[str, Any]
    clock: int | None = None


class Table(Struct, frozen=True):
    row: TableRow
    seats: Sequence[SeatRow] = ()
    owners: Sequence[OwnerRow] = ()
    talk: Sequence[ChatRow] = ()
    gone: bool = False  # deleted

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
        """Seats of people, without those that a bot holds at the moment."""
        return {row.seat for row in self.seats if not (row.policy or row.stand_in)}

    def owns(self, device: str | None, seat: int) -> bool:
        return any(o.seat == seat and o.device == device for o in self.owners)

    def seats_of(self, device: str | None) -> list[int]:
        return sorted(owner.seat for owner in self.owners if owner.device == device)
