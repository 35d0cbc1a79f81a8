"""The race programme: what every screen of a meeting reads names, numbers and signs from."""

from abc import ABC, abstractmethod
from typing import Any

from msgspec.structs import replace

from paddock.kernel.log import Header, Numbered
from paddock.kernel.text import Text, say
from paddock.terminal.company import Company
from paddock.terminal.language import Words
from paddock.terminal.palette import Signs


class Programme(Company, ABC):
    """The rules and figures of a meeting, as well as who sits there."""

    reconstructed: Text  # of figures that no rulebook prints

    def __init__(self, game: Any, header: Header, words: Words, signs: Signs) -> None:
        super().__init__(game, header, words, signs)
        self.rules = game.rules
        self.edition = game.rules.edition

    @abstractmethod
    def horse(self, horse: int) -> str: ...

    def notices(self) -> list[Text]:
        return [*super().notices(), *([self.reconstructed] if self.edition.reconstructed else ())]

    def as_written(self) -> Any:
        """The edition for a caller who names horses as they are to be found here."""
        horses = tuple(
            replace(horse, name=self.horse(number))
            for number, horse in enumerate(self.edition.horses)
        )
        return replace(self.edition, horses=horses)

    def dice(self) -> list[Text]:
        """What must be known of them while a meeting is played."""
        return [say("dice: not provable")] if isinstance(self.header.chance, Numbered) else []
