"""Pages to read that every game has: what signs mean, the rules in short."""

from collections.abc import Callable, Iterable, Sequence

from paddock.kernel.text import Text, say
from paddock.terminal.company import Company
from paddock.terminal.lines import Line, line

Tell = Callable[[Text], str]


def listed(tell: Tell, entries: Sequence[tuple[str, Text]]) -> list[Line]:
    """Signs or keys, each with what it means."""
    width = max(len(sign) for sign, _ in entries) + 2
    return [line((f"{sign:<{width}}", "pick"), tell(text)) for sign, text in entries]


def manual(
    tell: Tell, keys: Sequence[tuple[str, Text]], reading: Text, signs: Sequence[tuple[str, Text]]
) -> list[Line]:
    """What can be typed, and how to read what is shown."""
    return [
        line((tell(say("What you can type")), "strong")),
        *listed(tell, keys),
        Line(),
        line((tell(reading), "strong")),
        *listed(tell, signs),
    ]


def in_short(company: Company, rules: Iterable[Text], more: Text) -> list[Line]:
    """The rules, what this table has settled on where there is a choice, and where more is."""
    tell = company.say
    lines = [line((tell(say("The rules in short")), "strong"))]
    lines += [Line(tell(rule)) for rule in rules]
    lines += [Line(), line((tell(say("At this table")), "strong"))]
    for name, choice in company.game.options.items():
        option = company.game.choices[name]
        lines.append(Line(f"{tell(option.about)} {tell(option.by_name()[choice].text)}"))
    return [*lines, Line(), Line(tell(more))]
