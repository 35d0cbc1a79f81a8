"""The race call on a board: the latest that was said, as much as there is room for."""

from collections.abc import Sequence

from paddock.kernel.text import count
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, broken
from paddock.terminal.screen import Shown


def called(words: Words, shown: Shown, width: int, height: int) -> list[Line]:
    """News to the viewer stands out: all of it if it can be, the older in a line each if it must.

    Of what has no room even so, a line tells how much there is.
    """
    if height <= 0:
        return []
    news = max(shown.fresh, 1)
    rows = [broken(Line(said), width, indent=2) for said in shown.said[-news:]]
    for place in range(len(rows) - 1):
        if sum(map(len, rows)) > height:
            rows[place] = [_shortened(words, rows[place], width)]
    if sum(map(len, rows)) <= height:
        told = [row for paragraph in rows for row in paragraph]
        return [*_older(shown.said[:-news], width, height - len(told)), *told]
    lines = rows[-1][-height:]
    untold = list(rows[:-1])
    while untold and len(untold[-1]) + len(lines) < height:
        lines = [*untold.pop(), *lines]
    if len(lines) == height or not untold or shown.offer is None:  # who waits cannot type
        return lines
    more = count(
        "One thing more has happened since your last turn: type l.",
        "{n} things more have happened since your last turn: type l.",
        len(untold),
    )
    return [broken(Line(words(more), "pick"), width)[0], *lines]


def _shortened(words: Words, rows: list[Line], width: int) -> Line:
    """The first line of a paragraph, and that it goes on."""
    if len(rows) == 1:
        return rows[0]
    end = words.shown("…")
    first = rows[0].copy()
    first.truncate(width - len(end))
    return first.append(end)


def _older(said: Sequence[str], width: int, height: int) -> list[Line]:
    """What was said before, whole paragraphs, as much as there is room for."""
    lines: list[Line] = []
    for paragraph in reversed(said):
        rows = broken(Line(paragraph, "quiet"), width, indent=2)
        if len(rows) + len(lines) > height:
            break
        lines = [*rows, *lines]
    return lines


def asked(shown: Shown, width: int) -> list[Line]:
    """What is to be done, and before it what was wrong with what was typed."""
    task = broken(Line(shown.task, "act" if shown.offer else "strong"), width)
    if shown.notice:
        task = [*broken(Line(shown.notice, "pick"), width), *task]
    return task
