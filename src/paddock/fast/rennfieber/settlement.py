"""RF7 to RF10, compiled: prizes, condition, stakes and winnings, and what comes after a race."""

from paddock.fast.compiler import compiled, signed
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.betting import staked
from paddock.fast.rennfieber.entry import open_entry
from paddock.fast.rennfieber.figures import BY_AMOUNTS, COVERED, Figures
from paddock.fast.rennfieber.seats import done_choosing, pay, start_choosing
from paddock.fast.rennfieber.table import COUNTED, LAID, NOBODY, STAKES, WINNINGS, Table
from paddock.fast.rennfieber.training import change_condition
from paddock.fast.wins import richest
from paddock.games.rennfieber.edition import COLOURS, HORSES, LEVELS, RACES
from paddock.games.rennfieber.rules.settlement import LAST_SALE, PER_POINT


@compiled
def settle(figures: Figures, table: Table) -> None:
    """RF7.7: prizes, condition, odds, stakes, winnings, in this order."""
    note_results(figures, table)
    for place in range(figures.runners):
        prize = figures.prizes[(table.race - 1) * COLOURS + place]
        table.money[table.riders[table.finish[place]]] += prize  # RF7.1
    winner, last = signed(table.finish[0]), table.finish[figures.runners - 1]
    change_condition(figures, table, signed(table.horses[winner]), 1)  # RF7.2
    change_condition(figures, table, signed(table.horses[last]), -1)
    tenths = odds(figures, table, winner)
    for seat in range(figures.seats):
        stakes = 0
        for colour in range(figures.runners):
            stakes += staked(figures, table, seat, colour)
        right = winning(figures, table, seat, winner, stakes)
        pay(table, seat, stakes, STAKES)
        won = right * tenths // 10  # RF7.5, RF11.10
        table.money[seat] += won
        table.tally[table.race * COUNTED + WINNINGS] += won
    after_race(figures, table)


@compiled
def winning(figures: Figures, table: Table, seat: int, winner: int, stakes: int) -> int:
    """RF7.4: the value of the slips on the winner; without a limit, only of those paid in full.

    Slips on losers are paid for first, then those on the winner from the smallest up.
    """
    right = staked(figures, table, seat, winner)
    if figures.stakes == COVERED:
        return right
    cash, paid = table.money[seat] - (stakes - right), 0
    for kind in range(figures.slip_kinds):
        for _ in range(table.laid[seat * LAID + kind * COLOURS + winner]):
            if paid + figures.slips[kind] <= cash:
                paid += figures.slips[kind]
    return paid


@compiled
def note_results(figures: Figures, table: Table) -> None:
    first = (table.race - 1) * COLOURS
    for runner in range(figures.runners):
        table.past_horses[first + runner] = table.horses[runner]
        table.past_lanes[first + runner] = table.lanes[runner]
        table.past_levels[first + runner] = table.levels[runner]
        table.past_finish[first + runner] = table.finish[runner]


@compiled
def odds(figures: Figures, table: Table, winner: int) -> int:
    """RF7.3, RF11.9: from Table 1, by slips or by amounts; 0 if nobody backed the winner."""
    on_all, on_winner = 0, 0
    for seat in range(figures.seats):
        for kind in range(figures.slip_kinds):
            weight = figures.slips[kind] if figures.odds_by == BY_AMOUNTS else 1
            first = seat * LAID + kind * COLOURS
            for colour in range(figures.runners):
                on_all += table.laid[first + colour] * weight
            on_winner += table.laid[first + winner] * weight
    if on_winner == 0:
        return 0
    band = 0
    while band < figures.bands - 1 and on_all * 100 >= figures.bounds[band] * on_winner:
        band += 1
    return figures.tenths[band] + 0


@compiled
def after_race(figures: Figures, table: Table) -> None:
    """RF8.1, RF9, RF10.2."""
    if table.race == LAST_SALE:
        table.phase = phases.SELLING
        start_choosing(table)
    elif table.race < RACES:
        open_entry(table)
    else:
        table.phase, table.winners = phases.OVER, richest(figures, table)


@compiled
def sell(figures: Figures, table: Table) -> None:
    """RF9.1: confirm the horses to sell; after the last seat, the bank buys them."""
    if not done_choosing(figures, table):
        return
    for seat in range(figures.seats):
        for horse in range(HORSES):
            if table.chosen[seat] >> horse & 1:
                sell_back(figures, table, seat, horse)
    table.phase = phases.WAITING


@compiled
def sell_back(figures: Figures, table: Table, seat: int, horse: int) -> None:
    """RF9.1: the bank pays price and condition; the horse's kept cards are discarded."""
    points = max(figures.conditions[horse * len(LEVELS) + table.level[horse]], 0)
    price = figures.prices[horse] + points * PER_POINT
    table.money[seat] += price
    table.sold_back[horse] = price
    table.owner[horse] = NOBODY
    left = 0
    for at in range(table.n_kept):
        if table.kept_by[at] == horse:
            table.training_discards[table.kept_card[at]] += 1
        else:
            table.kept_by[left], table.kept_card[left] = table.kept_by[at], table.kept_card[at]
            left += 1
    table.n_kept = left
