"""What the server stores: a frozen struct for each kind of row, with fields named like columns."""

from msgspec import Struct

from paddock.wire.messages import Status

NO_LINE = -1  # the head of a table whose log has not begun


class TableRow(Struct, frozen=True):
    id: str
    game: str
    created: float
    status: Status
    listed: bool
    host: str  # the digest of the device that opened it
    setup: bytes  # canonical JSON: options, figures, the clock's seconds or null
    seed: bytes  # secret until the log reveals it
    rematch: str | None = None  # the table that is the rematch of this one
    due: float | None = None  # when a driver must act, in Unix time
    head: int = NO_LINE  # the last line of the log
    changes: int = 0  # counts changes to everything that a room reads except the log
    asked: bytes | None = None  # the vote under way, as JSON


class SeatRow(Struct, frozen=True):
    """A seat; it is free while it has neither a name nor a policy."""

    table: str
    seat: int
    name: str | None = None
    policy: str | None = None  # only for a bot's seat
    stand_in: str | None = None  # the bot that holds an absent person's seat
    entropy: str | None = None
    won: bool = False


class OwnerRow(Struct, frozen=True):
    """A device that may act for a seat; a person may have several."""

    table: str
    seat: int
    device: str  # its digest


class LinkRow(Struct, frozen=True):
    """A link that gives a seat to the first device that uses it."""

    secret: str  # its digest
    table: str
    seat: int
    used: bool = False


class RecordRow(Struct, frozen=True):
    """One line of a table's log: line 0 is the header, then entropy, then steps and undone."""

    table: str
    line: int
    data: bytes  # with its checksum and newline


class ChatRow(Struct, frozen=True):
    table: str
    number: int  # given by the store
    seat: int | None
    name: str
    text: str
    at: float
    hidden: bool = False
