"""RF3, compiled: horses run from the stable to the turf; cards change their condition."""

from paddock.fast.chance import Script, chance
from paddock.fast.compiler import compiled, signed
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.decks import take_card
from paddock.fast.rennfieber.entry import open_entry
from paddock.fast.rennfieber.figures import CONDITION, PAY, RECEIVE, Figures
from paddock.fast.rennfieber.seats import done_choosing, pay, start_choosing
from paddock.fast.rennfieber.table import COUNTED, NOBODY, TRAINING_COSTS, TRAINING_DRAWS, Table
from paddock.fast.sets import nth
from paddock.games.rennfieber.edition import HORSES
from paddock.games.rennfieber.rules.training import DIE


@compiled
def open_training(figures: Figures, table: Table) -> None:
    """RF9.3: every horse of every player trains."""
    reform_deck(figures, table)
    table.waiting = table.training_rolls = table.started = 0
    for horse in range(HORSES):
        table.waiting |= (table.owner[horse] != NOBODY) << horse
    for seat in range(figures.seats):
        table.trainee[seat], table.training_space[seat] = NOBODY, 0
    table.phase = phases.CHOOSING
    start_choosing(table)


@compiled
def reform_deck(figures: Figures, table: Table) -> None:
    """RF3.7: undrawn and discarded cards form the deck again."""
    for kind in range(figures.training_kinds):
        table.training_deck[kind] += table.training_discards[kind]
        table.training_discards[kind] = 0


@compiled
def trainees(table: Table, seat: int) -> int:
    """The horses of a seat that have yet to train."""
    horses = 0
    for horse in range(HORSES):
        if table.owner[horse] == seat:
            horses |= table.waiting & 1 << horse
    return horses


@compiled
def choose_trainee(figures: Figures, table: Table, horse: int, script: Script) -> None:
    """RF3.1: once all have chosen their first horse, the highest die starts."""
    seat = table.seat
    table.waiting &= ~(1 << horse)
    table.trainee[seat], table.training_space[seat] = horse, 0
    if table.started:
        table.phase = phases.TRAINING
    elif done_choosing(figures, table):
        start(figures, table, script)


@compiled
def start(figures: Figures, table: Table, script: Script) -> None:
    """RF3.1: the highest die starts; tied players throw again."""
    tied = (1 << figures.seats) - 1
    while tied & (tied - 1):
        highest, still = 0, 0
        for seat in range(figures.seats):
            if tied >> seat & 1:
                die = chance(table, script, DIE)
                if die > highest:
                    highest, still = die, 0
                still |= (die == highest) << seat
        tied = still
    table.seat, table.started, table.phase = nth(tied, 0), True, phases.TRAINING


@compiled
def roll(figures: Figures, table: Table, script: Script) -> None:
    """RF3.2 to RF3.4: advance, draw a card where there is one, finish on the turf."""
    seat = table.seat
    to = table.training_space[seat] + chance(table, script, DIE) + 1
    table.training_rolls += 1
    table.training_space[seat] = min(to, figures.training_spaces + 1)
    if to > figures.training_spaces:
        table.trainee[seat] = NOBODY
    elif figures.training_cards[to]:
        draw_card(figures, table, script)
    pass_turn(figures, table)


@compiled
def pass_turn(figures: Figures, table: Table) -> None:
    """RF3.1: clockwise; a player with no horse left to train is skipped."""
    for turn in range(1, figures.seats + 1):
        seat = (table.seat + turn) % figures.seats
        training = table.trainee[seat] != NOBODY
        if training or trainees(table, seat):
            table.seat, table.phase = seat, phases.TRAINING if training else phases.CHOOSING
            return
    open_entry(table)


@compiled
def draw_card(figures: Figures, table: Table, script: Script) -> None:
    """RF3.3, RF3.6, RF3.7."""
    kind = take_card(table, table.training_deck, figures.training_kinds, script)
    if kind < 0:
        reform_deck(figures, table)
        kind = take_card(table, table.training_deck, figures.training_kinds, script)
        if kind < 0:
            return  # horses keep all the cards
    table.tally[table.race * COUNTED + TRAINING_DRAWS] += 1
    horse, effect = signed(table.trainee[table.seat]), figures.training_effects[kind]
    if effect not in (CONDITION, PAY, RECEIVE):
        table.kept_by[table.n_kept], table.kept_card[table.n_kept] = horse, kind
        table.n_kept += 1
        return
    table.training_discards[kind] += 1
    amount = signed(figures.training_amounts[kind])
    if effect == CONDITION:
        change_condition(figures, table, horse, amount)
    elif effect == RECEIVE:
        table.money[table.seat] += amount
    else:
        pay(table, table.seat, amount, TRAINING_COSTS)


@compiled
def change_condition(figures: Figures, table: Table, horse: int, by: int) -> None:
    """RF3.5: move along the levels printed on the card, without leaving them."""
    table.level[horse] = min(max(table.level[horse] + by, 0), figures.highest[horse])
