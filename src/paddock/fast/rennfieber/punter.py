"""The punter's riding, compiled: the same choice as in `paddock.bots.rennfieber.riding`.

Of all secrets it uses only the kept cards of the horse that it rides.
"""

import numpy as np

from paddock.fast.compiler import compiled
from paddock.fast.rennfieber.figures import (
    DIRECTIONS,
    DURCHBRUCH,
    KEPT_GALLOP,
    MOST_SPACES,
    NONE,
    Figures,
)
from paddock.fast.rennfieber.movement import Ways, find_ways, plays
from paddock.fast.rennfieber.punter_shared import BREAKTHROUGH_GAIN, PLAY_ORDER
from paddock.fast.rennfieber.table import Table
from paddock.fast.spaces import is_taken
from paddock.games.rennfieber.actions import PLAYS
from paddock.games.rennfieber.track import HOME

RANKED = np.array([PLAYS.index(play) for play in PLAY_ORDER])

# The value of an end packs three numbers: steps to go, missing ways on, spot. Home is 0.
_SPOTS = 1 << 11
_WAYS_ON = 1 << 2


@compiled
def ride(figures: Figures, table: Table, ways: Ways) -> None:
    """Choose a card and where to end."""
    possible = plays(figures, table)
    chosen, plain, end, most = NONE, 0, 0, 0
    for play in RANKED:
        if possible >> play & 1 == 0:
            continue
        find_ways(figures, table, ways, play)
        best = best_end(figures, table, ways)
        if play == NONE:
            plain = end = best
            continue
        gain = to_go(plain) - to_go(best)
        if gain > most and (
            gain >= full_gain(figures, play) or is_last_turn(figures, table, plain)
        ):
            chosen, end, most = play, best, gain
    ways.play, ways.spot = chosen, end % _SPOTS if end else HOME


@compiled
def best_end(figures: Figures, table: Table, ways: Ways) -> int:
    """The end with the fewest steps to go, then the most ways on, then the lowest spot."""
    if ways.leads_home:
        return 0
    best = -1
    for at in range(ways.first, ways.last):
        end = end_value(figures, table, ways.spots[at])
        if best < 0 or end < best:
            best = end
    return best


@compiled
def end_value(figures: Figures, table: Table, spot: int) -> int:
    """An end's value; lower is better."""
    at, lap = spot >> 1, spot & 1
    far = figures.to_go[lap * MOST_SPACES + at]
    ways_on = 0
    for direction in range(DIRECTIONS):
        step = figures.steps[at * DIRECTIONS + direction]
        if step >= 0 and not is_taken(table, step >> 1):
            laps = lap + (step & 1)
            after = 0 if laps > 1 else figures.to_go[laps * MOST_SPACES + (step >> 1)]
            ways_on += after < far
    return (far * _WAYS_ON + DIRECTIONS - ways_on) * _SPOTS + spot


@compiled
def to_go(end: int) -> int:
    return end // (_SPOTS * _WAYS_ON)


@compiled
def full_gain(figures: Figures, play: int) -> int:
    """The full gain of a card; for breaking through, enough of a gain."""
    if play == DURCHBRUCH:
        return BREAKTHROUGH_GAIN
    return figures.best_kept_gallop + 0 if play == KEPT_GALLOP else figures.karriere + 0


@compiled
def is_last_turn(figures: Figures, table: Table, plain: int) -> bool:
    """Whether, at the mean move, there are no more turns left than kept cards."""
    cards = table.karrieren[table.runner] + table.durchbrueche[table.runner]
    return to_go(plain) <= figures.mean_race_die * cards
