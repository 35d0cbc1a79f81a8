"""What everybody at the table has seen since the beginning, as one number."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from paddock.games import AnyGame

DIGEST = 16  # bytes


class Record(Struct, eq=False):
    """The public side of all events so far. They are read and hashed only if somebody asks; of a
    record that begins with a number, or has been read, nothing but the number is left."""

    game: AnyGame | None = None
    before: Record | None = None
    events: tuple[Any, ...] = ()
    number: bytes | None = None

    def __reduce__(self) -> Any:
        return closed, (self.digest(),)

    def digest(self) -> bytes:
        unread: list[Record] = []
        record = self
        while record.number is None:
            assert record.before is not None
            unread.append(record)
            record = record.before
        number = record.number
        for record in reversed(unread):
            assert record.game is not None
            public = [record.game.redact(event, None) for event in record.events]
            number = record.number = hashed(number + msgspec.json.encode(public))
            record.before, record.events = None, ()
        return number


def closed(number: bytes) -> Record:
    """A record of which nothing but the number is left."""
    return Record(number=number)


def hashed(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST).digest()
