"""RF2, compiled: horses are offered one at a time until every player has bought enough."""

from paddock.fast.chance import Script, chance
from paddock.fast.compiler import compiled, signed
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.entry import owned
from paddock.fast.rennfieber.figures import ASCENDING, SEALED, SHUFFLED, TAKES, Figures
from paddock.fast.rennfieber.table import NOBODY, Table
from paddock.fast.rennfieber.training import open_training
from paddock.fast.sets import nth, size
from paddock.games.rennfieber.edition import FIRST_SALE, HORSES
from paddock.games.rennfieber.rules.auction import RAISE


@compiled
def open_auction(figures: Figures, table: Table, script: Script) -> None:
    """RF2.1, RF2.2, RF9.2, RF2.9: the die decides who opens the bidding for the first horse."""
    first, last = (FIRST_SALE, HORSES) if table.sale else (0, FIRST_SALE)
    each = figures.runners_each if table.sale else figures.horses_each
    table.sale += 1
    table.phase = phases.OFFERING
    table.opener = chance(table, script, figures.seats)
    table.n_lots = table.unsold = table.n_under = 0
    if figures.offer_order == SHUFFLED:
        table.shuffled = (1 << last) - (1 << first)
    else:
        for horse in range(first, last):
            table.under[table.n_under] = horse
            table.n_under += 1
    for seat in range(figures.seats):
        table.to_buy[seat] = each


@compiled
def next_lot(figures: Figures, table: Table, script: Script) -> None:
    """Offer horses until one has bidders or everyone has enough."""
    while anyone_short(figures, table):
        able = able_buyers(figures, table)
        if able == 0:
            give_cheapest(figures, table)
        elif (figures.last_buyer == TAKES and size(able) == 1) or (
            table.unsold >= size(unsold_horses(table))
        ):
            sell_unasked(figures, table, able, script)
        elif offer(figures, table, script):
            return
    table.shuffled = table.n_under = 0  # what is left leaves the game
    open_training(figures, table)


@compiled
def anyone_short(figures: Figures, table: Table) -> bool:
    for seat in range(figures.seats):  # noqa: SIM110  # Numba does not support any()
        if table.to_buy[seat]:
            return True
    return False


@compiled
def unsold_horses(table: Table) -> int:
    """The unsold horses, including the one on sale."""
    horses = table.shuffled + 0
    if table.lot != NOBODY:
        horses |= 1 << table.lot
    for at in range(table.n_under):
        horses |= 1 << table.under[at]
    return horses


@compiled
def next_horse(table: Table, script: Script) -> int:
    """A random shuffled horse; once these are gone, the first of those under them."""
    if table.shuffled == 0:
        return signed(table.under[0])
    return nth(table.shuffled, chance(table, script, size(table.shuffled)))


@compiled
def most_affordable(figures: Figures, table: Table, seat: int, horse: int) -> int:
    """RF2.6: the highest bid that leaves enough for the cheapest horses that the seat needs."""
    rest, needed, reserve = unsold_horses(table) & ~(1 << horse), table.to_buy[seat] - 1, 0
    for at in range(HORSES):
        if needed <= 0:
            break
        if rest >> figures.cheapest[at] & 1:
            reserve += figures.prices[figures.cheapest[at]]
            needed -= 1
    return (table.money[seat] - reserve) // RAISE * RAISE


@compiled
def highest(figures: Figures, table: Table) -> int:
    """RF2.6, RF2.9: the highest legal bid; a lone buyer bids the minimum or nothing."""
    alone = table.n_bidders == 1 and table.holder == NOBODY
    if alone and able_buyers(figures, table) == 1 << table.seat:
        return figures.prices[table.lot]
    return most_affordable(figures, table, table.seat, table.lot)


@compiled
def affords(figures: Figures, table: Table, seat: int, horse: int) -> bool:
    needs = table.to_buy[seat] > 0
    return needs and most_affordable(figures, table, seat, horse) >= figures.prices[horse]


@compiled
def able_buyers(figures: Figures, table: Table) -> int:
    """The seats that need a horse and can afford one; for the rest, see RF2.8."""
    able, horses = 0, unsold_horses(table)
    for seat in range(figures.seats):
        for horse in range(HORSES):
            if horses >> horse & 1 and affords(figures, table, seat, horse):
                able |= 1 << seat
                break
    return able


@compiled
def offer(figures: Figures, table: Table, script: Script) -> bool:
    """RF2.5: offer the next horse; return whether anybody may bid for it."""
    horse = next_horse(table, script)
    table.n_bidders = table.raised = table.standing = table.done = 0
    table.holder = NOBODY
    for turn in range(figures.seats):
        seat = (table.opener + turn) % figures.seats
        table.bids[seat] = NOBODY
        if affords(figures, table, seat, horse):
            table.bidders[table.n_bidders] = seat
            table.n_bidders += 1
    if table.n_bidders == 0:
        keep_unsold(table, horse)
        return False
    take(table, horse)
    table.lot, table.phase = horse, phases.BIDDING
    table.n_lots += 1
    table.seat = next_sealed(table) if figures.auction == SEALED else table.bidders[0] + 0
    return True


@compiled
def take(table: Table, horse: int) -> None:
    """Remove the horse from the stack if it is there."""
    table.shuffled &= ~(1 << horse)
    kept = 0
    for at in range(table.n_under):
        if table.under[at] != horse:
            table.under[kept] = table.under[at]
            kept += 1
    table.n_under = kept


@compiled
def keep_unsold(table: Table, horse: int) -> None:
    """RF2.4: a horse without a bid goes under the stack."""
    take(table, horse)
    table.under[table.n_under] = horse
    table.n_under += 1
    table.unsold += 1
    table.lot, table.phase = NOBODY, phases.OFFERING


@compiled
def sell(figures: Figures, table: Table, horse: int, seat: int, price: int) -> None:
    """RF2.3: the player after the buyer opens the next bidding."""
    take(table, horse)
    table.to_buy[seat] -= 1
    table.opener = (seat + 1) % figures.seats
    table.unsold = 0
    table.lot, table.phase = NOBODY, phases.OFFERING
    table.owner[horse] = seat
    table.money[seat] -= price
    table.sold[horse] = price


@compiled
def sell_unasked(figures: Figures, table: Table, able: int, script: Script) -> None:
    """Sell the next horse at its price to the player with the fewest: nobody wanted any (RF2.7),
    or there is only one buyer, who takes what it can afford (RF2.9, `takes`)."""
    horse = next_horse(table, script)
    tied, fewest = 0, HORSES
    for seat in range(figures.seats):
        if able >> seat & 1 and affords(figures, table, seat, horse):
            number = size(owned(table, seat))
            if number < fewest:
                tied, fewest = 0, number
            tied |= (number == fewest) << seat
    if tied:
        sell(figures, table, horse, pick_tied(table, tied, script), figures.prices[horse])
    else:
        keep_unsold(table, horse)


@compiled
def give_cheapest(figures: Figures, table: Table) -> None:
    """RF2.8: nobody can afford any, so the next who needs one gets the cheapest, for its cash."""
    seat, at, horses = table.opener + 0, 0, unsold_horses(table)
    while table.to_buy[seat] == 0:
        seat = (seat + 1) % figures.seats
    while horses >> figures.cheapest[at] & 1 == 0:
        at += 1
    horse = signed(figures.cheapest[at])
    sell(figures, table, horse, seat, min(figures.prices[horse], table.money[seat]))


@compiled
def pick_tied(table: Table, tied: int, script: Script) -> int:
    number = size(tied)
    return nth(tied, chance(table, script, number) if number > 1 else 0)


@compiled
def least(figures: Figures, table: Table) -> int:
    """RF2.5: the lowest legal bid."""
    if table.holder == NOBODY:
        return figures.prices[table.lot]
    return table.standing + RAISE


@compiled
def bid(figures: Figures, table: Table, amount: int, script: Script) -> None:
    """RF2.5: the bid of the seat that must act, 0 for none."""
    table.raised = 0
    if figures.auction == SEALED:
        bid_sealed(figures, table, amount, script)
        return
    seat = table.seat
    table.n_bidders -= 1
    for at in range(table.n_bidders):
        table.bidders[at] = table.bidders[at + 1]
    if amount:
        table.holder, table.standing = seat, amount
        if figures.auction == ASCENDING:  # a bidder gets a further turn
            table.bidders[table.n_bidders] = seat
            table.n_bidders += 1
    alone = table.n_bidders == 1 and table.bidders[0] == table.holder
    if table.n_bidders and not alone:
        table.seat = table.bidders[0]
        return
    if table.holder == NOBODY:
        keep_unsold(table, table.lot)
    else:
        sell(figures, table, table.lot, table.holder, table.standing)


@compiled
def bid_sealed(figures: Figures, table: Table, amount: int, script: Script) -> None:
    """RF2.5, `auction=sealed`: one secret bid each; after the last one, the highest wins."""
    table.bids[table.seat] = amount
    table.done |= 1 << table.seat
    if size(table.done) < table.n_bidders:
        table.seat = next_sealed(table)
        return
    highest, tied = 0, 0
    for seat in range(figures.seats):
        if table.bids[seat] > highest:
            highest, tied = table.bids[seat], 0
        tied |= (highest > 0 and table.bids[seat] == highest) << seat
        table.bids[seat] = NOBODY
    table.done = 0
    if tied:
        sell(figures, table, table.lot, pick_tied(table, tied, script), highest)
    else:
        keep_unsold(table, table.lot)


@compiled
def next_sealed(table: Table) -> int:
    """The first seat that has yet to bid."""
    bidders = 0
    for at in range(table.n_bidders):
        bidders |= 1 << table.bidders[at]
    return nth(bidders & ~table.done, 0)
