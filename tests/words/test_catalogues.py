"""The catalogues: complete, without unused entries, and with the right arguments."""

import re
from string import Formatter

import pytest
from babel.numbers import format_decimal

from paddock.kernel.text import count, put, say
from paddock.terminal.language import language
from tests.words.known import catalogue, sentences
from tools.words import LANGUAGES, forms, is_translated


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_is_translated_and_none_unused(code: str) -> None:
    """The code and the catalogue have the same sentences; if not, run `make words`."""
    found = {message.id for message in catalogue(code) if message.id}
    assert found == set(sentences())
    missing = [
        message.id for message in catalogue(code) if message.id and not is_translated(message)
    ]
    assert missing == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_translations_name_the_same_arguments(code: str) -> None:
    """No argument is lost or invented; only {n} may be spelt out and so left out."""
    for message in catalogue(code):
        if not message.id:
            continue
        keys = (message.id,) if isinstance(message.id, str) else message.id
        in_all = set.intersection(*map(arguments, keys))
        in_any = set.union(*map(arguments, keys))
        for form in forms(message):
            assert in_all - {"n"} <= arguments(form) <= in_any, message.id


def arguments(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("code", LANGUAGES)
def test_codes_and_commands_stay_as_they_are(code: str) -> None:
    """Commands and rule numbers are the same in every language."""
    typed = re.compile(
        r"paddock [a-z]+(?: [a-z-]+)?|[A-Z]{2}\d+\.\d+|hidden_\w+(?:=on)?|bot:|\{file\}"
    )
    for message in catalogue(code):
        if isinstance(message.id, str) and message.id:
            assert sorted(set(typed.findall(message.id)) - {"bot:"}) == sorted(
                set(typed.findall(str(message.string))) - {"bot:"}
            ), message.id


def test_every_language_has_its_own_words_and_plurals() -> None:
    """Each has its own word for the cap, and plural forms."""
    said = {put(say("cap"), language(code)) for code in ("en", *LANGUAGES)}
    assert len(said) == 1 + len(LANGUAGES)
    for code in LANGUAGES:
        one, two = (
            put(
                count("{n} bet earns £{each}", "{n} bets earn £{each} each", n, each=100),
                language(code),
            )
            for n in (1, 2)
        )
        assert one.replace("1", "2") != two


@pytest.mark.parametrize("code", ["en", *LANGUAGES])
def test_thousands_are_separated_as_usual_in_the_language(code: str) -> None:
    """The terminal and the browser use the same sentence for this."""
    money = say("{thousands},{rest:03}", thousands=12, rest=40)
    assert put(money, language(code)) == format_decimal(12_040, locale=code)


def test_an_unknown_language_is_english() -> None:
    """English is the fallback."""
    assert put(say("cap"), language("xx")) == "cap"
    assert put(say("cap"), language("../../etc")) == "cap"
