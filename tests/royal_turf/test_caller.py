"""The race caller: what is said, and that it fits what happened."""

import gettext

import pytest

from paddock.games.royal_turf.caller import Caller
from paddock.games.royal_turf.events import (
    Bet,
    BetPlaced,
    CardSetAside,
    CardSlidUnder,
    CardsShuffled,
    DieRolled,
    Event,
    FirstBettorFound,
    HorseFinished,
    HorseMoved,
    HorsePlaced,
    LossPaid,
    MarksCleared,
    MeetingEnded,
    NamingAsked,
    PacePaid,
    PaceTaken,
    PlacePaid,
    RaceOpened,
    RaceSettled,
    RaceStarted,
    RaceStopped,
    TokensRevealed,
)
from paddock.kernel.text import Badge, Text, put
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF
from tests.royal_turf.table import STANDARD

GRID: list[Event] = [HorsePlaced(horse, 3 * horse, -horse) for horse in range(7)]


def said(*heard: Event) -> list[str]:
    """What is said of the events after a grid with Earl Grey on 33 down to Othello on 27."""
    caller = Caller(STANDARD, ["North", "South"])
    for event in (RaceOpened(1), *GRID):
        caller.call(event)
    return [put(text, gettext.NullTranslations()) for event in heard for text in caller.call(event)]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (RaceOpened(2), "Race 2: the horses come to the line."),
        (HorsePlaced(RF, 12, -3), "Red Fox on 30."),
        (NamingAsked((0, 1)), "The host names who bets first."),
        (FirstBettorFound(1, "drawn"), "South: drawn to bet first."),
        (FirstBettorFound(1, "named"), "South: named to bet first."),
        (FirstBettorFound(0, "richest"), "North: the richest, and first to bet."),
        (BetPlaced(0, NO, 2), "North: a 2 on Nougat."),
        (BetPlaced(0, NO, None), "North: a token face down on Nougat."),
        (RaceStarted(1), "They're off! South: first to roll."),
        (DieRolled(0, "saddle"), "North: the saddle."),
        (HorseMoved(0, EG, 5, 0, 5), "Earl Grey goes 5 to 5."),
        (HorseMoved(0, AL, 4, -1, 3), "Albino goes 4 to 3, past one."),
        (HorseMoved(0, OT, 7, -6, 1), "Othello goes 7 to 1, past 6."),
        (HorseMoved(0, OT, 5, -6, -6), "Othello cannot move: 5 due, every space is taken."),
        (HorseMoved(0, CA, 6, 10, 14), "Caramello is blocked: 4 of 6, to 14."),
        (PaceTaken(CA), "Caramello takes the pace: first past 18."),
        (HorseFinished(CA, 2), "Caramello is home, second!"),
        (MarksCleared(), "All have moved: every horse is free again."),
        (RaceStopped(EG), "The race is over. Earl Grey is last."),
        (TokensRevealed((Bet(0, 1, 2),), ((),)), "The tokens are turned over."),
        (PlacePaid(0, RF, 1, 2, 2, 350, 1, 700), "North: Red Fox first, 2 bets at £350: £700."),
        (PlacePaid(1, RF, 3, 1, 4, 100, 2, 200), "South: Red Fox third, one bet at £200: £200."),
        (PacePaid(0, NO, 1, 100, 1, 100), "North: Nougat set the pace, one bet at £100: £100."),
        (
            LossPaid(0, EG, 2, 100, 2, 400, 400),
            "North: Earl Grey last, 2 bets at £200 lost: £400 to the bank.",
        ),
        (
            LossPaid(0, EG, 2, 100, 1, 200, 50),
            "North: Earl Grey last costs £200; only £50 is there, the rest is forgiven.",
        ),
        (MeetingEnded((1,)), "The winner: South."),
        (MeetingEnded((0, 1)), "The win is shared: North, South."),
    ],
)
def test_what_is_said(event: Event, sentence: str) -> None:
    """One sentence an event, true to it."""
    assert said(event) == [sentence]


@pytest.mark.parametrize(
    "event",
    [
        CardsShuffled((1, 2)),
        CardSetAside(1),
        CardSlidUnder(1),
        RaceSettled((1,)),
        HorseMoved(0, OT, 7, 30, 37),
    ],
)
def test_where_silence_is_better(event: Event) -> None:
    """Handling of cards, and a move whose finish is called next."""
    assert said(event) == []


def test_a_horse_that_is_home_is_passed_no_more() -> None:
    """Earl Grey has finished: whoever comes by later passes nobody."""
    home: list[Event] = [HorseMoved(0, EG, 9, 30, 39), HorseFinished(EG, 1)]
    *_, last = said(*home, HorseMoved(1, AL, 9, 20, 29))
    assert last == "Albino goes 9 to 29."


def test_a_horse_is_named_with_its_badge() -> None:
    """RT1.3: its number on the board, over its own silks."""
    (text,) = Caller(STANDARD, ["North", "South"]).call(BetPlaced(0, RF, None))
    assert text.args["horse"] == Text("{name}", {"name": "Red Fox"}, badge=Badge(5, 4))
