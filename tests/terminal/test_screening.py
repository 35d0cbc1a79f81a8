"""Several people at one keyboard: nobody ever sees another's secrets."""

import re
from pathlib import Path
from typing import Any

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.events import BetPlaced, TokensRevealed
from paddock.kernel.log import read
from tests.terminal.player import Player, piped

pytestmark = pytest.mark.slow

HIDDEN = ("play", "royal-turf", "--hidden-bets", "--seed", "7", "--pace", "off")
HAND_OVER = re.compile(r"Hand the keyboard to (\w+)\.")
CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
TOKEN = re.compile(r"\b([AB])([0-9?])(?=\s|[A-D][0-9?]|$)")


def seated(home: Path, seats: str) -> Player:
    """A game that shows its first page."""
    player = Player(*HIDDEN, "--seats", seats, "--save", "g.jsonl", home=home)
    player.wait()
    return player


def test_hidden_bets_stay_with_their_owner(tmp_path: Path) -> None:
    """Throughout a race, each of two people sees their own values and never the other's."""
    player = seated(tmp_path, "Anna,Boris,punter")
    reader, seen = "", set()
    while "Race 1 is over" not in player.screen.text:
        player.play(1)
        handed = HAND_OVER.search(player.screen.text)
        if handed:
            reader = handed[1]
            assert not TOKEN.search(player.screen.text)
        if "Race 1 is over" not in player.screen.text:
            written = CODE.sub(" ", player.raw[-1])
            seen |= {(reader, *token) for token in TOKEN.findall(written)}
    others = {"Anna": "B", "Boris": "A"}
    assert {who for who, _, _ in seen} == {"Anna", "Boris"}
    assert {value for who, mark, value in seen if mark == others[who]} == {"?"}
    assert {value for who, mark, value in seen if mark == who[0]} == {"0", "1", "2"}


def test_between_two_people_the_screen_and_its_scrollback_are_wiped(tmp_path: Path) -> None:
    """A hand-over shows only whose turn it is; what was typed is gone as well."""
    player = seated(tmp_path, "Anna,Boris")
    player.type("")
    first = HAND_OVER.search(player.screen.text)
    assert first is not None
    player.type("")
    player.type("2 5")
    second = HAND_OVER.search(player.screen.text)
    assert second is not None and second[1] != first[1]
    assert "\x1b[2J\x1b[3J" in player.raw[-1]
    shown = [line for line in player.screen.lines if line]
    assert shown == [f"Hand the keyboard to {second[1]}.", f"{second[1]}: {LOOK}"]
    assert player.screen.scrollback == []
    player.type("")
    assert f"{first[1]} placed a token face down on 5RF Red Fox." in player.screen.text
    assert "\x1b[2J\x1b[3J" in player.raw[-1]
    player.quit()
    assert "\x1b[2J\x1b[3J\x1b[?1049l" in player.raw[-1]


LOOK = "press Enter when nobody else is looking."


def test_what_is_typed_too_early_is_not_the_next_ones_answer(tmp_path: Path) -> None:
    """A hand-over discards lines that were typed before it."""
    player = seated(tmp_path, "Anna,Boris")
    player.type("")
    player.type("")
    player.send("2 5\n\n1 3")
    player.wait()
    log = read((tmp_path / "g.jsonl").read_bytes(), RoyalTurf.types)
    assert sum(isinstance(event, BetPlaced) for event in log.steps[-1].events) == 1
    assert len(log.steps) == 2


def test_the_log_page_keeps_the_secret_too(tmp_path: Path) -> None:
    """The page `l` shows each person only what they may know."""
    player = seated(tmp_path, "Anna,Boris")
    player.type("")
    player.type("")
    player.type("2 5")
    player.type("")
    said = player.type("l")
    assert "a token face down on 5RF Red Fox." in said and "a 2 on" not in said


def test_one_person_alone_is_never_screened(tmp_path: Path) -> None:
    """Against bots there is no hand-over, and the bots' values are not shown."""
    player = seated(tmp_path, "You,punter")
    player.play_until("Race 1 is over")
    before = "".join(player.raw[:-1])
    assert "Hand the keyboard" not in before
    assert "A?" in before and not re.search(r"\bA[012]\b", before)


def test_open_bets_need_no_screening(tmp_path: Path) -> None:
    """With all bets face up, several people simply take turns."""
    command = ("play", "royal-turf", "--seed", "7", "--pace", "off", "--seats", "Anna,Boris,Carl")
    player = Player(*command, home=tmp_path)
    player.wait()
    asked: set[str] = set()
    for _ in range(12):
        player.play(1)
        asked |= set(re.findall(r"^(\w+): bet one token", player.screen.text, re.MULTILINE))
    assert asked == {"Anna", "Boris", "Carl"}
    assert "Hand the keyboard" not in "".join(player.raw)


@pytest.mark.parametrize("extra", [{}, {"TERM": "dumb"}], ids=["piped", "dumb"])
def test_where_nothing_can_be_wiped_secrets_are_not_shared(
    tmp_path: Path, extra: dict[str, str]
) -> None:
    """The game is saved, to be resumed at a better terminal."""
    command = (*HIDDEN, "--seats", "Anna,Boris", "--save", "g.jsonl")
    done = piped(*command, home=tmp_path, keys="\n" * 50, env=extra)
    assert "the terminal must be one" in done.stdout and "paddock resume g.jsonl" in done.stdout


def test_after_the_race_everything_is_turned_over(tmp_path: Path) -> None:
    """The settlement names each token, as the rules demand (RT6.3)."""
    player = seated(tmp_path, "You,punter")
    player.play_until("Race 1 is over")
    assert "The tokens are turned over." in player.screen.text
    log = read((tmp_path / "g.jsonl").read_bytes(), RoyalTurf.types)
    revealed: Any = next(e for e in log.steps[-1].events if isinstance(e, TokensRevealed))
    for bet in revealed.bets:
        assert f"{bet.value} on {bet.horse + 1}" in player.screen.text
