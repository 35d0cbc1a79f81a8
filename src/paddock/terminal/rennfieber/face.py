"""Rennfieber in the terminal: its screens, its questions, its words."""

from collections.abc import Sequence

from paddock.games.rennfieber.caller import Caller
from paddock.games.rennfieber.commands import Command
from paddock.games.rennfieber.events import (
    BidMade,
    ConditionChanged,
    DiceRolled,
    EntryMade,
    Event,
    ExtraMove,
    GallopDeckReformed,
    GallopDrawn,
    HorseSoldBack,
    MoneyPaid,
    RaceSettled,
    RunnerHome,
    RunnerMoved,
    SaleMade,
    SealedBidMade,
    SlipsPlaced,
    TraineeChosen,
    TrainingCardDrawn,
    TrainingDeckReformed,
    TrainingRolled,
    TrainingTurn,
    TurnBegan,
    WinningsPaid,
)
from paddock.games.rennfieber.offers import BidOffer, MoveOffer, Offer, TraineeOffer
from paddock.games.rennfieber.view import View
from paddock.kernel.text import Text, say
from paddock.terminal.call import Commentary
from paddock.terminal.lines import Line, line
from paddock.terminal.rennfieber import pages, prompts
from paddock.terminal.rennfieber.board import board
from paddock.terminal.rennfieber.moves import KEYS, ways_of
from paddock.terminal.rennfieber.programme import Programme
from paddock.terminal.rennfieber.race import ways_page
from paddock.terminal.rennfieber.runners import Field
from paddock.terminal.rennfieber.settlement import sale, settlement
from paddock.terminal.rennfieber.stable import everybody, stable_page
from paddock.terminal.screen import Frame, Shown, Size
from paddock.terminal.standings import final

# Events that continue the previous paragraph; all others start a new one.
_GO_ON = (
    BidMade,
    TrainingDeckReformed,
    TrainingCardDrawn,
    TrainingTurn,
    ConditionChanged,
    MoneyPaid,
    RunnerMoved,
    RunnerHome,
    GallopDeckReformed,
    GallopDrawn,
    ExtraMove,
    TurnBegan,
    WinningsPaid,
)
# Events that share a paragraph when several seats cause them in succession.
_TOGETHER = (SealedBidMade, TraineeChosen, EntryMade, SlipsPlaced, SaleMade, HorseSoldBack)
_HIDDEN = ("karriere", "durchbruch", "durchbruch_as_karriere")
_GLANCE, _LOOK = 0.25, 0.5  # fractions of a full pause
_PAGE = 80  # columns that every page may use
_MONEY = 9  # columns of an amount


class RennfieberFace(Programme):
    """The face of one meeting, made from the header of its log."""

    secret = True  # kept cards, choices and slips

    def private(self, offer: Offer) -> bool:
        """Open bids, horses to train and moves without hidden cards are public."""
        match offer:
            case BidOffer():
                return self.rules.sealed
            case MoveOffer(plays=plays):
                return any(ways.play in _HIDDEN for ways in plays)
            case TraineeOffer():
                return False
            case _:
                return True

    def commentary(self) -> Commentary:
        return Commentary(
            Caller(self.as_written(), self.names, self.rules.levels), self.words, _begins
        )

    def question(self, seat: int, view: View, offer: Offer) -> Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.sentence(self, seat, view, offer)

    def waiting(self, seat: int, offer: Offer) -> Text:
        return prompts.waiting(self, seat, offer)

    def understood(self, typed: str, view: View, offer: Offer) -> Command | Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.understood(self, typed, view, offer)

    def described(self, command: Command, view: View, offer: Offer) -> str:
        return prompts.described(self, command, view, offer)

    def frame(self, shown: Shown, size: Size) -> Frame:
        return board(self, shown, size)

    def settled(self, events: Sequence[Event], view: View) -> list[Line]:
        """A page for a settled race, for horses sold, or for the end of training."""
        if any(isinstance(event, RaceSettled) for event in events):
            return settlement(self, view, events)
        if any(isinstance(event, HorseSoldBack) for event in events):
            return sale(self, view, events)
        if TrainingTurn(None) in events:
            title = self.say(say("The training is over. The horses now:"))
            return [line((title, "act")), Line(), *everybody(self, view, _PAGE)]
        return []

    def final(self, view: View, winners: Sequence[int]) -> list[Line]:
        return final(self, view, winners, _MONEY)

    def weight(self, events: Sequence[Event]) -> float:
        """Routine steps, such as rolls in training, get only a short pause."""
        match events:
            case [EntryMade() | SlipsPlaced() | SaleMade() | SealedBidMade() | TraineeChosen()]:
                return _GLANCE
            case [TrainingRolled(), TrainingTurn()]:
                return _GLANCE
            case [BidMade()] | [DiceRolled()]:
                return _LOOK
            case _:
                return 1.0

    def page(self, typed: str, shown: Shown, size: Size) -> list[Line]:
        """The page that a key opens, if there is one."""
        match typed:
            case "?":
                return pages.help_page(self)
            case "r":
                return pages.rules_page(self)
            case "s":
                return stable_page(self, shown.view, size.width)
            case "o":
                return pages.odds_page(self)
            case "c":
                return pages.gallop_page(self, shown.view)
            case "m":
                return pages.programme_page(self)
            case _:
                return self._ways(typed, shown, size)

    def _ways(self, typed: str, shown: Shown, size: Size) -> list[Line]:
        """Where a card leads, if its letter was typed and the horse has that card."""
        offer = shown.offer
        if typed not in KEYS or not isinstance(offer, MoveOffer):
            return []
        ways = ways_of(offer, KEYS[typed])
        field = Field.of(self, shown.view, offer)
        return [] if ways is None else ways_page(field, offer, ways, size.width)


def _begins(event: Event, before: Event | None) -> bool:
    """Whether an event starts a new paragraph: one per turn, and one for joint decisions."""
    again = isinstance(event, _TOGETHER) and type(event) is type(before)
    return not (again or isinstance(event, _GO_ON))
