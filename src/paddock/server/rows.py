"""What the server keeps: one frozen struct for a row of each kind, fields named as its columns."""

from typing import Literal

from msgspec import Struct

Status = Literal["waiting", "playing", "finished", "closed"]
NO_LINE = -1  # the head of a table whose log has not begun


class TableRow(Struct, frozen=True):
    id: str
    game: str
    created: float
    status: Status
    listed: bool
    host: str  # the hash of the device that opened it
    setup: bytes  # canonical JSON: options, figures, the clock's seconds or null
    seed: bytes  # secret until the log reveals it
    rematch: str | None = None  # the table that was made as rematch of this one
    due: float | None = None  # when a driver must act, in unix time
    head: int = NO_LINE  # the highest line of the log
    changes: int = 0  # to all that a room reads of the table, its log aside
    asked: bytes | None = None  # what is asked of its people, and who agrees, as JSON


class SeatRow(Struct, frozen=True):
    """A seat; free while it has neither a name nor a policy."""

    table: str
    seat: int
    name: str | None = None
    policy: str | None = None  # a bot's seat
    stand_in: str | None = None  # the bot that holds the seat of an absent person
    entropy: str | None = None
    won: bool = False


class OwnerRow(Struct, frozen=True):
    """A device that may act for a seat; one person may have several."""

    table: str
    seat: int
    device: str  # its hash


class LinkRow(Struct, frozen=True):
    """A link that gives a seat to the device that opens it first."""

    secret: str  # its hash
    table: str
    seat: int
    used: bool = False


class RecordRow(Struct, frozen=True):
    """One line of a table's log: line 0 is the header, then entropy, then steps and undone."""

    table: str
    line: int
    data: bytes  # with its checksum and newline
    seat: int | None = None
    command: str | None = None  # the id that the client made, once per seat and table


class ChatRow(Struct, frozen=True):
    table: str
    number: int  # given by the store
    seat: int | None
    name: str
    text: str
    at: float
    hidden: bool = False
