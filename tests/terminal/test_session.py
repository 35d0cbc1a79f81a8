"""The session without a terminal: who is shown what, and when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from paddock import fast
from paddock.bots import engine, royal_turf
from paddock.kernel.log import Seat
from paddock.kernel.text import english
from paddock.kernel.verify import verify_rules
from paddock.terminal import sitting
from paddock.terminal.face import face_of
from paddock.terminal.journal import load
from paddock.terminal.keyboard import Left
from paddock.terminal.lines import Line
from paddock.terminal.opening import begin
from paddock.terminal.session import Session
from tests.royal_turf.table import game
from tests.terminal.scene import plain
from tests.terminal.watcher import Nobody, Watcher, left, seated, watched

HAND = re.compile(r"You hold (\d)")


def first(page: str) -> str:
    """The first choice, with the first token in hand."""
    choice, hand = re.search(r"^▸(\d)", page, re.MULTILINE), HAND.search(page)
    assert choice is not None
    return f"{hand[1]} {choice[1]}" if hand else choice[1]


def sat(path: Path, names: str, **options: str) -> tuple[Session, Watcher]:
    """A table with these people, and bots at the seats called punter."""
    seats = seated(names, "punter")
    return watched(game(len(seats), **options), path, seats, first)


@pytest.mark.parametrize("rounds", ["four", "three"])
def test_between_turns_the_shared_screen_shows_no_value(tmp_path: Path, rounds: str) -> None:
    """Several people with hidden bets: while nobody is asked, every token is a question mark."""
    session, watcher = sat(
        tmp_path / "g", "Anna,Boris,punter", hidden_bets="on", hidden_rounds=rounds
    )
    left(session, watcher, "Race 1 is over", pause=1)
    between = [page for page in watcher.pages if page not in watcher.asked and "bets face" in page]
    assert len(between) > 30
    for page in between:
        rows = [row for row in page.splitlines() if re.match(r"[▸ ]\d[A-Z]{2} ", row)]
        assert not any(re.search(r"[ABP][012]", row[36:]) for row in rows)
        assert "You hold" not in page and not re.search(r": a [012] on", page)


def test_each_person_is_asked_behind_a_blank_page(tmp_path: Path) -> None:
    """Whenever the person at the keyboard changes, and only then."""
    session, watcher = sat(tmp_path / "g", "Anna,Boris", hidden_bets="on")
    left(session, watcher, "Race 1 is over", pause=1)
    reader = ""
    for number, page in enumerate(watcher.pages):
        if page.startswith("Hand the keyboard to"):
            reader = page.split()[4].rstrip(".")
            assert watcher.pages[number - 1] == watcher.pages[number + 1] == ""
        if page in watcher.asked:
            assert re.search(rf"^{reader}: ", page, re.MULTILINE)
            other = {"Anna": "B", "Boris": "A"}[reader]
            rows = [row for row in page.splitlines() if re.match(r"[▸ ]\d[A-Z]{2} ", row)]
            assert not any(re.search(rf"{other}[012]", row[36:]) for row in rows)


def test_a_match_without_choices_left_is_over(tmp_path: Path) -> None:
    """The session ends with the match; its log follows the rules to the end."""
    session, watcher = sat(tmp_path / "g", "You,punter")
    session.play(pause=0)
    log = load(tmp_path / "g").log
    assert english(verify_rules(session.match.game, log).reason).endswith("to the end")
    settled = [page for page in watcher.pages if "is over." in page]
    assert [page.count("Race 1 is over") for page in settled] == [1, 0, 0]
    assert all(re.match(r"\w+: the \w+\. \d\w\w .* is home, third!", page) for page in settled)


def test_pauses_are_taken_for_others_and_for_forced_commands(tmp_path: Path) -> None:
    """One for each step that was not typed, and the person's own roll is among them."""
    session, watcher = sat(tmp_path / "g", "You,punter")
    session.play(pause=0.7)
    assert isinstance(watcher.keyboard, Nobody)
    steps = len(session.match.records)
    assert len(watcher.keyboard.pauses) == steps - len(watcher.asked)
    assert set(watcher.keyboard.pauses) == {0.7}
    assert any(page.endswith("You: to roll the die.") for page in watcher.pages)
    assert not any("to roll the die" in page for page in watcher.asked)
    moves = [page for page in watcher.asked if "still to go" in page]
    assert moves and all(len(re.findall(r"^▸\d", page, re.MULTILINE)) > 1 for page in moves)


def test_leaving_is_not_caught_on_the_way(tmp_path: Path) -> None:
    """`q` ends the session at once; the log holds what was played."""
    session, watcher = sat(tmp_path / "g", "You,punter")
    watcher.ask = lambda prompt: "q"  # type: ignore[method-assign]  # the person leaves
    with pytest.raises(Left):
        session.play(pause=0)
    assert len(load(tmp_path / "g").log.records) == len(session.match.records)


class Curious(Watcher):
    """Asks for a tip before every answer."""

    def __init__(self) -> None:
        super().__init__(first)
        self.answers = False

    def ask(self, prompt: str) -> str:
        self.answers = not self.answers
        return super().ask(prompt) if not self.answers else "t"

    def turn(self, lines: Sequence[Line], prompt: str = "") -> str:
        super().turn(lines, prompt)
        return ""


def test_a_tip_is_given_from_what_the_seat_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice that is open, the best first; then the question stands again."""
    monkeypatch.setattr(royal_turf, "ADVISER", "punter")
    session, _ = sat(tmp_path / "g", "You,punter", hidden_bets="on")
    watcher = Curious()
    session._screen = watcher
    left(session, watcher, "Race 1 is over")
    tips = [page for page in watcher.pages if "with what you know" in page]
    assert len(tips) == len(watcher.asked) > 10
    assert all("█" * 12 in page and "Worth is money" in page for page in tips)


def test_a_tip_names_whose_values_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the sharp's code is compiled it has none but the punter's."""
    monkeypatch.setattr(engine, "engine", lambda _module: Future[Any]())
    session, _ = sat(tmp_path / "g", "You,punter")
    session._screen = watcher = Curious()
    left(session, watcher, "would think of it")
    page = watcher.pages[-1]
    assert "What the punter would think of it" in page and "Worth is money" in page
    assert "The sharp goes by the punter here." in page


@pytest.mark.parametrize(("numba", "told"), [(True, 0), (False, 1)])
def test_the_first_page_says_who_is_not_at_its_strength(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numba: bool, told: int
) -> None:
    """Once, however many sharps sit there."""
    monkeypatch.setattr(fast, "available", lambda: numba)
    seats = (Seat("You"), Seat("Ascot", "sharp"), Seat("Bowler", "sharp"), Seat("Derby", "punter"))
    opened = begin(game(4), seats, tmp_path / "g", 5)
    watcher = Watcher(first)
    face = face_of(opened.match.game, opened.header, watcher.words, watcher.signs)
    page = "\n".join(plain(sitting._first_page(opened, face, watcher)))
    assert page.count("Without Numba") == told
