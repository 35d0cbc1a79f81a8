"""The race programme: what every screen of a meeting reads names, numbers and signs from."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from paddock.games.royal_turf.ruleset import Ruleset
from paddock.kernel.log import Seat
from paddock.kernel.text import say
from paddock.terminal.company import Company
from paddock.terminal.language import Words
from paddock.terminal.names import found
from paddock.terminal.palette import Signs


class Programme(Company):
    """The rules and figures of the meeting, who sits there, and words and signs to show them."""

    def __init__(self, rules: Ruleset, seats: Sequence[Seat], words: Words, signs: Signs) -> None:
        super().__init__(seats, words)
        self.rules = rules
        self.edition = rules.edition
        self.signs = signs

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
