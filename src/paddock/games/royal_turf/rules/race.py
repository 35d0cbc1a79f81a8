"""RT4: roll, move, pace, finish."""

from collections.abc import Container

from paddock.games.royal_turf import events
from paddock.games.royal_turf.edition import HORSES
from paddock.games.royal_turf.events import Event
from paddock.games.royal_turf.rules import payout
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Racing, State
from paddock.kernel.game import Decision

ALL_HORSES = frozenset(range(HORSES))
PODIUM = 3


def next_rider(rules: Ruleset, run: Racing) -> int:
    """RT4.1: clockwise from the seat that bet first."""
    return (run.first + len(run.rides)) % rules.seats


def roll_die(rules: Ruleset, decision: Decision[State, Event], seat: int) -> None:
    faces, rides = rules.edition.faces, decision.phase(Racing).rides
    value = decision.draw(f"race/{decision.state.race}/die", len(rides), len(faces))
    decision.emit(events.DieRolled(seat, faces[value]))


def due(rules: Ruleset, run: Racing, horse: int, symbol: events.Symbol) -> int:
    """RT4.2: what the horse's card shows for the symbol."""
    return rules.edition.moves[symbol][run.grid.cards[horse]]


def free_to_move(run: Racing) -> list[int]:
    """RT4.2: the horses still racing that have not moved in this round."""
    return sorted(ALL_HORSES.difference(run.moved, run.podium))


def taken_spaces(rules: Ruleset, progress: tuple[int, ...]) -> dict[int, int]:
    """RT4.7: by printed space, the horse that stands there, before or after the line; 33 is 0."""
    lap = rules.edition.spaces
    return {at % lap: horse for horse, at in enumerate(progress) if at <= lap}


def landing(rules: Ruleset, taken: Container[int], origin: int, spaces: int) -> int:
    """RT4.5: the progress of a horse after a move of `spaces` from `origin`.

    A finishing horse is never blocked (RT4.9). Before the line, a taken space sends it back to
    the first free space, at worst to its own.
    """
    lap = rules.edition.spaces
    target = origin + spaces
    if target > lap:
        return target
    while target > origin and target % lap in taken:
        target -= 1
    return target


def move_horse(
    rules: Ruleset, decision: Decision[State, Event], seat: int, horse: int, spaces: int, to: int
) -> None:
    """Make a move that the offer has computed: the spaces due, and the progress where it ends."""
    run = decision.phase(Racing)
    decision.emit(events.HorseMoved(seat, horse, spaces, run.progress[horse], to))  # RT4.3
    if run.pace is None and to >= rules.edition.pace:
        decision.emit(events.PaceTaken(horse))  # RT4.8: before a finish in the same move
    if to > rules.edition.spaces:
        decision.emit(events.HorseFinished(horse, len(run.podium) + 1))  # RT4.9
    run = decision.phase(Racing)
    if len(run.podium) == PODIUM:
        decision.emit(events.RaceStopped(hindmost(run)))  # RT4.10
        payout.settle(rules, decision)
    elif not free_to_move(run):
        decision.emit(events.MarksCleared())  # RT4.4, RT4.11


def hindmost(run: Racing) -> int:
    """RT4.7, RT4.10: the horse with the least progress among those still on the track."""
    return min(ALL_HORSES.difference(run.podium), key=run.progress.__getitem__)
