"""Every numbered rule has a test that names it and a paragraph in the rule page."""

from pathlib import Path

from tests.rule_marks import numbered, proved

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "rules" / "rennfieber.md"

# fmt: off
NUMBERS = [
    "RF1.1", "RF1.2", "RF1.3", "RF1.4", "RF1.5", "RF1.6", "RF1.7", "RF1.8", "RF1.9",
    "RF2.1", "RF2.2", "RF2.3", "RF2.4", "RF2.5", "RF2.6", "RF2.7", "RF2.8", "RF2.9",
    "RF3.1", "RF3.2", "RF3.3", "RF3.4", "RF3.5", "RF3.6", "RF3.7", "RF3.8",
    "RF4.1", "RF4.2", "RF4.3", "RF4.4", "RF4.5",
    "RF5.1", "RF5.2", "RF5.3", "RF5.4", "RF5.5",
    "RF6.1", "RF6.2", "RF6.3", "RF6.4", "RF6.5", "RF6.6", "RF6.7", "RF6.8", "RF6.9",
    "RF6.10", "RF6.11", "RF6.12", "RF6.13", "RF6.14", "RF6.15",
    "RF7.1", "RF7.2", "RF7.3", "RF7.4", "RF7.5", "RF7.6", "RF7.7",
    "RF8.1",
    "RF9.1", "RF9.2", "RF9.3", "RF9.4",
    "RF10.1", "RF10.2",
    "RF11.1", "RF11.2", "RF11.3", "RF11.4", "RF11.5", "RF11.6", "RF11.7", "RF11.8", "RF11.9",
    "RF11.10",
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
