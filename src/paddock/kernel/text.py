"""What is said to people: a gettext key with its arguments, put into words at the edge.

The key is the English sentence. An argument is a number, a proper name, or another `Text`, so
that a translated word can stand inside a translated sentence. A name that goes with a badge is a
`Text` too: whoever can draw puts the badge beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Protocol

from msgspec import Struct


class Badge(Struct, frozen=True, omit_defaults=True):
    """The number that somebody named wears, and over which of the game's patterns, if any."""

    number: int
    silks: int | None = None


class Text(Struct, frozen=True, omit_defaults=True):
    """A sentence to be said; with `many` and `count`, one that has a plural.

    With `badge` it is the name of whoever wears it.
    """

    key: str
    args: Mapping[str, int | str | Text] = {}
    many: str = ""
    count: int = 0
    badge: Badge | None = None


Argument = int | str | Text
# French sets these before its signs; to Python they are not printable.
SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def say(key: str, /, **args: Argument) -> Text:
    return Text(key, args)


def count(one: str, many: str, n: int, /, **args: Argument) -> Text:
    """A sentence whose wording depends on `n`, which it may name as {n}."""
    return Text(one, {"n": n, **args}, many, n)


def named(name: str, badge: Badge) -> Text:
    """A proper name whose badge can be shown beside it."""
    return Text("{name}", {"name": name}, badge=badge)


def listed(parts: Sequence[Argument]) -> Text:
    """One after the other, the same in every language."""
    args = {f"part{at}": part for at, part in enumerate(parts)}
    return Text(", ".join(f"{{{name}}}" for name in args), args)


class Language(Protocol):
    """The two look-ups of gettext."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, n: int, /) -> str: ...


def printable(words: str) -> str:
    """Words from a file or a person, without anything that could steer a terminal."""
    if words.isprintable():
        return words
    return "".join(letter if letter.isprintable() or letter in SPACES else "?" for letter in words)


def _argument(value: Argument, language: Language) -> int | str:
    match value:
        case Text():
            return put(value, language)
        case str():
            return printable(value)
        case int():
            return value


def put(text: Text, language: Language) -> str:
    """`text` as a sentence of `language`."""
    if text.many:
        template = language.ngettext(text.key, text.many, text.count)
    else:
        template = language.gettext(text.key)
    return template.format(
        **{name: _argument(value, language) for name, value in text.args.items()}
    )


def english(words: str | Text) -> str:
    """As the keys have it: for programs' messages and the command line."""
    return words if isinstance(words, str) else put(words, NullTranslations())
