"""Who sits at a table, as a terminal shows them: names, letters, bots, and who has won."""

from collections.abc import Sequence
from typing import Any

from paddock.kernel.log import Header
from paddock.kernel.text import Text, count, say
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, line
from paddock.terminal.palette import Signs
from paddock.terminal.seating import marks


class Company:
    """What every face has: the game and its people, with words and signs to show them."""

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
        """Who sits down to which figures, and what else is to be known before."""
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
        """What follows a name: nothing for a person."""
        policy = self.header.seats[seat].policy
        return (
            "" if policy is None else f"  {self.say(say('bot: {policy}', policy=policy))}",
            "quiet",
        )

    def won(self, winners: Sequence[int]) -> Line:
        names = ", ".join(self.names[seat] for seat in winners)
        won = count(
            "The winner: {names}.", "The win is shared: {names}.", len(winners), names=names
        )
        return line((self.say(won), "act"))


def found(typed: str, *columns: Sequence[str]) -> int | None:
    """Which one is meant, by number from 1 or else by a column: the first that has it tells."""
    numbers = [str(place + 1) for place in range(len(columns[0]))]
    wanted = typed.casefold()
    for column in (numbers, *columns):
        for place, written in enumerate(column):
            if written.casefold() == wanted:
                return place
    return None
