"""What people read: gettext keys with arguments, translated only when they are shown.

The key is the English sentence. An argument is a number, a proper name, or another `Text`, so
that a translated word can stand inside a translated sentence. A name with a badge is a `Text`
too: a screen that can draw shows the badge beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from gettext import NullTranslations
from typing import Protocol

from msgspec import Struct


class Badge(Struct, frozen=True, omit_defaults=True):
    """The number that goes with a name, and which of the game's patterns is behind it, if any."""

    number: int
    silks: int | None = None


class Text(Struct, frozen=True, omit_defaults=True):
    """A sentence, with `many` and `count` if it has a plural.

    With `badge` it is the name that the badge belongs to.
    """

    key: str
    args: Mapping[str, int | str | Text] = {}
    many: str = ""
    count: int = 0
    badge: Badge | None = None


Argument = int | str | Text
# French uses these before punctuation; Python does not count them as printable.
SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def say(key: str, /, **args: Argument) -> Text:
    return Text(key, args)


def count(one: str, many: str, n: int, /, **args: Argument) -> Text:
    """A sentence whose wording depends on `n`; it may contain {n}."""
    return Text(one, {"n": n, **args}, many, n)


def named(name: str, badge: Badge) -> Text:
    """A proper name with the badge to show beside it."""
    return Text("{name}", {"name": name}, badge=badge)


def listed(parts: Sequence[Argument]) -> Text:
    """The parts separated by commas, the same in every language."""
    args = {f"part{at}": part for at, part in enumerate(parts)}
    return Text(", ".join(f"{{{name}}}" for name in args), args)


class Language(Protocol):
    """The two look-ups of gettext."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, n: int, /) -> str: ...


def printable(words: str) -> str:
    """Words from a file or a person, with everything replaced that could control a terminal."""
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
    """The untranslated English, for error messages and the command line."""
    return words if isinstance(words, str) else put(words, NullTranslations())
