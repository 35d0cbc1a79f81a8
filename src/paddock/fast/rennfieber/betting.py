"""RF5 and RF6.1, compiled: slips face down, the fees, and the start of the race."""

from paddock.fast.compiler import compiled
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.figures import KEPT_DURCHBRUCH, KEPT_KARRIERE, Figures
from paddock.fast.rennfieber.seats import done_choosing, pay
from paddock.fast.rennfieber.table import FEES, LAID, NOBODY, Table
from paddock.fast.spaces import occupy
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
    if done_choosing(figures, table):
        for seat in range(figures.seats):
            pay(table, seat, figures.fees[table.race - 1], FEES)
        start(figures, table)


@compiled
def start(figures: Figures, table: Table) -> None:
    for runner in range(figures.runners):
        at = figures.starts[(table.race - 1) * COLOURS + table.lanes[runner] - 1]
        table.runner_space[runner], table.crossed[runner], table.n_in_force[runner] = at, 0, 0
        occupy(table, at)
        table.karrieren[runner] = kept(figures, table, runner, KEPT_KARRIERE)
        table.durchbrueche[runner] = kept(figures, table, runner, KEPT_DURCHBRUCH)
    for kind in range(figures.gallop_kinds):
        table.gallop_deck[kind], table.gallop_discards[kind] = figures.gallop_counts[kind], 0
    set_order(figures, table)
    table.race_die_throws = table.n_finished = table.extra = 0
    table.played = NOBODY
    table.runner = table.order[0]
    table.seat = table.riders[table.runner]
    table.phase = phases.ROLLING


@compiled
def set_order(figures: Figures, table: Table) -> None:
    """RF6.1: the owner of lane 1 starts; a player's horses take turns by starting lane."""
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
    for at in range(table.n_kept):
        own = table.kept_by[at] == table.horses[runner]
        cards += own and figures.training_effects[table.kept_card[at]] == effect
    return cards
