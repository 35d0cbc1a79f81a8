"""RF4.4 on the terminal's screens: nothing reveals what is on cards that lie face down.

The tests draw the screens of a meeting twice. The second time, the horses whose cards lie face down
are in a different condition, and not one character may differ.
"""

import re
from collections.abc import Collection
from itertools import zip_longest
from random import Random

import pytest
from msgspec.structs import replace

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.events import Event, HorseSoldBack
from paddock.games.rennfieber.state import Racing, State
from paddock.terminal.rennfieber import RennfieberFace, programme, stable
from paddock.terminal.screen import Size
from tests.rennfieber.cards import Cards
from tests.rennfieber.table import STANDARD, game
from tests.rennfieber.test_face_down import FACE_DOWN, PHASES
from tests.terminal.scene import board, face, golden, page, plain, random_match, settled, shown

pytestmark = pytest.mark.rule("RF4.4")

SIZES = ((80, 24), (120, 42), (60, 20), (200, 50))
SOME = 20  # one in this many moments of a race is drawn
LEVEL = re.compile(r"(?<!\d)(5-|[2-5]\+)|condition 0|(to|at) 0\b")
ON_SALE = re.compile(r"On sale: [^.]+\.")  # the printed levels, not the condition


def in_another_condition(state: State, horses: Collection[int]) -> State:
    cards = list(state.horses)
    for horse in horses:
        levels = len(STANDARD.horses[horse].levels)
        cards[horse] = replace(cards[horse], level=(cards[horse].level + 1) % levels)
    return replace(state, horses=tuple(cards))


def screens(
    speaker: RennfieberFace,
    rules: Rennfieber,
    state: State,
    events: tuple[Event, ...],
    viewer: int | None,
    size: tuple[int, int],
) -> list[str]:
    """The board, the stables, and the page that the events bring up, if any."""
    moment = shown(rules, state, viewer=viewer, speaker=speaker)
    rows = board(rules, state, size, viewer=viewer, speaker=speaker)
    rows += plain(speaker.page("s", moment, Size(*size)))
    return rows + plain(speaker.settled(events, moment.view))


def differences(rules: Rennfieber, seed: int) -> list[tuple[str, str]]:
    """All rows of a meeting's screens that reveal something about cards face down for the viewer.

    No card is turned over during a race, so some moments of it are enough.
    """
    faces = [face(rules), face(rules, ascii_only=True)]
    cards, rng, found = Cards(), Random(seed), list[tuple[str, str]]()
    for state, events in random_match(rules, seed):
        for event in events:
            cards.hear(event)
        if isinstance(state.phase, Racing) and rng.randrange(SOME):
            continue
        for viewer in (None, *range(rules.seats)):
            down = cards.face_down(viewer)
            if not down:
                continue
            other = in_another_condition(state, down)
            speaker, size = rng.choice(faces), rng.choice(SIZES)
            one, two = (
                screens(speaker, rules, each, events, viewer, size) for each in (state, other)
            )
            found += [pair for pair in zip_longest(one, two, fillvalue="") if pair[0] != pair[1]]
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_screen_tells_a_condition_that_lies_face_down(seats: int) -> None:
    """Checked through a whole meeting, for every seat and for spectators."""
    assert differences(game(seats, levels="face_down"), seats) == []


def test_a_condition_that_is_told_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check finds leaks in scales and in the auction's list if cards are not turned over."""
    for module in (programme, stable):
        monkeypatch.setattr(module, "face_down", lambda *_: ())
    found = [one for one, _ in differences(game(3, levels="face_down"), 3)]
    assert sum("[" in row for row in found) > 100
    assert any(re.search(r", \d+ [A-Z]\w+ \d[+-]?", row) for row in found)


def test_nothing_that_is_said_tells_a_level() -> None:
    """The race call stays readable to the end. With open levels, many lines name a level."""
    told = []
    for levels in ("face_down", "open"):
        rules = game(4, levels=levels)
        commentary = face(rules).commentary()
        for _, events in random_match(rules, 4):
            commentary.hear(rules.redact(event, None) for event in events)
        lines = [ON_SALE.sub("", paragraph) for paragraph in commentary.paragraphs]
        told.append([line for line in lines if LEVEL.search(line)])
    assert told[0] == []
    assert len(told[1]) > 100


@pytest.mark.rule("RF9.1")
def test_the_page_of_the_sale_says_what_was_paid_alone() -> None:
    """It names prices, but not the conditions of the horses that are gone."""
    rules = game(3, levels="face_down")
    pages = [
        settled(rules, state, events)
        for state, events in random_match(rules, 5)
        if any(isinstance(event, HorseSoldBack) for event in events)
    ]
    (rows,) = pages
    sold = [row for row in rows if row.endswith(" for its card and its condition")]
    assert len(sold) == 6
    assert not any(LEVEL.search(row) for row in rows)


@pytest.mark.parametrize("phase", ["entering race 2", "sale", "second auction"])
def test_cards_that_lie_face_down(phase: str) -> None:
    """The board as the owner sees it, and as spectators do."""
    state, _ = PHASES[phase]
    rows = board(FACE_DOWN, state), board(FACE_DOWN, state, viewer=None)
    golden(f"rennfieber-face-down-{phase.replace(' ', '-')}", [*rows[0], "-" * 80, *rows[1]])


@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
def test_the_stables_say_what_a_back_means(*, ascii_only: bool) -> None:
    """The help page explains the sign as well."""
    state, _ = PHASES["race 2"]
    speaker = face(FACE_DOWN, ascii_only=ascii_only)
    stables = page(FACE_DOWN, state, "s", speaker)
    golden(f"rennfieber-face-down-stables{'-ascii' * ascii_only}", stables)
    assert "".join(stables).isascii() == ascii_only
    assert "a card that lies face down" in "\n".join(page(FACE_DOWN, state, "?", speaker))
