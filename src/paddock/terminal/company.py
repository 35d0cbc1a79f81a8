"""What every face knows of its table: players, game and figures, and the words for them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from paddock.kernel.game import winners_named
from paddock.kernel.log import Header, Numbered
from paddock.kernel.text import Text, say
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, line
from paddock.terminal.palette import Signs
from paddock.terminal.seating import marks


class Company:
    """What every face has: the game and its players, and the words and signs to show them."""

    def __init__(self, game: Any, header: Header, words: Words, signs: Signs) -> None:
        self.game = game
        self.header = header
        self.words = words
        self.signs = signs
        self.names = tuple(words.shown(seat.name) for seat in header.seats)
        self.marks = marks([seat.name for seat in header.seats])

    def say(self, text: Text) -> str:
        return self.words(text)

    def money(self, amount: int) -> str:
        return str(amount)

    def weight(self, _events: Sequence[Any]) -> float:
        return 1.0

    def find_seat(self, typed: str) -> int | None:
        return found(typed, self.names, self.marks)

    def who(self, seat: int) -> str:
        return f"{self.marks[seat]} {self.names[seat]}"

    def opening(self) -> list[Line]:
        """The players, the edition, and anything else to know before the start."""
        return [
            Line(self.say(self.title), "act"),
            Line(),
            *(line((self.who(seat), "strong"), self.bot(seat)) for seat in range(len(self.names))),
            Line(),
            *(Line(self.say(text)) for text in self.notices()),
        ]

    @property
    def title(self) -> Text:
        return Text("{name}", {"name": self.game.name})

    def notices(self) -> list[Text]:
        return [say("Figures: {name}.", name=self.game.figures["edition"]["name"])]

    def bot(self, seat: int) -> tuple[str, str]:
        """What follows a bot's name; nothing for a person."""
        policy = self.header.seats[seat].policy
        played = "" if policy is None else f"  {self.say(say('bot: {policy}', policy=policy))}"
        return played, "quiet"

    def won(self, winners: Sequence[int]) -> Line:
        return line((self.say(winners_named(self.names, winners)), "act"))


class Programme(Company, ABC):
    """The rules, figures and players of a match."""

    # What is said about figures that no rulebook prints: on the first page, and above the board.
    reconstructed: Text
    reconstructed_in_short: Text

    def __init__(self, game: Any, header: Header, words: Words, signs: Signs) -> None:
        super().__init__(game, header, words, signs)
        self.rules = game.rules
        self.edition = game.rules.edition

    @abstractmethod
    def horse(self, horse: int) -> str: ...

    def notices(self) -> list[Text]:
        return [*super().notices(), *([self.reconstructed] if self.edition.reconstructed else ())]

    def as_written(self) -> Any:
        """The edition with its horses named as this terminal shows them, for the caller."""
        horses = tuple(
            replace(horse, name=self.horse(number))
            for number, horse in enumerate(self.edition.horses)
        )
        return replace(self.edition, horses=horses)

    def remarks(self) -> list[Text]:
        """What is true of the whole match and should be known while it is played."""
        return [
            *([self.reconstructed_in_short] if self.edition.reconstructed else ()),
            *([say("dice: known in advance")] if isinstance(self.header.chance, Numbered) else ()),
        ]


class MeetingFace:
    """The part of a face that is the same for all meetings; `programme` is the face's own kind."""

    programme: Programme

    def find_seat(self, typed: str) -> int | None:
        return self.programme.find_seat(typed)

    def money(self, amount: int) -> str:
        return self.programme.money(amount)

    def opening(self) -> list[Line]:
        return self.programme.opening()

    def weight(self, events: Sequence[Any]) -> float:
        return self.programme.weight(events)


def found(typed: str, *columns: Sequence[str]) -> int | None:
    """The item that somebody means: by its number, from 1, or by the first column that has it."""
    numbers = [str(place + 1) for place in range(len(columns[0]))]
    wanted = typed.casefold()
    for column in (numbers, *columns):
        folded = [written.casefold() for written in column]
        if wanted in folded:
            return folded.index(wanted)
    return None
