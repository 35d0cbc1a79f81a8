"""The race call on a board: what is new, and what fits."""

from collections.abc import Sequence
from gettext import NullTranslations

from paddock.terminal.call import called
from paddock.terminal.language import Words
from paddock.terminal.screen import Shown
from tests.terminal.scene import plain

WORDS = Words(NullTranslations())
LONG = "one two three four five six"  # three lines of twelve columns


def told(said: Sequence[str], fresh: int, height: int, *, ascii_only: bool = False) -> list[str]:
    words = Words(NullTranslations(), ascii_only=ascii_only)
    return plain(called(words, Shown(None, "", said, offer="asked", fresh=fresh), 12, height))


def test_the_newest_paragraph_is_always_there() -> None:
    """If it is too long, at least its end is shown."""
    assert told([LONG], 1, 3) == ["one two", "  three four", "  five six"]
    assert told([LONG], 1, 1) == ["  five six"]
    assert told([LONG], 1, 0) == told([], 0, 5) == []


def test_what_was_said_before_fills_the_room() -> None:
    """Only whole paragraphs are shown, in a quieter style."""
    lines = called(WORDS, Shown(None, "", [LONG, "before", "now"], fresh=1), 12, 4)
    assert plain(lines) == ["before", "now"]
    assert [line.style for line in lines] == ["quiet", ""]


def test_older_news_shrinks_to_a_line_before_any_is_left_out() -> None:
    """The line has the first words and an ellipsis."""
    assert told([LONG, LONG, "now"], 3, 5) == [
        "one two…",
        "one two",
        "  three four",
        "  five six",
        "now",
    ]
    assert told([LONG, LONG, "now"], 3, 3) == ["one two…", "one two…", "now"]
    assert told([LONG, "now"], 2, 2, ascii_only=True) == ["one two...", "now"]


def test_news_without_room_is_counted() -> None:
    """A line says how much there is and how to read it."""
    lines = told(["a", "b", "c", "d"], 4, 3)
    assert lines[0].startswith("2 more") and lines[1:] == ["c", "d"]


def test_viewers_who_wait_are_not_told_to_type() -> None:
    """While others play nothing can be typed, so only the latest news is shown."""
    lines = called(WORDS, Shown(None, "", ["a", "b", "c", "d"], fresh=4), 12, 3)
    assert plain(lines) == ["c", "d"]
