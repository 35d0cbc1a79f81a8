"""The race caller: what it says fits what happened."""

import gettext

import pytest

from paddock.games.royal_turf import events
from paddock.games.royal_turf.caller import Caller
from paddock.kernel.text import Badge, Text, put
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF
from tests.royal_turf.table import STANDARD

GRID: list[events.Event] = [events.HorsePlaced(horse, 3 * horse, -horse) for horse in range(7)]


def said(*heard: events.Event) -> list[str]:
    """What the caller says of the events, from a start with Earl Grey on 33 and Othello on 27."""
    caller = Caller(STANDARD, ["North", "South"])
    for event in (events.RaceOpened(1), *GRID):
        caller.call(event)
    return [put(text, gettext.NullTranslations()) for event in heard for text in caller.call(event)]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.RaceOpened(2), "Race 2: the horses come to the line."),
        (events.HorsePlaced(RF, 12, -3), "Red Fox on space 30."),
        (events.NamingAsked((0, 1)), "The host chooses the first bettor."),
        (events.FirstBettorFound(1, "drawn"), "Drawn by lot to bet first: South."),
        (events.FirstBettorFound(1, "named"), "Chosen to bet first: South."),
        (events.FirstBettorFound(0, "richest"), "The richest player bets first: North."),
        (events.BetPlaced(0, NO, 2), "North bet a 2 on Nougat."),
        (events.BetPlaced(0, NO, None), "North placed a token face down on Nougat."),
        (events.RaceStarted(1), "They're off! South will roll first."),
        (events.DieRolled(0, "saddle"), "North rolled the saddle."),
        (events.HorseMoved(0, EG, 5, 0, 5), "Earl Grey moves 5 to space 5."),
        (events.HorseMoved(0, AL, 4, -1, 3), "Albino moves 4 to space 3, past one other."),
        (events.HorseMoved(0, OT, 7, -6, 1), "Othello moves 7 to space 1, past 6 others."),
        (
            events.HorseMoved(0, OT, 5, -6, -6),
            "Othello should move 5, but is blocked and cannot move.",
        ),
        (
            events.HorseMoved(0, CA, 6, 10, 14),
            "Caramello is blocked and moves only 4 of 6, to space 14.",
        ),
        (events.PaceTaken(CA), "Caramello takes the pace: first to reach space 18."),
        (events.HorseFinished(CA, 2), "Caramello is home, second!"),
        (events.MarksCleared(), "All horses have moved: now every horse may move again."),
        (events.RaceStopped(EG), "The race is over. Earl Grey is last."),
        (events.TokensRevealed((events.Bet(0, 1, 2),), ((),)), "The tokens are turned over."),
        (
            events.PlacePaid(0, RF, 1, 2, 2, 350, 1, 700),
            "North won £700: Red Fox is first, 2 bets at £350.",
        ),
        (
            events.PlacePaid(1, RF, 3, 1, 4, 100, 2, 200),
            "South won £200: Red Fox is third, one bet at £200.",
        ),
        (
            events.PacePaid(0, NO, 1, 100, 1, 100),
            "North won £100: Nougat set the pace, one bet at £100.",
        ),
        (
            events.LossPaid(0, EG, 2, 100, 2, 400, 400),
            "North must pay £400: Earl Grey is last, 2 bets at £200.",
        ),
        (
            events.LossPaid(0, EG, 2, 100, 1, 200, 50),
            (
                "North must pay £200 because Earl Grey is last, but only £50 is left; the rest is "
                "waived."
            ),
        ),
        (events.MeetingEnded((1,)), "The winner: South."),
        (events.MeetingEnded((0, 1)), "The win is shared: North, South."),
    ],
)
def test_what_is_said(event: events.Event, sentence: str) -> None:
    """One sentence for each event."""
    assert said(event) == [sentence]


@pytest.mark.parametrize(
    "event",
    [
        events.CardsShuffled((1, 2)),
        events.CardSetAside(1),
        events.CardSlidUnder(1),
        events.RaceSettled((1,)),
        events.HorseMoved(0, OT, 7, 30, 37),
    ],
)
def test_where_silence_is_better(event: events.Event) -> None:
    """Nothing is said about cards, nor about a move whose finish is called next."""
    assert said(event) == []


def test_nobody_passes_a_horse_that_is_home() -> None:
    """Earl Grey has finished, so a horse that comes by later passes nobody."""
    home: list[events.Event] = [events.HorseMoved(0, EG, 9, 30, 39), events.HorseFinished(EG, 1)]
    *_, last = said(*home, events.HorseMoved(1, AL, 9, 20, 29))
    assert last == "Albino moves 9 to space 29."


def test_a_horse_is_named_with_its_badge() -> None:
    """Its number on the board, on its own silks (RT1.3)."""
    (text,) = Caller(STANDARD, ["North", "South"]).call(events.BetPlaced(0, RF, None))
    assert text.args["horse"] == Text("{name}", {"name": "Red Fox"}, badge=Badge(5, 4))
