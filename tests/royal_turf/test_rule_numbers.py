"""Every numbered rule has a test that names it and a paragraph in the rule page."""

from pathlib import Path

from tests.rule_marks import marked, numbered, proved

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "rules" / "royal-turf.md"

# fmt: off
NUMBERS = [
    "RT1.1", "RT1.2", "RT1.3", "RT1.4", "RT1.5", "RT1.6", "RT1.7", "RT1.8",
    "RT2.1", "RT2.2", "RT2.3", "RT2.4", "RT2.5", "RT2.6",
    "RT3.1", "RT3.2", "RT3.3", "RT3.4", "RT3.5", "RT3.6", "RT3.7",
    "RT4.1", "RT4.2", "RT4.3", "RT4.4", "RT4.5", "RT4.6", "RT4.7", "RT4.8", "RT4.9",
    "RT4.10", "RT4.11",
    "RT5.1", "RT5.2", "RT5.3", "RT5.4", "RT5.5", "RT5.6", "RT5.7", "RT5.8", "RT5.9",
    "RT5.10", "RT5.11",
    "RT6.1", "RT6.2", "RT6.3", "RT6.4", "RT6.5",
    "RT7.1", "RT7.2",
]
# fmt: on


def test_every_rule_has_a_marked_test() -> None:
    """No numbered rule without a test that says which rule it proves, and no unknown number."""
    found = proved(HERE)
    assert set(NUMBERS) - found == set()
    assert found - set(NUMBERS) == set()


def test_every_rule_has_its_paragraph() -> None:
    """The rule page has each number just once."""
    assert sorted(numbered(PAGE.read_text())) == sorted(NUMBERS)


def test_the_check_itself_can_fail() -> None:
    """A test without a mark does not count, one with a mark does."""
    assert list(marked("def test_a(): pass")) == []
    assert list(marked("@pytest.mark.rule('RT9.9')\ndef test_a(): pass")) == ["RT9.9"]
