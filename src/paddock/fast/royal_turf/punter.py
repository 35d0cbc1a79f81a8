"""The punter, compiled: the same values and the same choice as `paddock.bots.royal_turf.punter`,
which explains them.

Like any policy it looks only at what its seat may see: of face-down tokens, only at its own.
"""

from paddock.fast.chance import draw
from paddock.fast.compiler import compiled
from paddock.fast.royal_turf.figures import Figures
from paddock.fast.royal_turf.form import CHANCES, LAST, RESULTS, Book, prospects
from paddock.fast.royal_turf.rules import landing, legal
from paddock.fast.royal_turf.tables import BETTING, MOVING, NOBODY, Table
from paddock.fast.sets import nth, size
from paddock.games.royal_turf.actions import BET, MOVE, NAME
from paddock.games.royal_turf.edition import COLUMNS, HORSES
from paddock.games.royal_turf.rules.race import PODIUM


@compiled
def punt(figures: Figures, table: Table, book: Book) -> int:
    """One of the most valuable actions."""
    best = best_actions(figures, table, book)
    n = size(best)
    return nth(best, draw(table, n) if n > 1 else 0)


@compiled
def best_actions(figures: Figures, table: Table, book: Book) -> int:
    """The most valuable actions as a mask; the book has the values of all."""
    mask = legal(figures, table)
    if mask & (mask - 1) == 0:
        return mask
    if table.phase == MOVING:
        value_moves(figures, table, book)
    elif table.phase == BETTING:
        value_bets(figures, table, book, mask)
    else:
        own = 1 << (NAME + table.seat)
        return own if mask & own else mask
    best, most = 0, 0.0
    for action in range(NAME):
        if mask >> action & 1:
            if best == 0 or book.values[action] > most:
                best, most = 0, book.values[action]
            if book.values[action] == most:
                best |= 1 << action
    return best


@compiled
def value_bets(figures: Figures, table: Table, book: Book, mask: int) -> None:
    """The value of each pair of token and horse."""
    imagine(table, book)
    prospects(figures, book)
    hold(figures, table, book)
    rivals = 0.0
    for horse in range(HORSES):
        rivals += book.held[horse] - book.own[horse]
    all_of_them = (figures.seats - 1) * figures.rounds * figures.token
    to_come = (all_of_them - rivals) / HORSES
    for action in range(BET, MOVE):
        if mask >> action & 1:
            horse = (action - BET) % HORSES
            value = figures.kinds[(action - BET) // HORSES]
            quote(figures, table, book, horse, book.held[horse] + value + to_come)
            book.values[action] = value * worth(book, horse)


@compiled
def value_moves(figures: Figures, table: Table, book: Book) -> None:
    """The value of the race after each horse's move."""
    hold(figures, table, book)
    for horse in range(HORSES):
        total, mine = book.held[horse], book.own[horse]
        edge = mine - (total - mine) / (figures.seats - 1)
        quote(figures, table, book, horse, total)
        for result in range(RESULTS):
            book.stakes[horse * RESULTS + result] *= edge
    free = legal(figures, table) >> MOVE
    for horse in range(HORSES):
        if free >> horse & 1:
            imagine(table, book)
            imagine_move(figures, table, book, horse)
            prospects(figures, book)
            value = 0.0
            for other in range(HORSES):
                value += worth(book, other)
            book.values[MOVE + horse] = value


@compiled
def imagine(table: Table, book: Book) -> None:
    """Copy the race into the book."""
    book.moved, book.home, book.pace = table.moved, table.home, table.pace
    for horse in range(HORSES):
        book.progress[horse], book.cards[horse] = table.progress[horse], table.cards[horse]
    for place in range(PODIUM):
        book.podium[place] = table.podium[place]


@compiled
def imagine_move(figures: Figures, table: Table, book: Book, horse: int) -> None:
    """Apply a move as RT4.3, RT4.8 and RT4.9 do."""
    due = table.due[table.rolled * HORSES + horse]
    to = landing(figures, table, table.progress[horse], due)
    book.progress[horse] = to
    book.moved |= 1 << horse
    if book.pace == NOBODY and to >= figures.pace:
        book.pace = horse
    if to > figures.spaces:
        place = 0
        while book.podium[place] != NOBODY:
            place += 1
        book.podium[place] = horse
        book.home |= 1 << horse


@compiled
def hold(figures: Figures, table: Table, book: Book) -> None:
    """Count the bets on each horse, and the seat's own among them."""
    book.held[:] = 0.0
    book.own[:] = 0.0
    for at in range(table.placed):
        horse = table.backed[at]
        own = (table.first + at) % figures.seats == table.seat
        if own or not figures.hidden:
            bets = float(figures.kinds[table.staked[at]])
        else:
            bets = figures.token
        book.held[horse] += bets
        if own:
            book.own[horse] += bets


@compiled
def quote(figures: Figures, table: Table, book: Book, horse: int, bets: float) -> None:
    """Pounds per bet for each result of a horse with this many bets on it (RT5)."""
    gain, first = figures.gain[table.race], horse * RESULTS
    for place in range(PODIUM):
        book.stakes[first + place] = gain * figure(figures, place, bets)
    book.stakes[first + LAST] = -figures.loss[table.race] * figures.last_figure
    book.stakes[first + CHANCES] = gain * figures.pace_figure


@compiled
def figure(figures: Figures, place: int, bets: float) -> float:
    """The figure for a number of bets, interpolated between two columns."""
    least = max(1, int(bets))
    low = figures.payout[place * COLUMNS + min(least, COLUMNS) - 1]
    high = figures.payout[place * COLUMNS + min(least + 1, COLUMNS) - 1]
    return low + (high - low) * max(0.0, bets - least)


@compiled
def worth(book: Book, horse: int) -> float:
    total = 0.0
    for result in range(CHANCES):
        total += book.stakes[horse * RESULTS + result] * book.places[horse * CHANCES + result]
    return total + book.stakes[horse * RESULTS + CHANCES] * book.token[horse]
