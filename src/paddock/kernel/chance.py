"""Chance: the only source of randomness in a match.

A draw is a pure function of (source, stream, index, n). Streams are named after what is drawn
(`race/2/die`), so the n-th roll of a race is the same whatever players chose in between. The game
keeps the indexes in its state, so a refused command draws nothing. `docs/formats/chance.md`
describes the exact bytes.
"""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Protocol

from msgspec import Meta, Struct

SEED_BYTES = 32
LARGEST_DRAW = 2**32
_WORD = 1 << 64
_MASK = _WORD - 1


class Draw(Struct, frozen=True, array_like=True):
    """One use of chance: the `index`-th value of `stream` is `value`, from the range 0 .. n-1."""

    stream: Annotated[str, Meta(pattern="^[a-z0-9_/]{1,60}$")]
    index: int
    n: int
    value: int


class Chance(Protocol):
    """A source of draws."""

    def draw(self, stream: str, index: int, n: int) -> int:
        """A value from 0 to n - 1, all equally likely."""


class UnforeseenDraw(Exception):
    """A script or a record does not contain the draw that was requested."""


class KeyedChance:
    """Draws that anyone with the key can recompute: HMAC-SHA-256 with rejection sampling."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, key: bytes) -> None:
        if len(key) != SEED_BYTES:
            raise ValueError(f"a key has {SEED_BYTES} bytes, not {len(key)}")
        # Hashing HMAC's two padded keys once and copying them is twice as fast as hmac.digest.
        block = key.ljust(64, b"\0")
        self._inner = sha256(bytes(byte ^ 0x36 for byte in block))
        self._outer = sha256(bytes(byte ^ 0x5C for byte in block))

    def draw(self, stream: str, index: int, n: int) -> int:
        attempt = 0
        while True:
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(f"{stream}/{index}/{attempt}".encode())
            outer.update(inner.digest())
            word = int.from_bytes(outer.digest()[:8], "big")
            if word < _WORD - _WORD % n:
                return word % n
            attempt += 1


def commitment(seed: bytes) -> str:
    """What is published before the match: it fixes the seed without revealing it."""
    return sha256(b"paddock/commit/1\n" + seed).hexdigest()


def match_key(seed: bytes, entropy: Mapping[int, bytes]) -> bytes:
    """The key of a match: its committed seed, mixed with what the seats added afterwards."""
    added = b"".join(bytes([seat]) + entropy[seat] for seat in sorted(entropy))
    return hmac.digest(seed, b"paddock/key/1\n" + added, "sha256")


def seed_of_number(number: int) -> bytes:
    """The seed of a match that anyone can repeat, and that therefore proves nothing."""
    return sha256(f"paddock/number/1\n{number}".encode()).digest()


class QuickChance:
    """Draws for simulation: as reproducible as `KeyedChance`, several times faster, not secret.

    SHA-256 gives each stream a 64-bit start; a draw is SplitMix64's output at that offset.
    """

    __slots__ = ("_seed", "_starts")

    def __init__(self, *seed: int) -> None:
        self._seed = "/".join(map(str, seed))
        self._starts: dict[str, int] = {}

    def draw(self, stream: str, index: int, n: int) -> int:
        start = self._starts.get(stream)
        if start is None:
            digest = sha256(f"{self._seed}/{stream}".encode()).digest()
            start = self._starts[stream] = int.from_bytes(digest[:8], "big")
        word = (start + (index + 1) * 0x9E3779B97F4A7C15) & _MASK
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
        # Scaling a 64-bit word down to n deviates from uniform by less than n / 2**64.
        return ((word ^ (word >> 31)) * n) >> 64


class ScriptedChance:
    """Draws that a test or a study prescribes: the values of each stream, in order."""

    def __init__(self, script: Mapping[str, Sequence[int]]) -> None:
        self._script = script

    def draw(self, stream: str, index: int, n: int) -> int:
        values = self._script.get(stream, ())
        if index >= len(values):
            raise UnforeseenDraw(f"the script has no value {index} for {stream}")
        if not 0 <= values[index] < n:
            raise UnforeseenDraw(f"{stream} {index}: {values[index]} is not from 0 to {n - 1}")
        return values[index]


class RecordedChance:
    """The recorded draws of one step, replayed in exactly the same order."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._left = list(reversed(tuple(draws)))

    def draw(self, stream: str, index: int, n: int) -> int:
        if not self._left:
            raise UnforeseenDraw(f"the record has no draw for {stream} {index}")
        draw = self._left.pop()
        if (draw.stream, draw.index, draw.n) != (stream, index, n):
            raise UnforeseenDraw(
                f"the record has {draw.stream} {draw.index} of {draw.n}, "
                f"the rules ask for {stream} {index} of {n}"
            )
        return draw.value

    def exhausted(self) -> bool:
        return not self._left
