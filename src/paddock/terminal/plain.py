"""The plain face of a game that has none of its own: its view as a list, its menu by numbers."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from paddock.kernel.game import Answer, Caller
from paddock.kernel.menu import Menu
from paddock.kernel.text import Text, say
from paddock.terminal.call import asked, called
from paddock.terminal.company import Company
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, broken, line
from paddock.terminal.screen import Frame, Shown, Size

_STEP = 2  # by which what belongs to a heading is indented
_KEYS = (
    ("1", say("the first of the choices")),
    ("t", say("a tip: what a bot makes of each choice")),
    ("l", say("the log: what has happened")),
    ("?", say("this page")),
    ("q", say("stop here; the game is saved and can be resumed")),
)


class Commentary:
    """What the game's caller says, a paragraph for each sentence."""

    def __init__(self, caller: Caller[Any], words: Words) -> None:
        self._caller, self._words = caller, words
        self.paragraphs: list[str] = []

    def hear(self, events: Iterable[Any]) -> list[str]:
        said = [self._words(text) for event in events for text in self._caller.call(event)]
        self.paragraphs += said
        return said


class PlainFace(Company):
    """It knows nothing of the game: every view may be a secret, every offer is a menu."""

    secret = True

    def private(self, _offer: Menu[Any]) -> bool:
        return True

    def commentary(self) -> Commentary:
        return Commentary(self.game.caller(self.names), self.words)

    def question(self, _seat: int, _view: object, offer: Menu[Any]) -> Text:
        return offer.question

    def waiting(self, seat: int, _offer: Menu[Any]) -> Text:
        return say("{name}: to choose.", name=self.names[seat])

    def understood(self, typed: str, _view: object, offer: Menu[Any]) -> Answer | Text:
        most = len(offer.commands)
        if typed.isdecimal() and 1 <= int(typed) <= most:
            command: Answer = offer.commands[int(typed) - 1]
            return command
        return say("Type a number from 1 to {most}.", most=most)

    def described(self, command: Any, _view: object, offer: Menu[Any]) -> str:
        return self.say(offer.words[offer.commands.index(command)])

    def frame(self, shown: Shown, size: Size) -> Frame:
        """The view, the latest calls as there is room, and below them what can be chosen."""
        task = asked(shown, size.width)
        if shown.offer is not None:
            choices = enumerate(map(self.words, shown.offer.words), start=1)
            task = [*(Line(f"{number}  {words}") for number, words in choices), *task]
        title = Line(self.game.name, "strong")
        rows = [row for each in listed(to_builtins(shown.view)) for row in broken(each, size.width)]
        room = size.height - 1 - 1 - len(rows) - len(task)
        return Frame([title, *rows, *called(self.words, shown, size.width, room)], task)

    def settled(self, _events: Sequence[Any], _view: object) -> list[Line]:
        return []

    def final(self, view: Any, winners: Sequence[int]) -> list[Line]:
        return [self.won(winners), Line(), *listed(to_builtins(view))]

    def page(self, typed: str, _shown: Shown, _size: Size) -> list[Line]:
        if typed != "?":
            return []
        title = Line(self.say(say("What you can type")), "strong")
        return [title, *(Line(f"{key}  {self.say(text)}") for key, text in _KEYS)]


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
