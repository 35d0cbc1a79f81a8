"""The race caller: puts events into words for the terminal, the browser and speech alike.

A caller hears the events as its viewer may read them, from the start of a match, and remembers what
a spectator of the race would: where the horses are. Verbs after a player's name have the same
form for every name, also for "You": rolled, will, must.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from paddock.games.royal_turf import events
from paddock.games.royal_turf.edition import Edition
from paddock.games.royal_turf.events import Event
from paddock.kernel.game import winners_named
from paddock.kernel.text import Badge, Text, count, named, say

SYMBOLS: dict[events.Symbol, Text] = {
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
        """What to say about the event, if anything."""
        if isinstance(event, events.RaceEvent):
            return tuple(self._running(event))
        if isinstance(event, events.BetPlaced):
            return (self._bet(event),)
        if isinstance(event, events.SetupEvent):
            return tuple(self._setting_up(event))
        return tuple(self._settling(event))

    def _setting_up(self, event: events.SetupEvent) -> Iterator[Text]:
        match event:
            case events.RaceOpened(race):
                self._progress.clear()
                yield say("Race {race}: the horses come to the line.", race=race)
            case events.HorsePlaced(horse, _, start):
                self._progress[horse] = start
                yield say(
                    "{horse} on space {space}.",
                    horse=self._horse(horse),
                    space=self._edition.space(start),
                )
            case events.CardsShuffled() | events.CardSetAside() | events.CardSlidUnder():
                pass
            case events.NamingAsked():
                yield say("The host chooses the first bettor.")
            case events.FirstBettorFound(seat, "richest"):
                yield say("The richest player bets first: {name}.", name=self._names[seat])
            case events.FirstBettorFound(seat, "named"):
                yield say("Chosen to bet first: {name}.", name=self._names[seat])
            case events.FirstBettorFound(seat):
                yield say("Drawn by lot to bet first: {name}.", name=self._names[seat])
            case _:
                assert_never(event)

    def _bet(self, event: events.BetPlaced) -> Text:
        name, horse = self._names[event.seat], self._horse(event.horse)
        if event.value is None:
            return say("{name} placed a token face down on {horse}.", name=name, horse=horse)
        return say("{name} bet a {value} on {horse}.", name=name, value=event.value, horse=horse)

    def _running(self, event: events.RaceEvent) -> Iterator[Text]:
        match event:
            case events.RaceStarted(seat):
                yield say("They're off! {name} will roll first.", name=self._names[seat])
            case events.DieRolled(seat, symbol):
                yield say(
                    "{name} rolled the {symbol}.", name=self._names[seat], symbol=SYMBOLS[symbol]
                )
            case events.HorseMoved():
                yield from self._moved(event)
            case events.PaceTaken(horse):
                yield say(
                    "{horse} takes the pace: first to reach space {space}.",
                    horse=self._horse(horse),
                    space=self._edition.pace,
                )
            case events.HorseFinished(horse, place):
                del self._progress[horse]
                yield say(
                    "{horse} is home, {place}!", horse=self._horse(horse), place=PLACES[place - 1]
                )
            case events.MarksCleared():
                yield say("All horses have moved: now every horse may move again.")
            case events.RaceStopped(last):
                yield say("The race is over. {horse} is last.", horse=self._horse(last))
            case _:
                assert_never(event)

    def _moved(self, event: events.HorseMoved) -> Iterator[Text]:
        went = event.to - event.origin
        passed = sum(
            event.origin < other < event.to
            for horse, other in self._progress.items()
            if horse != event.horse
        )
        self._progress[event.horse] = event.to
        horse = self._horse(event.horse)
        if event.to > self._edition.spaces:
            return  # the next event calls its finish
        space = self._edition.space(event.to)
        if went == 0:
            yield say(
                "{horse} should move {due}, but is blocked and cannot move.",
                horse=horse,
                due=event.due,
            )
        elif went < event.due:
            yield say(
                "{horse} is blocked and moves only {went} of {due}, to space {space}.",
                horse=horse,
                went=went,
                due=event.due,
                space=space,
            )
        elif passed:
            yield count(
                "{horse} moves {went} to space {space}, past one other.",
                "{horse} moves {went} to space {space}, past {n} others.",
                passed,
                horse=horse,
                went=went,
                space=space,
            )
        else:
            yield say("{horse} moves {went} to space {space}.", horse=horse, went=went, space=space)

    def _settling(self, event: events.PayoutEvent) -> Iterator[Text]:
        match event:
            case events.TokensRevealed():
                yield say("The tokens are turned over.")
            case events.PlacePaid(seat, horse, place, value, _, figure, factor, amount):
                yield count(
                    "{name} won £{amount}: {horse} is {place}, one bet at £{each}.",
                    "{name} won £{amount}: {horse} is {place}, {n} bets at £{each}.",
                    value,
                    name=self._names[seat],
                    horse=self._horse(horse),
                    place=PLACES[place - 1],
                    each=figure * factor,
                    amount=amount,
                )
            case events.PacePaid(seat, horse, value, figure, factor, amount):
                yield count(
                    "{name} won £{amount}: {horse} set the pace, one bet at £{each}.",
                    "{name} won £{amount}: {horse} set the pace, {n} bets at £{each}.",
                    value,
                    name=self._names[seat],
                    horse=self._horse(horse),
                    each=figure * factor,
                    amount=amount,
                )
            case events.LossPaid():
                yield self._lost(event)
            case events.RaceSettled():
                pass
            case events.MeetingEnded(winners):
                yield winners_named(self._names, winners)
            case _:
                assert_never(event)

    def _lost(self, event: events.LossPaid) -> Text:
        name, horse = self._names[event.seat], self._horse(event.horse)
        if event.amount < event.due:
            return say(
                "{name} must pay £{due} because {horse} is last, but only £{amount} is left; the "
                "rest is waived.",
                name=name,
                horse=horse,
                due=event.due,
                amount=event.amount,
            )
        return count(
            "{name} must pay £{amount}: {horse} is last, one bet at £{each}.",
            "{name} must pay £{amount}: {horse} is last, {n} bets at £{each}.",
            event.value,
            name=name,
            horse=horse,
            each=event.figure * event.factor,
            amount=event.amount,
        )

    def _horse(self, horse: int) -> Text:
        return named(self._edition.horses[horse].name, Badge(horse + 1, horse))
