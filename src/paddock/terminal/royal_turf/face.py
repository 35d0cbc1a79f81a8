"""Royal Turf as the terminal's session sees it: its screens, its questions, its words."""

from __future__ import annotations

from collections.abc import Sequence

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.events import Event, RaceSettled
from paddock.games.royal_turf.offers import Offer
from paddock.games.royal_turf.view import BettingScene, RacingScene, View
from paddock.kernel.log import Header, Numbered
from paddock.kernel.text import Text, say
from paddock.terminal.language import Words
from paddock.terminal.lines import Line
from paddock.terminal.palette import Signs
from paddock.terminal.royal_turf import pages, prompts
from paddock.terminal.royal_turf.board import board
from paddock.terminal.royal_turf.choices import described
from paddock.terminal.royal_turf.commentary import Commentary
from paddock.terminal.royal_turf.programme import Programme
from paddock.terminal.royal_turf.settlement import settlement
from paddock.terminal.royal_turf.standings import final
from paddock.terminal.royal_turf.tote import payouts
from paddock.terminal.screen import Frame, Size
from paddock.terminal.shown import Shown


class RoyalTurfFace:
    """One meeting's face: made from the header of its log."""

    def __init__(self, game: RoyalTurf, header: Header, words: Words, signs: Signs) -> None:
        self.programme = Programme(game.rules, header.seats, words, signs)
        self.secret = game.rules.hidden
        self._game = game
        self._header = header

    def private(self, _offer: Offer) -> bool:
        return self.secret

    def commentary(self) -> Commentary:
        return Commentary(self.programme)

    def question(self, seat: int, view: View, offer: Offer) -> Text:
        scene = view.scene
        hand = scene.book.hand if isinstance(scene, BettingScene | RacingScene) else ()
        assert isinstance(offer, prompts.Choice)
        return prompts.sentence(self.programme, seat, offer, hand)

    def waiting(self, seat: int, offer: Offer) -> Text:
        return prompts.waiting(self.programme, seat, offer)

    def find_seat(self, typed: str) -> int | None:
        return self.programme.find_seat(typed)

    def understood(self, typed: str, _view: View, offer: Offer) -> Command | Text:
        assert isinstance(offer, prompts.Choice)
        return prompts.understood(self.programme, typed, offer)

    def described(self, command: Command, view: View, offer: Offer) -> str:
        return described(self.programme, command, view, offer)

    def money(self, amount: int) -> str:
        return self.programme.money(amount)

    def frame(self, shown: Shown, size: Size) -> Frame:
        return board(self.programme, shown, self._remarks(), size)

    def _remarks(self) -> list[str]:
        """What is true of the whole meeting and should be known while it is played."""
        tell = self.programme.say
        remarks = [say("bets face down") if self.secret else say("bets face up")]
        if self.programme.edition.reconstructed:
            remarks.append(say("card figures: our reconstruction"))
        if isinstance(self._header.chance, Numbered):
            remarks.append(say("dice: not provable"))
        return [tell(remark) for remark in remarks]

    def opening(self) -> list[Line]:
        return pages.opening_page(self.programme)

    def settled(self, events: Sequence[Event], view: View) -> list[Line]:
        """The settlement, if these events brought one."""
        if not any(isinstance(event, RaceSettled) for event in events):
            return []
        return settlement(self.programme, view)

    def final(self, view: View, winners: Sequence[int]) -> list[Line]:
        return final(self.programme, view, winners)

    def weight(self, _events: Sequence[Event]) -> float:
        return 1.0

    def page(self, typed: str, shown: Shown, _size: Size) -> list[Line]:
        """The page that somebody asks for by a key, if it is one."""
        match typed:
            case "?":
                return pages.help_page(self.programme)
            case "r":
                return pages.rules_page(self.programme, self._game.options)
            case "p":
                return payouts(self.programme, shown.view.race)
            case _:
                return []
