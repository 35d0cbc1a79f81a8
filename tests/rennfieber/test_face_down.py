"""RF4.4 with `levels` set to `face_down`: which cards lie face down for whom, phase by phase.

Each seat has three horses from the first auction. Abendrot and Donnerkeil run in race 1, Bernstein
and Eisvogel in race 2. Caprice and Feuertanz never run, and are sold before race 3.
"""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from paddock.games.rennfieber.derived import Derived, derive
from paddock.games.rennfieber.events import Runner
from paddock.games.rennfieber.state import (
    Auction,
    Betting,
    Entering,
    Horse,
    Lot,
    Over,
    PastRace,
    Phase,
    Racing,
    Selling,
    State,
    Training,
    Waiting,
)
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Progress
from tests.offered import offered
from tests.rennfieber.cards import Cards
from tests.rennfieber.table import game, horses, racing, state_of

pytestmark = pytest.mark.rule("RF4.4")

ABENDROT, BERNSTEIN, CAPRICE, DONNERKEIL, EISVOGEL, FEUERTANZ = range(6)
NEW, OTHER_NEW = 12, 13
BEFORE = {0: [ABENDROT, BERNSTEIN, CAPRICE], 1: [DONNERKEIL, EISVOGEL, FEUERTANZ]}
AFTER = {0: [ABENDROT, BERNSTEIN, NEW], 1: [DONNERKEIL, EISVOGEL, OTHER_NEW]}
FIRST = (Runner(ABENDROT, 0, 1), Runner(DONNERKEIL, 1, 2))
SECOND = (Runner(BERNSTEIN, 0, 1), Runner(EISVOGEL, 1, 2))
THIRD = (Runner(NEW, 0, 1), Runner(DONNERKEIL, 1, 2))
NOBODY = (None, None)
FACE_DOWN = game(2, levels="face_down")
Seen = tuple[Sequence[int], Sequence[int], Sequence[int]]  # by seat 0, by seat 1, by spectators


def at(phase: Phase, race: int, owned: dict[int, list[int]] = BEFORE) -> State:
    """A phase of the meeting, with the races settled before it."""
    settled = race - (not isinstance(phase, Selling | Auction | Training | Over))
    past = [PastRace(runners, ((), ()), (1, 0), None, 9, ()) for runners in (FIRST, SECOND, THIRD)]
    state = state_of(phase, seats=2, race=race, cards=horses(owned, levels={BERNSTEIN: "3+"}))
    return replace(state, past=tuple(past[: max(settled, 0)]))


def bets(runners: tuple[Runner, ...]) -> Betting:
    return Betting(runners, (0, 0), NOBODY)


def race(runners: tuple[Runner, ...], number: int, owned: dict[int, list[int]] = BEFORE) -> State:
    run = racing("back\n1  A .", seats=4).phase
    assert isinstance(run, Racing)
    two = replace(
        run,
        runners=runners,
        slips=((0, 0), (0, 0)),
        stakes=((), ()),
        order=(0, 1),
        at=run.at[:2],
        crossed=(0, 0),
        force=((), ()),
    )
    return at(two, number, owned)


def stack(number: int, short: tuple[int, int], lot: int | None = None) -> Auction:
    return Auction(number, (), (14, 15), short, 0, lot=None if lot is None else Lot(lot, (0, 1)))


def training(number: int) -> Training:
    return Training(number, ((), ()), NOBODY, (0, 0))


def told(state: State, viewer: int | None) -> Derived:
    return derive(FACE_DOWN.rules, FACE_DOWN.view(state, viewer), None)


REST_OF_FIRST = (BERNSTEIN, CAPRICE, EISVOGEL, FEUERTANZ)
REST_OF_SECOND = (ABENDROT, CAPRICE, DONNERKEIL, FEUERTANZ)
REST_OF_THIRD = (ABENDROT, BERNSTEIN, EISVOGEL, OTHER_NEW)
SOLD = {0: [ABENDROT, BERNSTEIN, NEW], 1: [DONNERKEIL, EISVOGEL]}
ALL_OPEN: Seen = ((), (), ())
PHASES: dict[str, tuple[State, Seen]] = {
    "nobody has begun": (at(Waiting(), 0), ALL_OPEN),
    "first auction": (at(stack(1, (1, 1), lot=6), 0), ALL_OPEN),
    "first training": (at(training(1), 0), ALL_OPEN),
    "entering race 1": (at(Entering(NOBODY), 1), ALL_OPEN),
    "bets on race 1": (at(bets(FIRST), 1), (REST_OF_FIRST,) * 3),
    "race 1": (race(FIRST, 1), (REST_OF_FIRST,) * 3),
    "entering race 2": (
        at(Entering(NOBODY), 2),
        ((EISVOGEL, FEUERTANZ), (BERNSTEIN, CAPRICE), REST_OF_FIRST),
    ),
    "one has entered for race 2": (
        at(Entering(((BERNSTEIN,), None)), 2),
        ((EISVOGEL, FEUERTANZ), (BERNSTEIN, CAPRICE), REST_OF_FIRST),
    ),
    "bets on race 2": (at(bets(SECOND), 2), (REST_OF_SECOND,) * 3),
    "race 2": (race(SECOND, 2), (REST_OF_SECOND,) * 3),
    "sale": (
        at(Selling(1, NOBODY), 2),
        ((DONNERKEIL, FEUERTANZ), (ABENDROT, CAPRICE), REST_OF_SECOND),
    ),
    "second auction": (at(stack(2, (0, 1), lot=13), 2, SOLD), ((ABENDROT, DONNERKEIL),) * 3),
    "second training": (at(training(2), 2, AFTER), ALL_OPEN),
    "entering race 3": (at(Entering(NOBODY), 3, AFTER), ALL_OPEN),
    "bets on race 3": (at(bets(THIRD), 3, AFTER), (REST_OF_THIRD,) * 3),
    "race 3": (race(THIRD, 3, AFTER), (REST_OF_THIRD,) * 3),
    "over": (at(Over((0,)), 3, AFTER), ALL_OPEN),
}


@pytest.mark.parametrize("phase", PHASES)
def test_whose_card_lies_face_down_for_whom(phase: str) -> None:
    """Horses that do not run in the race; owners may look at theirs while they choose."""
    state, expected = PHASES[phase]
    for viewer, down in zip((0, 1, None), expected, strict=True):
        assert told(state, viewer).face_down == tuple(down), f"as seat {viewer} sees it"


@pytest.mark.parametrize("phase", PHASES)
def test_with_open_levels_no_card_lies_face_down(phase: str) -> None:
    """And messages do not mention it."""
    state, _ = PHASES[phase]
    rules = game(2)
    for viewer in (0, 1, None):
        found = derive(rules.rules, rules.view(state, viewer), None)
        assert found.face_down == ()
        assert b"face_down" not in json.encode(found)


@pytest.mark.rule("RF9.1")
def test_no_price_tells_the_condition_of_a_card_that_lies_face_down() -> None:
    """Prices are shown for a viewer's own horses and for those that ran last."""
    state, _ = PHASES["sale"]
    ran = {BERNSTEIN, EISVOGEL}
    for viewer, own in ((0, {ABENDROT, CAPRICE}), (1, {DONNERKEIL, FEUERTANZ}), (None, set())):
        prices = told(state, viewer).prices
        assert prices is not None
        assert set(prices) == ran | own
    assert (told(state, None).prices or {})[BERNSTEIN] > 3_000


def test_horses_that_left_the_game_do_not_count() -> None:
    """Nobody bought horse 7 in the first auction."""
    state, _ = PHASES["race 1"]
    assert state.horses[6] == Horse()
    assert 6 not in told(state, 0).face_down


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_whole_meetings_turn_their_cards_as_the_rule_says(seats: int) -> None:
    """After every step and for every viewer, as worked out from the events alone."""
    rules, rng, chance = game(seats, levels="face_down"), Random(seats), QuickChance(seats)
    state, cards, seen = rules.initial(), Cards(), set[tuple[int, ...]]()
    while not rules.winners(state):
        seat = rng.choice(rules.to_act(state))
        progress = rules.decide(state, seat, offered(rules, state, seat).sample(rng), chance)
        assert isinstance(progress, Progress)
        state = progress.state
        for event in progress.events:
            cards.hear(event)
        for viewer in (None, *range(seats)):
            down = derive(rules.rules, rules.view(state, viewer), None).face_down
            assert down == cards.face_down(viewer)
            seen.add(down)
    assert len(seen) > 3 + 2 * seats
