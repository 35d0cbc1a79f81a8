"""Rennfieber as the terminal's session sees it: its screens, its questions, its words."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Command, Play
from paddock.games.rennfieber.events import (
    BidMade,
    DiceRolled,
    EntryMade,
    Event,
    HorseSoldBack,
    RaceSettled,
    SaleMade,
    SealedBidMade,
    SlipsPlaced,
    TraineeChosen,
    TrainingRolled,
    TrainingTurn,
)
from paddock.games.rennfieber.offers import BidOffer, MoveOffer, Offer, TraineeOffer
from paddock.games.rennfieber.view import View
from paddock.kernel.log import Header, Numbered
from paddock.kernel.text import Text, say
from paddock.terminal.language import Words
from paddock.terminal.lines import Line, line
from paddock.terminal.palette import Signs
from paddock.terminal.rennfieber import pages, prompts
from paddock.terminal.rennfieber.board import board
from paddock.terminal.rennfieber.choices import described
from paddock.terminal.rennfieber.commentary import Commentary
from paddock.terminal.rennfieber.moves import KEYS, ways_of
from paddock.terminal.rennfieber.programme import Programme
from paddock.terminal.rennfieber.race import ways_page
from paddock.terminal.rennfieber.runners import Field
from paddock.terminal.rennfieber.settlement import sale, settlement
from paddock.terminal.rennfieber.stable import everybody, stable_page
from paddock.terminal.rennfieber.standings import final
from paddock.terminal.screen import Frame, Size
from paddock.terminal.shown import Shown

_HIDDEN: tuple[Play, ...] = ("karriere", "durchbruch", "durchbruch_as_karriere")
_GLANCE, _LOOK = 0.25, 0.5  # parts of a pause
_PAGE = 80  # columns that every page may count on


class RennfieberFace:
    """One meeting's face: made from the header of its log."""

    secret = True  # kept cards, choices and slips

    def __init__(self, game: Rennfieber, header: Header, words: Words, signs: Signs) -> None:
        self.programme = Programme(game.rules, header.seats, words, signs)
        self._game = game
        self._header = header

    def private(self, offer: Offer) -> bool:
        """An open offer, a horse to train and a move without a hidden card are for all to see."""
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
        return Commentary(self.programme)

    def question(self, seat: int, view: View, offer: Offer) -> Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.sentence(self.programme, seat, view, offer)

    def waiting(self, seat: int, offer: Offer) -> Text:
        return prompts.waiting(self.programme, seat, offer)

    def find_seat(self, typed: str) -> int | None:
        return self.programme.find_seat(typed)

    def understood(self, typed: str, view: View, offer: Offer) -> Command | Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.understood(self.programme, typed, view, offer)

    def described(self, command: Command, view: View, offer: Offer) -> str:
        return described(self.programme, command, view, offer)

    def money(self, amount: int) -> str:
        return self.programme.money(amount)

    def frame(self, shown: Shown, size: Size) -> Frame:
        return board(self.programme, shown, self._remarks(), size)

    def _remarks(self) -> list[str]:
        """What is true of the whole meeting and should be known while it is played."""
        remarks = []
        if self.programme.edition.reconstructed:
            remarks.append(say("figures: our reconstruction"))
        if isinstance(self._header.chance, Numbered):
            remarks.append(say("dice: not provable"))
        return [self.programme.say(remark) for remark in remarks]

    def opening(self) -> list[Line]:
        return pages.opening_page(self.programme)

    def settled(self, events: Sequence[Event], view: View) -> list[Line]:
        """What deserves a page of its own: a race settled, horses sold, training over."""
        if any(isinstance(event, RaceSettled) for event in events):
            return settlement(self.programme, view, events)
        if any(isinstance(event, HorseSoldBack) for event in events):
            return sale(self.programme, view, events)
        if TrainingTurn(None) in events:
            title = self.programme.say(say("The training is over. The horses are now:"))
            return [line((title, "act")), Line(), *everybody(self.programme, view, _PAGE)]
        return []

    def final(self, view: View, winners: Sequence[int]) -> list[Line]:
        return final(self.programme, view, winners)

    def weight(self, events: Sequence[Event]) -> float:
        """A roll in training is seen at a glance; what leads to something takes its time."""
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
        """The page that somebody asks for by a key, if it is one."""
        programme, view = self.programme, shown.view
        match typed:
            case "?":
                return pages.help_page(programme)
            case "r":
                return pages.rules_page(programme, self._game.options)
            case "s":
                return stable_page(programme, view, size.width)
            case "o":
                return pages.odds_page(programme)
            case "c":
                return pages.gallop_page(programme, view)
            case "m":
                return pages.programme_page(programme)
            case _:
                return self._ways(typed, shown, size)

    def _ways(self, typed: str, shown: Shown, size: Size) -> list[Line]:
        """Where a card leads, if its letter was typed and the horse has it."""
        offer = shown.offer
        if typed not in KEYS or not isinstance(offer, MoveOffer):
            return []
        ways = ways_of(offer, KEYS[typed])
        field = Field.of(self.programme, shown.view, offer)
        return [] if ways is None else ways_page(field, offer, ways, size.width)
