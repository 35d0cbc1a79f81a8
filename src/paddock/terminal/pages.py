"""Pages to read that every game has: what signs mean, the rules in short."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from paddock.kernel.options import Option
from paddock.kernel.text import Text, say
from paddock.terminal.lines import Line, line

Tell = Callable[[Text], str]


def listed(tell: Tell, entries: Sequence[tuple[str, Text]]) -> list[Line]:
    """Signs or keys, each with what it means."""
    width = max(len(sign) for sign, _ in entries) + 2
    return [line((f"{sign:<{width}}", "pick"), tell(text)) for sign, text in entries]


def in_short(
    tell: Tell,
    rules: Iterable[Text],
    chosen: Mapping[str, str],
    options: Mapping[str, type[Option]],
    more: Text,
) -> list[Line]:
    """The rules, what this table has settled on where there is a choice, and where more is."""
    lines = [line((tell(say("The rules in short")), "strong"))]
    lines += [Line(tell(rule)) for rule in rules]
    lines += [Line(), line((tell(say("At this table")), "strong"))]
    for name, choice in chosen.items():
        option = options[name]
        lines.append(Line(f"{tell(option.about)} {tell(option.by_name()[choice].text)}"))
    return [*lines, Line(), Line(tell(more))]
