"""The legal actions (`paddock.games.rennfieber.actions`) and their effects, compiled."""

from paddock.fast.chance import Script
from paddock.fast.compiler import compiled, signed
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.auction import bid, highest, least
from paddock.fast.rennfieber.betting import colours_allowed, place_slips
from paddock.fast.rennfieber.entry import eligible, enter, owned
from paddock.fast.rennfieber.figures import NONE, Figures
from paddock.fast.rennfieber.movement import Ways, find_ways, plays
from paddock.fast.rennfieber.race import carry_out, select_move
from paddock.fast.rennfieber.settlement import sell
from paddock.fast.rennfieber.table import LAID, NOBODY, Table
from paddock.fast.rennfieber.training import choose_trainee, trainees
from paddock.fast.sets import nth, size
from paddock.games.rennfieber.actions import CONFIRM, HORSE, PASS, PLAY, PLAYS, SLIP
from paddock.games.rennfieber.edition import COLOURS, HORSES
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.track import HOME


@compiled
def mark_legal(figures: Figures, table: Table, ways: Ways) -> int:
    """Mark the legal actions and return their number: 0 if nobody has a choice to make."""
    ways.legal[: figures.home_action + 1] = 0
    if table.phase == phases.MOVING:
        return mark_moves(figures, table, ways)
    if table.phase == phases.BIDDING:
        return mark_bids(figures, table, ways)
    if table.phase == phases.BETTING:
        return mark_slips(figures, table, ways)
    if table.phase == phases.CHOOSING:
        return mark_horses(ways, trainees(table, table.seat))
    if table.phase in (phases.ENTERING, phases.SELLING):
        return mark_horses(ways, next_horses(figures, table))
    return 0


@compiled
def mark_moves(figures: Figures, table: Table, ways: Ways) -> int:
    """RF6.2: first the card, if any may be played, then the space."""
    possible = plays(figures, table)
    if table.played == NOBODY and possible != 1 << NONE:
        for play in range(len(PLAYS)):
            ways.legal[PLAY + play] = possible >> play & 1
        return size(possible)
    find_ways(figures, table, ways, max(table.played, NONE))
    ways.legal[figures.home_action] = ways.leads_home
    for at in range(ways.first, ways.last):
        ways.legal[figures.space_actions + (ways.spots[at] >> 1)] = 1
    return ways.last - ways.first + ways.leads_home


@compiled
def mark_bids(figures: Figures, table: Table, ways: Ways) -> int:
    """RF2.5, RF2.6, RF2.9: any multiple of 100 from the least to the most, or no bid."""
    left = (highest(figures, table) - least(figures, table)) // RAISE
    left -= table.raised
    ways.legal[PASS] = table.raised == 0
    if left < 0:
        return 1
    ways.legal[CONFIRM] = 1
    found = 1 + ways.legal[PASS]
    for power in range(figures.powers):
        lower = table.raised & (2 << power) - 1 == 0  # than every power added so far
        if lower and 1 << power <= left:
            ways.legal[figures.raise_actions + figures.powers - 1 - power] = 1
            found += 1
    return found


@compiled
def mark_slips(figures: Figures, table: Table, ways: Ways) -> int:
    """RF5.1, RF5.2, RF5.4: any slip left in hand, within the limits of colours and money."""
    first = table.seat * LAID
    money, backed, last = table.stake_limit[table.seat] + 0, 0, 0
    for at in range(LAID):
        if table.laid[first + at]:
            money -= table.laid[first + at] * figures.slips[at // COLOURS]
            backed |= 1 << at % COLOURS
            last = at
    if size(backed) < colours_allowed(figures):
        backed = (1 << figures.runners) - 1
    ways.legal[CONFIRM] = 1
    found = 1
    for kind in range(last // COLOURS, figures.slip_kinds):
        left = figures.stock[kind] + 0
        for colour in range(COLOURS):
            left -= table.laid[first + kind * COLOURS + colour]
        if left == 0 or figures.slips[kind] > money:
            continue
        for colour in range(figures.runners):
            if backed >> colour & 1 and kind * COLOURS + colour >= last:
                ways.legal[SLIP + kind * COLOURS + colour] = 1
                found += 1
    return found


@compiled
def horses_to_choose(table: Table) -> int:
    """RF4.1, RF9.1: the horses that may be entered or sold."""
    if table.phase == phases.SELLING:
        return owned(table, table.seat)
    return eligible(table, table.seat)


@compiled
def next_horses(figures: Figures, table: Table) -> int:
    """The horses after those chosen, except the last ones, after which too few would be left."""
    chosen = signed(table.chosen[table.seat])
    left = horses_to_choose(table)
    while left & -left <= chosen:
        left &= left - 1
    for _ in range(figures.runners_each - size(chosen) - 1):
        left &= ~(1 << nth(left, size(left) - 1))
    return left


@compiled
def mark_horses(ways: Ways, horses: int) -> int:
    for horse in range(HORSES):
        ways.legal[HORSE + horse] = horses >> horse & 1
    return size(horses)


@compiled
def act(figures: Figures, table: Table, ways: Ways, action: int, script: Script) -> None:
    """Carry out a legal action."""
    if action >= figures.space_actions:
        to = HOME if action == figures.home_action else action - figures.space_actions
        select_move(figures, table, ways, max(table.played, NONE), to)
        carry_out(figures, table, ways, script)
    elif action >= figures.raise_actions:
        table.raised += 1 << (figures.space_actions - 1 - action)
    elif action >= SLIP:
        table.laid[table.seat * LAID + action - SLIP] += 1
    elif action >= PLAY:
        table.played = action - PLAY
    elif action >= HORSE:
        choose_horse(figures, table, action - HORSE, script)
    elif table.phase == phases.BETTING:
        place_slips(figures, table)
    elif action == PASS:
        bid(figures, table, 0, script)
    else:
        bid(figures, table, least(figures, table) + table.raised * RAISE, script)


@compiled
def choose_horse(figures: Figures, table: Table, horse: int, script: Script) -> None:
    """The horse to train, or one of those to enter or sell, which happens once there are enough."""
    if table.phase == phases.CHOOSING:
        choose_trainee(figures, table, horse, script)
        return
    table.chosen[table.seat] |= 1 << horse
    if size(signed(table.chosen[table.seat])) == figures.runners_each:
        confirm_horses(figures, table)


@compiled
def confirm_horses(figures: Figures, table: Table) -> None:
    if table.phase == phases.SELLING:
        sell(figures, table)
    else:
        enter(figures, table)
