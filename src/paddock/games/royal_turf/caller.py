"""The race caller: what is said of an event, chosen once, for terminal, browser and speech alike.

A caller listens to the events as its viewer may read them, from the beginning of a match, and
keeps the little picture of the track that a person with field glasses would. Sentences begin with
a name and a colon rather than a verb, so that they fit any name in any language.
"""

from collections.abc import Sequence
from typing import assert_never

from paddock.games.royal_turf.edition import Edition
from paddock.games.royal_turf.events import (
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
    Symbol,
    TokensRevealed,
)
from paddock.kernel.text import Badge, Text, count, named, say

SYMBOLS: dict[Symbol, Text] = {
    "head": say("head"),
    "cap": say("cap"),
    "saddle": say("saddle"),
    "shoe": say("shoe"),
}
PLACES = (say("first"), say("second"), say("third"))


class Caller:
    def __init__(self, edition: Edition, names: Sequence[str]) -> None:
        self._edition = edition
        self._names = names
        self._progress: dict[int, int] = {}

    def call(self, event: Event) -> tuple[Text, ...]:
        """What to say of the event; nothing where silence is better."""
        match event:
            case DieRolled(seat, symbol):
                return (
                    say("{name}: the {symbol}.", name=self._names[seat], symbol=SYMBOLS[symbol]),
                )
            case HorseMoved():
                told = self._moved(event)
                return () if told is None else (told,)
            case PaceTaken() | HorseFinished() | MarksCleared() | RaceStopped():
                return (self._milestone(event),)
            case BetPlaced():
                return (self._bet(event),)
            case TokensRevealed() | PlacePaid() | PacePaid() | LossPaid() | MeetingEnded():
                return (self._settled(event),)
            case CardsShuffled() | CardSetAside() | CardSlidUnder() | RaceSettled():
                return ()
            case RaceOpened() | HorsePlaced() | NamingAsked() | FirstBettorFound() | RaceStarted():
                return (self._prepared(event),)
            case _:
                assert_never(event)

    def _prepared(
        self, event: RaceOpened | HorsePlaced | NamingAsked | FirstBettorFound | RaceStarted
    ) -> Text:
        match event:
            case RaceOpened(race):
                self._progress.clear()
                return say("Race {race}: the horses come to the line.", race=race)
            case HorsePlaced(horse, _, start):
                self._progress[horse] = start
                return say(
                    "{horse} on {space}.",
                    horse=self._horse(horse),
                    space=self._edition.space(start),
                )
            case NamingAsked():
                return say("The host names who bets first.")
            case FirstBettorFound(seat, "richest"):
                return say("{name}: the richest, and first to bet.", name=self._names[seat])
            case FirstBettorFound(seat, "named"):
                return say("{name}: named to bet first.", name=self._names[seat])
            case FirstBettorFound(seat):
                return say("{name}: drawn to bet first.", name=self._names[seat])
            case RaceStarted(seat):
                return say("They're off! {name}: first to roll.", name=self._names[seat])
            case _:
                assert_never(event)

    def _bet(self, event: BetPlaced) -> Text:
        name, horse = self._names[event.seat], self._horse(event.horse)
        if event.value is None:
            return say("{name}: a token face down on {horse}.", name=name, horse=horse)
        return say("{name}: a {value} on {horse}.", name=name, value=event.value, horse=horse)

    def _moved(self, event: HorseMoved) -> Text | None:
        went = event.to - event.origin
        passed = sum(
            event.origin < other < event.to
            for horse, other in self._progress.items()
            if horse != event.horse
        )
        self._progress[event.horse] = event.to
        horse = self._horse(event.horse)
        if event.to > self._edition.spaces:
            return None  # its finish is called next
        space = self._edition.space(event.to)
        if went == 0:
            return say(
                "{horse} cannot move: {due} due, every space is taken.",
                horse=horse,
                due=event.due,
            )
        if went < event.due:
            return say(
                "{horse} is blocked: {went} of {due}, to {space}.",
                horse=horse,
                went=went,
                due=event.due,
                space=space,
            )
        if passed:
            return count(
                "{horse} goes {went} to {space}, past one.",
                "{horse} goes {went} to {space}, past {n}.",
                passed,
                horse=horse,
                went=went,
                space=space,
            )
        return say("{horse} goes {went} to {space}.", horse=horse, went=went, space=space)

    def _milestone(self, event: PaceTaken | HorseFinished | MarksCleared | RaceStopped) -> Text:
        match event:
            case PaceTaken(horse):
                return say(
                    "{horse} takes the pace: first past {space}.",
                    horse=self._horse(horse),
                    space=self._edition.pace,
                )
            case HorseFinished(horse, place):
                del self._progress[horse]
                return say(
                    "{horse} is home, {place}!", horse=self._horse(horse), place=PLACES[place - 1]
                )
            case MarksCleared():
                return say("All have moved: every horse is free again.")
            case RaceStopped(last):
                return say("The race is over. {horse} is last.", horse=self._horse(last))
            case _:
                assert_never(event)

    def _settled(
        self, event: TokensRevealed | PlacePaid | PacePaid | LossPaid | MeetingEnded
    ) -> Text:
        match event:
            case TokensRevealed():
                return say("The tokens are turned over.")
            case PlacePaid(seat, horse, place, value, _, figure, factor, amount):
                return count(
                    "{name}: {horse} {place}, one bet at £{each}: £{amount}.",
                    "{name}: {horse} {place}, {n} bets at £{each}: £{amount}.",
                    value,
                    name=self._names[seat],
                    horse=self._horse(horse),
                    place=PLACES[place - 1],
                    each=figure * factor,
                    amount=amount,
                )
            case PacePaid(seat, horse, value, figure, factor, amount):
                return count(
                    "{name}: {horse} set the pace, one bet at £{each}: £{amount}.",
                    "{name}: {horse} set the pace, {n} bets at £{each}: £{amount}.",
                    value,
                    name=self._names[seat],
                    horse=self._horse(horse),
                    each=figure * factor,
                    amount=amount,
                )
            case LossPaid():
                return self._lost(event)
            case MeetingEnded(winners):
                return count(
                    "The winner: {names}.",
                    "The win is shared: {names}.",
                    len(winners),
                    names=", ".join(self._names[seat] for seat in winners),
                )
            case _:
                assert_never(event)

    def _lost(self, event: LossPaid) -> Text:
        name, horse = self._names[event.seat], self._horse(event.horse)
        if event.amount < event.due:
            return say(
                "{name}: {horse} last costs £{due}; only £{amount} is there, the rest is forgiven.",
                name=name,
                horse=horse,
                due=event.due,
                amount=event.amount,
            )
        return count(
            "{name}: {horse} last, one bet at £{each} lost: £{amount} to the bank.",
            "{name}: {horse} last, {n} bets at £{each} lost: £{amount} to the bank.",
            event.value,
            name=name,
            horse=horse,
            each=event.figure * event.factor,
            amount=event.amount,
        )

    def _horse(self, horse: int) -> Text:
        return named(self._edition.horses[horse].name, Badge(horse + 1, horse))
