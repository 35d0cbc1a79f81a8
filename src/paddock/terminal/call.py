"""The race call: what one viewer hears of a match, and as much of it as fits on a board."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from paddock.kernel.game import Caller
from paddock.kernel.text import count
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, broken
from paddock.terminal.screen import Shown


class Commentary:
    """What one viewer hears of a match, from its beginning.

    `begins(event, previous)` says whether an event starts a new paragraph. Without it, every
    sentence is a paragraph.
    """

    def __init__(
        self, caller: Caller[Any], words: Words, begins: Callable[[Any, Any], bool] | None = None
    ) -> None:
        self._caller, self._words, self._begins = caller, words, begins
        self._latest: Any = None
        self.paragraphs: list[str] = []

    def hear(self, events: Iterable[Any]) -> list[str]:
        """The sentences about these events, which must be redacted for the viewer."""
        said = []
        for event in events:
            sentences = [self._words(text) for text in self._caller.call(event)]
            said += sentences
            if not sentences:
                continue
            if self._begins is None:
                self.paragraphs += sentences
            elif self.paragraphs and not self._begins(event, self._latest):
                self.paragraphs[-1] += " " + " ".join(sentences)
            else:
                self.paragraphs.append(" ".join(sentences))
            self._latest = event
        return said


def called(words: Words, shown: Shown, width: int, height: int) -> list[Line]:
    """What is new to the viewer stands out; earlier paragraphs fill the space that is left.

    If space is short, older news shrinks to one line each. If some still does not fit, a line says
    how much was left out.
    """
    if height <= 0:
        return []
    news = max(shown.fresh, 1)
    rows = [broken(Line(said), width, indent=2) for said in shown.said[-news:]]
    for place in range(len(rows) - 1):
        if sum(map(len, rows)) > height:
            rows[place] = [_shortened(words, rows[place], width)]
    if sum(map(len, rows)) <= height:
        newest = [row for paragraph in rows for row in paragraph]
        return [*_older(shown.said[:-news], width, height - len(newest)), *newest]
    lines = rows[-1][-height:]
    untold = list(rows[:-1])
    while untold and len(untold[-1]) + len(lines) < height:
        lines = [*untold.pop(), *lines]
    if len(lines) == height or not untold or shown.offer is None:  # while waiting, nobody can type
        return lines
    more = count(
        "One more event since your last turn: type l to read it.",
        "{n} more events since your last turn: type l to read them.",
        len(untold),
    )
    return [broken(Line(words(more), "pick"), width)[0], *lines]


def _shortened(words: Words, rows: list[Line], width: int) -> Line:
    """The first line of a paragraph, with an ellipsis if there is more."""
    if len(rows) == 1:
        return rows[0]
    end = words.shown("…")
    first = rows[0].copy()
    first.truncate(width - len(end))
    return first.append(end)


def _older(said: Sequence[str], width: int, height: int) -> list[Line]:
    """Earlier paragraphs, only whole ones, as many as fit."""
    lines: list[Line] = []
    for paragraph in reversed(said):
        rows = broken(Line(paragraph, "quiet"), width, indent=2)
        if len(rows) + len(lines) > height:
            break
        lines = [*rows, *lines]
    return lines


def asked(shown: Shown, width: int) -> list[Line]:
    """What the player has to do, preceded by what was wrong with their last input."""
    task = broken(Line(shown.task, "act" if shown.offer else "strong"), width)
    if shown.notice:
        task = [*broken(Line(shown.notice, "pick"), width), *task]
    return task
