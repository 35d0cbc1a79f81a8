"""RF6.3 to RF6.6, RF6.11: how far a runner goes, and where it may end."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.state import Racing, State
from paddock.games.rennfieber.track import HOME, Track

if TYPE_CHECKING:
    from paddock.games.rennfieber.ruleset import Ruleset

LAPS = 2  # RF6.15: the first passage of the finish does not count, the second is home

Paths = dict[int, tuple[int, ...]]


def bonus(rules: Ruleset, state: State, horse: int, race_die: int, *, barred: bool) -> int:
    """RF6.3: +1 if the condition is n+ and the bare die at most n, -1 if it is 5-.

    A card `no bonus` leaves the malus (RF6.14).
    """
    level = rules.edition.horses[horse].levels[state.horses[horse].level]
    if level == "5-":
        return -1
    if barred:
        return 0
    return 1 if race_die <= int(level[0]) else 0  # 0 never adds


def barring(rules: Ruleset, run: Racing, runner: int) -> tuple[int, ...]:
    """RF6.14: the cards `no bonus` in force."""
    return tuple(c for c in run.force[runner] if rules.edition.gallop[c].effect == "no_bonus")


def length(rules: Ruleset, state: State, run: Racing, play: Play) -> int:
    """RF6.3, RF6.6, RF6.14: all modifiers add up, and it is never less than 1."""
    assert run.dice is not None
    runner, race_die = run.turn, run.dice.race_die
    slow = sum(
        rules.edition.gallop[card].amount
        for card in run.force[runner]
        if rules.edition.gallop[card].effect == "slow"
    )
    further = 0
    if play in ("karriere", "durchbruch_as_karriere"):
        further = rules.edition.karriere
    elif play == "kept_gallop":
        further = rules.edition.gallop[kept_gallop(rules, run, runner)].amount
    barred = bool(barring(rules, run, runner))
    changed = bonus(rules, state, run.runners[runner].horse, race_die, barred=barred)
    return max(race_die + changed - slow + further, 1)


def kept_gallop(rules: Ruleset, run: Racing, runner: int) -> int:
    return next(c for c in run.force[runner] if rules.edition.gallop[c].effect == "keep")


def kept_card(rules: Ruleset, state: State, run: Racing, play: Play) -> int | None:
    """The kind of training card that this way of playing takes, if the horse has it."""
    effect = {
        "karriere": "karriere",
        "durchbruch": "durchbruch",
        "durchbruch_as_karriere": "durchbruch",
    }.get(play)
    kept = state.horses[run.runners[run.turn].horse].kept
    return next((kind for kind in kept if rules.edition.training[kind].effect == effect), None)


def plays(rules: Ruleset, state: State, run: Racing) -> tuple[Play, ...]:
    """RF6.2, RF6.14: what the runner may play, one card at most."""
    possible: list[Play] = ["none"]
    of_training: tuple[Play, ...] = ("karriere", "durchbruch", "durchbruch_as_karriere")
    possible.extend(play for play in of_training if kept_card(rules, state, run, play) is not None)
    if any(rules.edition.gallop[card].effect == "keep" for card in run.force[run.turn]):
        possible.append("kept_gallop")
    return tuple(possible)


def reachable(run: Racing, track: Track, runner: int, spaces: int, *, through: bool) -> Paths:
    """RF6.4, RF6.5, RF6.11: every space where a move of this length may end, with one path each.

    The full length is used if some path allows it, else the longest; steps past the finish are
    lost (RF6.15). A runner with no step stands still.
    """
    taken = frozenset(run.at) - {HOME}
    laps = run.crossed[runner]
    layer: Paths = {run.at[runner]: ()}
    home: Paths = {}
    best: Paths = {run.at[runner]: ()}
    for _ in range(spaces):
        following: Paths = {}
        for at, path in layer.items():
            for step in track.steps[at]:
                if step.crosses and laps + crossings(track, run.at[runner], path) + 1 == LAPS:
                    home.setdefault(HOME, (*path, HOME))
                elif through or step.to not in taken:
                    following.setdefault(step.to, (*path, step.to))
        layer = following
        free = {to: path for to, path in layer.items() if to not in taken}
        if free:
            best = free
    full = {to: path for to, path in layer.items() if to not in taken}
    return {**full, **home} or best


def crossings(track: Track, start: int, path: tuple[int, ...]) -> int:
    """How often a path has crossed the finish."""
    return sum(track.crosses(at, to) for at, to in pairwise((start, *path)))


def crossed(run: Racing, track: Track, runner: int, path: tuple[int, ...]) -> int:
    """Passages of the finish after this path."""
    before = tuple(space for space in path if space != HOME)
    return run.crossed[runner] + crossings(track, run.at[runner], before) + (HOME in path)
