"""The race caller: what is said of an event, chosen once, for terminal, browser and speech alike.

A caller listens to the events as its viewer may read them, from the beginning of a match, and
keeps what a person with field glasses and a programme would: conditions, runners, where they are.
Sentences begin with a name and a colon rather than a verb, so that they fit any name in any
language. Reasons are read off the events; no rule is reckoned again here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from fractions import Fraction
from typing import Self, assert_never

from paddock.games.rennfieber.commands import Stake
from paddock.games.rennfieber.edition import LEVELS, Edition, GallopEffect
from paddock.games.rennfieber.events import (
    AuctionClosed,
    AuctionOpened,
    BidMade,
    ConditionChanged,
    DiceRolled,
    EntryMade,
    EntryOpened,
    Event,
    ExtraMove,
    GallopDeckReformed,
    GallopDrawn,
    HorseOffered,
    HorseSold,
    HorseSoldBack,
    HorseTrained,
    HorseUnsold,
    LanesTaken,
    MeetingEnded,
    MoneyPaid,
    MoneyReceived,
    OddsSet,
    PrizePaid,
    RaceSettled,
    RaceStarted,
    RaceStopped,
    Runner,
    RunnerHome,
    RunnerMoved,
    SaleMade,
    SaleOpened,
    SealedBidMade,
    SealedBidsOpened,
    SlipsCounted,
    SlipsPlaced,
    SlipsTurned,
    TraineeChosen,
    TrainingCardDrawn,
    TrainingDeckReformed,
    TrainingOpened,
    TrainingRolled,
    TrainingStarted,
    TrainingTurn,
    TurnBegan,
    TurnMissed,
    WinningsPaid,
)
from paddock.games.rennfieber.phrases import (
    PLACES,
    further,
    gallop_effect,
    less,
    money,
    odds,
    spot,
    training_effect,
)
from paddock.games.rennfieber.track import HOME, SECTIONS
from paddock.kernel.text import Argument, Badge, Text, count, listed, named, say

# The events by what they are about, in the order of play.
Auctioning = (
    AuctionOpened
    | HorseOffered
    | BidMade
    | SealedBidMade
    | SealedBidsOpened
    | HorseSold
    | HorseUnsold
    | AuctionClosed
)
Training = (
    TrainingOpened
    | TraineeChosen
    | TrainingStarted
    | TrainingRolled
    | TrainingDeckReformed
    | TrainingCardDrawn
    | HorseTrained
    | TrainingTurn
)
Choosing = EntryOpened | EntryMade | LanesTaken | SaleOpened | SaleMade | HorseSoldBack
Betting = SlipsPlaced | SlipsCounted | SlipsTurned
Running = (
    RaceStarted
    | TurnBegan
    | TurnMissed
    | DiceRolled
    | RunnerMoved
    | GallopDrawn
    | GallopDeckReformed
    | ExtraMove
)
Settling = (
    RunnerHome
    | RaceStopped
    | ConditionChanged
    | MoneyPaid
    | MoneyReceived
    | PrizePaid
    | OddsSet
    | WinningsPaid
    | MeetingEnded
)


class Caller:
    def __init__(self, edition: Edition, names: Sequence[str]) -> None:
        self._edition = edition
        self._names = names
        self._levels = [0] * len(edition.horses)  # RF1.5
        self._runners: tuple[Runner, ...] = ()
        self._at: list[int] = []
        self._crossed: list[int] = []
        self._slips = 0
        # What is to be said of a card if what it orders does not come to pass.
        self._otherwise: Text | None = None

    def fork(self) -> Self:
        """Another one that has heard the same so far."""
        fork = copy(self)
        # The old lists are the fork's now.
        self._levels, self._at = self._levels.copy(), self._at.copy()
        self._crossed = self._crossed.copy()
        return fork

    def call(self, event: Event) -> tuple[Text, ...]:
        """What to say of the event; nothing where silence is better."""
        if isinstance(event, Running):
            return tuple(self._running(event))
        if isinstance(event, Training):
            return tuple(self._training(event))
        if isinstance(event, Auctioning):
            return tuple(self._auctioning(event))
        if isinstance(event, Choosing):
            return tuple(self._choosing(event))
        if isinstance(event, Betting):
            return tuple(self._betting(event))
        if isinstance(event, RaceSettled):  # the payments have said it
            self._runners = ()  # lanes and silks are given back
            return ()
        return tuple(self._settling(event))

    def _auctioning(self, event: Auctioning) -> Iterator[Text]:
        match event:
            case AuctionOpened(short=short, first=first):
                yield count(
                    "The auction: one horse each. {name}: first to bid.",
                    "The auction: {n} horses each. {name}: first to bid.",
                    short[first],
                    name=self._names[first],
                )
            case HorseOffered(horse):
                card = self._edition.horses[horse]
                yield say(
                    "On sale: {horse}, {price} at least, levels {levels}.",
                    horse=self._horse(horse),
                    price=money(card.price),
                    levels=" ".join(card.levels),
                )
            case BidMade(seat, amount) | SealedBidMade(seat, amount):
                yield self._bid(seat, amount)
            case SealedBidsOpened(bids):
                yield say("The offers are opened.")
                yield from (self._bid(seat, amount) for seat, amount in bids)
            case HorseSold():
                yield self._sold(event)
            case HorseUnsold(horse):
                yield say("{horse} finds no buyer: under the stack.", horse=self._horse(horse))
            case AuctionClosed(unsold):
                yield say("The auction is over.")
                if unsold:
                    yield say("Unsold, out of the game: {horses}.", horses=self._horses(unsold))
            case _:
                assert_never(event)

    def _bid(self, seat: int, amount: int | None) -> Text:
        if amount is None:
            return self._decided(seat)
        if not amount:
            return say("{name}: no offer.", name=self._names[seat])
        return say("{name}: {amount}.", name=self._names[seat], amount=money(amount))

    def _decided(self, seat: int) -> Text:
        return say("{name}: decided, in secret.", name=self._names[seat])

    def _sold(self, event: HorseSold) -> Text:
        what = {**self._of(event.seat, event.horse), "price": money(event.price)}
        match event.how:
            case "offer":
                return say("Sold! {name}: {horse} for {price}.", **what)
            case "lone_buyer":
                return say("{name}: the only buyer left, {horse} for {price}.", **what)
            case "nobody_wanted":
                return say("Nobody wants any of them. {name}: {horse} for {price}.", **what)
            case "what_cash_there_is":
                return say(
                    "{name}: not enough left to bid; the cheapest, {horse}, for {price}.", **what
                )
            case _:
                assert_never(event.how)

    def _training(self, event: Training) -> Iterator[Text]:
        match event:
            case TrainingOpened():
                yield say("Training: every horse, from the stable to the turf.")
            case TraineeChosen(seat, horse):
                yield say("{name}: {horse} goes into training.", **self._of(seat, horse))
            case TrainingStarted(seat, throws):
                yield from self._dice_for_start(throws)
                yield say("{name}: first to train.", name=self._names[seat])
            case TrainingRolled(seat, horse, die, to):
                if to <= self._edition.training_spaces:  # else it is called on the turf
                    what = self._of(seat, horse)
                    yield say("{name}: a {die}, {horse} on {space}.", **what, die=die, space=to)
            case TrainingDeckReformed():
                yield say("The training cards are shuffled anew.")
            case TrainingCardDrawn():
                yield self._drew(event)
            case HorseTrained(seat, horse):
                yield say(
                    "{name}: {horse} on the turf, in condition {level}.",
                    **self._of(seat, horse),
                    level=self._level(horse),
                )
            case TrainingTurn():
                yield from self._in_vain()
            case _:
                assert_never(event)

    def _dice_for_start(self, throws: Iterable[Iterable[tuple[int, int]]]) -> Iterator[Text]:
        for throw in throws:
            yield say("Dice for the start: {dice}.", dice=numbered(self._names, throw))

    def _drew(self, event: TrainingCardDrawn) -> Text:
        what = self._of(event.seat, event.horse)
        if event.card is None:
            return say("{name}: {horse} keeps a card, unseen.", **what)
        card = self._edition.training[event.card]
        if event.kept:
            return say("{name}: {horse} keeps a {card}.", **what, card=training_effect(card))
        if card.effect == "condition":
            level = self._level(event.horse)
            self._otherwise = say("{horse} stays at {level}.", horse=what["horse"], level=level)
        return say("{name}: a card for {horse}, {effect}.", **what, effect=training_effect(card))

    def _choosing(self, event: Choosing) -> Iterator[Text]:
        match event:
            case EntryOpened(race):
                yield say("Race {race}: all enter their runners in secret.", race=race)
            case EntryMade(seat, horses):
                yield (
                    self._decided(seat)
                    if horses is None
                    else say("{name}: {horses} to run.", **self._list(seat, horses))
                )
            case LanesTaken(runners, throws):
                self._runners = runners
                for throw in throws:
                    names = [self._horse(horse) for horse in range(len(self._edition.horses))]
                    yield say("Dice for the lanes: {dice}.", dice=numbered(names, throw))
                yield from self._lanes(sorted(runners, key=lambda runner: runner.lane))
            case SaleOpened(each):
                yield count(
                    "All sell one horse to the bank, chosen in secret.",
                    "All sell {n} horses to the bank, chosen in secret.",
                    each,
                )
            case SaleMade(seat, horses):
                yield (
                    self._decided(seat)
                    if horses is None
                    else say("{name}: {horses} to be sold.", **self._list(seat, horses))
                )
            case HorseSoldBack():
                yield self._sold_back(event)
            case _:
                assert_never(event)

    def _lanes(self, runners: list[Runner]) -> Iterator[Text]:
        for runner in runners:
            yield say(
                "Lane {lane}: {horse}, condition {level}, for {name}.",
                **self._of(runner.seat, runner.horse),
                lane=runner.lane,
                level=self._level(runner.horse),
            )
        inside, beside = (LEVELS.index(self._level(runner.horse)) for runner in runners[:2])
        if inside > beside:  # RF4.3: nothing else brings a horse inside one in worse condition
            horse = self._horse(runners[0].horse)
            yield say("{horse} alone has a 0 on its card, and so starts inside.", horse=horse)

    def _sold_back(self, event: HorseSoldBack) -> Text:
        """RF9.1: the card's price, and what there is for the condition."""
        what = {**self._of(event.seat, event.horse), "total": money(event.price)}
        price = self._edition.horses[event.horse].price
        if event.price == price:
            return say("{name}: {horse} sold to the bank for {total}.", **what)
        return say(
            "{name}: {horse} sold to the bank for {total}, {price} and {more} for {level}.",
            **what,
            price=money(price),
            more=money(event.price - price),
            level=self._level(event.horse),
        )

    def _betting(self, event: Betting) -> Iterator[Text]:
        match event:
            case SlipsPlaced(seat, stakes):
                yield from (self._decided(seat),) if stakes is None else self._staked(seat, stakes)
                if stakes == ():
                    yield say("{name}: no slips.", name=self._names[seat])
            case SlipsCounted(slips):
                self._slips = sum(map(sum, slips))
                if not self._slips:
                    yield say("Nobody bets.")
                yield from self._counted(slips)
            case SlipsTurned(stakes):
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
                "{name}: one slip on {horse}, {amount}.",
                "{name}: {n} slips on {horse}, {amount}.",
                len(values),
                **self._of(seat, self._runners[colour].horse),
                amount=money(sum(values)),
            )

    def _counted(self, slips: tuple[tuple[int, ...], ...]) -> Iterator[Text]:
        """RF5.3: how many slips each runner has, and of whom."""
        for colour in range(len(self._runners)):
            on = [(seat, own[colour]) for seat, own in enumerate(slips) if own[colour]]
            if on:
                yield count(
                    "{horse}: one slip, {who}.",
                    "{horse}: {n} slips, {who}.",
                    sum(number for _, number in on),
                    horse=self._runner(colour),
                    who=numbered(self._names, on),
                )

    def _running(self, event: Running) -> Iterator[Text]:
        match event:
            case RaceStarted(order, at):
                self._at, self._crossed = list(at), [0] * len(at)
                first = self._runners[order[0]].seat
                yield say("They're off! {name}: first to roll.", name=self._names[first])
            case TurnBegan():
                yield from self._in_vain()
            case TurnMissed(runner):
                yield from self._in_vain()
                yield say("{horse} misses a turn.", horse=self._runner(runner))
            case DiceRolled(runner, race_die, die):
                yield say(
                    "{name}: a {race_die} and a {die} for {horse}, condition {level}.",
                    **self._entry(runner),
                    race_die=race_die,
                    die=die,
                    level=self._level(self._runners[runner].horse),
                )
            case RunnerMoved():
                yield from self._moved(event)
            case GallopDeckReformed():
                yield say("The gallop cards are shuffled anew.")
            case GallopDrawn():
                yield self._drew_gallop(event)
            case ExtraMove(runner, length, race_die):
                if race_die is not None:  # else the card has said it
                    yield say(
                        "{horse}: a {race_die} this time, {due} due.",
                        horse=self._runner(runner),
                        race_die=race_die,
                        due=length,
                    )
            case _:
                assert_never(event)

    def _drew_gallop(self, event: GallopDrawn) -> Text:
        card, horse = self._edition.gallop[event.card], self._runner(event.runner)
        if card.effect in ("inward", "outward"):
            self._otherwise = say("{horse} finds no room there.", horse=horse)
        return say("A gallop card for {horse}: {effect}.", horse=horse, effect=gallop_effect(card))

    def _moved(self, event: RunnerMoved) -> Iterator[Text]:
        self._otherwise = None
        runner, horse = event.runner, self._runner(event.runner)
        yield from self._played(event)
        yield from self._weighed(event)
        if not event.path:
            yield say(
                "{horse} cannot move: {due} due, every space is taken.", horse=horse, due=event.due
            )
            return
        before, behind = self._at[runner], self._far(runner)
        crosses = event.crossed > self._crossed[runner]
        self._at[runner], self._crossed[runner] = event.path[-1], event.crossed
        if self._at[runner] == HOME:
            return  # its finish is called next
        field = [self._far(other) for other, at in enumerate(self._at) if at != HOME]
        passed = sum(behind < far < self._far(runner) for far in field)
        yield self._went(event, before, passed)
        if crosses:
            yield say("{horse} crosses the line: one lap to go.", horse=horse)

    def _went(self, event: RunnerMoved, origin: int, passed: int) -> Text:
        spaces = self._edition.track.spaces
        before, now = spaces[origin], spaces[event.path[-1]]
        where = (
            say("in lane {lane} to {spot}", lane=now.lane, spot=spot(now))
            if now.lane == before.lane
            else say("to lane {lane}, {spot}", lane=now.lane, spot=spot(now))
        )
        what: dict[str, Argument] = {
            "horse": self._runner(event.runner),
            "went": len(event.path),
            "where": where,
        }
        if len(event.path) < event.due:
            return say("{horse} is blocked: {went} of {due} {where}.", **what, due=event.due)
        if passed:
            return count(
                "{horse} goes {went} {where}, past one.",
                "{horse} goes {went} {where}, past {n}.",
                passed,
                **what,
            )
        return say("{horse} goes {went} {where}.", **what)

    def _played(self, event: RunnerMoved) -> Iterator[Text]:
        """RF6.6, RF6.11, RF6.14: the card that was played for this move."""
        what, more = self._entry(event.runner), further(self._edition.karriere)
        match event.play:
            case "none":
                pass
            case "karriere":
                yield say("{name}: a Karriere for {horse}, {further}.", **what, further=more)
            case "durchbruch":
                yield say("{name}: a Durchbruch for {horse}, through all others.", **what)
            case "durchbruch_as_karriere":
                yield say("{name}: a Durchbruch for {horse}, {further}.", **what, further=more)
            case "kept_gallop":
                more = further(self._spent(event, "keep"))
                yield say("{name}: the gallop card of {horse}, {further}.", **what, further=more)
            case _:
                assert_never(event.play)

    def _weighed(self, event: RunnerMoved) -> Iterator[Text]:
        """RF6.14: earlier gallop cards that counted in this move."""
        horse, slow = self._runner(event.runner), self._spent(event, "slow")
        if slow:
            yield say("{horse}: {less}, by its gallop card.", horse=horse, less=less(slow))
        if any(self._edition.gallop[card].effect == "no_bonus" for card in event.spent):
            yield say("{horse}: no condition bonus, by its gallop card.", horse=horse)

    def _spent(self, event: RunnerMoved, effect: GallopEffect) -> int:
        cards = [self._edition.gallop[card] for card in event.spent]
        return sum(card.amount for card in cards if card.effect == effect)

    def _settling(self, event: Settling) -> Iterator[Text]:
        match event:
            case RunnerHome(runner, place):
                yield self._came_home(runner, PLACES[place - 1])
            case RaceStopped(order):
                horses = self._horses([self._runners[runner].horse for runner in order])
                yield say("The race is over: {horses}.", horses=horses)
            case ConditionChanged(horse, level):
                yield self._changed(horse, level)
            case MoneyPaid():
                yield from self._paid(event)
            case PrizePaid(_, runner, place, amount):
                yield say(
                    "{name}: {horse} {place}, a prize of {amount}.",
                    **self._entry(runner),
                    place=PLACES[place - 1],
                    amount=money(amount),
                )
            case OddsSet():
                yield self._odds(event)
            case WinningsPaid(seat, stake, tenths, amount):
                yield say(
                    "{name}: {stake} × {odds}, {amount}.",
                    name=self._names[seat],
                    stake=money(stake),
                    odds=odds(tenths),
                    amount=money(amount),
                )
            case MoneyReceived():
                pass  # the card has said it
            case MeetingEnded(winners):
                yield count(
                    "The winner: {names}.",
                    "The win is shared: {names}.",
                    len(winners),
                    names=", ".join(self._names[seat] for seat in winners),
                )
            case _:
                assert_never(event)

    def _came_home(self, runner: int, place: Text) -> Text:
        horse = self._runner(runner)
        ran, self._at[runner] = self._at[runner] == HOME, HOME
        if ran:
            return say("{horse} is home, {place}!", horse=horse, place=place)
        return say("{horse} is called in, {place}.", horse=horse, place=place)

    def _changed(self, horse: int, level: int) -> Text:
        self._otherwise = None
        before, self._levels[horse] = self._level(horse), level
        return say(
            "{horse}: condition from {before} to {level}.",
            horse=self._horse(horse),
            before=before,
            level=self._level(horse),
        )

    def _paid(self, event: MoneyPaid) -> Iterator[Text]:
        name, amount = self._names[event.seat], money(event.amount)
        if event.amount < event.due:  # RF1.9
            yield say(
                "{name}: {due} due; only {amount} is there, the rest is forgiven.",
                name=name,
                due=money(event.due),
                amount=amount,
            )
        elif event.why == "fee":
            yield say("{name}: {amount} to enter.", name=name, amount=amount)
        elif event.why == "stakes":
            yield say("{name}: {amount} staked.", name=name, amount=amount)
        # What a card asks for, it has said itself.

    def _odds(self, event: OddsSet) -> Text:
        """RF7.3: by slips, if it is their number that was weighed; else by the money."""
        horse = self._runner(event.winner)
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

    def _in_vain(self) -> Iterator[Text]:
        """A card was drawn, and what it orders has not happened."""
        if self._otherwise is not None:
            yield self._otherwise
        self._otherwise = None

    def _far(self, runner: int) -> Fraction:
        """How far a runner has come, in sections of the track."""
        track = self._edition.track
        past_line = (track.spaces[self._at[runner]].centre - track.finish - 1) % len(SECTIONS)
        # The last space of an even lane has its middle on the line itself, and is still before it.
        return self._crossed[runner] * len(SECTIONS) + (past_line or Fraction(len(SECTIONS)))

    def _of(self, seat: int, horse: int) -> dict[str, Argument]:
        return {"name": self._names[seat], "horse": self._horse(horse)}

    def _entry(self, runner: int) -> dict[str, Argument]:
        return self._of(self._runners[runner].seat, self._runners[runner].horse)

    def _list(self, seat: int, horses: Sequence[int]) -> dict[str, Argument]:
        return {"name": self._names[seat], "horses": self._horses(horses)}

    def _level(self, horse: int) -> str:
        return self._edition.horses[horse].levels[self._levels[horse]]

    def _horse(self, horse: int) -> Text:
        """By the number of its card; a runner by its lane, in the silks of its figure."""
        badge = Badge(horse + 1)
        for silks, runner in enumerate(self._runners):
            if runner.horse == horse:
                badge = Badge(runner.lane, silks)
        return named(self._edition.horses[horse].name, badge)

    def _horses(self, horses: Sequence[int]) -> Text:
        return listed([self._horse(horse) for horse in horses])

    def _runner(self, runner: int) -> Text:
        return self._horse(self._runners[runner].horse)


def numbered(names: Sequence[Argument], numbers: Iterable[tuple[int, int]]) -> Text:
    """Each name with its number, as `North 3, South 5`."""
    return listed(
        [Text("{who} {number}", {"who": names[who], "number": number}) for who, number in numbers]
    )
