"""Names: what is kept of them, what is refused, and which are taken for one another."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paddock.kernel.rejection import Rejected
from paddock.server.names import alike, cleaned, skeleton


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ascot", "Ascot"),
        ("  Lord \t\n Derby\u00a0", "Lord Derby"),
        ("Zoe\u0308", "Zoë"),
        ("O'Neill-Брик 3", "O'Neill-Брик 3"),
        ("<b>&amp;{name}</b>", "<b>&amp;{name}</b>"),
        ("馬", "馬"),
        ("🏇", "🏇"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("ที่รัก", "ที่รัก"),
        ("x" * 24, "x" * 24),
        ("q\u0323\u0307" * 24, "q\u0323\u0307" * 24),
    ],
)
def test_what_can_be_read_is_a_name(name: str, kept: str) -> None:
    """Letters of any script, signs, markup as plain text; spaces and forms are made one."""
    assert cleaned(name) == kept


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        (" \u3000\n", "name_empty"),
        ("x" * 25, "name_too_long"),
        pytest.param("a\u0301" * 1_000_000, "name_too_long", id="huge"),
        pytest.param("a" + "\u0301\u0323" * 1_000_000, "name_too_long", id="huge mark"),
        ("a\x00b", "name_unprintable"),
        ("a\x1b[2Jb", "name_unprintable"),
        ("a\x7fb", "name_unprintable"),
        ("a\u202eb", "name_unprintable"),
        ("a\u2066b", "name_unprintable"),
        ("a\u200bb", "name_unprintable"),
        ("a\u200db", "name_unprintable"),
        ("a\ufeffb", "name_unprintable"),
        ("a\u00adb", "name_unprintable"),
        ("a\ue000b", "name_unprintable"),
        ("a\ud800b", "name_unprintable"),
        ("\u3164", "name_unprintable"),
        ("\u2800", "name_unprintable"),
        ("a\u034fb", "name_unprintable"),
        ("a\ufe00", "name_unprintable"),
        ("a\U000e0101", "name_unprintable"),
        ("\u0301a", "name_marks"),
        ("a \u0301", "name_marks"),
        ("\ufe0f", "name_marks"),
        ("q" + "\u0323\u0324\u0325\u0326", "name_marks"),
    ],
)
def test_what_cannot_be_read_is_refused(name: str, code: str) -> None:
    """Nothing, too much, what is not seen or turns the line round, and towers of accents."""
    refused = cleaned(name)
    assert isinstance(refused, Rejected)
    assert refused.code == code


@given(st.text(max_size=40) | st.text("a \u0301\u0323\ufe0f\u200dΑ", max_size=40))
def test_a_cleaned_name_stays_as_it_is(name: str) -> None:
    """It is printable, normal, trimmed, and clean once more."""
    kept = cleaned(name)
    if isinstance(kept, str):
        assert kept.isprintable() and kept == kept.strip() != ""
        assert unicodedata.is_normalized("NFC", kept)
        assert cleaned(kept) == kept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ascot", "ASCOT"),
        ("Ascot", "Аѕсоt"),
        ("Hans", "Ηans"),
        ("Nora", "Νоrа"),
        ("Otto", "0tt0"),
        ("Bill", "B1II"),
        ("Paul", "Pau|"),
        ("Zoë", "Zoe"),
        ("Łucja", "Lucja"),
        ("Søren", "Soren"),
        ("Ｅｐｓｏｍ", "Epsom"),
        ("𝐃erby", "Derby"),
        ("Ernie", "Emie"),
        ("Jo Ann", "Joann"),
        ("O’Hara", "O'Hara"),
        ("❤\ufe0f", "❤"),
        ("АННА", "анна"),
    ],
)
def test_look_alikes_meet(one: str, other: str) -> None:
    """Case, accents, other alphabets, figures, wide letters, spaces."""
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ascot", "Epsom"), ("Anna", "Anne"), ("Guest", "Guest 2"), ("...", "!?"), ("馬", "鳥")],
)
def test_others_do_not(one: str, other: str) -> None:
    """A fold that made everything one would mark everybody."""
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=30))
@example("¨")
def test_a_skeleton_is_its_own(name: str) -> None:
    """Folding twice finds nothing more, and a name that is kept never folds to nothing."""
    folded = skeleton(name)
    assert skeleton(folded) == folded
    assert not isinstance(cleaned(name), str) or folded


def test_alike_names_are_pointed_out() -> None:
    """Each that has a double, wherever it sits; the others not."""
    assert alike(["Anna", "Bert", "Аnnа", "Carl", "bert"]) == (True, True, True, False, True)
    assert alike(["Anna", "Bert"]) == (False, False)
    assert alike([]) == ()
