"""The race caller as one viewer hears it: sentences, gathered into a paragraph a turn."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from paddock.games.rennfieber.caller import Caller
from paddock.games.rennfieber.events import (
    AuctionClosed,
    AuctionOpened,
    DiceRolled,
    EntryMade,
    EntryOpened,
    Event,
    HorseOffered,
    HorseSold,
    HorseSoldBack,
    HorseTrained,
    HorseUnsold,
    LanesTaken,
    MeetingEnded,
    OddsSet,
    PrizePaid,
    RaceStarted,
    RaceStopped,
    SaleMade,
    SaleOpened,
    SealedBidMade,
    SealedBidsOpened,
    SlipsCounted,
    SlipsPlaced,
    SlipsTurned,
    TraineeChosen,
    TrainingOpened,
    TrainingRolled,
    TrainingStarted,
    TurnMissed,
)
from paddock.terminal.rennfieber.programme import Programme

# Where something new begins; all else goes on where the event before left off.
_BEGIN = (
    AuctionOpened,
    HorseOffered,
    HorseSold,
    HorseUnsold,
    SealedBidMade,
    SealedBidsOpened,
    AuctionClosed,
    TrainingOpened,
    TraineeChosen,
    TrainingStarted,
    TrainingRolled,
    HorseTrained,
    EntryOpened,
    EntryMade,
    LanesTaken,
    SlipsPlaced,
    SlipsCounted,
    RaceStarted,
    DiceRolled,
    TurnMissed,
    RaceStopped,
    PrizePaid,
    OddsSet,
    SlipsTurned,
    SaleOpened,
    SaleMade,
    HorseSoldBack,
    MeetingEnded,
)
# What several seats do one after the other is one paragraph.
_TOGETHER = (SealedBidMade, TraineeChosen, EntryMade, SlipsPlaced, SaleMade, HorseSoldBack)


class Commentary:
    def __init__(self, programme: Programme) -> None:
        edition = programme.edition
        # The caller names horses; here they are to be found by their numbers as well.
        horses = tuple(
            replace(horse, name=programme.horse(number))
            for number, horse in enumerate(edition.horses)
        )
        levels = programme.rules.levels
        self._caller = Caller(replace(edition, horses=horses), programme.names, levels)
        self._programme = programme
        self._latest: Event | None = None
        self.paragraphs: list[str] = []

    def hear(self, events: Iterable[Event]) -> list[str]:
        """What is said of these events, which must be as the viewer may read them."""
        said = []
        for event in events:
            sentences = [self._programme.say(text) for text in self._caller.call(event)]
            said += sentences
            if not sentences:
                continue
            if self.paragraphs and not self._begins(event):
                self.paragraphs[-1] += " " + " ".join(sentences)
            else:
                self.paragraphs.append(" ".join(sentences))
            self._latest = event
        return said

    def _begins(self, event: Event) -> bool:
        again = isinstance(event, _TOGETHER) and type(event) is type(self._latest)
        return isinstance(event, _BEGIN) and not again
