"""Royal Turf as the terminal's session sees it: its screens, its questions, its words."""

from collections.abc import Sequence

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
from paddock.kernel.text import Text, say
from paddock.terminal.commentary import Commentary
from paddock.terminal.lines import Line
from paddock.terminal.royal_turf import pages, prompts
from paddock.terminal.royal_turf.board import MONEY, board
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.royal_turf.settlement import settlement
from paddock.terminal.royal_turf.tote import payouts
from paddock.terminal.screen import Frame, Shown, Size
from paddock.terminal.standings import final

# What goes on where the event before left off: the start order, and what a roll led to.
_GO_ON = (HorsePlaced, HorseMoved, PaceTaken, HorseFinished)


class RoyalTurfFace(Programme):
    """One meeting's face: made from the header of its log."""

    @property
    def secret(self) -> bool:
        return self.rules.hidden

    def private(self, _offer: Offer) -> bool:
        return self.secret

    def commentary(self) -> Commentary:
        caller = Caller(self.as_written(), self.names)
        return Commentary(caller, self.words, lambda event, _: not isinstance(event, _GO_ON))

    def question(self, seat: int, view: View, offer: Offer) -> Text:
        scene = view.scene
        hand = scene.book.hand if isinstance(scene, BettingScene | RacingScene) else ()
        assert isinstance(offer, prompts.Choice)
        return prompts.sentence(self, seat, offer, hand)

    def waiting(self, seat: int, offer: Offer) -> Text:
        return prompts.waiting(self, seat, offer)

    def understood(self, typed: str, _view: View, offer: Offer) -> Command | Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.understood(self, typed, offer)

    def described(self, command: Command, view: View, offer: Offer) -> str:
        return prompts.described(self, command, view, offer)

    def frame(self, shown: Shown, size: Size) -> Frame:
        return board(self, shown, self._remarks(), size)

    def _remarks(self) -> list[str]:
        """What is true of the whole meeting and should be known while it is played."""
        remarks = [say("bets face down") if self.secret else say("bets face up")]
        if self.edition.reconstructed:
            remarks.append(say("card figures: our reconstruction"))
        return [*map(self.say, (*remarks, *self.dice()))]

    def settled(self, events: Sequence[Event], view: View) -> list[Line]:
        """The settlement, if these events brought one."""
        if not any(isinstance(event, RaceSettled) for event in events):
            return []
        return settlement(self, view)

    def final(self, view: View, winners: Sequence[int]) -> list[Line]:
        return final(self, view, winners, MONEY, ranks=len(set(view.money)) > 1)

    def page(self, typed: str, shown: Shown, _size: Size) -> list[Line]:
        """The page that somebody asks for by a key, if it is one."""
        match typed:
            case "?":
                return pages.help_page(self)
            case "r":
                return pages.rules_page(self)
            case "p":
                return payouts(self, shown.view.race)
            case _:
                return []
