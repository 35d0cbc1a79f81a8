"""Writes games of the lab as logs, which `paddock replay verify` accepts.

Unlogged games use a fast generator, but anyone must be able to verify the dice of a log. So a
logged game has different dice from the same game without a log: they are derived from a number,
which is a hash of the seed and the game's number.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from paddock.games import AnyGame
from paddock.kernel.chance import KeyedChance, match_key, seed_of_number
from paddock.kernel.game import Progress
from paddock.kernel.log import Header, LineEncoder, Numbered, Seat, Step

_BITS = 53  # what every JSON reader reads exactly


class LogWriter:
    """The log of one game. `names` are the policies by seat; `key` is (seed, number)."""

    def __init__(
        self, game: AnyGame, names: Sequence[str], key: tuple[int, int], file: Path
    ) -> None:
        number = dice_number(*key)
        self.chance = KeyedChance(match_key(seed_of_number(number), {}))
        self._file = file
        self._encoder = LineEncoder()
        seats = [Seat(f"{name} {seat}", name) for seat, name in enumerate(names, 1)]
        self._lines = [self._encoder.line(Header.of(game, seats, Numbered(number)))]

    def step(self, seat: int, command: Any, progress: Progress[Any, Any]) -> None:
        step = Step(len(self._lines), seat, "", command, progress.draws, progress.events)
        self._lines.append(self._encoder.line(step))

    def save(self) -> None:
        """Write the complete log; an existing file is never overwritten."""
        if not self._file.exists():
            part = self._file.with_suffix(".part")
            part.write_bytes(b"".join(self._lines))
            part.replace(self._file)


def dice_number(seed: int, number: int) -> int:
    """The number that determines the dice of a logged game."""
    digest = sha256(f"paddock/lab/1\n{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _BITS)
