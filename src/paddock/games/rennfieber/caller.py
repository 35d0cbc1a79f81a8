"""The race caller: puts events into words for the terminal, the browser and speech alike.

A caller hears the events as its viewer may read them, from the start of a match, and remembers what
a spectator of the race would: conditions, runners and where they are (`Notes`). Verbs after a
player's name have the same form for every name, also for "You": rolled, will, must. Otherwise a
colon follows the name. Reasons are read from the events; no rule is applied again here.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from paddock.games.rennfieber import events, race_call
from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import LEVELS, Edition
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.notes import Notes
from paddock.games.rennfieber.phrases import PLACES, condition_change, money, odds, training_effect
from paddock.games.rennfieber.ruleset import Levels
from paddock.games.rennfieber.track import HOME
from paddock.kernel.game import winners_named
from paddock.kernel.text import Argument, Text, count, listed, say


class Caller:
    def __init__(
        self, edition: Edition, names: Sequence[str], levels: Levels = Levels.OPEN
    ) -> None:
        self._edition = edition
        self._names = names
        self._notes = Notes(edition, names, tells_levels=levels is Levels.OPEN)
        self._slips = 0
        # By how many levels the last training card says that a condition changes.
        self._promised = 0

    def call(self, event: Event) -> tuple[Text, ...]:
        """What to say about the event, if anything."""
        if isinstance(event, events.RaceEvent):
            return tuple(race_call.running(self._notes, event))
        if isinstance(event, events.TrainingEvent | events.TrainingCardDrawn):
            return tuple(self._training(event))
        if isinstance(event, events.AuctionEvent | events.SealedBidMade):
            return tuple(self._auctioning(event))
        if isinstance(event, events.ChoiceEvent | events.EntryMade | events.SaleMade):
            return tuple(self._choosing(event))
        if isinstance(event, events.SlipsEvent | events.SlipsPlaced):
            return tuple(self._betting(event))
        if isinstance(event, events.RaceSettled):
            self._notes.runners = ()  # from now on horses have no lanes and silks
            return ()
        return tuple(self._settling(event))

    def _auctioning(self, event: events.AuctionEvent | events.SealedBidMade) -> Iterator[Text]:
        match event:
            case events.AuctionOpened(short=short, first=first):
                yield count(
                    "The auction: one horse each. {name} will bid first.",
                    "The auction: {n} horses each. {name} will bid first.",
                    short[first],
                    name=self._names[first],
                )
            case events.HorseOffered(horse):
                card = self._edition.horses[horse]
                yield say(
                    "On sale: {horse}, minimum price {price}, levels {levels}.",
                    horse=self._notes.horse(horse),
                    price=money(card.price),
                    levels=" ".join(card.levels),
                )
            case events.BidMade(seat, amount) | events.SealedBidMade(seat, amount):
                yield self._bid(seat, amount)
            case events.SealedBidsOpened(bids):
                yield say("The bids are opened.")
                yield from (self._bid(seat, amount) for seat, amount in bids)
            case events.HorseSold():
                yield self._sold(event)
            case events.HorseUnsold(horse):
                name = self._notes.horse(horse)
                yield say("{horse} finds no buyer and goes to the bottom of the stack.", horse=name)
            case events.AuctionClosed(unsold):
                yield say("The auction is over.")
                if unsold:
                    horses = self._notes.horses(unsold)
                    yield say("Unsold and out of the game: {horses}.", horses=horses)
            case _:
                assert_never(event)

    def _bid(self, seat: int, amount: int | None) -> Text:
        if amount is None:
            return self._decided(seat)
        if not amount:
            return say("{name}: no bid.", name=self._names[seat])
        return say("{name}: {amount}.", name=self._names[seat], amount=money(amount))

    def _decided(self, seat: int) -> Text:
        return say("{name} has chosen in secret.", name=self._names[seat])

    def _sold(self, event: events.HorseSold) -> Text:
        what = {**self._notes.of(event.seat, event.horse), "price": money(event.price)}
        match event.how:
            case "offer":
                return say("Sold! {name}: {horse} for {price}.", **what)
            case "lone_buyer":
                return say("{name}: {horse} for {price}, as the only buyer left.", **what)
            case "nobody_wanted":
                return say(
                    "Nobody wants any of these horses. {name} must take {horse} for {price}.",
                    **what,
                )
            case "what_cash_there_is":
                return say(
                    "{name} cannot afford any horse and gets the cheapest one, {horse}, for "
                    "{price}.",
                    **what,
                )
            case _:
                assert_never(event.how)

    def _training(self, event: events.TrainingEvent | events.TrainingCardDrawn) -> Iterator[Text]:
        match event:
            case events.TrainingOpened():
                yield say("Training: all horses go from the stable to the turf.")
            case events.TraineeChosen(seat, horse):
                yield say("{name}: {horse} goes into training.", **self._notes.of(seat, horse))
            case events.TrainingStarted(seat, throws):
                yield from self._dice_for_start(throws)
                yield say("{name} will train first.", name=self._names[seat])
            case events.TrainingRolled(seat, horse, die, to):
                if to <= self._edition.training_spaces:  # otherwise `HorseTrained` follows
                    what = self._notes.of(seat, horse)
                    yield say(
                        "{name} rolled a {die}: {horse} moves to {space}.",
                        **what,
                        die=die,
                        space=to,
                    )
            case events.TrainingDeckReformed():
                yield say("The training cards are reshuffled.")
            case events.TrainingCardDrawn():
                yield self._drew(event)
            case events.HorseTrained(seat, horse):
                yield self._trained(self._notes.of(seat, horse), self._notes.level(horse))
            case events.TrainingTurn():
                self._promised = 0
                yield from self._notes.in_vain()
            case _:
                assert_never(event)

    def _dice_for_start(self, throws: Iterable[Iterable[tuple[int, int]]]) -> Iterator[Text]:
        for throw in throws:
            yield say("Rolls for the first turn: {dice}.", dice=numbered(self._names, throw))

    def _trained(self, what: dict[str, Argument], level: str) -> Text:
        if not self._notes.tells_levels:
            return say("{name}: {horse} reaches the turf.", **what)
        return say("{name}: {horse} reaches the turf in condition {level}.", **what, level=level)

    def _drew(self, event: events.TrainingCardDrawn) -> Text:
        what = self._notes.of(event.seat, event.horse)
        if event.card is None:
            return say("{name}: {horse} gets a hidden card to keep.", **what)
        card = self._edition.training[event.card]
        if event.kept:
            return say("{name}: {horse} gets a {card} to keep.", **what, card=training_effect(card))
        if card.effect == "condition":
            self._promised = card.amount
            self._notes.otherwise = self._unchanged(event.horse)
        return say("{name}: a card for {horse}, {effect}.", **what, effect=training_effect(card))

    def _unchanged(self, horse: int) -> Text:
        name = self._notes.horse(horse)
        if not self._notes.tells_levels:
            return say("{horse}: condition unchanged.", horse=name)
        return say("{horse} stays at {level}.", horse=name, level=self._notes.level(horse))

    def _choosing(
        self, event: events.ChoiceEvent | events.EntryMade | events.SaleMade
    ) -> Iterator[Text]:
        match event:
            case events.EntryOpened(race):
                yield say("Race {race}: all players choose their runners in secret.", race=race)
            case events.EntryMade(seat, horses):
                yield (
                    self._decided(seat)
                    if horses is None
                    else say("{name} entered {horses}.", **self._notes.several(seat, horses))
                )
            case events.LanesTaken(runners, throws):
                self._notes.runners = runners
                for throw in throws:
                    names = [self._notes.horse(horse) for horse in range(len(self._edition.horses))]
                    yield say("Rolls for the lanes: {dice}.", dice=numbered(names, throw))
                yield from self._lanes(sorted(runners, key=lambda runner: runner.lane))
            case events.SaleOpened(each):
                yield count(
                    "Each player chooses one horse in secret and sells it to the bank.",
                    "Each player chooses {n} horses in secret and sells them to the bank.",
                    each,
                )
            case events.SaleMade(seat, horses):
                yield (
                    self._decided(seat)
                    if horses is None
                    else say("{name} will sell {horses}.", **self._notes.several(seat, horses))
                )
            case events.HorseSoldBack():
                yield self._sold_back(event)
            case _:
                assert_never(event)

    def _lanes(self, runners: list[events.Runner]) -> Iterator[Text]:
        for runner in runners:
            what = {**self._notes.of(runner.seat, runner.horse), "lane": runner.lane}
            level = self._notes.level(runner.horse)
            yield (
                say("Lane {lane}: {horse}, condition {level}, for {name}.", **what, level=level)
                if self._notes.tells_levels
                else say("Lane {lane}: {horse}, for {name}.", **what)
            )
        inside, beside = (LEVELS.index(self._notes.level(runner.horse)) for runner in runners[:2])
        if inside > beside:  # RF4.3: the only reason for the better condition to start inside
            horse = self._notes.horse(runners[0].horse)
            yield say("Only {horse} has a 0 on its card, so it starts on the inside.", horse=horse)

    def _sold_back(self, event: events.HorseSoldBack) -> Text:
        """RF9.1: the price on the card, and the price of the condition."""
        what = {**self._notes.of(event.seat, event.horse), "total": money(event.price)}
        price = self._edition.horses[event.horse].price
        if event.price == price or not self._notes.tells_levels:
            return say("{name}: {horse} sold to the bank for {total}.", **what)
        return say(
            "{name}: {horse} sold to the bank for {total}: {price} plus {more} for condition "
            "{level}.",
            **what,
            price=money(price),
            more=money(event.price - price),
            level=self._notes.level(event.horse),
        )

    def _betting(self, event: events.SlipsEvent | events.SlipsPlaced) -> Iterator[Text]:
        match event:
            case events.SlipsPlaced(seat, stakes):
                yield from (self._decided(seat),) if stakes is None else self._staked(seat, stakes)
                if stakes == ():
                    yield say("{name}: no slips.", name=self._names[seat])
            case events.SlipsCounted(slips):
                self._slips = sum(map(sum, slips))
                if not self._slips:
                    yield say("Nobody bets.")
                yield from self._counted(slips)
            case events.SlipsTurned(stakes):
                if any(stakes):
                    yield say("The slips are turned over.")
                for seat, own in enumerate(stakes):
                    yield from self._staked(seat, own)
            case _:
                assert_never(event)

    def _staked(self, seat: int, stakes: tuple[Stake, ...]) -> Iterator[Text]:
        for colour in dict.fromkeys(stake.colour for stake in stakes):
            values = [stake.value for stake in stakes if stake.colour == colour]
            yield count(
                "{name}: one slip on {horse}, worth {amount}.",
                "{name}: {n} slips on {horse}, worth {amount}.",
                len(values),
                **self._notes.of(seat, self._notes.runners[colour].horse),
                amount=money(sum(values)),
            )

    def _counted(self, slips: tuple[tuple[int, ...], ...]) -> Iterator[Text]:
        """RF5.3: how many slips each runner has, and whose they are."""
        for colour in range(len(self._notes.runners)):
            on = [(seat, own[colour]) for seat, own in enumerate(slips) if own[colour]]
            if on:
                yield count(
                    "{horse}: one slip, {who}.",
                    "{horse}: {n} slips, {who}.",
                    sum(number for _, number in on),
                    horse=self._notes.runner(colour),
                    who=numbered(self._names, on),
                )

    def _settling(self, event: events.SettlementEvent) -> Iterator[Text]:
        match event:
            case events.RunnerHome(runner, place):
                yield self._came_home(runner, PLACES[place - 1])
            case events.RaceStopped(order):
                horses = self._notes.horses([self._notes.runners[runner].horse for runner in order])
                yield say("The race is over: {horses}.", horses=horses)
            case events.ConditionChanged(horse, level):
                yield from self._changed(horse, level)
            case events.MoneyPaid():
                yield from self._paid(event)
            case events.PrizePaid(_, runner, place, amount):
                yield say(
                    "{name} won {amount}: {horse} is {place}.",
                    **self._notes.entry(runner),
                    place=PLACES[place - 1],
                    amount=money(amount),
                )
            case events.OddsSet():
                yield self._odds(event)
            case events.WinningsPaid(seat, stake, tenths, amount):
                yield say(
                    "{name} won {amount}: {stake} × {odds}.",
                    name=self._names[seat],
                    stake=money(stake),
                    odds=odds(tenths),
                    amount=money(amount),
                )
            case events.MoneyReceived():
                pass  # the call of the card includes it
            case events.MeetingEnded(winners):
                yield winners_named(self._names, winners)
            case _:
                assert_never(event)

    def _came_home(self, runner: int, place: Text) -> Text:
        horse = self._notes.runner(runner)
        ran, self._notes.at[runner] = self._notes.at[runner] == HOME, HOME
        if ran:
            return say("{horse} is home, {place}!", horse=horse, place=place)
        return say("{horse} is the only one left and stops: {place}.", horse=horse, place=place)

    def _changed(self, horse: int, level: int) -> Iterator[Text]:
        notes, name, promised = self._notes, self._notes.horse(horse), self._promised
        before, by = notes.level(horse), level - notes.levels[horse]
        notes.otherwise, notes.levels[horse], self._promised = None, level, 0
        if notes.tells_levels:
            yield say(
                "{horse}: condition from {before} to {level}.",
                horse=name,
                before=before,
                level=notes.level(horse),
            )
        elif not promised:
            yield say("{horse}: {change}.", horse=name, change=condition_change(by))
        elif by != promised:  # otherwise the call of the card includes it
            yield say(
                "{horse}: {change}, the most possible.", horse=name, change=condition_change(by)
            )

    def _paid(self, event: events.MoneyPaid) -> Iterator[Text]:
        name, amount = self._names[event.seat], money(event.amount)
        if event.amount < event.due:  # RF1.9
            yield say(
                "{name} must pay {due}, but only {amount} is left; the rest is waived.",
                name=name,
                due=money(event.due),
                amount=amount,
            )
        elif event.why == "fee":
            yield say("{name}: entry fee {amount}.", name=name, amount=amount)
        elif event.why == "stakes":
            yield say("{name} staked {amount}.", name=name, amount=amount)
        # The call of a card includes what it costs.

    def _odds(self, event: events.OddsSet) -> Text:
        """RF7.3: by the number of slips if it was used, otherwise by the money."""
        horse = self._notes.runner(event.winner)
        if event.tenths is None:
            return say("{horse} has no slips: nobody wins a bet.", horse=horse)
        if event.on_all == self._slips:
            return count(
                "{horse} has the only slip: the odds are {odds}.",
                "{horse} has {on_winner} of {n} slips: the odds are {odds}.",
                event.on_all,
                horse=horse,
                on_winner=event.on_winner,
                odds=odds(event.tenths),
            )
        return say(
            "{horse} has {on_winner} of the {on_all} staked: the odds are {odds}.",
            horse=horse,
            on_winner=money(event.on_winner),
            on_all=money(event.on_all),
            odds=odds(event.tenths),
        )


def numbered(names: Sequence[Argument], numbers: Iterable[tuple[int, int]]) -> Text:
    """Each name with its number, as `North 3, South 5`."""
    return listed(
        [Text("{who} {number}", {"who": names[who], "number": number}) for who, number in numbers]
    )
