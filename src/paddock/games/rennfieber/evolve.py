"""The only code that changes the state, from events alone: it needs no rules and no chance.

Frequent events come first, and their fields are read by name: matching class patterns that unpack
fields would take longer than everything else here.
"""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from paddock.games.rennfieber import events
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.state import (
    Auction,
    Betting,
    Deck,
    Dice,
    Entering,
    Horse,
    Lot,
    Note,
    Over,
    PastRace,
    Racing,
    Selling,
    Settling,
    State,
    Training,
)
from paddock.games.rennfieber.track import HOME
from paddock.kernel.game import ImpossibleEvent

Item = TypeVar("Item")


def evolve(state: State, event: Event) -> State:
    phase = state.phase
    match phase:
        case Racing():
            return _race(state, phase, event)
        case Training():
            return _training(state, phase, event)
        case Auction():
            return _auction(state, phase, event)
        case Entering():
            return _entry(state, phase, event)
        case Betting():
            return _betting(state, phase, event)
        case Settling():
            return _settle(state, phase, event)
        case Selling():
            return _sale(state, phase, event)
        case _:
            return _anywhere(state, event)


def _anywhere(state: State, event: Event) -> State:
    """Events of several phases, and events that begin a phase."""
    match event:
        case events.MoneyPaid(seat, amount=amount):
            return _payment(replace(state, ledger=state.ledger.pay_in(seat, amount)), event)
        case events.MoneyReceived(seat, amount):
            return replace(state, ledger=state.ledger.pay_out(seat, amount))
        case events.ConditionChanged(horse, level):
            return _with_horse(state, horse, replace(state.horses[horse], level=level))
        case events.AuctionOpened():
            auction = Auction(event.number, event.shuffled, event.under, event.short, event.first)
            return replace(state, phase=auction)
        case events.TrainingOpened(number, horses):
            nobody: tuple[int | None, ...] = (None,) * state.seats
            training = Training(number, horses, nobody, (0,) * state.seats)
            return _reformed(replace(state, phase=training))
        case events.EntryOpened(race):
            return replace(state, race=race, phase=Entering((None,) * state.seats))
        case events.SaleOpened(each):
            return replace(state, phase=Selling(each, (None,) * state.seats))
        case events.MeetingEnded(winners):
            return replace(state, phase=Over(winners))
        case _:
            raise ImpossibleEvent(event, state.phase)


def _auction(state: State, auction: Auction, event: Event) -> State:
    match event:
        case events.BidMade():
            lot = replace(_lot(auction, event), bidders=event.bidders)
            if event.amount:
                lot = replace(lot, holder=event.seat, standing=event.amount)
            auction = replace(auction, lot=lot)
        case events.HorseOffered(horse, bidders):
            auction = _taken(auction, horse)
            auction = replace(auction, lot=Lot(horse, bidders), lots=auction.lots + 1)
        case events.SealedBidMade(seat, int(amount)):
            lot = _lot(auction, event)
            lot = replace(lot, sealed=(*lot.sealed, (seat, amount)))
            auction = replace(auction, lot=lot)
        case events.SealedBidsOpened():
            pass
        case events.HorseSold(horse, seat, price):
            auction = _taken(auction, horse)
            short = _put(auction.short, seat, auction.short[seat] - 1)
            auction = replace(
                auction, short=short, next=(seat + 1) % state.seats, unsold=0, lot=None
            )
            state = replace(state, ledger=state.ledger.pay_in(seat, price))
            state = _with_horse(state, horse, replace(state.horses[horse], owner=seat))
        case events.HorseUnsold(horse):
            auction = _taken(auction, horse)
            under = (*auction.under, horse)
            auction = replace(auction, under=under, unsold=auction.unsold + 1, lot=None)
        case events.AuctionClosed():
            auction = replace(auction, shuffled=(), under=())
        case _:
            return _anywhere(state, event)
    return replace(state, phase=auction)


def _taken(auction: Auction, horse: int) -> Auction:
    """The horse leaves the stack; if it was in the shuffled part, that was a draw."""
    return replace(
        auction,
        shuffled=tuple(other for other in auction.shuffled if other != horse),
        under=tuple(other for other in auction.under if other != horse),
        drawn=auction.drawn + (horse in auction.shuffled),
    )


def _lot(auction: Auction, event: Event) -> Lot:
    if auction.lot is None:
        raise ImpossibleEvent(event, auction)
    return auction.lot


def _training(state: State, now: Training, event: Event) -> State:
    match event:
        case events.TrainingRolled():
            now = replace(now, space=_put(now.space, event.seat, event.to), rolls=now.rolls + 1)
        case events.TrainingTurn():
            now = replace(now, turn=event.seat)
        case events.TrainingCardDrawn() if event.card is not None:
            state = _card_drawn(state, event.seat, event.horse, event.card, kept=event.kept)
            now = replace(now, cards=now.cards + 1)
        case events.TraineeChosen(seat, horse):
            left = tuple(other for other in now.waiting[seat] if other != horse)
            now = replace(
                now,
                waiting=_put(now.waiting, seat, left),
                trainee=_put(now.trainee, seat, horse),
                space=_put(now.space, seat, 0),
            )
        case events.TrainingStarted(seat):
            now = replace(now, started=True, turn=seat)
        case events.TrainingDeckReformed():
            return _reformed(state)
        case events.HorseTrained(seat):
            now = replace(now, trainee=_put(now.trainee, seat, None))
        case _:
            return _anywhere(state, event)
    return replace(state, phase=now)


def _card_drawn(state: State, seat: int, horse: int, card: int, *, kept: bool) -> State:
    deck = state.training.drawn(card)
    if not kept:
        return replace(state, training=deck.discarded(card))
    own = state.horses[horse]
    changed = replace(own, kept=tuple(sorted((*own.kept, card))))
    state = _noted(replace(state, training=deck), Note("drawn", seat, horse, card))
    return _with_horse(state, horse, changed)


def _entry(state: State, entering: Entering, event: Event) -> State:
    match event:
        case events.EntryMade(seat, tuple(horses)):
            return replace(state, phase=Entering(_put(entering.chosen, seat, horses)))
        case events.LanesTaken(runners, most=most):
            entered = list(state.horses)
            for runner in runners if state.race == 1 else ():
                entered[runner.horse] = replace(entered[runner.horse], ran_first=True)
            betting = Betting(runners, most, (None,) * state.seats)
            return replace(state, horses=tuple(entered), phase=betting)
        case _:
            return _anywhere(state, event)


def _betting(state: State, betting: Betting, event: Event) -> State:
    match event:
        case events.SlipsPlaced(seat, tuple(stakes)):
            return replace(state, phase=replace(betting, stakes=_put(betting.stakes, seat, stakes)))
        case events.SlipsCounted(slips):
            return replace(state, phase=replace(betting, slips=slips))
        case events.RaceStarted(order, at, gallop):
            count = len(betting.runners)
            run = Racing(
                betting.runners,
                betting.most,
                tuple(stakes or () for stakes in betting.stakes),
                betting.slips,
                order,
                at,
                (0,) * count,
                Deck(gallop, (0,) * len(gallop)),
                ((),) * count,
                order[0],
            )
            return replace(state, phase=run)
        case _:
            return _anywhere(state, event)


def _race(state: State, run: Racing, event: Event) -> State:
    match event:
        case events.RunnerMoved():
            return _moved(state, run, event)
        case events.DiceRolled():
            dice = Dice(event.race_die, event.die)
            run = replace(run, dice=dice, turns=run.turns + 1, race_dice=run.race_dice + 1)
        case events.TurnBegan():
            run = replace(run, turn=event.runner, dice=None, extra=None)
        case events.RunnerHome(runner):
            run = _without(run, runner, run.force[runner])
            run = replace(run, at=_put(run.at, runner, HOME), home=(*run.home, runner))
        case events.RaceStopped():
            return replace(state, phase=Settling(run))
        case _:
            return _gallop(state, run, event)
    return replace(state, phase=run)


def _gallop(state: State, run: Racing, event: Event) -> State:
    match event:
        case events.GallopDrawn():
            runner, card, force = event.runner, event.card, run.force
            deck = run.gallop.drawn(card)
            if event.stays:
                force = _put(force, runner, (*force[runner], card))
            else:
                deck = deck.discarded(card)
            run = replace(run, gallop=deck, force=force, gallops=run.gallops + 1)
        case events.ExtraMove():
            thrown = run.race_dice + (event.race_die is not None)
            run = replace(run, extra=event.length, race_dice=thrown)
        case events.GallopDeckReformed(without):
            deck = run.gallop.reformed()
            for card in without:
                deck = deck.drawn(card).discarded(card)
            run = replace(run, gallop=deck)
        case events.TurnMissed(runner, card):
            run = _without(run, runner, (card,))
        case _:
            return _anywhere(state, event)
    return replace(state, phase=run)


def _moved(state: State, run: Racing, event: events.RunnerMoved) -> State:
    runner = event.runner
    run = _without(run, runner, event.spent) if event.spent else run
    at = _put(run.at, runner, event.path[-1]) if event.path else run.at
    run = replace(run, at=at, crossed=_put(run.crossed, runner, event.crossed), extra=None)
    state = replace(state, phase=run)
    if event.card is None:
        return state
    horse = run.runners[runner].horse
    kept = list(state.horses[horse].kept)
    kept.remove(event.card)
    state = replace(state, training=state.training.discarded(event.card))
    state = _noted(state, Note("played", run.runners[runner].seat, horse, event.card))
    return _with_horse(state, horse, replace(state.horses[horse], kept=tuple(kept)))


def _without(run: Racing, runner: int, cards: Sequence[int]) -> Racing:
    """Discard gallop cards that are no longer in force."""
    left = list(run.force[runner])
    for card in cards:
        left.remove(card)
    force = _put(run.force, runner, tuple(left))
    return replace(run, force=force, gallop=run.gallop.discarded(*cards))


def _settle(state: State, settling: Settling, event: Event) -> State:
    match event:
        case events.PrizePaid(seat, amount=amount) | events.WinningsPaid(seat, amount=amount):
            return _payment(replace(state, ledger=state.ledger.pay_out(seat, amount)), event)
        case events.OddsSet():
            return replace(state, phase=replace(settling, odds=event))
        case events.SlipsTurned():
            return state
        case events.RaceSettled():
            run = settling.run
            past = PastRace(
                run.runners, run.stakes, run.home, settling.odds, run.turns, settling.payments
            )
            return replace(state, past=(*state.past, past))
        case _:
            return _anywhere(state, event)


def _payment(state: State, event: events.Payment) -> State:
    """Keep a payment with the race that is being settled, if there is one."""
    match state.phase:
        case Settling(payments=payments) as settling:
            return replace(state, phase=replace(settling, payments=(*payments, event)))
        case _:
            return state


def _sale(state: State, selling: Selling, event: Event) -> State:
    match event:
        case events.SaleMade(seat, tuple(horses)):
            return replace(state, phase=replace(selling, chosen=_put(selling.chosen, seat, horses)))
        case events.HorseSoldBack(seat, horse, price):
            sold = state.horses[horse]
            state = replace(
                state,
                ledger=state.ledger.pay_out(seat, price),
                training=state.training.discarded(*sold.kept),
            )
            for card in sold.kept:
                state = _noted(state, Note("sold", seat, horse, card))
            return _with_horse(state, horse, replace(sold, owner=None, kept=()))
        case _:
            return _anywhere(state, event)


def _reformed(state: State) -> State:
    return _noted(replace(state, training=state.training.reformed()), Note("reformed"))


def _noted(state: State, note: Note) -> State:
    return replace(state, chronicle=(*state.chronicle, note))


def _with_horse(state: State, number: int, horse: Horse) -> State:
    return replace(state, horses=_put(state.horses, number, horse))


def _put(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    changed = list(items)
    changed[place] = item
    return tuple(changed)
