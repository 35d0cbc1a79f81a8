"""What everybody at the table has seen since the beginning, as one number."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

from paddock.adapters.reward import AnyGame

DIGEST = 16  # bytes


class Record:
    """The public side of all events so far. They are read and hashed only if somebody asks."""

    __slots__ = ("before", "events", "game", "number")

    def __init__(
        self, game: AnyGame | None, before: Record | None, events: tuple[Any, ...]
    ) -> None:
        self.game = game
        self.before = before
        self.events = events
        self.number = b"" if before is None else None

    @classmethod
    def closed(cls, number: bytes) -> Record:
        """A record of which nothing but the number is left."""
        record = cls(None, None, ())
        record.number = number
        return record

    def __reduce__(self) -> Any:
        return Record.closed, (self.digest(),)

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


def hashed(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST).digest()
