"""RF2, compiled: horses are offered one at a time until every player has bought enough."""

from paddock.fast.chance import Script, chance
from paddock.fast.compiler import compiled, signed
from paddock.fast.rennfieber.figures import ASCENDING, SEALED, SHUFFLED, TAKES, Figures
from paddock.fast.rennfieber.table import BIDDING, NOBODY, OFFERING, Table
from paddock.fast.rennfieber.training import open_training
from paddock.fast.sets import nth, size
from paddock.games.rennfieber.edition import FIRST_SALE, HORSES
from paddock.games.rennfieber.rules.auction import RAISE


@compiled
def open_auction(figures: Figures, table: Table, script: Script) -> None:
    """RF2.1, RF2.2, RF9.2, RF2.9: the die decides who opens the bidding for the first horse."""
    first, last = (FIRST_SALE, HORSES) if table.sale else (0, FIRST_SALE)
    each = figures.each if table.sale else figures.bought
    table.sale += 1
    table.phase = OFFERING
    table.opens = chance(table, script, figures.seats)
    table.lots = table.unsold = table.unders = 0
    if figures.offer_order == SHUFFLED:
        table.shuffled = (1 << last) - (1 << first)
    else:
        for horse in range(first, last):
            table.under[table.unders] = horse
            table.unders += 1
    for seat in range(figures.seats):
        table.short[seat] = each


@compiled
def next_lot(figures: Figures, table: Table, script: Script) -> None:
    """Offer horses until one has bidders or nobody needs another."""
    while somebody_short(figures, table):
        able = able_buyers(figures, table)
        if able == 0:
            hand_out(figures, table)
        elif figures.last_buyer == TAKES and size(able) == 1:
            sell_to_lone(figures, table, nth(able, 0), script)
        elif table.unsold >= size(left(table)):
            sell_unwanted(figures, table, able, script)
        elif offer(figures, table, script):
            return
    table.shuffled = table.unders = 0  # what is left leaves the game
    open_training(figures, table)


@compiled
def somebody_short(figures: Figures, table: Table) -> bool:
    for seat in range(figures.seats):  # noqa: SIM110  # Numba knows no any()
        if table.short[seat]:
            return True
    return False


@compiled
def left(table: Table) -> int:
    """The unsold horses, including the one on sale."""
    horses = table.shuffled + 0
    if table.lot != NOBODY:
        horses |= 1 << table.lot
    for at in range(table.unders):
        horses |= 1 << table.under[at]
    return horses


@compiled
def top(table: Table, script: Script) -> int:
    """The next horse: a random shuffled one; once these are gone, the next known one."""
    if table.shuffled == 0:
        return signed(table.under[0])
    return nth(table.shuffled, chance(table, script, size(table.shuffled)))


@compiled
def most(figures: Figures, table: Table, seat: int, horse: int) -> int:
    """RF2.6: the most that a seat may bid and still pay for the cheapest horses it must yet buy."""
    others, needed, reserve = left(table) & ~(1 << horse), table.short[seat] - 1, 0
    for at in range(HORSES):
        if needed <= 0:
            break
        if others >> figures.cheapest[at] & 1:
            reserve += figures.prices[figures.cheapest[at]]
            needed -= 1
    return (table.money[seat] - reserve) // RAISE * RAISE


@compiled
def highest(figures: Figures, table: Table) -> int:
    """RF2.6, RF2.9: the highest legal bid; a lone buyer bids the minimum or nothing."""
    alone = table.bidding == 1 and table.holder == NOBODY
    if alone and able_buyers(figures, table) == 1 << table.seat:
        return figures.prices[table.lot]
    return most(figures, table, table.seat, table.lot)


@compiled
def affords(figures: Figures, table: Table, seat: int, horse: int) -> bool:
    short = table.short[seat] > 0
    return short and most(figures, table, seat, horse) >= figures.prices[horse]


@compiled
def able_buyers(figures: Figures, table: Table) -> int:
    """The seats that need a horse and can afford one; RF2.8 deals with the others."""
    able, horses = 0, left(table)
    for seat in range(figures.seats):
        for horse in range(HORSES):
            if horses >> horse & 1 and affords(figures, table, seat, horse):
                able |= 1 << seat
                break
    return able


@compiled
def offer(figures: Figures, table: Table, script: Script) -> bool:
    """RF2.5: offer the next horse; return whether anybody may bid for it."""
    horse = top(table, script)
    table.bidding = table.raised = table.standing = table.done = 0
    table.holder = NOBODY
    for turn in range(figures.seats):
        seat = (table.opens + turn) % figures.seats
        table.bids[seat] = NOBODY
        if affords(figures, table, seat, horse):
            table.bidders[table.bidding] = seat
            table.bidding += 1
    if table.bidding == 0:
        keep_unsold(table, horse)
        return False
    take(table, horse)
    table.lot, table.phase = horse, BIDDING
    table.lots += 1
    table.seat = next_sealed(table) if figures.auction == SEALED else table.bidders[0] + 0
    return True


@compiled
def take(table: Table, horse: int) -> None:
    """Remove the horse from the stack if it is there."""
    table.shuffled &= ~(1 << horse)
    kept = 0
    for at in range(table.unders):
        if table.under[at] != horse:
            table.under[kept] = table.under[at]
            kept += 1
    table.unders = kept


@compiled
def keep_unsold(table: Table, horse: int) -> None:
    """RF2.4: a horse without a bid goes under the stack."""
    take(table, horse)
    table.under[table.unders] = horse
    table.unders += 1
    table.unsold += 1
    table.lot, table.phase = NOBODY, OFFERING


@compiled
def sell(figures: Figures, table: Table, horse: int, seat: int, price: int) -> None:
    """RF2.3: the player after the buyer opens the next bidding."""
    take(table, horse)
    table.short[seat] -= 1
    table.opens = (seat + 1) % figures.seats
    table.unsold = 0
    table.lot, table.phase = NOBODY, OFFERING
    table.owner[horse] = seat
    table.money[seat] -= price
    table.sold[horse] = price


@compiled
def sell_to_lone(figures: Figures, table: Table, seat: int, script: Script) -> None:
    """RF2.9, `takes`: the lone buyer takes any affordable horse without being asked."""
    horse = top(table, script)
    if affords(figures, table, seat, horse):
        sell(figures, table, horse, seat, figures.prices[horse])
    else:
        keep_unsold(table, horse)


@compiled
def sell_unwanted(figures: Figures, table: Table, able: int, script: Script) -> None:
    """RF2.7: nobody wanted any; the top one goes at its minimum to the player with the fewest."""
    horse = top(table, script)
    tied, fewest = 0, HORSES
    for seat in range(figures.seats):
        if able >> seat & 1 and affords(figures, table, seat, horse):
            owned = 0
            for other in range(HORSES):
                owned += table.owner[other] == seat
            if owned < fewest:
                tied, fewest = 0, owned
            tied |= (owned == fewest) << seat
    if tied:
        sell(figures, table, horse, one_of(table, tied, script), figures.prices[horse])
    else:
        keep_unsold(table, horse)


@compiled
def hand_out(figures: Figures, table: Table) -> None:
    """RF2.8: a player who cannot afford any gets the cheapest for the cash at hand."""
    seat, at, horses = table.opens + 0, 0, left(table)
    while table.short[seat] == 0:
        seat = (seat + 1) % figures.seats
    while horses >> figures.cheapest[at] & 1 == 0:
        at += 1
    horse = signed(figures.cheapest[at])
    sell(figures, table, horse, seat, min(figures.prices[horse], table.money[seat]))


@compiled
def one_of(table: Table, tied: int, script: Script) -> int:
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
    """RF2.5: the bid of the seat to act, 0 for none."""
    table.raised = 0
    if figures.auction == SEALED:
        bid_sealed(figures, table, amount, script)
        return
    seat = table.seat
    table.bidding -= 1
    for at in range(table.bidding):
        table.bidders[at] = table.bidders[at + 1]
    if amount:
        table.holder, table.standing = seat, amount
        if figures.auction == ASCENDING:  # a bidder gets another turn
            table.bidders[table.bidding] = seat
            table.bidding += 1
    alone = table.bidding == 1 and table.bidders[0] == table.holder
    if table.bidding and not alone:
        table.seat = table.bidders[0]
        return
    if table.holder == NOBODY:
        keep_unsold(table, table.lot)
    else:
        sell(figures, table, table.lot, table.holder, table.standing)


@compiled
def bid_sealed(figures: Figures, table: Table, amount: int, script: Script) -> None:
    """RF2.5 `auction=sealed`: one secret bid each; when all are in, the highest wins."""
    table.bids[table.seat] = amount
    table.done |= 1 << table.seat
    if size(table.done) < table.bidding:
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
        sell(figures, table, table.lot, one_of(table, tied, script), highest)
    else:
        keep_unsold(table, table.lot)


@compiled
def next_sealed(table: Table) -> int:
    """The first seat that has yet to bid."""
    bidders = 0
    for at in range(table.bidding):
        bidders |= 1 << table.bidders[at]
    return nth(bidders & ~table.done, 0)
