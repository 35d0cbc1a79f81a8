"""Rennfieber in the terminal: its screens, its questions, its words."""

from collections.abc import Sequence

from paddock.games.rennfieber import Rennfieber
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
from paddock.kernel.log import Header
from paddock.kernel.text import Text, say
from paddock.terminal.call import Commentary
from paddock.terminal.company import MeetingFace
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, line
from paddock.terminal.palette import Signs
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


class RennfieberFace(MeetingFace):
    """The face of one meeting, made from the header of its log."""

    secret = True  # kept cards, choices and slips
    programme: Programme

    def __init__(self, game: Rennfieber, header: Header, words: Words, signs: Signs) -> None:
        self.programme = Programme(game, header, words, signs)

    def private(self, offer: Offer) -> bool:
        """Open bids, horses to train and moves without hidden cards are public."""
        match offer:
            case BidOffer():
                return self.programme.rules.sealed
            case MoveOffer(plays=plays):
                return any(ways.play in _HIDDEN for ways in plays)
            case TraineeOffer():
                return False
            case _:
                return True

    def commentary(self) -> Commentary:
        programme = self.programme
        caller = Caller(programme.as_written(), programme.names, programme.rules.levels)
        return Commentary(caller, programme.words, _begins)

    def question(self, seat: int, view: View, offer: Offer) -> Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.sentence(self.programme, seat, view, offer)

    def waiting(self, seat: int, offer: Offer) -> Text:
        return prompts.waiting(self.programme, seat, offer)

    def understood(self, typed: str, view: View, offer: Offer) -> Command | Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.understood(self.programme, typed, view, offer)

    def described(self, command: Command, view: View, offer: Offer) -> str:
        return prompts.described(self.programme, command, view, offer)

    def frame(self, shown: Shown, size: Size) -> Frame:
        return board(self.programme, shown, size)

    def settled(self, events: Sequence[Event], view: View) -> list[Line]:
        """A page for a settled race, for horses sold, or for the end of training."""
        if any(isinstance(event, RaceSettled) for event in events):
            return settlement(self.programme, view, events)
        if any(isinstance(event, HorseSoldBack) for event in events):
            return sale(self.programme, view, events)
        if TrainingTurn(None) in events:
            title = self.programme.say(say("The training is over. The horses now:"))
            return [line((title, "act")), Line(), *everybody(self.programme, view, _PAGE)]
        return []

    def final(self, view: View, winners: Sequence[int]) -> list[Line]:
        return final(self.programme, view, winners, _MONEY)

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
                return pages.help_page(self.programme)
            case "r":
                return pages.rules_page(self.programme)
            case "s":
                return stable_page(self.programme, shown.view, size.width)
            case "o":
                return pages.odds_page(self.programme)
            case "c":
                return pages.gallop_page(self.programme, shown.view)
            case "m":
                return pages.programme_page(self.programme)
            case _:
                return self._ways(typed, shown, size)

    def _ways(self, typed: str, shown: Shown, size: Size) -> list[Line]:
        """Where a card leads, if its letter was typed and the horse has that card."""
        offer = shown.offer
        if typed not in KEYS or not isinstance(offer, MoveOffer):
            return []
        ways = ways_of(offer, KEYS[typed])
        field = Field.of(self.programme, shown.view, offer)
        return [] if ways is None else ways_page(field, offer, ways, size.width)


def _begins(event: Event, before: Event | None) -> bool:
    """Whether an event starts a new paragraph: one per turn, and one for joint decisions."""
    again = isinstance(event, _TOGETHER) and type(event) is type(before)
    return not (again or isinstance(event, _GO_ON))
