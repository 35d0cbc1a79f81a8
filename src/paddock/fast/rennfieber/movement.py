"""RF6.3 to RF6.6, RF6.11, compiled: how far a runner goes, and where it may end.

A spot is twice a space, plus one if the runner has crossed the finish.
"""

from typing import Annotated

from paddock.fast.compiler import compiled, inlined, signed
from paddock.fast.layout import Byte, Long, Numbers, layout
from paddock.fast.rennfieber.figures import (
    AS_KARRIERE,
    DIRECTIONS,
    DURCHBRUCH,
    KARRIERE,
    KEEP,
    KEPT_GALLOP,
    MALUS,
    MOST_ACTIONS,
    MOST_SPACES,
    NO_BONUS,
    NONE,
    SLOW,
    Figures,
)
from paddock.fast.rennfieber.table import Table
from paddock.fast.spaces import is_taken
from paddock.games.rennfieber.edition import GALLOP_CARDS, LEVELS

MOST_LENGTH = 15  # five on the die, one for condition, nine for a card


class Ways:
    """Working memory for a choice: where the move may end, and what was chosen."""

    round: Long  # counts the steps searched
    seen: Annotated[Numbers, "i8", MOST_SPACES]  # for each space, the last `round` that reached it
    spots: Annotated[Numbers, "i2", 1 + MOST_LENGTH * MOST_SPACES]
    first: Annotated[int, "i4"]  # the move may end on the spots from this one
    last: Annotated[int, "i4"]  # up to this one, exclusive
    spot: Annotated[int, "i2"]  # chosen; HOME past the finish
    play: Byte  # chosen
    leads_home: Byte  # whether the move may end past the finish
    n_no_bonus: Byte
    no_bonus: Annotated[Numbers, "i1", GALLOP_CARDS]  # these cards were in force before the move
    legal: Annotated[Numbers, "i1", MOST_ACTIONS]  # for each action, whether it may be chosen


WAYS = layout(Ways)


@compiled
def plays(figures: Figures, table: Table) -> int:
    """RF6.2, RF6.13, RF6.14: the ways to play, with one card at most, as a mask."""
    mask = 1 << NONE
    if table.extra:
        return mask
    if table.karrieren[table.runner]:
        mask |= 1 << KARRIERE
    if table.durchbrueche[table.runner]:
        mask |= 1 << DURCHBRUCH | 1 << AS_KARRIERE
    if kept_gallop(figures, table) >= 0:
        mask |= 1 << KEPT_GALLOP
    return mask


@compiled
def kept_gallop(figures: Figures, table: Table) -> int:
    """The runner's first kept gallop card, or -1."""
    first = table.runner * GALLOP_CARDS
    for at in range(first, first + table.n_in_force[table.runner]):
        if figures.gallop_effects[table.in_force[at]] == KEEP:
            return table.in_force[at] + 0
    return -1


@compiled
def bonus(figures: Figures, table: Table, race_die: int, barred: bool) -> int:
    """RF6.3; a `no bonus` card does not remove the malus (RF6.14)."""
    runner = table.runner
    condition = figures.conditions[table.horses[runner] * len(LEVELS) + table.levels[runner]]
    if condition == MALUS:
        return -1
    return 1 if race_die <= condition and not barred else 0


@compiled
def length(figures: Figures, table: Table, play: int) -> int:
    """RF6.3, RF6.6, RF6.14: all modifiers add up to at least 1."""
    if table.extra:
        return table.extra + 0
    spaces, barred = table.race_die + 0, False
    first = table.runner * GALLOP_CARDS
    for at in range(first, first + table.n_in_force[table.runner]):
        card = table.in_force[at]
        if figures.gallop_effects[card] == SLOW:
            spaces -= figures.gallop_amounts[card]
        elif figures.gallop_effects[card] == NO_BONUS:
            barred = True
    if play in (KARRIERE, AS_KARRIERE):
        spaces += figures.karriere
    elif play == KEPT_GALLOP:
        spaces += figures.gallop_amounts[kept_gallop(figures, table)]
    return max(spaces + bonus(figures, table, table.race_die, barred), 1)


@compiled
def find_ways(figures: Figures, table: Table, ways: Ways, play: int) -> None:
    """RF6.4, RF6.5, RF6.11: where the runner to move may end with this play."""
    spaces, through = length(figures, table, play), play == DURCHBRUCH
    runner = table.runner
    ways.play, ways.leads_home = play, 0
    ways.spots[0] = table.runner_space[runner] * 2 + table.crossed[runner]
    ways.first, ways.last = first, last = signed(0), signed(1)
    full = False
    for step in range(spaces):
        first, last = last, step_on(figures, table, ways, first, last, through)
        if first == last:
            break
        if any_free(table, ways, first, last, through):
            ways.first, ways.last = first, last
            full = step == spaces - 1
    if ways.leads_home and not full:
        ways.last = ways.first  # the only full move leads home; steps past the finish are lost
    elif through and ways.first > 0:
        keep_free(table, ways)


@inlined
def step_on(
    figures: Figures, table: Table, ways: Ways, first: int, last: int, through: bool
) -> int:
    """Take one step from each spot from `first` on; return the new number of spots."""
    ways.round += 1
    size = last
    for at in range(first, last):
        spot = ways.spots[at]
        lap = spot & 1
        slot = (spot >> 1) * DIRECTIONS
        for direction in range(DIRECTIONS):
            step = figures.steps[slot + direction]
            if step < 0:
                continue
            if step & lap & 1:
                ways.leads_home = 1
                continue
            to = step >> 1
            if ways.seen[to] == ways.round or (not through and is_taken(table, to)):
                continue
            ways.seen[to] = ways.round
            ways.spots[size] = step | lap
            size += 1
    return size


@inlined
def any_free(table: Table, ways: Ways, first: int, last: int, through: bool) -> bool:
    """Whether the move could end on any of these spots; without breaking through, all are free."""
    if not through:
        return True
    for at in range(first, last):  # noqa: SIM110  # Numba does not support any()
        if not is_taken(table, ways.spots[at] >> 1):
            return True
    return False


@compiled
def keep_free(table: Table, ways: Ways) -> None:
    """RF6.11: only the last space must be free."""
    size = ways.first + 0
    for at in range(ways.first, ways.last):
        if not is_taken(table, ways.spots[at] >> 1):
            ways.spots[size] = ways.spots[at]
            size += 1
    ways.last = size
