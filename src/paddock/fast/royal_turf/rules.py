"""The rules of Royal Turf, compiled: RT2 to RT6 on a `Table`, one decision at a time.

An action is a number (`paddock.games.royal_turf.actions`); the legal ones form a bit mask.
`advance` does what needs no decision: opening a race, rolling the die.
"""

import numpy as np

from paddock.fast.chance import UNSCRIPTED, Script, chance, draw, scripted
from paddock.fast.compiler import compiled, inlined, signed
from paddock.fast.royal_turf.figures import (
    ALWAYS,
    CARDS,
    CHOSEN,
    MOST_SEATS,
    RESHUFFLE_ALL,
    UNDER,
    USED_UP,
    Figures,
)
from paddock.fast.royal_turf.tables import (
    BETTING,
    MOVING,
    NAMING,
    NOBODY,
    OVER,
    ROLLING,
    WAITING,
    Table,
    space,
    take_spaces,
)
from paddock.fast.spaces import is_taken, occupy, vacate
from paddock.fast.wins import richest
from paddock.games.royal_turf.actions import BET, MOST_TOKENS, MOVE, NAME
from paddock.games.royal_turf.edition import COLUMNS, FACES, HORSES, SYMBOLS
from paddock.games.royal_turf.offers import HOST
from paddock.games.royal_turf.rules.payout import RACES
from paddock.games.royal_turf.rules.race import PODIUM

ALL_HORSES = (1 << HORSES) - 1
ALL_CARDS = (1 << CARDS) - 1

# The size and the n-th member of every set of up to seven.
COUNT = np.array([mask.bit_count() for mask in range(1 << HORSES)], np.int8)
NTH = np.zeros((1 << HORSES) * HORSES, np.int8)
for _mask in range(1 << HORSES):
    for _n, _bit in enumerate([bit for bit in range(HORSES) if _mask >> bit & 1]):
        NTH[_mask * HORSES + _n] = _bit


@inlined
def nth(mask: int, n: int) -> int:
    """The n-th member of a set of horses, or of any set of up to seven."""
    return signed(NTH[mask * HORSES + n])


@inlined
def count(mask: int) -> int:
    """The size of such a set."""
    return signed(COUNT[mask])


@compiled
def count_cards(mask: int) -> int:
    return (
        count(mask & ALL_HORSES)
        + count(mask >> HORSES & ALL_HORSES)
        + count(mask >> 2 * HORSES & ALL_HORSES)
    )


@compiled
def card_at(mask: int, n: int) -> int:
    """The n-th card of a set."""
    first = 0
    while n >= count(mask & ALL_HORSES):
        n -= count(mask & ALL_HORSES)
        mask >>= HORSES
        first += HORSES
    return first + nth(mask & ALL_HORSES, n)


@inlined
def movable_horses(table: Table) -> int:
    """RT4.2: the horses still racing that have not moved in this round."""
    return ALL_HORSES & ~(table.moved | table.home)


@compiled
def bettable_horses(figures: Figures, table: Table) -> int:
    """RT3.4: the horses on which the seat to bet has no token yet."""
    free = ALL_HORSES
    for at in range(table.n_bets % figures.seats, table.n_bets, figures.seats):
        free &= ~(1 << table.bet_horses[at])
    return free


@compiled
def kinds_left(figures: Figures, table: Table) -> int:
    """RT1.6, RT6.2: the kinds of token that the seat to bet still has."""
    left = 0
    for kind in range(MOST_TOKENS):
        tokens = figures.token_counts[kind] + 0
        for at in range(table.n_bets % figures.seats, table.n_bets, figures.seats):
            tokens -= table.bet_kinds[at] == kind
        left |= (tokens > 0) << kind
    return left


@compiled
def legal(figures: Figures, table: Table) -> int:
    """The legal actions of the seat to act, as a mask."""
    if table.phase == MOVING:
        return movable_horses(table) << MOVE
    if table.phase == BETTING:
        free, kinds, mask = bettable_horses(figures, table), kinds_left(figures, table), 0
        for kind in range(MOST_TOKENS):
            if kinds >> kind & 1:
                mask |= free << (BET + kind * HORSES)
        return mask
    if table.phase == NAMING:
        return table.among << NAME
    return 0


@inlined
def apply(figures: Figures, table: Table, action: int) -> None:
    """Carry out a legal action. It draws nothing."""
    if action < MOVE:
        place_bet(figures, table, (action - BET) // HORSES, (action - BET) % HORSES)
    elif action < NAME:
        move_horse(figures, table, action - MOVE)
    else:
        begin_betting(table, action - NAME)


@compiled
def advance(figures: Figures, table: Table, script: Script) -> None:
    """Carry out what needs no decision, until a seat must choose or the meeting is over."""
    while table.phase in (WAITING, ROLLING):
        if table.phase == WAITING:
            open_race(figures, table, script)
        else:
            roll_die(figures, table, chance(table, script, FACES))


@compiled
def open_race(figures: Figures, table: Table, script: Script) -> None:
    """RT2: set up the next race, up to its first bettor."""
    table.race += 1
    if table.race == 1 or figures.cards == RESHUFFLE_ALL:
        table.pile, table.n_under = ALL_CARDS, 0
    place_horses(figures, table, script)
    take_spaces(figures, table)
    table.moved = table.home = table.n_bets = table.n_rides = 0
    table.round = 1
    table.first = table.pace = table.last = table.rolled = NOBODY
    table.podium[:] = NOBODY
    # RT3.2
    among = (1 << figures.seats) - 1 if table.race == 1 else richest(figures, table)
    if count(among) == 1 and table.race > 1:
        begin_betting(table, nth(among, 0))
    elif figures.first_player == CHOSEN:
        table.phase, table.among, table.seat = NAMING, among, HOST
    else:
        begin_betting(table, nth(among, chance(table, script, count(among))))


@compiled
def place_horses(figures: Figures, table: Table, script: Script) -> None:
    """RT2.3, RT2.4: turn cards until each horse has one."""
    placed = aside = standing = 0
    while standing < HORSES:
        n, value = count_cards(table.pile), 0
        if n:
            value = draw(table, n) if table.script_row == UNSCRIPTED else scripted(table, script, n)
        card = turn_card(table, value)
        horse = figures.horses[card]
        if placed >> horse & 1 == 0:
            placed |= 1 << horse
            table.cards[horse] = card
            table.starts[horse] = table.progress[horse] = -standing
            for symbol in range(len(SYMBOLS)):
                table.card_moves[symbol * HORSES + horse] = figures.moves[symbol * CARDS + card]
            standing += 1
        elif figures.duplicates == UNDER:
            table.under[table.n_under] = card
            table.n_under += 1
        else:
            aside |= 1 << card
    table.pile |= aside


@compiled
def turn_card(table: Table, n: int) -> int:
    """RT2.6: the n-th of the shuffled cards; once these are gone, the first of those under them."""
    if table.pile:
        card = card_at(table.pile, n)
        table.pile &= ~(1 << card)
        return card
    card = table.under[0]
    table.n_under -= 1
    for at in range(table.n_under):
        table.under[at] = table.under[at + 1]
    return card


@compiled
def begin_betting(table: Table, first: int) -> None:
    table.first = table.seat = first
    table.phase = BETTING


@inlined
def next_seat(figures: Figures, table: Table) -> None:
    """RT3.3, RT4.1: clockwise."""
    seat = table.seat + 1
    table.seat = 0 if seat == figures.seats else seat


@compiled
def place_bet(figures: Figures, table: Table, kind: int, horse: int) -> None:
    """RT3.3; after the last bet the first bettor rolls (RT4.1)."""
    table.bet_horses[table.n_bets] = horse
    table.bet_kinds[table.n_bets] = kind
    table.n_bets += 1
    next_seat(figures, table)
    if table.n_bets == figures.rounds * figures.seats:
        table.phase = ROLLING


@inlined
def roll_die(figures: Figures, table: Table, face: int) -> None:
    table.rolled = figures.faces[face]
    table.phase = MOVING


@inlined
def landing(figures: Figures, table: Table, origin: int, due: int) -> int:
    """RT4.5: the progress that a horse reaches; a finishing one is never blocked (RT4.9)."""
    target = origin + due
    if target <= figures.spaces:
        while target > origin and is_taken(table, space(figures, target)):
            target -= 1
    return target


@inlined
def move_horse(figures: Figures, table: Table, horse: int) -> None:
    """RT4.3 to RT4.11: advance, pace, finish and its consequences."""
    origin = table.progress[horse] + 0
    due = table.card_moves[table.rolled * HORSES + horse]
    to = landing(figures, table, origin, due)
    table.progress[horse] = to
    vacate(table, space(figures, origin))
    table.moves += 1
    table.blocked += to < origin + due
    table.stood += to == origin
    table.n_rides += 1
    table.rolled = NOBODY
    table.phase = ROLLING
    next_seat(figures, table)
    if table.pace == NOBODY and to >= figures.pace:
        table.pace = horse  # RT4.8
    if to > figures.spaces:
        table.podium[count(table.home)] = horse  # RT4.9
        table.home |= 1 << horse
    else:
        occupy(table, space(figures, to))
        table.moved |= 1 << horse  # RT4.3
    if to > figures.spaces and count(table.home) == PODIUM:
        table.last = hindmost(table)  # RT4.10
        settle(figures, table)
    elif movable_horses(table) == 0:
        table.moved = 0  # RT4.4, RT4.11
        table.round += 1


@compiled
def hindmost(table: Table) -> int:
    """RT4.7: the horse on the track with the least progress."""
    last = nth(ALL_HORSES & ~table.home, 0)
    for horse in range(HORSES):
        if table.progress[horse] < table.progress[last]:
            last = horse
    return last


@compiled
def settle(figures: Figures, table: Table) -> None:
    """RT5: pay, collect and record the results; then the next race waits, or the game is over."""
    first = (table.race - 1) * MOST_SEATS
    for seat in range(figures.seats):
        table.gains[first + seat] = -table.money[seat]
    pay(figures, table)
    for seat in range(figures.seats):
        table.gains[first + seat] += table.money[seat]
    note_results(table)
    if figures.cards == USED_UP:
        for horse in range(HORSES):
            table.gone[table.race - 1] |= 1 << table.cards[horse]  # RT2.5
    if table.race < RACES:
        table.phase = WAITING
    else:
        table.phase, table.winners = OVER, richest(figures, table)  # RT5.11


@compiled
def bets_counted(figures: Figures, table: Table, horse: int) -> int:
    """RT5.1: a token counts as many bets as its value."""
    bets = 0
    for at in range(table.n_bets):
        if table.bet_horses[at] == horse:
            bets += figures.token_values[table.bet_kinds[at]]
    return bets


@compiled
def pay(figures: Figures, table: Table) -> None:
    """RT5.2 to RT5.7: pay for places and pace, then collect what losers can pay (RT5.10)."""
    gain = figures.gain[table.race]
    for place in range(PODIUM):
        bets = bets_counted(figures, table, table.podium[place])
        if bets:
            figure = figures.payout[place * COLUMNS + min(bets, COLUMNS) - 1]
            pay_bets(figures, table, table.podium[place], figure * gain)
    if figures.pace_pays == ALWAYS or table.home >> table.pace & 1:
        pay_bets(figures, table, table.pace, figures.pace_figure * gain)  # RT5.4
    pay_bets(figures, table, table.last, -figures.last_figure * figures.loss[table.race])


@compiled
def pay_bets(figures: Figures, table: Table, horse: int, pounds: int) -> None:
    """Pay, or collect, this many pounds per bet for each token on a horse."""
    for at in range(table.n_bets):
        if table.bet_horses[at] == horse:
            seat = (table.first + at) % figures.seats
            amount = figures.token_values[table.bet_kinds[at]] * pounds
            table.money[seat] = max(0, table.money[seat] + amount)


@compiled
def note_results(table: Table) -> None:
    race = table.race - 1
    for place in range(PODIUM):
        table.podiums[race * PODIUM + place] = table.podium[place]
    table.paces[race], table.lasts[race] = table.pace, table.last
    for horse in range(HORSES):
        table.grids[race * HORSES + horse] = table.starts[horse]
