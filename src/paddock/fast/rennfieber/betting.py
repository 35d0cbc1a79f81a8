"""RF5 and RF6.1, compiled: slips face down, the fees, and the start of the race."""

from paddock.fast.compiler import compiled
from paddock.fast.rennfieber.figures import KEPT_DURCHBRUCH, KEPT_KARRIERE, Figures
from paddock.fast.rennfieber.seats import all_done, pay
from paddock.fast.rennfieber.table import FEES, LAID, NOBODY, ROLLING, Table
from paddock.games.rennfieber.edition import COLOURS
from paddock.games.rennfieber.rules.betting import FULL_FIELD


@compiled
def colours_allowed(figures: Figures) -> int:
    """RF5.2: three colours if six run, else two."""
    return 3 if figures.runners == FULL_FIELD else 2


@compiled
def staked(figures: Figures, table: Table, seat: int, colour: int) -> int:
    """The value of a seat's slips on a colour."""
    value = 0
    for kind in range(figures.slip_kinds):
        value += table.laid[seat * LAID + kind * COLOURS + colour] * figures.slips[kind]
    return value


@compiled
def place_slips(figures: Figures, table: Table) -> None:
    """RF5.3: confirm the slips laid; after the last seat, fees are paid and the race begins."""
    if all_done(figures, table):
        for seat in range(figures.seats):
            pay(table, seat, figures.fees[table.race - 1], FEES)
        start(figures, table)


@compiled
def start(figures: Figures, table: Table) -> None:
    for runner in range(figures.runners):
        at = figures.starts[(table.race - 1) * COLOURS + table.lanes[runner] - 1]
        table.at[runner], table.crossed[runner], table.forces[runner] = at, 0, 0
        table.taken[at >> 6] |= 1 << (at & 63)
        table.karrieren[runner] = kept(figures, table, runner, KEPT_KARRIERE)
        table.durchbrueche[runner] = kept(figures, table, runner, KEPT_DURCHBRUCH)
    for kind in range(figures.kinds):
        table.deck[kind], table.discards[kind] = figures.cards[kind], 0
    set_order(figures, table)
    table.thrown = table.homes = table.extra = 0
    table.played = NOBODY
    table.runner = table.order[0]
    table.seat = table.riders[table.runner]
    table.phase = ROLLING


@compiled
def set_order(figures: Figures, table: Table) -> None:
    """RF6.1: lane 1's owner starts; a player's horses take turns by starting lane."""
    first = 0
    while table.lanes[first] != 1:
        first += 1
    for runner in range(figures.runners):
        turn = (table.riders[runner] - table.riders[first]) % figures.seats
        inside = 0  # of the same owner
        for other in range(figures.runners):
            own = table.riders[other] == table.riders[runner]
            inside += own and table.lanes[other] < table.lanes[runner]
        table.order[inside * figures.seats + turn] = runner


@compiled
def kept(figures: Figures, table: Table, runner: int, effect: int) -> int:
    """The number of cards with this effect that the runner keeps."""
    cards = 0
    for at in range(table.kept):
        own = table.kept_by[at] == table.horses[runner]
        cards += own and figures.lessons[table.kept_card[at]] == effect
    return cards
