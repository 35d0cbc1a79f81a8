"""A session of Rennfieber without a terminal: who is asked what, and who sees what."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from paddock.bots import policy
from paddock.games.rennfieber.commands import EnterRunners, PlaceSlips, SellHorses
from paddock.games.rennfieber.events import DiceRolled, SlipsCounted, TrainingRolled
from paddock.kernel.text import english
from paddock.kernel.verify import verify_rules
from paddock.terminal.face import face_of
from paddock.terminal.journal import load
from paddock.terminal.keyboard import Left
from paddock.terminal.opening import take_up
from paddock.terminal.replay import Replay
from paddock.terminal.screen import Size
from paddock.terminal.session import Session
from tests.rennfieber.table import game
from tests.terminal.scene import plain
from tests.terminal.watcher import Nobody, Watcher, left, seated, watched

pytestmark = pytest.mark.slow

# A horse's row with its owner's letter, its scale, and kept cards that are visible.
OWN = re.compile(r"([A-Z]) [ \d]\d [A-Za-z]+ *[][ ·\d+-]{19}([KD]+)")


def sat(path: Path, names: str, **options: str) -> tuple[Session, Watcher]:
    """A table with these people, and bots at the seats named random."""
    seats = seated(names, "random")
    return watched(game(len(seats), **options), path, seats)


@pytest.mark.parametrize(
    ("names", "options"),
    [
        ("You,random", {}),
        ("You,random,random,random", {"auction": "sealed"}),
        ("You,random,random,random,random,random", {"auction": "once_around"}),
        ("Anna,Boris,Carla", {"offer_order": "number", "odds_by": "amounts"}),
    ],
    ids=["two", "four", "six", "three people"],
)
def test_a_whole_meeting(tmp_path: Path, names: str, options: dict[str, str]) -> None:
    """It is played to the end. The log follows the rules, and each race was settled on a page."""
    session, watcher = sat(tmp_path / "g", names, **options)
    session.play(pause=0)
    log = load(tmp_path / "g").log
    assert english(verify_rules(session.match.game, log).reason).endswith("to the end")
    for race in (1, 2, 3):
        assert sum(f"Race {race} is over." in page for page in watcher.pages) == 1
    assert sum("The training is over." in page for page in watcher.pages) == 2
    assert sum("The bank has bought these horses." in page for page in watcher.pages) == 1


def test_forced_rolls_are_shown_and_never_asked_for(tmp_path: Path) -> None:
    """A person's own rolls take a pause each, shorter in training, and no answer."""
    session, watcher = sat(tmp_path / "g", "You,random")
    left(session, watcher, "Race 1 is over", pause=1)
    keyboard = watcher.keyboard
    assert isinstance(keyboard, Nobody)
    steps = session.match.records
    assert len(keyboard.pauses) == len(steps) - len(watcher.asked)
    assert not any(": to roll" in page for page in watcher.asked)
    assert any(page.endswith("You will roll the dice.") for page in watcher.pages)
    rolls = sum(
        isinstance(event, TrainingRolled | DiceRolled) and getattr(event, "seat", 0) == 0
        for step in steps
        for event in getattr(step, "events", ())
    )
    assert rolls > 40
    assert min(keyboard.pauses) < 0.5 and max(keyboard.pauses) == 1


def test_what_has_happened_since_stands_with_the_next_question(tmp_path: Path) -> None:
    """Even without pauses: the latest news, and how much more there is in the log."""
    session, watcher = sat(tmp_path / "g", "You,random,random,random")
    left(session, watcher, "Race 1 is over")
    entry = next(page for page in watcher.asked if "runs for you in race" in page)
    assert re.search(r"\d+ more events since your last turn: type l to read them\.", entry)
    moves = [page for page in watcher.asked if "Type where to" in page]
    assert sum("since your last turn" in page for page in moves[1:]) <= len(moves) / 4


@pytest.mark.rule("RF4.1")
def test_a_horse_on_the_turf_is_news_of_its_own(tmp_path: Path) -> None:
    """It starts a paragraph and does not continue somebody else's roll."""
    session, watcher = sat(tmp_path / "g", "You,random,random,random")
    left(session, watcher, "The training is over.", pause=1)
    lines = [
        row for page in watcher.pages for row in page.splitlines() if " reaches the turf " in row
    ]
    assert len(lines) >= 8
    assert all(re.match(r"(You|random): \d+ [A-Z][a-z]+ reaches the turf ", row) for row in lines)
    assert watcher.pages[-1].startswith(lines[-1])


def test_after_training_a_person_alone_sees_their_own_cards(tmp_path: Path) -> None:
    """If several people share the page, it only shows how many cards there are."""
    pages = []
    for names in ("You,random,random,random", "You,Guest,random,random"):
        session, watcher = sat(tmp_path / str(len(names)), names)
        left(session, watcher, "The training is over.")
        pages.append(watcher.pages[-1])
    alone, shared = pages
    assert {owner for owner, _ in OWN.findall(alone)} == {"Y"}
    assert not OWN.findall(shared) and "?" in shared


def test_each_seat_is_asked_once_for_a_secret_choice(tmp_path: Path) -> None:
    """For entries, slips and sales, each seat gives one command, people and bots alike."""
    session, _ = sat(tmp_path / "g", "Anna,random,Boris,random")
    session.play(pause=0)
    log = load(tmp_path / "g").log
    for kind, times in ((EnterRunners, 3), (PlaceSlips, 3), (SellHorses, 1)):
        given = [step.seat for step in log.steps if isinstance(step.command, kind)]
        assert sorted(given) == sorted([0, 1, 2, 3] * times)


def test_the_person_at_the_keyboard_is_asked_first(tmp_path: Path) -> None:
    """When several people choose at once, the keyboard is not handed back and forth."""
    session, watcher = sat(tmp_path / "g", "Anna,Boris", auction="sealed")
    left(session, watcher, "Race 1 is over")
    askers = [
        re.findall(r"^(\w+): w", page, re.MULTILINE)[-1]
        for page in watcher.asked
        if re.search(r"^\w+: wh", page, re.MULTILINE)
    ]
    changes = sum(one != other for one, other in pairwise(askers))
    handed = sum(page.startswith("Hand the keyboard to") for page in watcher.pages)
    assert {*askers} == {"Anna", "Boris"}
    # Two people who are asked together need one hand-over, not two.
    assert changes < 0.7 * len(askers) and handed <= len(watcher.asked)


@pytest.mark.rule("RF3.6")
def test_each_person_is_asked_behind_a_blank_page(tmp_path: Path) -> None:
    """This applies to secrets only; open bids and moves without cards are made in public."""
    session, watcher = sat(tmp_path / "g", "Anna,Boris")
    left(
        session, watcher, "The bank has bought these horses.", pause=1
    )  # after it, the questions repeat
    reader, seen, secret, public = "", set(), 0, 0
    for number, page in enumerate(watcher.pages):
        if page.startswith("Hand the keyboard to"):
            assert page.split()[4].rstrip(".") != reader  # no unnecessary hand-over
            reader = page.split()[4].rstrip(".")
            assert watcher.pages[number - 1] == watcher.pages[number + 1] == ""
        elif re.search(r"^\w+: (who runs|which|on whom)|Cards:\s[kd]", page, re.MULTILINE) and (
            "trains" not in page
        ):
            assert re.search(rf"^{reader}: ", page, re.MULTILINE), page
            seen |= {(reader[0], mark) for mark, _ in OWN.findall(page)}
            secret += 1
        else:
            assert not OWN.search(page), page
            assert "yours" not in page and "Your slips" not in page
            public += page in watcher.asked
            if page in watcher.asked or " is over." in page or "has bought" in page:
                reader = ""  # everybody has seen it
    assert secret > 10 and public > 10
    assert seen == {("A", "A"), ("B", "B")}


@pytest.mark.rule("RF5.3")
def test_the_slips_of_one_person_are_not_shown_to_the_other(tmp_path: Path) -> None:
    """The race call does not reveal them either, until they are turned over."""
    session, watcher = sat(tmp_path / "g", "Anna,Boris")
    left(session, watcher, "Race 1 is over", pause=1)
    log = load(tmp_path / "g").log
    assert any(isinstance(event, SlipsCounted) for step in log.steps for event in step.events)
    told = {"Anna": "Boris: one slip on", "Boris": "Anna: one slip on"}
    for page in watcher.pages[:-1]:
        asked = re.findall(r"^(Anna|Boris): ", page.rpartition("\n\n")[2], re.MULTILINE)
        if page in watcher.asked:
            assert told[asked[-1]] not in page and told[asked[-1]].replace("one", "2") not in page
        else:
            assert "slip on" not in page and "slips on" not in page


def test_a_meeting_is_resumed(tmp_path: Path) -> None:
    """After a break it goes on to the end, and the log page still has what was said before."""
    session, watcher = sat(tmp_path / "g", "You,random,random")
    left(session, watcher, "Race 1 is over")
    session.opened.journal.close()  # as `sit` does
    opened = take_up(tmp_path / "g")
    other = Watcher(size=(120, 42))
    rules = opened.match.game
    face = face_of(rules, opened.header, other.words, other.signs)
    bots = {place: policy(rules, "random") for place in (1, 2)}
    again = Session(opened, bots, face, other)
    again.hear(load(tmp_path / "g").log.steps)
    assert any("The auction" in said for said in again._heard[0].paragraphs)
    again.play(pause=0)
    assert rules.winners(opened.match.state)
    assert "more things" not in other.asked[0]


def test_every_moment_of_a_replay_can_be_shown(tmp_path: Path) -> None:
    """Each seat sees its own secrets, and a spectator sees none."""
    session, watcher = sat(tmp_path / "g", "You,random")
    session.play(pause=0)
    log = load(tmp_path / "g").log
    face = face_of(session.match.game, log.header, watcher.words, watcher.signs)
    replay = Replay(session.match.game, log, face, watcher.words)
    for at in (*range(0, len(log.records), 61), len(log.records)):
        for viewer in (None, 0, 1):
            text = "\n".join(plain(replay.moment(at, viewer, Size(80, 40))))
            assert f"After step {at} of {len(log.records)}." in text
            assert {mark for mark, _ in OWN.findall(text)} <= {
                "" if viewer is None else "YR"[viewer]
            }


def test_no_tip_is_given_while_everybody_is_watching(tmp_path: Path) -> None:
    """A move without a hidden card is public, but a tip would depend on the player's slips."""
    session, watcher = sat(tmp_path / "g", "Anna,Boris")
    watcher.leaves_after = "A tip would show"
    plain, asked = watcher.ask, []

    def ask(prompt: str) -> str:
        in_the_open = watcher.pages[-1] != "" and "moves" in watcher.pages[-1]
        if in_the_open and session._at_keyboard is None:
            asked.append(watcher.pages[-1])
            return "t"
        return plain(prompt)

    watcher.ask = ask  # type: ignore[method-assign]  # this person asks for a tip in the race
    with pytest.raises(Left):
        session.play(pause=0)
    assert len(asked) == 1
