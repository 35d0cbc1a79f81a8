"""Languages, and how they look on an ASCII terminal."""

from gettext import NullTranslations
from pathlib import Path

import pytest

from paddock.kernel.text import count, say
from paddock.terminal import language as languages
from paddock.terminal.language import Words, chosen_code, language

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "{n} bet"
msgid_plural "{n} bets"
msgstr[0] "{n} pari"
msgstr[1] "{n} paris"

msgid "The winner: {names}."
msgstr "Le vainqueur : {names}."

#, fuzzy
msgid "Royal Turf"
msgstr "Peut-être"
"""


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Words:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "fr.po").write_text(CATALOGUE, encoding="utf-8")
    monkeypatch.setattr(languages, "files", lambda package: tmp_path)
    return Words(language("fr_CA"))


def test_a_catalogue_is_read_with_its_plurals(french: Words) -> None:
    """French treats 0 as singular; fuzzy and missing translations stay English."""
    assert [french(count("{n} bet", "{n} bets", n)) for n in (0, 1, 2)] == [
        "0 pari",
        "1 pari",
        "2 paris",
    ]
    assert french(say("The winner: {names}.", names="Zoë")) == "Le vainqueur : Zoë."
    assert french(say("Royal Turf")) == "Royal Turf"
    assert french(say("Nobody pays more than they have.")) == "Nobody pays more than they have."


@pytest.mark.parametrize("code", ["", "C", "xx", "en", "../../etc/passwd", "fr/../fr", "f" * 500])
def test_without_a_catalogue_it_is_english(code: str) -> None:
    """A code is never used as a path."""
    assert type(language(code)) is NullTranslations


@pytest.mark.parametrize(
    ("asked", "environ", "code"),
    [
        ("it", {"LANG": "de_DE.UTF-8"}, "it"),
        (None, {"LC_ALL": "", "LANG": "de_DE.UTF-8"}, "de_DE"),
        (None, {"LC_ALL": "fr_CH.UTF-8@euro", "LANG": "de_DE"}, "fr_CH"),
        (None, {"LC_MESSAGES": "it"}, "it"),
        (None, {}, "en"),
    ],
)
def test_the_language_asked_for_comes_first(
    asked: str | None, environ: dict[str, str], code: str
) -> None:
    """Then comes the system's, in gettext's order."""
    assert chosen_code(asked, environ) == code


def test_ascii_words_keep_their_sense() -> None:
    """Accents are dropped, signs are spelt out, the rest becomes question marks."""
    words = Words(NullTranslations(), ascii_only=True)
    assert words.shown("Zoë · 2 × £350 → straße «漢»") == 'Zoe - 2 x 350 -> strasse "?"'


@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_words_carry_a_control_code(*, ascii_only: bool) -> None:
    """No escape codes, no line ends, and nothing that reverses the writing direction."""
    words = Words(NullTranslations(), ascii_only=ascii_only)
    sly = "A\x1b[2J\nB\x07\x9b\u202e\u200b"
    assert words.shown(sly) == words(say("{name}", name=sly)) == "A?[2J?B????"


def test_the_spaces_of_french_stay() -> None:
    """They keep a punctuation mark with its word."""
    french = "Tour\N{NARROW NO-BREAK SPACE}: 1\N{NO-BREAK SPACE}000"
    assert Words(NullTranslations()).shown(french) == french
    assert Words(NullTranslations(), ascii_only=True).shown(french) == "Tour : 1 000"


def test_a_name_from_a_broken_file_system_can_be_printed() -> None:
    """Undecodable bytes do not break a sentence."""
    assert Words(NullTranslations()).shown("a\udcffb") == "a?b"
