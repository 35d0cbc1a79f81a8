"""Sentences: keys with arguments, translated when they are shown."""

import gettext

from paddock.kernel.text import Badge, count, listed, named, put, say


class Shouting(gettext.NullTranslations):
    """A language that shouts, to show what is translated and what is not."""

    def gettext(self, message: str) -> str:
        return message.replace("moves", "MOVES").replace("cap", "KAPPE")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return (msgid1 if n == 1 else msgid2).replace("bet", "WETTE")


def test_arguments_are_filled_in() -> None:
    """The sentence is translated; numbers and names in it are not."""
    text = say("{horse} moves {n}.", horse="Red moves", n=4)
    assert put(text, gettext.NullTranslations()) == "Red moves moves 4."
    assert put(text, Shouting()) == "Red moves MOVES 4."


def test_a_text_within_a_text_is_translated_too() -> None:
    """A text as an argument is translated as well."""
    assert put(say("the {symbol}", symbol=say("cap")), Shouting()) == "the KAPPE"


def test_plurals_are_the_languages() -> None:
    """Singular and plural have their own wording, which may contain the number."""
    for n, words in ((1, "one WETTE"), (2, "2 WETTEs"), (0, "0 WETTEs")):
        assert put(count("one bet", "{n} bets", n), Shouting()) == words


def test_a_name_cannot_steer_the_terminal() -> None:
    """Unprintable characters become question marks; no-break spaces stay."""
    text = say("{name}: head.", name="A\x1b[2J\nB\u202e\u00a0C")
    assert put(text, gettext.NullTranslations()) == "A?[2J?B?\u00a0C: head."


def test_braces_in_a_name_do_no_harm() -> None:
    """A name is an argument and never used as a template."""
    assert put(say("{name}: head.", name="{0} %s {x}"), Shouting()) == "{0} %s {x}: head."


def test_a_name_with_a_badge_reads_as_the_name() -> None:
    """A name with a badge is never translated or used as a template, alone or in a list."""
    horse = named("cap {x}", Badge(5, 4))
    assert put(say("{horse} moves {n}.", horse=horse, n=4), Shouting()) == "cap {x} MOVES 4."
    assert put(listed([horse, "moves", 7]), Shouting()) == "cap {x}, moves, 7"
