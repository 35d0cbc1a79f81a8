"""Who sits at a table, as a terminal shows them: names, letters, bots, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.kernel.log import Seat
from paddock.kernel.text import Text, count, say
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, line
from paddock.terminal.names import found
from paddock.terminal.seating import marks


class Company:
    def __init__(self, seats: Sequence[Seat], words: Words) -> None:
        self.seats = seats
        self.words = words
        self.names = tuple(words.shown(seat.name) for seat in seats)
        self.marks = marks([seat.name for seat in seats])

    def say(self, text: Text) -> str:
        return self.words(text)

    def find_seat(self, typed: str) -> int | None:
        return found(typed, self.names, self.marks)

    def sitting(self) -> list[Line]:
        """A line for each."""
        return [
            line((f"{mark} {name}", "strong"), self.bot(seat))
            for seat, (mark, name) in enumerate(zip(self.marks, self.names, strict=True))
        ]

    def bot(self, seat: int) -> tuple[str, str]:
        """What follows a name: nothing for a person."""
        policy = self.seats[seat].policy
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
