"""A game of the laboratory written down, as a log that `paddock replay verify` accepts.

The laboratory's quick chance is its own; a log names dice that anybody can throw again. So a game
that is written down has other dice than the same game without a log: those of a number, which
follows from the seed and the game's own number.
"""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from paddock.games import AnyGame
from paddock.kernel.chance import KeyedChance, match_key, seed_of_number
from paddock.kernel.game import Progress
from paddock.kernel.log import Header, Numbered, Seat, Step, Writer

_BITS = 53  # of a number that every reader of JSON reads alike


class Record:
    """One game: its dice, and its lines until it is saved. `names` are the policies by seat."""

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
        self._writer = Writer()
        seats = [Seat(f"{name} {seat}", name) for seat, name in enumerate(names, 1)]
        self._lines = [self._writer.line(Header.of(game, seats, Numbered(number)))]

    def step(self, seat: int, command: Any, progress: Progress[Any, Any]) -> None:
        step = Step(len(self._lines), seat, "", command, progress.draws, progress.events)
        self._lines.append(self._writer.line(step))

    def save(self) -> None:
        """A log that is there already stays as it is; one that is there is complete."""
        if not self._file.exists():
            part = self._file.with_suffix(".part")
            part.write_bytes(b"".join(self._lines))
            part.replace(self._file)


def dice(seed: int, number: int) -> int:
    """The number whose dice a game has that is written down."""
    digest = sha256(f"paddock/lab/1\n{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - _BITS)
