"""The punter, compiled: the same values and choices as in `paddock.bots.royal_turf.punter`.

It uses only what its seat may see: of face-down tokens, only its own.
"""

from paddock.fast.chance import draw
from paddock.fast.compiler import compiled
from paddock.fast.royal_turf.figures import Figures
from paddock.fast.royal_turf.form import CHANCES, LAST, RESULTS, Estimates, estimate
from paddock.fast.royal_turf.rules import landing, legal
from paddock.fast.royal_turf.tables import BETTING, MOVING, NOBODY, Table
from paddock.fast.sets import nth, size
from paddock.games.royal_turf.actions import BET, MOVE, NAME
from paddock.games.royal_turf.edition import COLUMNS, HORSES
from paddock.games.royal_turf.rules.race import PODIUM


@compiled
def choose_action(figures: Figures, table: Table, estimates: Estimates) -> int:
    """One of the most valuable actions."""
    best = best_actions(figures, table, estimates)
    n = size(best)
    return nth(best, draw(table, n) if n > 1 else 0)


@compiled
def best_actions(figures: Figures, table: Table, estimates: Estimates) -> int:
    """The most valuable actions as a mask; `estimates` has the values of all."""
    mask = legal(figures, table)
    if mask & (mask - 1) == 0:
        return mask
    if table.phase == MOVING:
        value_moves(figures, table, estimates)
    elif table.phase == BETTING:
        value_bets(figures, table, estimates, mask)
    else:
        own = 1 << (NAME + table.seat)
        return own if mask & own else mask
    best, most = 0, 0.0
    for action in range(NAME):
        if mask >> action & 1:
            if best == 0 or estimates.values[action] > most:
                best, most = 0, estimates.values[action]
            if estimates.values[action] == most:
                best |= 1 << action
    return best


@compiled
def value_bets(figures: Figures, table: Table, estimates: Estimates, mask: int) -> None:
    """The value of each pair of token and horse."""
    copy_race(table, estimates)
    estimate(figures, estimates)
    count_bets(figures, table, estimates)
    rivals = 0.0
    for horse in range(HORSES):
        rivals += estimates.bets[horse] - estimates.own_bets[horse]
    total = (figures.seats - 1) * figures.rounds * figures.mean_token
    to_come = (total - rivals) / HORSES
    for action in range(BET, MOVE):
        if mask >> action & 1:
            horse = (action - BET) % HORSES
            value = figures.token_values[(action - BET) // HORSES]
            set_payouts(figures, table, estimates, horse, estimates.bets[horse] + value + to_come)
            estimates.values[action] = value * expected_payout(estimates, horse)


@compiled
def value_moves(figures: Figures, table: Table, estimates: Estimates) -> None:
    """The value of the race after each horse's move."""
    count_bets(figures, table, estimates)
    for horse in range(HORSES):
        total, mine = estimates.bets[horse], estimates.own_bets[horse]
        edge = mine - (total - mine) / (figures.seats - 1)
        set_payouts(figures, table, estimates, horse, total)
        for result in range(RESULTS):
            estimates.payouts[horse * RESULTS + result] *= edge
    free = legal(figures, table) >> MOVE
    for horse in range(HORSES):
        if free >> horse & 1:
            copy_race(table, estimates)
            move_in_copy(figures, table, estimates, horse)
            estimate(figures, estimates)
            value = 0.0
            for other in range(HORSES):
                value += expected_payout(estimates, other)
            estimates.values[MOVE + horse] = value


@compiled
def copy_race(table: Table, estimates: Estimates) -> None:
    """Copy the race into `estimates`."""
    estimates.moved, estimates.home, estimates.pace = table.moved, table.home, table.pace
    for horse in range(HORSES):
        estimates.progress[horse], estimates.cards[horse] = (
            table.progress[horse],
            table.cards[horse],
        )
    for place in range(PODIUM):
        estimates.podium[place] = table.podium[place]


@compiled
def move_in_copy(figures: Figures, table: Table, estimates: Estimates, horse: int) -> None:
    """Make a move in the copy of the race, as in RT4.3, RT4.8 and RT4.9."""
    due = table.card_moves[table.rolled * HORSES + horse]
    to = landing(figures, table, table.progress[horse], due)
    estimates.progress[horse] = to
    estimates.moved |= 1 << horse
    if estimates.pace == NOBODY and to >= figures.pace:
        estimates.pace = horse
    if to > figures.spaces:
        place = 0
        while estimates.podium[place] != NOBODY:
            place += 1
        estimates.podium[place] = horse
        estimates.home |= 1 << horse


@compiled
def count_bets(figures: Figures, table: Table, estimates: Estimates) -> None:
    """Count the bets on each horse, and the seat's own among them."""
    estimates.bets[:] = 0.0
    estimates.own_bets[:] = 0.0
    for at in range(table.n_bets):
        horse = table.bet_horses[at]
        own = (table.first + at) % figures.seats == table.seat
        if own or not figures.hidden:
            bets = float(figures.token_values[table.bet_kinds[at]])
        else:
            bets = figures.mean_token
        estimates.bets[horse] += bets
        if own:
            estimates.own_bets[horse] += bets


@compiled
def set_payouts(
    figures: Figures, table: Table, estimates: Estimates, horse: int, bets: float
) -> None:
    """Pounds per bet for each result of a horse with this many bets on it (RT5)."""
    gain, first = figures.gain[table.race], horse * RESULTS
    for place in range(PODIUM):
        estimates.payouts[first + place] = gain * payout_figure(figures, place, bets)
    estimates.payouts[first + LAST] = -figures.loss[table.race] * figures.last_figure
    estimates.payouts[first + CHANCES] = gain * figures.pace_figure


@compiled
def payout_figure(figures: Figures, place: int, bets: float) -> float:
    """The figure for a number of bets, interpolated between two columns."""
    least = max(1, int(bets))
    low = figures.payout[place * COLUMNS + min(least, COLUMNS) - 1]
    high = figures.payout[place * COLUMNS + min(least + 1, COLUMNS) - 1]
    return low + (high - low) * max(0.0, bets - least)


@compiled
def expected_payout(estimates: Estimates, horse: int) -> float:
    total = 0.0
    for result in range(CHANCES):
        total += (
            estimates.payouts[horse * RESULTS + result] * estimates.places[horse * CHANCES + result]
        )
    return total + estimates.payouts[horse * RESULTS + CHANCES] * estimates.token[horse]
