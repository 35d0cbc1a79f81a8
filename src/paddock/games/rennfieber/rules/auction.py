"""RF2: horses are offered one at a time until all players have as many as they need."""

from paddock.games.rennfieber import events
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.rules import training
from paddock.games.rennfieber.ruleset import AuctionKind, LastBuyer, OfferOrder, Ruleset
from paddock.games.rennfieber.state import Auction, Lot, State
from paddock.kernel.game import Decision

RAISE = 100  # RF2.5: always in hundreds


def open_auction(
    rules: Ruleset,
    decision: Decision[State, Event],
    number: int,
    horses: tuple[int, ...],
    each: int,
) -> None:
    """RF2.9: a draw decides who opens the bidding for the first horse."""
    first = decision.draw(f"auction/{number}/first", 0, rules.seats)
    shuffled, under = stack(rules, horses)
    decision.emit(events.AuctionOpened(number, shuffled, under, (each,) * rules.seats, first))
    next_lot(rules, decision)


def stack(rules: Ruleset, horses: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """RF2.1: the horses in an unknown order, and those in a known one."""
    match rules.offer_order:
        case OfferOrder.SHUFFLED:
            return horses, ()
        case OfferOrder.NUMBER:
            return (), horses


def next_lot(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """Offer horses until one has bidders, or until nobody needs another (RF2.2)."""
    while any(decision.phase(Auction).short):
        auction = decision.phase(Auction)
        able = able_buyers(rules, decision.state, auction)
        if not able:
            hand_out(rules, decision)
        elif len(able) == 1 and rules.last_buyer is LastBuyer.TAKES:
            sell_to_lone(rules, decision, able[0])
        elif auction.unsold >= len(auction.shuffled) + len(auction.under):
            sell_unwanted(rules, decision, able)
        else:
            horse = top(decision)
            bidders = _able_for(rules, decision.state, auction, horse, _from_next(rules, auction))
            if bidders:
                decision.emit(events.HorseOffered(horse, bidders))
                return
            decision.emit(events.HorseUnsold(horse))
    auction = decision.phase(Auction)
    decision.emit(events.AuctionClosed((*auction.shuffled, *auction.under)))
    training.open_training(rules, decision, auction.number)


def top(decision: Decision[State, Event]) -> int:
    """The next horse: any shuffled one; when these are gone, the known next one."""
    auction = decision.phase(Auction)
    if not auction.shuffled:
        return auction.under[0]
    stream = f"auction/{auction.number}/horse"
    return auction.shuffled[decision.draw(stream, auction.drawn, len(auction.shuffled))]


def price(rules: Ruleset, horse: int) -> int:
    return rules.edition.horses[horse].price


def most(rules: Ruleset, state: State, auction: Auction, seat: int, horse: int) -> int:
    """RF2.6: the most a seat may offer for a horse."""
    cash = state.ledger.purses[seat]
    return (cash - reserve(rules, auction, seat, horse)) // RAISE * RAISE


def reserve(rules: Ruleset, auction: Auction, seat: int, horse: int) -> int:
    """RF2.6: what a seat must keep for the cheapest horses that it needs besides this one."""
    cards = rules.edition.horses
    to_come = sorted([cards[other].price for other in left(auction) if other != horse])
    return sum(to_come[: auction.short[seat] - 1])


def highest(rules: Ruleset, state: State, auction: Auction, seat: int, horse: int) -> int:
    """RF2.6, RF2.9: the highest legal offer; a lone buyer pays the minimum or nothing."""
    if able_buyers(rules, state, auction) == [seat]:
        return price(rules, horse)
    return most(rules, state, auction, seat, horse)


def able_buyers(rules: Ruleset, state: State, auction: Auction) -> list[int]:
    """The seats that need a horse and can afford one of those left; RF2.8 is for the others.

    A seat that cannot pay for the cheapest horse and reserve money for its next ones can buy none.
    """
    seats = [seat for seat, short in enumerate(auction.short) if short]
    return list(_able_for(rules, state, auction, cheapest(rules, auction), seats))


def cheapest(rules: Ruleset, auction: Auction) -> int:
    """The cheapest horse left; of several, the one with the lowest number."""
    return min(left(auction), key=lambda horse: (price(rules, horse), horse))


def left(auction: Auction) -> tuple[int, ...]:
    """The horses that are not sold, including the one on sale."""
    lot = () if auction.lot is None else (auction.lot.horse,)
    return (*lot, *auction.shuffled, *auction.under)


def _from_next(rules: Ruleset, auction: Auction) -> list[int]:
    return [(auction.next + turn) % rules.seats for turn in range(rules.seats)]


def _able_for(
    rules: Ruleset, state: State, auction: Auction, horse: int, seats: list[int]
) -> tuple[int, ...]:
    return tuple(
        seat
        for seat in seats
        if auction.short[seat] and most(rules, state, auction, seat, horse) >= price(rules, horse)
    )


def sell_to_lone(rules: Ruleset, decision: Decision[State, Event], seat: int) -> None:
    """RF2.9, `takes`: the lone buyer is not asked, and buys every horse that it can afford."""
    horse = top(decision)
    if most(rules, decision.state, decision.phase(Auction), seat, horse) >= price(rules, horse):
        decision.emit(events.HorseSold(horse, seat, price(rules, horse), "lone_buyer"))
    else:
        decision.emit(events.HorseUnsold(horse))


def sell_unwanted(rules: Ruleset, decision: Decision[State, Event], able: list[int]) -> None:
    """RF2.7: nobody wanted any; the top horse goes at its minimum to the seat with the fewest."""
    horse = top(decision)
    state = decision.state
    buyers = _able_for(rules, state, decision.phase(Auction), horse, able)
    if not buyers:
        decision.emit(events.HorseUnsold(horse))
        return
    fewest = min(len(state.owned(seat)) for seat in buyers)
    tied = [seat for seat in buyers if len(state.owned(seat)) == fewest]
    decision.emit(
        events.HorseSold(horse, _drawn(decision, tied), price(rules, horse), "nobody_wanted")
    )


def hand_out(rules: Ruleset, decision: Decision[State, Event]) -> None:
    """RF2.8: a seat that cannot afford any horse gets the cheapest for all its cash."""
    auction = decision.phase(Auction)
    seat = next(seat for seat in _from_next(rules, auction) if auction.short[seat])
    horse = cheapest(rules, auction)
    paid = min(price(rules, horse), decision.state.ledger.purses[seat])
    decision.emit(events.HorseSold(horse, seat, paid, "what_cash_there_is"))


def bid(rules: Ruleset, decision: Decision[State, Event], seat: int, amount: int) -> None:
    """RF2.5, open auctions: an offer or none."""
    lot = lot_of(decision)
    decision.emit(events.BidMade(seat, amount, bidders_after(rules, lot.bidders, amount)))
    lot = lot_of(decision)
    if lot.bidders and lot.bidders != (lot.holder,):
        return
    if lot.holder is None:
        decision.emit(events.HorseUnsold(lot.horse))
    else:
        decision.emit(events.HorseSold(lot.horse, lot.holder, lot.standing, "offer"))
    next_lot(rules, decision)


def bidders_after(rules: Ruleset, bidders: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """RF2.5: in ascending auctions a bidder may bid again; all others are out for this horse."""
    first, *others = bidders
    match rules.auction:
        case AuctionKind.ASCENDING:
            return (*others, first) if amount else tuple(others)
        case AuctionKind.ONCE_AROUND | AuctionKind.SEALED:
            return tuple(others)


def bid_sealed(rules: Ruleset, decision: Decision[State, Event], seat: int, amount: int) -> None:
    """RF2.5, sealed offers: one secret offer each; when all have offered, the highest wins."""
    decision.emit(events.SealedBidMade(seat, amount))
    lot = lot_of(decision)
    if len(lot.sealed) < len(lot.bidders):
        return
    decision.emit(events.SealedBidsOpened(tuple(sorted(lot.sealed))))
    highest = max(amount for _, amount in lot.sealed)
    if highest == 0:
        decision.emit(events.HorseUnsold(lot.horse))
    else:
        tied = sorted(seat for seat, amount in lot.sealed if amount == highest)
        decision.emit(events.HorseSold(lot.horse, _drawn(decision, tied), highest, "offer"))
    next_lot(rules, decision)


def _drawn(decision: Decision[State, Event], tied: list[int]) -> int:
    """One of the tied seats, drawn; each lot has its own stream."""
    if len(tied) == 1:
        return tied[0]
    auction = decision.phase(Auction)
    return tied[decision.draw(f"auction/{auction.number}/tie/{auction.lots}", 0, len(tied))]


def lot_of(decision: Decision[State, Event]) -> Lot:
    lot = decision.phase(Auction).lot
    assert lot is not None
    return lot
