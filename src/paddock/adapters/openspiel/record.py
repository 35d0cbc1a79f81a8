"""A hash of everything that all players have seen since the start."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from paddock.games import AnyGame

DIGEST = 16  # bytes


class Record(Struct, eq=False):
    """The public side of all events so far. They are hashed only when the digest is needed; after
    that the record keeps only the digest, `number`."""

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
    """A record that has only its digest."""
    return Record(number=number)


def hashed(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST).digest()
