"""A session of Royal Turf without a terminal: who is shown what, and when."""

import re
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from paddock import fast
from paddock.bots import compiled_rollouts, royal_turf
from paddock.kernel.log import Seat
from paddock.kernel.text import english
from paddock.kernel.verify import verify_rules
from paddock.terminal import sitting
from paddock.terminal.face import face_of
from paddock.terminal.journal import load
from paddock.terminal.keyboard import Left
from paddock.terminal.opening import begin
from paddock.terminal.session import Session
from tests.royal_turf.table import game
from tests.terminal.scene import plain
from tests.terminal.watcher import Nobody, Watcher, left, seated, watched


def sat(path: Path, names: str, **options: str) -> tuple[Session, Watcher]:
    """A table with these people, and bots at the seats named punter."""
    seats = seated(names, "punter")
    return watched(game(len(seats), **options), path, seats)


def rows(page: str) -> list[str]:
    """What the rows of horses say after position and cards."""
    return [row[36:] for row in page.splitlines() if re.match(r"[▸ ]\d[A-Z]{2} ", row)]


@pytest.mark.parametrize("rounds", ["four", "three"])
def test_between_turns_the_shared_screen_shows_no_value(tmp_path: Path, rounds: str) -> None:
    """With several people and hidden bets, every token is a question mark between their turns."""
    session, watcher = sat(
        tmp_path / "g", "Anna,Boris,punter", hidden_bets="on", hidden_rounds=rounds
    )
    left(session, watcher, "Race 1 is over", pause=1)
    between = [page for page in watcher.pages if page not in watcher.asked and "bets face" in page]
    assert len(between) > 30
    for page in between:
        assert not any(re.search(r"[ABP][012]", row) for row in rows(page))
        assert "Your tokens" not in page and not re.search(r" bet a [012] on", page)


def test_each_person_is_asked_behind_a_blank_page(tmp_path: Path) -> None:
    """This happens whenever the person at the keyboard changes, and only then."""
    session, watcher = sat(tmp_path / "g", "Anna,Boris", hidden_bets="on")
    left(session, watcher, "Race 1 is over", pause=1)
    reader = ""
    for number, page in enumerate(watcher.pages):
        if page.startswith("Hand the keyboard to"):
            reader = page.split()[4].rstrip(".")
            assert watcher.pages[number - 1] == watcher.pages[number + 1] == ""
        if page in watcher.asked:
            assert re.search(rf"^{reader}(: | rolled )", page, re.MULTILINE)
            other = {"Anna": "B", "Boris": "A"}[reader]
            assert not any(re.search(rf"{other}[012]", row) for row in rows(page))


def test_the_session_ends_with_the_match(tmp_path: Path) -> None:
    """Its log follows the rules to the end, and each race was settled on a page."""
    session, watcher = sat(tmp_path / "g", "You,punter")
    session.play(pause=0)
    log = load(tmp_path / "g").log
    assert english(verify_rules(session.match.game, log).reason).endswith("to the end")
    settled = [page for page in watcher.pages if "is over." in page]
    assert [page.count("Race 1 is over") for page in settled] == [1, 0, 0]
    assert all(
        re.match(r"\w+ rolled the \w+\. \d\w\w .* is home, third!", page) for page in settled
    )


def test_pauses_are_taken_for_others_and_for_forced_commands(tmp_path: Path) -> None:
    """There is a pause for each step that was not typed, including the person's own rolls."""
    session, watcher = sat(tmp_path / "g", "You,punter")
    session.play(pause=0.7)
    assert isinstance(watcher.keyboard, Nobody)
    steps = len(session.match.records)
    assert len(watcher.keyboard.pauses) == steps - len(watcher.asked)
    assert set(watcher.keyboard.pauses) == {0.7}
    assert any(page.endswith("You will roll the die.") for page in watcher.pages)
    assert not any("to roll the die" in page for page in watcher.asked)
    moves = [page for page in watcher.asked if "horses left" in page]
    assert moves and all(len(re.findall(r"^▸\d", page, re.MULTILINE)) > 1 for page in moves)


def test_leaving_is_not_caught_on_the_way(tmp_path: Path) -> None:
    """`q` ends the session immediately; the log has what was played."""
    session, watcher = sat(tmp_path / "g", "You,punter")
    watcher.ask = lambda prompt: "q"  # type: ignore[method-assign]  # this person leaves
    with pytest.raises(Left):
        session.play(pause=0)
    assert len(load(tmp_path / "g").log.records) == len(session.match.records)


class Curious(Watcher):
    """Asks for a tip before every answer."""

    curious = False

    def ask(self, prompt: str) -> str:
        self.curious = not self.curious
        return "t" if self.curious else super().ask(prompt)


def test_a_tip_is_given_from_what_the_seat_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lists every choice, the best first; then the question is asked again."""
    monkeypatch.setattr(royal_turf, "ADVISER", "punter")
    session, _ = sat(tmp_path / "g", "You,punter", hidden_bets="on")
    session._screen = watcher = Curious()
    left(session, watcher, "Race 1 is over")
    tips = [page for page in watcher.pages if "knowing only what you know" in page]
    assert len(tips) == len(watcher.asked) > 10
    assert all("█" * 12 in page and "Values are the money" in page for page in tips)


def test_a_tip_names_whose_values_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the sharp's code is compiled, it shows the punter's values."""
    monkeypatch.setattr(compiled_rollouts, "load", lambda _module: Future[Any]())
    session, _ = sat(tmp_path / "g", "You,punter")
    session._screen = watcher = Curious()
    left(session, watcher, "thinks of your choices")
    page = watcher.pages[-1]
    assert "What the bot punter thinks of your choices" in page and "Values are the money" in page
    assert "Here the bot sharp uses the values of punter." in page


@pytest.mark.parametrize(("numba", "told"), [(True, 0), (False, 1)])
def test_the_first_page_says_who_is_not_at_its_strength(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, numba: bool, told: int
) -> None:
    """It says so once, however many sharps play."""
    monkeypatch.setattr(fast, "available", lambda: numba)
    seats = (Seat("You"), Seat("Ascot", "sharp"), Seat("Bowler", "sharp"), Seat("Derby", "punter"))
    opened = begin(game(4), seats, tmp_path / "g", 5)
    watcher = Watcher()
    face = face_of(opened.match.game, opened.header, watcher.words, watcher.signs)
    page = "\n".join(plain(sitting._first_page(opened, face, watcher)))
    assert page.count("Without Numba") == told
