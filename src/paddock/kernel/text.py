"""What is said to people: a gettext key with its arguments, put into words at the edge.

The key is the English sentence. An argument is a number, a proper name, or another `Text`, so
that a translated word can stand inside a translated sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct


class Text(Struct, frozen=True, omit_defaults=True):
    """A sentence to be said; with `many` and `count`, one that has a plural."""

    key: str
    args: Mapping[str, int | str | Text] = {}
    many: str = ""
    count: int = 0


Argument = int | str | Text
# French sets these before its signs; to Python they are not printable.
SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def say(key: str, /, **args: Argument) -> Text:
    return Text(key, args)


def count(one: str, many: str, n: int, /, **args: Argument) -> Text:
    """A sentence whose wording depends on `n`, which it may name as {n}."""
    return Text(one, {"n": n, **args}, many, n)


class Language(Protocol):
    """The two look-ups of gettext."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, n: int, /) -> str: ...


def printable(words: str) -> str:
    """Words from a file or a person, without anything that could steer a terminal."""
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
