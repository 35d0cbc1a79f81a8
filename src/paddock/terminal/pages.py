"""Pages that every game has: the keys, what the signs mean, the rules in short."""

from collections.abc import Iterable, Sequence

from paddock.kernel.text import Text, say
from paddock.terminal.company import Company
from paddock.terminal.lines import Line, line

Entry = tuple[str, Text]  # a sign or a key, and its meaning

TIP: Entry = ("t", say("a tip: what a bot thinks of each choice"))
LOG: Entry = ("l", say("the log: what has happened"))
RULES: Entry = ("r", say("the rules in short"))
HELP: Entry = ("?", say("this page"))
STOP: Entry = ("q", say("stop here; the game is saved and can be resumed"))


def manual(
    company: Company, keys: Sequence[Entry], reading: Text, signs: Sequence[Entry]
) -> list[Line]:
    """The help page: what can be typed, and how to read the screen."""
    tell, lines = company.say, list[Line]()
    for heading, entries in ((say("What you can type"), keys), (reading, signs)):
        width = max(len(sign) for sign, _ in entries) + 2
        lines += [Line(), line((tell(heading), "strong"))]
        lines += [line((f"{sign:<{width}}", "pick"), tell(text)) for sign, text in entries]
    return lines[1:]


def in_short(company: Company, rules: Iterable[Text], more: Text) -> list[Line]:
    """The rules, the options chosen at this table, and where to read more."""
    tell = company.say
    lines = [line((tell(say("The rules in short")), "strong"))]
    lines += [Line(tell(rule)) for rule in rules]
    lines += [Line(), line((tell(say("At this table")), "strong"))]
    for name, choice in company.game.options.items():
        option = company.game.option_types[name]
        lines.append(Line(f"{tell(option.about)} {tell(option.by_name()[choice].text)}"))
    return [*lines, Line(), Line(tell(more))]
