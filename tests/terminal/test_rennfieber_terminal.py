"""Rennfieber at a real pseudo-terminal: a whole meeting, its pages, other languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.player import Player, piped

pytestmark = pytest.mark.slow

PLAIN = ("--seats", "a,random", "--ascii", "--lang")
TABLE = ("play", "rennfieber", "--seed", "11", "--pace", "off", "--save", "g.jsonl")


def test_a_meeting_is_played_to_its_end(tmp_path: Path) -> None:
    """By typing what the screen asks for, without a line ever running over the edge."""
    player = Player(*TABLE, "--seats", "you,random,random,random", home=tmp_path)
    player.wait()
    assert player.play()
    assert player.screen.wraps == 0
    assert "The meeting is over: three races have been run." in player.screen.text
    assert player.status == 0
    verified = piped("replay", "verify", "g.jsonl", home=tmp_path)
    assert "to the end" in verified.stdout


def test_pages_by_their_keys(tmp_path: Path) -> None:
    """Each is turned to and back; what is typed on a page is taken as the answer."""
    player = Player(*TABLE, "--seats", "you,random", home=tmp_path)
    player.wait()
    player.type("")
    for key, title in {
        "?": "What you can type",
        "r": "The rules in short",
        "s": "The stables",
        "o": "The odds",
        "c": "The gallop cards",
        "m": "The programme",
        "l": "What has happened",
    }.items():
        assert title in player.type(key)
        while "Enter: " in player.screen.text:
            player.type("")
        assert "what do you offer" in player.screen.text
    player.type("o")
    before = player.screen.text
    assert "what do you offer" not in before
    assert "You: no offer." in player.type("0")


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_other_languages_and_plain_letters(tmp_path: Path, language: str) -> None:
    """Each draws its screens in ASCII alone, if it is asked to; here on paper."""
    told = piped(*TABLE, *PLAIN, language, home=tmp_path, keys="\n?\n\n0\n0\nq\n")
    assert told.stdout.isascii() and "paddock resume g.jsonl" in told.stdout
    assert "[5-] - 2+ 3+ 4+  -" in told.stdout
