"""RF6.3 to RF6.6, RF6.11: how far a runner goes, and where it may end."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.edition import GallopEffect, TrainingEffect
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import Racing, State
from paddock.games.rennfieber.track import HOME, Track

LAPS = 2  # RF6.15: the first passage of the finish does not count, the second is home

# RF6.6, RF6.11: the training card that a way of playing takes.
TAKES: Mapping[Play, TrainingEffect] = {
    "karriere": "karriere",
    "durchbruch": "durchbruch",
    "durchbruch_as_karriere": "durchbruch",
}

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


def in_force(rules: Ruleset, run: Racing, runner: int, effect: GallopEffect) -> tuple[int, ...]:
    """RF6.12, RF6.14: the gallop cards of this effect that wait for the runner; mostly none."""
    cards = run.force[runner]
    return tuple(c for c in cards if rules.edition.gallop[c].effect == effect) if cards else ()


def length(rules: Ruleset, state: State, run: Racing, play: Play) -> int:
    """RF6.3, RF6.6, RF6.14: all modifiers add up, and it is never less than 1."""
    assert run.dice is not None
    runner, race_die, gallop = run.turn, run.dice.race_die, rules.edition.gallop
    barred = bool(in_force(rules, run, runner, "no_bonus"))
    spaces = race_die + bonus(rules, state, run.runners[runner].horse, race_die, barred=barred)
    for slow in in_force(rules, run, runner, "slow"):
        spaces -= gallop[slow].amount
    if play in ("karriere", "durchbruch_as_karriere"):
        spaces += rules.edition.karriere
    elif play == "kept_gallop":
        spaces += gallop[in_force(rules, run, runner, "keep")[0]].amount
    return max(spaces, 1)


def kept_card(rules: Ruleset, state: State, run: Racing, play: Play) -> int | None:
    """The kind of training card that this way of playing takes, if the horse has it."""
    effect = TAKES.get(play)
    for kind in state.horses[run.runners[run.turn].horse].kept:
        if rules.edition.training[kind].effect == effect:
            return kind
    return None


def plays(rules: Ruleset, state: State, run: Racing) -> tuple[Play, ...]:
    """RF6.2, RF6.14: what the runner may play, one card at most."""
    possible: tuple[Play, ...] = ("none",)
    if state.horses[run.runners[run.turn].horse].kept:
        cards = [play for play in TAKES if kept_card(rules, state, run, play) is not None]
        possible = (*possible, *cards)
    if in_force(rules, run, run.turn, "keep"):
        possible = (*possible, "kept_gallop")
    return possible


def reachable(run: Racing, track: Track, runner: int, spaces: int, *, through: bool) -> Paths:
    """RF6.4, RF6.5, RF6.11: every space where a move of this length may end, with one path each.

    The full length is used if some path allows it, else the longest; steps past the finish are
    lost (RF6.15). A runner with no step stands still.
    """
    onward, taken = track.onward, set(run.at) - {HOME}
    barred = set() if through else taken
    layer: Paths = {run.at[runner]: ()}
    best, free, home = layer, Paths(), Paths()
    for _ in range(spaces):
        following: Paths = {}
        for at, path in layer.items():
            for to in onward[at]:
                if to not in following and to not in barred:
                    following[to] = path + (to,)  # noqa: RUF005  # to unpack takes twice as long
        if HOME in following and run.crossed[runner] + 1 < LAPS:
            following = _past_finish(run, track, runner, layer, barred)
        if HOME in following:
            home.setdefault(HOME, following.pop(HOME))
        layer = following
        free = layer
        if through:
            free = {to: path for to, path in layer.items() if to not in taken}
        best = free or best
    return {**free, **home} or best


def _past_finish(run: Racing, track: Track, runner: int, layer: Paths, barred: set[int]) -> Paths:
    """A step on that may lead into the last lap (RF6.15), and in a very long move home."""
    following: Paths = {}
    for at, path in layer.items():
        for step in track.steps[at]:
            home = step.crosses and crossed(run, track, runner, path) + 1 == LAPS
            to = HOME if home else step.to
            if to not in barred:
                following.setdefault(to, (*path, to))
    return following


def crossings(track: Track, start: int, path: tuple[int, ...]) -> int:
    """How often a path on the track has crossed the finish."""
    return len(track.over_finish.intersection(pairwise((start, *path))))


def crossed(run: Racing, track: Track, runner: int, path: tuple[int, ...]) -> int:
    """Passages of the finish after this path."""
    return run.crossed[runner] + crossings(track, run.at[runner], path) + (HOME in path)
