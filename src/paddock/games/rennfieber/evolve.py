"""The only writer of state. Total, without chance and without rules: events say all there is.

Events that happen often come first and are read by name: to try patterns and to take structs apart
by them takes longer than all the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Never, TypeVar

from msgspec.structs import replace

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
    """What may happen in several phases, and phases that begin with an event of their own."""
    match event:
        case MoneyPaid(seat, amount=amount):
            return _payment(replace(state, ledger=state.ledger.pay_in(seat, amount)), event)
        case MoneyReceived(seat, amount):
            return replace(state, ledger=state.ledger.pay_out(seat, amount))
        case ConditionChanged(horse, level):
            return _with_horse(state, horse, replace(state.horses[horse], level=level))
        case AuctionOpened():
            auction = Auction(event.number, event.shuffled, event.under, event.short, event.first)
            return replace(state, phase=auction)
        case TrainingOpened(number, horses):
            nobody: tuple[int | None, ...] = (None,) * state.seats
            training = Training(number, horses, nobody, (0,) * state.seats)
            return _reformed(replace(state, phase=training))
        case EntryOpened(race):
            return replace(state, race=race, phase=Entering((None,) * state.seats))
        case SaleOpened(each):
            return replace(state, phase=Selling(each, (None,) * state.seats))
        case MeetingEnded(winners):
            return replace(state, phase=Over(winners))
        case _:
            _impossible(state, event)


def _auction(state: State, auction: Auction, event: Event) -> State:
    match event:
        case BidMade():
            lot = replace(_lot(state, auction, event), bidders=event.bidders)
            if event.amount:
                lot = replace(lot, holder=event.seat, standing=event.amount)
            return replace(state, phase=replace(auction, lot=lot))
        case HorseOffered(horse, bidders):
            auction = _taken(auction, horse)
            return replace(
                state, phase=replace(auction, lot=Lot(horse, bidders), lots=auction.lots + 1)
            )
        case SealedBidMade(seat, int(amount)):
            lot = _lot(state, auction, event)
            return replace(
                state,
                phase=replace(auction, lot=replace(lot, sealed=(*lot.sealed, (seat, amount)))),
            )
        case SealedBidsOpened():
            return state
        case HorseSold(horse, seat, price):
            auction = replace(
                _taken(auction, horse),
                short=_put(auction.short, seat, auction.short[seat] - 1),
                next=(seat + 1) % state.seats,
                unsold=0,
                lot=None,
            )
            state = replace(state, ledger=state.ledger.pay_in(seat, price), phase=auction)
            return _with_horse(state, horse, replace(state.horses[horse], owner=seat))
        case HorseUnsold(horse):
            auction = _taken(auction, horse)
            return replace(
                state,
                phase=replace(
                    auction, under=(*auction.under, horse), unsold=auction.unsold + 1, lot=None
                ),
            )
        case AuctionClosed():
            return replace(state, phase=replace(auction, shuffled=(), under=()))
        case _:
            return _anywhere(state, event)


def _taken(auction: Auction, horse: int) -> Auction:
    """The horse leaves the stack; from the shuffled part, that was a draw."""
    return replace(
        auction,
        shuffled=tuple(other for other in auction.shuffled if other != horse),
        under=tuple(other for other in auction.under if other != horse),
        drawn=auction.drawn + (horse in auction.shuffled),
    )


def _lot(state: State, auction: Auction, event: Event) -> Lot:
    if auction.lot is None:
        _impossible(state, event)
    return auction.lot


def _training(state: State, now: Training, event: Event) -> State:
    match event:
        case TrainingRolled():
            space = _put(now.space, event.seat, event.to)
            return replace(state, phase=replace(now, space=space, rolls=now.rolls + 1))
        case TrainingTurn():
            return replace(state, phase=replace(now, turn=event.seat))
        case TrainingCardDrawn() if event.card is not None:
            state = replace(state, phase=replace(now, cards=now.cards + 1))
            return _card_drawn(state, event.seat, event.horse, event.card, kept=event.kept)
        case TraineeChosen(seat, horse):
            left = tuple(other for other in now.waiting[seat] if other != horse)
            return replace(
                state,
                phase=replace(
                    now,
                    waiting=_put(now.waiting, seat, left),
                    trainee=_put(now.trainee, seat, horse),
                    space=_put(now.space, seat, 0),
                ),
            )
        case TrainingStarted(seat):
            return replace(state, phase=replace(now, started=True, turn=seat))
        case TrainingDeckReformed():
            return _reformed(state)
        case HorseTrained(seat):
            return replace(state, phase=replace(now, trainee=_put(now.trainee, seat, None)))
        case _:
            return _anywhere(state, event)


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
        case EntryMade(seat, tuple(horses)):
            return replace(state, phase=Entering(_put(entering.chosen, seat, horses)))
        case LanesTaken(runners, most=most):
            entered = list(state.horses)
            for runner in runners if state.race == 1 else ():
                entered[runner.horse] = replace(entered[runner.horse], ran_first=True)
            return replace(
                state, horses=tuple(entered), phase=Betting(runners, most, (None,) * state.seats)
            )
        case _:
            return _anywhere(state, event)


def _betting(state: State, betting: Betting, event: Event) -> State:
    match event:
        case SlipsPlaced(seat, tuple(stakes)):
            return replace(state, phase=replace(betting, stakes=_put(betting.stakes, seat, stakes)))
        case SlipsCounted(slips):
            return replace(state, phase=replace(betting, slips=slips))
        case RaceStarted(order, at, gallop):
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
        case RunnerMoved():
            return _moved(state, run, event)
        case DiceRolled():
            dice = Dice(event.race_die, event.die)
            return replace(
                state,
                phase=replace(run, dice=dice, turns=run.turns + 1, race_dice=run.race_dice + 1),
            )
        case TurnBegan():
            return replace(state, phase=replace(run, turn=event.runner, dice=None, extra=None))
        case RunnerHome(runner):
            run = _without(run, runner, run.force[runner])
            return replace(
                state, phase=replace(run, at=_put(run.at, runner, HOME), home=(*run.home, runner))
            )
        case RaceStopped():
            return replace(state, phase=Settling(run))
        case _:
            return _gallop(state, run, event)


def _gallop(state: State, run: Racing, event: Event) -> State:
    match event:
        case GallopDrawn():
            runner, card, force = event.runner, event.card, run.force
            deck = run.gallop.drawn(card)
            if event.stays:
                force = _put(force, runner, (*force[runner], card))
            else:
                deck = deck.discarded(card)
            return replace(
                state, phase=replace(run, gallop=deck, force=force, gallops=run.gallops + 1)
            )
        case ExtraMove():
            thrown = run.race_dice + (event.race_die is not None)
            return replace(state, phase=replace(run, extra=event.length, race_dice=thrown))
        case GallopDeckReformed(without):
            deck = run.gallop.reformed()
            for card in without:
                deck = deck.drawn(card).discarded(card)
            return replace(state, phase=replace(run, gallop=deck))
        case TurnMissed(runner, card):
            return replace(state, phase=_without(run, runner, (card,)))
        case _:
            return _anywhere(state, event)


def _moved(state: State, run: Racing, event: RunnerMoved) -> State:
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
    """Gallop cards that are no longer in force go to the discards."""
    left = list(run.force[runner])
    for card in cards:
        left.remove(card)
    return replace(
        run, force=_put(run.force, runner, tuple(left)), gallop=run.gallop.discarded(*cards)
    )


def _settle(state: State, settling: Settling, event: Event) -> State:
    match event:
        case PrizePaid(seat, amount=amount) | WinningsPaid(seat, amount=amount):
            return _payment(replace(state, ledger=state.ledger.pay_out(seat, amount)), event)
        case OddsSet():
            return replace(state, phase=replace(settling, odds=event))
        case SlipsTurned():
            return state
        case RaceSettled():
            run = settling.run
            past = PastRace(
                run.runners,
                run.stakes,
                run.home,
                settling.odds,
                run.turns,
                settling.payments,
            )
            return replace(state, past=(*state.past, past))
        case _:
            return _anywhere(state, event)


def _payment(state: State, event: PrizePaid | WinningsPaid | MoneyPaid) -> State:
    """What is paid while a race is settled is kept with the race."""
    match state.phase:
        case Settling(payments=payments) as settling:
            return replace(state, phase=replace(settling, payments=(*payments, event)))
        case _:
            return state


def _sale(state: State, selling: Selling, event: Event) -> State:
    match event:
        case SaleMade(seat, tuple(horses)):
            return replace(state, phase=replace(selling, chosen=_put(selling.chosen, seat, horses)))
        case HorseSoldBack(seat, horse, price):
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


def _impossible(state: State, event: Event) -> Never:
    raise ImpossibleEvent(
        f"{type(event).__name__} cannot happen while {type(state.phase).__name__.lower()}"
    )
