"""The plain face of a game that has none of its own: its view as a list, its menu by numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from paddock.kernel.game import Answer, Caller, Game
from paddock.kernel.log import Header
from paddock.kernel.menu import Menu
from paddock.kernel.text import Text, count, say
from paddock.terminal.call import asked, called
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, broken, line
from paddock.terminal.names import found
from paddock.terminal.palette import Signs
from paddock.terminal.screen import Frame, Size
from paddock.terminal.seating import marks
from paddock.terminal.shown import Shown

_STEP = 2  # by which what belongs to a heading is indented
_KEYS = (
    ("1", say("the first of the choices")),
    ("t", say("a tip: what a bot makes of each choice")),
    ("l", say("the log: what has happened")),
    ("?", say("this page")),
    ("q", say("stop here; the game is saved and can be resumed")),
)


class PlainFace:
    """It knows nothing of the game: every view may be a secret, every offer is a menu."""

    secret = True

    def __init__(
        self, game: Game[Any, Any, Any, Any], header: Header, words: Words, signs: Signs
    ) -> None:
        self._game, self._words, self._signs = game, words, signs
        self._seats = header.seats
        self._names = tuple(words.shown(seat.name) for seat in header.seats)
        self._marks = marks([seat.name for seat in header.seats])

    def private(self, _offer: Menu[Any]) -> bool:
        return True

    def commentary(self) -> Commentary:
        return Commentary(self._game.caller(self._names), self._words)

    def question(self, _seat: int, _view: object, offer: Menu[Any]) -> Text:
        return offer.question

    def waiting(self, seat: int, _offer: Menu[Any]) -> Text:
        return say("{name}: to choose.", name=self._names[seat])

    def find_seat(self, typed: str) -> int | None:
        return found(typed, self._names, self._marks)

    def understood(self, typed: str, _view: object, offer: Menu[Any]) -> Answer | Text:
        most = len(offer.commands)
        if typed.isdecimal() and 1 <= int(typed) <= most:
            command: Answer = offer.commands[int(typed) - 1]
            return command
        return say("Type a number from 1 to {most}.", most=most)

    def described(self, command: Any, _view: object, offer: Menu[Any]) -> str:
        return self._words(offer.words[offer.commands.index(command)])

    def money(self, amount: int) -> str:
        return str(amount)

    def frame(self, shown: Shown, size: Size) -> Frame:
        """The view, the latest calls as there is room, and below them what can be chosen."""
        task = asked(shown, size.width)
        if shown.offer is not None:
            choices = enumerate(map(self._words, shown.offer.words), start=1)
            task = [*(Line(f"{number}  {words}") for number, words in choices), *task]
        title = Line(self._game.name, "strong")
        rows = [row for each in listed(to_builtins(shown.view)) for row in broken(each, size.width)]
        room = size.height - 1 - 1 - len(rows) - len(task)
        return Frame([title, *rows, *called(self._words, shown, size.width, room)], task)

    def opening(self) -> list[Line]:
        title, edition = Line(self._game.name, "act"), self._game.figures["edition"]
        figures = say("Figures: {name}.", name=edition["name"])
        return [title, Line(), *map(self._sitting, range(len(self._seats))), Line(),
                Line(self._words(figures))]  # fmt: skip

    def _sitting(self, seat: int) -> Line:
        row = line((f"{self._marks[seat]} {self._names[seat]}", "strong"))
        policy = self._seats[seat].policy
        if policy is not None:
            row.append(f"  {self._words(say('bot: {policy}', policy=policy))}", "quiet")
        return row

    def settled(self, _events: Sequence[Any], _view: object) -> list[Line]:
        return []

    def final(self, view: Any, winners: Sequence[int]) -> list[Line]:
        names = ", ".join(self._names[seat] for seat in winners)
        won = count(
            "The winner: {names}.", "The win is shared: {names}.", len(winners), names=names
        )
        return [Line(self._words(won), "act"), Line(), *listed(to_builtins(view))]

    def weight(self, _events: Sequence[Any]) -> float:
        return 1.0

    def page(self, typed: str, _shown: Shown, _size: Size) -> list[Line]:
        if typed != "?":
            return []
        title = Line(self._words(say("What you can type")), "strong")
        return [title, *(Line(f"{key}  {self._words(text)}") for key, text in _KEYS)]


class Commentary:
    """What the game's caller says, a paragraph for each sentence."""

    def __init__(self, caller: Caller[Any], words: Words) -> None:
        self._caller, self._words = caller, words
        self.paragraphs: list[str] = []

    def hear(self, events: Iterable[Any]) -> list[str]:
        said = [self._words(text) for event in events for text in self._caller.call(event)]
        self.paragraphs += said
        return said


def listed(value: Any, indent: int = 0) -> Iterator[Line]:
    """Plain data to be read: a line for each field, what is nested below it."""
    fields = value.items() if isinstance(value, dict) else enumerate(value, start=1)
    for key, inner in fields:
        name = " " * indent + str(key).replace("_", " ")
        if isinstance(inner, dict) or (
            isinstance(inner, list | tuple) and any(isinstance(each, dict | list) for each in inner)
        ):
            yield Line(name, "quiet")
            yield from listed(inner, indent + _STEP)
        else:
            told = ", ".join(map(str, inner)) if isinstance(inner, list | tuple) else inner
            yield line((f"{name}: ", "quiet"), "-" if told in (None, "") else str(told))
