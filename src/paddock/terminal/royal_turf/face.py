"""Royal Turf in the terminal: its screens, its questions, its words."""

from collections.abc import Sequence

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.caller import Caller
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.events import (
    Event,
    HorseFinished,
    HorseMoved,
    HorsePlaced,
    PaceTaken,
    RaceSettled,
)
from paddock.games.royal_turf.offers import Offer
from paddock.games.royal_turf.view import BettingScene, RacingScene, View
from paddock.kernel.log import Header
from paddock.kernel.text import Text
from paddock.terminal.call import Commentary
from paddock.terminal.company import MeetingFace
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.palette import Signs
from paddock.terminal.royal_turf import pages, prompts
from paddock.terminal.royal_turf.board import MONEY, board
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.royal_turf.settlement import settlement
from paddock.terminal.royal_turf.tote import payouts
from paddock.terminal.screen import Frame, Shown, Size
from paddock.terminal.standings import final

# Events that continue the previous paragraph: the start order, and the results of a roll.
_GO_ON = (HorsePlaced, HorseMoved, PaceTaken, HorseFinished)


class RoyalTurfFace(MeetingFace):
    """The face of one meeting, made from the header of its log."""

    programme: Programme

    def __init__(self, game: RoyalTurf, header: Header, words: Words, signs: Signs) -> None:
        self.programme = Programme(game, header, words, signs)

    @property
    def secret(self) -> bool:
        return self.programme.rules.hidden

    def private(self, _offer: Offer) -> bool:
        return self.secret

    def commentary(self) -> Commentary:
        caller = Caller(self.programme.as_written(), self.programme.names)
        return Commentary(
            caller, self.programme.words, lambda event, _: not isinstance(event, _GO_ON)
        )

    def question(self, seat: int, view: View, offer: Offer) -> Text:
        scene = view.scene
        hand = scene.book.hand if isinstance(scene, BettingScene | RacingScene) else ()
        assert isinstance(offer, prompts.Choice)
        return prompts.sentence(self.programme, seat, offer, hand)

    def waiting(self, seat: int, offer: Offer) -> Text:
        return prompts.waiting(self.programme, seat, offer)

    def understood(self, typed: str, _view: View, offer: Offer) -> Command | Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.understood(self.programme, typed, offer)

    def described(self, command: Command, view: View, offer: Offer) -> str:
        return prompts.described(self.programme, command, view, offer)

    def frame(self, shown: Shown, size: Size) -> Frame:
        return board(self.programme, shown, size)

    def settled(self, events: Sequence[Event], view: View) -> list[Line]:
        """The settlement, if these events include one."""
        is_over = any(isinstance(event, RaceSettled) for event in events)
        return settlement(self.programme, view) if is_over else []

    def final(self, view: View, winners: Sequence[int]) -> list[Line]:
        return final(self.programme, view, winners, MONEY, ranks=len(set(view.money)) > 1)

    def page(self, typed: str, shown: Shown, _size: Size) -> list[Line]:
        """The page that a key opens, if there is one."""
        match typed:
            case "?":
                return pages.help_page(self.programme)
            case "r":
                return pages.rules_page(self.programme)
            case "p":
                return payouts(self.programme, shown.view.race)
            case _:
                return []
