"""Writes games of the laboratory as logs, which `paddock replay verify` accepts.

The laboratory has a quick generator of its own, but the dice of a log can be verified by anyone.
So a game that is logged has other dice than the same game without a log: they follow from a number,
which is made of the seed and the game's number.
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


class Record:
    """One game: its dice and lines. `names` are the policies by seat, `chance` seed and number."""

    def __init__(
        self,
        game: AnyGame,
        names: Sequence[str],
        chance: tuple[int, int],
        file: Path,
    ) -> None:
        number = dice(*chance)
        self.chance = KeyedChance(match_key(seed_of_number(number), {}))
        self._file = file
        self._encoder = LineEncoder()
        seats = [Seat(f"{name} {seat}", name) for seat, name in enumerate(names, 1)]
        self._lines = [self._encoder.line(Header.of(game, seats, Numbered(number)))]

    def step(self, seat: int, command: Any, progress: Progress[Any, Any]) -> None:
        step = Step(len(self._lines), seat, "", command, progress.draws, progress.events)
        self._lines.append(self._encoder.line(step))

    def save(self) -> None:
        """Write the log under its name only when it is complete; one that exists stays as it is."""
        if not self._file.exists():
            part = self._file.with_suffix(".part")
            part.write_bytes(b"".join(self._lines))
            part.replace(self._file)


def dice(seed: int, number: int) -> int:
    """The number that determines the dice of a logged game."""
    digest = sha256(f"paddock/lab/1\n{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _BITS)
