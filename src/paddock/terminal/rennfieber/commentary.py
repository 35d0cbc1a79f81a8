"""Where the race call begins a paragraph: one a turn, and one for all that act together."""

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


def begins(event: Event, before: Event | None) -> bool:
    again = isinstance(event, _TOGETHER) and type(event) is type(before)
    return isinstance(event, _BEGIN) and not again
