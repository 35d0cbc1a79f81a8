"""The race programme: what every screen of a meeting reads names, numbers and signs from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from paddock.games.royal_turf.ruleset import Ruleset
from paddock.kernel.log import Seat
from paddock.kernel.text import Text, say
from paddock.terminal.language import Words
from paddock.terminal.names import found
from paddock.terminal.palette import Signs
from paddock.terminal.seating import marks


class Programme:
    """The rules and figures of the meeting, who sits there, and words and signs to show them."""

    def __init__(self, rules: Ruleset, seats: Sequence[Seat], words: Words, signs: Signs) -> None:
        self.rules = rules
        self.seats = seats
        self.edition = rules.edition
        self.words = words
        self.signs = signs
        self.names = tuple(words.shown(seat.name) for seat in seats)
        self.marks = marks([seat.name for seat in seats])

    def say(self, text: Text) -> str:
        return self.words(text)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Saddlecloth number and letters: how a horse is written wherever there is little room."""
        return tuple(
            f"{number}{self.words.shown(horse.letters)}"
            for number, horse in enumerate(self.edition.horses, start=1)
        )

    def horse(self, horse: int) -> str:
        return f"{self.tags[horse]} {self.words.shown(self.edition.horses[horse].name)}"

    def coat(self, horse: int) -> str:
        """The style of a horse's tag: its coat is decoration."""
        return f"coat.{self.edition.horses[horse].coat}"

    def money(self, amount: int) -> str:
        return self.words(say("£{amount}", amount=amount))

    def find_horse(self, typed: str) -> int | None:
        """The horse that somebody means by its number, its letters, both, or its name."""
        horses = self.edition.horses
        letters = [horse.letters for horse in horses]
        return found(typed, self.tags, letters, [horse.name for horse in horses])

    def find_seat(self, typed: str) -> int | None:
        return found(typed, self.names, self.marks)
