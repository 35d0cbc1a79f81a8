"""Names: how they are cleaned, which are refused, and which look alike."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paddock.kernel.refusal import Refusal
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
def test_anything_readable_is_a_name(name: str, kept: str) -> None:
    """Letters of any script, symbols, markup as plain text; spaces and forms are normalized."""
    assert cleaned(name) == kept


# Control characters, marks of direction, invisible letters, private and half letters.
UNPRINTABLE = "\x00\x1b\x7f\u202e\u2066\u200b\u200d\ufeff\u00ad\ue000\ud800\u034f"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        (" \u3000\n", "name_empty"),
        ("x" * 25, "name_too_long"),
        pytest.param("a\u0301" * 1_000_000, "name_too_long", id="huge"),
        pytest.param("a" + "\u0301\u0323" * 1_000_000, "name_too_long", id="huge mark"),
        *((f"a{sign}b", "name_unprintable") for sign in UNPRINTABLE),
        *((sign, "name_unprintable") for sign in "\u3164\u2800"),
        *((f"a{sign}", "name_unprintable") for sign in "\ufe00\U000e0101"),
        ("\u0301a", "name_marks"),
        ("a \u0301", "name_marks"),
        ("\ufe0f", "name_marks"),
        ("q" + "\u0323\u0324\u0325\u0326", "name_marks"),
    ],
)
def test_anything_unreadable_is_refused(name: str, code: str) -> None:
    """Empty and long names, invisible characters, reversed lines, and stacks of accents."""
    refused = cleaned(name)
    assert isinstance(refused, Refusal)
    assert refused.code == code


@given(st.text(max_size=40) | st.text("a \u0301\u0323\ufe0f\u200dΑ", max_size=40))
def test_a_cleaned_name_stays_as_it_is(name: str) -> None:
    """It is printable, normalized and trimmed, and cleaning it again changes nothing."""
    kept = cleaned(name)
    if isinstance(kept, str):
        assert kept.isprintable() and kept == kept.strip() != ""
        assert unicodedata.is_normalized("NFC", kept)
        assert cleaned(kept) == kept


LOOK_ALIKE = """
Ascot:ASCOT Ascot:Аѕсоt Hans:Ηans Nora:Νоrа Otto:0tt0 Bill:B1II Paul:Pau| Zoë:Zoe Łucja:Lucja
Søren:Soren Ｅｐｓｏｍ:Epsom 𝐃erby:Derby Ernie:Emie O’Hara:O'Hara ❤\ufe0f:❤ АННА:анна
"""


@pytest.mark.parametrize(
    ("one", "other"), [*(pair.split(":") for pair in LOOK_ALIKE.split()), ("Jo Ann", "Joann")]
)
def test_look_alikes_are_recognized(one: str, other: str) -> None:
    """Case, accents, other alphabets, digits, wide letters, spaces."""
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ascot", "Epsom"), ("Anna", "Anne"), ("Guest", "Guest 2"), ("...", "!?"), ("馬", "鳥")],
)
def test_other_names_differ(one: str, other: str) -> None:
    """Otherwise everybody would be marked."""
    assert skeleton(one) != skeleton(other)


@given(st.text(max_size=30))
@example("¨")
def test_a_skeleton_is_its_own_skeleton(name: str) -> None:
    """And it is never empty for a name that is allowed."""
    folded = skeleton(name)
    assert skeleton(folded) == folded
    assert not isinstance(cleaned(name), str) or folded


def test_alike_names_are_pointed_out() -> None:
    """Every name that has a double at the table, and no other."""
    assert alike(["Anna", "Bert", "Аnnа", "Carl", "bert"]) == (True, True, True, False, True)
    assert alike(["Anna", "Bert"]) == (False, False)
    assert alike([]) == ()
