"""The plain face of a game that has none of its own: its view as a list, a numbered menu."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from paddock.kernel.game import Answer
from paddock.kernel.menu import Menu
from paddock.kernel.text import Text, say
from paddock.terminal.call import Commentary, asked, called
from paddock.terminal.company import Company
from paddock.terminal.lines import Line, broken, line
from paddock.terminal.pages import HELP, LOG, STOP, TIP
from paddock.terminal.screen import Frame, Shown, Size

_INDENT = 2  # of what belongs to a heading
_KEYS = (("1", say("the first choice")), TIP, LOG, HELP, STOP)


class PlainFace(Company):
    """Knows nothing about the game: treats every view as secret and every offer as a menu."""

    secret = True

    def private(self, _offer: Menu[Any]) -> bool:
        return True

    def commentary(self) -> Commentary:
        return Commentary(self.game.caller(self.names), self.words)

    def question(self, _seat: int, _view: object, offer: Menu[Any]) -> Text:
        return offer.question

    def waiting(self, seat: int, _offer: Menu[Any]) -> Text:
        return say("Waiting for {name} to choose.", name=self.names[seat])

    def understood(self, typed: str, _view: object, offer: Menu[Any]) -> Answer | Text:
        most = len(offer.commands)
        if typed.isdecimal() and 1 <= int(typed) <= most:
            command: Answer = offer.commands[int(typed) - 1]
            return command
        return say("Type a number from 1 to {most}.", most=most)

    def described(self, command: Any, _view: object, offer: Menu[Any]) -> str:
        return self.say(offer.words[offer.commands.index(command)])

    def frame(self, shown: Shown, size: Size) -> Frame:
        """The view, as much of the race call as fits, and below it the choices."""
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
    """Plain data in readable form: a line for each field, nested data indented below it."""
    fields = value.items() if isinstance(value, dict) else enumerate(value, start=1)
    for key, inner in fields:
        name = " " * indent + str(key).replace("_", " ")
        if isinstance(inner, dict) or (
            isinstance(inner, list | tuple) and any(isinstance(each, dict | list) for each in inner)
        ):
            yield Line(name, "quiet")
            yield from listed(inner, indent + _INDENT)
        else:
            shown = ", ".join(map(str, inner)) if isinstance(inner, list | tuple) else inner
            yield line((f"{name}: ", "quiet"), "-" if shown in (None, "") else str(shown))
