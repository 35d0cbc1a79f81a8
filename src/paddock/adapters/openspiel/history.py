"""A hash of the public part of all events since the start."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from paddock.games import AnyGame

DIGEST_SIZE = 16  # bytes


class PublicHistory(Struct, eq=False):
    """The public part of all events so far. They are hashed only when the digest is needed; after
    that only the digest is kept."""

    game: AnyGame | None = None
    before: PublicHistory | None = None
    events: tuple[Any, ...] = ()
    digest: bytes | None = None

    def __reduce__(self) -> Any:
        return of_digest, (self.hashed(),)

    def hashed(self) -> bytes:
        """The digest, computed if it is not known yet."""
        pending: list[PublicHistory] = []
        history = self
        while history.digest is None:
            assert history.before is not None
            pending.append(history)
            history = history.before
        digest = history.digest
        for history in reversed(pending):
            assert history.game is not None
            public = [history.game.redact(event, None) for event in history.events]
            digest = history.digest = digest_of(digest + msgspec.json.encode(public))
            history.before, history.events = None, ()
        return digest


def of_digest(digest: bytes) -> PublicHistory:
    """A history of which only the digest is known."""
    return PublicHistory(digest=digest)


def digest_of(data: bytes) -> bytes:
    return blake2b(data, digest_size=DIGEST_SIZE).digest()
