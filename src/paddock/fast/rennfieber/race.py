"""RF6, compiled: dice, moves, gallop cards, and the order of finish."""

from paddock.fast.chance import Script, chance
from paddock.fast.compiler import compiled, inlined, signed
from paddock.fast.rennfieber import phases
from paddock.fast.rennfieber.decks import take_card
from paddock.fast.rennfieber.figures import (
    AGAIN,
    AS_KARRIERE,
    CALLED_IN,
    DIRECTIONS,
    DURCHBRUCH,
    FINE,
    IN,
    INWARD,
    KARRIERE,
    KEEP,
    KEPT_DURCHBRUCH,
    KEPT_GALLOP,
    KEPT_KARRIERE,
    MISS,
    MOVE,
    NO_BONUS,
    OUT,
    OUTWARD,
    SLOW,
    Figures,
)
from paddock.fast.rennfieber.movement import Ways, bonus, find_ways, plays
from paddock.fast.rennfieber.seats import pay
from paddock.fast.rennfieber.settlement import settle
from paddock.fast.rennfieber.table import COUNTED, FINES, GALLOP_DRAWS, MOVES, NOBODY, TURNS, Table
from paddock.fast.spaces import is_taken, occupy, vacate
from paddock.games.rennfieber.actions import PLAYS
from paddock.games.rennfieber.edition import GALLOP_CARDS
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.rules.race import DIE, GALLOP_ON
from paddock.games.rennfieber.track import HOME


@inlined
def roll_dice(figures: Figures, table: Table, script: Script) -> None:
    """RF6.2: race die and standard die."""
    table.race_die = throw_race_die(figures, table, script)
    table.die = chance(table, script, DIE) + 1
    table.tally[table.race * COUNTED + TURNS] += 1
    table.phase = phases.MOVING


@compiled
def throw_race_die(figures: Figures, table: Table, script: Script) -> int:
    table.race_die_throws += 1
    return signed(figures.faces[chance(table, script, DIE)])


@compiled
def select_move(figures: Figures, table: Table, ways: Ways, play: int, to: int) -> bool:
    """Select this card and this space; return whether they are legal."""
    if table.phase != phases.MOVING or not 0 <= play < len(PLAYS):
        return False
    if plays(figures, table) >> play & 1 == 0:
        return False
    find_ways(figures, table, ways, play)
    if to == HOME:
        ways.spot = HOME
        return ways.leads_home == 1
    for at in range(ways.first, ways.last):
        if ways.spots[at] >> 1 == to:
            ways.spot = ways.spots[at]
            return True
    return False


@inlined
def carry_out(figures: Figures, table: Table, ways: Ways, script: Script) -> None:
    """Carry out the move and everything up to the next choice or roll."""
    regular = table.extra == 0
    table.extra = 0
    table.played = NOBODY
    spend(figures, table, ways)
    go_to(table, signed(ways.spot))
    if ways.spot == HOME:
        come_home(figures, table)
    elif regular and table.die in GALLOP_ON:
        draw_gallop(figures, table, ways, script)
    else:
        next_turn(figures, table)


@compiled
def spend(figures: Figures, table: Table, ways: Ways) -> None:
    """RF6.14: discard the cards that affected this move, and the kept card that was played."""
    runner = table.runner
    if ways.play == KARRIERE:
        table.karrieren[runner] -= 1
        discard_kept(figures, table, KEPT_KARRIERE)
    elif ways.play in (DURCHBRUCH, AS_KARRIERE):
        table.durchbrueche[runner] -= 1
        discard_kept(figures, table, KEPT_DURCHBRUCH)
    kept = ways.play == KEPT_GALLOP
    ways.n_no_bonus = 0
    first = left = runner * GALLOP_CARDS
    for at in range(first, first + table.n_in_force[runner]):
        card = table.in_force[at]
        effect = figures.gallop_effects[card]
        if effect == NO_BONUS:
            ways.no_bonus[ways.n_no_bonus] = card
            ways.n_no_bonus += 1
        if effect in (SLOW, NO_BONUS) or (kept and effect == KEEP):
            table.gallop_discards[card] += 1
            kept = kept and effect != KEEP
        else:
            table.in_force[left] = card
            left += 1
    table.n_in_force[runner] = left - first


@compiled
def discard_kept(figures: Figures, table: Table, effect: int) -> None:
    """Discard a kept card with this effect: of several kinds, the first in the edition."""
    horse, found = table.horses[table.runner], -1
    for at in range(table.n_kept):
        card = table.kept_card[at]
        if table.kept_by[at] == horse and figures.training_effects[card] == effect:
            found = at if found < 0 or card < table.kept_card[found] else found
    table.training_discards[table.kept_card[found]] += 1
    table.n_kept -= 1
    table.kept_by[found] = table.kept_by[table.n_kept]
    table.kept_card[found] = table.kept_card[table.n_kept]


@inlined
def go_to(table: Table, spot: int) -> None:
    """Move the runner from its space to this spot, or home."""
    runner = table.runner
    vacate(table, table.runner_space[runner])
    table.tally[table.race * COUNTED + MOVES] += 1
    if spot == HOME:
        table.runner_space[runner], table.crossed[runner] = HOME, LAPS
    else:
        to = spot >> 1
        table.runner_space[runner], table.crossed[runner] = to, spot & 1
        occupy(table, to)


@compiled
def draw_gallop(figures: Figures, table: Table, ways: Ways, script: Script) -> None:
    """RF6.7, RF6.10, RF6.12: a card after the move; most kinds apply at once."""
    runner = table.runner
    card = turn_card(figures, table, ways, script)
    if card < 0:
        next_turn(figures, table)  # every card is in force
        return
    effect, amount = figures.gallop_effects[card], figures.gallop_amounts[card]
    if effect in (KEEP, SLOW, MISS, NO_BONUS):
        table.in_force[runner * GALLOP_CARDS + table.n_in_force[runner]] = card
        table.n_in_force[runner] += 1
    else:
        table.gallop_discards[card] += 1
    if effect == MOVE:
        table.extra = amount
        return
    if effect == AGAIN:
        die = throw_race_die(figures, table, script)
        table.extra = max(die + bonus(figures, table, die, ways.n_no_bonus > 0), 1)  # RF6.13
        return
    if effect in (INWARD, OUTWARD):
        if shift(figures, table, IN if effect == INWARD else OUT):
            come_home(figures, table)
            return
    elif effect == FINE:
        pay(table, signed(table.riders[runner]), signed(amount), FINES)
    next_turn(figures, table)


@compiled
def turn_card(figures: Figures, table: Table, ways: Ways, script: Script) -> int:
    """RF6.10: a card of the deck, which is formed again if it is empty; -1 if it stays empty."""
    card = take_card(table, table.gallop_deck, figures.gallop_kinds, script)
    if card < 0:
        for kind in range(figures.gallop_kinds):
            table.gallop_deck[kind], table.gallop_discards[kind] = table.gallop_discards[kind], 0
        for at in range(ways.n_no_bonus):  # discarded, but in force until the turn ends
            table.gallop_deck[ways.no_bonus[at]] -= 1
            table.gallop_discards[ways.no_bonus[at]] += 1
        card = take_card(table, table.gallop_deck, figures.gallop_kinds, script)
    if card >= 0:
        table.tally[table.race * COUNTED + GALLOP_DRAWS] += 1
    return card


@compiled
def shift(figures: Figures, table: Table, direction: int) -> bool:
    """RF6.14: move to the next lane's space ahead if it is free; return whether that leads home."""
    runner = table.runner
    lap = table.crossed[runner]
    step = figures.steps[table.runner_space[runner] * DIRECTIONS + direction]
    if step < 0:
        return False
    if step & lap & 1:
        go_to(table, HOME)
        return True
    if not is_taken(table, step >> 1):
        go_to(table, step | lap)
    return False


@compiled
def come_home(figures: Figures, table: Table) -> None:
    """RF6.8: runners are placed in the order of crossing."""
    take_place(table, table.runner)
    if figures.last_horse == CALLED_IN and table.n_finished == figures.runners - 1:
        for runner in range(figures.runners):
            if table.runner_space[runner] != HOME:
                vacate(table, table.runner_space[runner])
                table.runner_space[runner] = HOME
                take_place(table, runner)
                break
    if table.n_finished == figures.runners:
        settle(figures, table)
    else:
        next_turn(figures, table)


@compiled
def take_place(table: Table, runner: int) -> None:
    """Give the runner its place; its gallop cards are no longer in force (RF6.10)."""
    table.finish[table.n_finished] = runner
    table.n_finished += 1
    first = runner * GALLOP_CARDS
    for at in range(first, first + table.n_in_force[runner]):
        table.gallop_discards[table.in_force[at]] += 1
    table.n_in_force[runner] = 0


@compiled
def next_turn(figures: Figures, table: Table) -> None:
    """RF6.1: finished horses, and those that miss a turn, are skipped."""
    place = 0
    while table.order[place] != table.runner:
        place += 1
    while True:
        place = place + 1 if place + 1 < figures.runners else 0
        runner = table.order[place]
        if table.runner_space[runner] != HOME and not misses(figures, table, runner):
            break
    table.runner, table.seat = runner, table.riders[runner]
    table.phase = phases.ROLLING


@compiled
def misses(figures: Figures, table: Table, runner: int) -> bool:
    """Whether a `miss` card is in force; the first one is then discarded."""
    first, last = runner * GALLOP_CARDS, runner * GALLOP_CARDS + table.n_in_force[runner]
    for at in range(first, last):
        card = table.in_force[at]
        if figures.gallop_effects[card] == MISS:
            for further in range(at + 1, last):
                table.in_force[further - 1] = table.in_force[further]
            table.n_in_force[runner] -= 1
            table.gallop_discards[card] += 1
            return True
    return False
