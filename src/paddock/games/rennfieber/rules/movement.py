"""RF6.3 to RF6.6, RF6.11: how far a runner goes, and where it may end."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Protocol

from msgspec import Struct

from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.edition import GallopEffect, TrainingEffect
from paddock.games.rennfieber.events import Runner
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.state import Dice, Racing, State
from paddock.games.rennfieber.track import HOME, Step, Track

LAPS = 2  # RF6.15: the first passage of the finish does not count, the second is home

# RF6.6, RF6.11: the training card that each play uses up.
TAKES: Mapping[Play, TrainingEffect] = {
    "karriere": "karriere",
    "durchbruch": "durchbruch",
    "durchbruch_as_karriere": "durchbruch",
}

# RF6.15: the lap that a runner is on, by how often it has passed the finish.
ON_LAP = tuple(range(1, LAPS + 1))

Paths = dict[int, tuple[int, ...]]


class Run(Protocol):
    """A race under way: what a state and a view have in common."""

    @property
    def runners(self) -> tuple[Runner, ...]: ...
    @property
    def force(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def turn(self) -> int: ...
    @property
    def dice(self) -> Dice | None: ...


class Length(Struct, frozen=True, array_like=True):
    """The length of a move: what is added to the race die, and the total."""

    bonus: int
    slow: int
    card: int
    total: int

    def is_raised(self, race_die: int) -> bool:
        """Whether the minimum of 1 applies."""
        return self.total > race_die + self.bonus + self.slow + self.card


def bonus(rules: Ruleset, horse: int, level: int, race_die: int, *, barred: bool) -> int:
    """RF6.3: +1 if the condition is n+ and the race die shows at most n, -1 if it is 5-.

    A card `no bonus` does not cancel the -1 (RF6.14).
    """
    condition = rules.edition.horses[horse].levels[level]
    if condition == "5-":
        return -1
    if barred:
        return 0
    return 1 if race_die <= int(condition[0]) else 0


def in_force(rules: Ruleset, run: Run, runner: int, effect: GallopEffect) -> tuple[int, ...]:
    """RF6.12, RF6.14: the runner's gallop cards in force with this effect; usually none."""
    cards = run.force[runner]
    return tuple(c for c in cards if rules.edition.gallop[c].effect == effect) if cards else ()


def length(rules: Ruleset, run: Run, level: int, play: Play) -> Length:
    """RF6.3, RF6.6, RF6.14: the race die plus all modifiers, at least 1.

    `level` is the level of the horse whose turn it is.
    """
    assert run.dice is not None
    runner, race_die, gallop = run.turn, run.dice.race_die, rules.edition.gallop
    barred = bool(in_force(rules, run, runner, "no_bonus"))
    condition = bonus(rules, run.runners[runner].horse, level, race_die, barred=barred)
    slow = card = 0
    for slower in in_force(rules, run, runner, "slow"):
        slow -= gallop[slower].amount
    if play in ("karriere", "durchbruch_as_karriere"):
        card = rules.edition.karriere
    elif play == "kept_gallop":
        card = gallop[in_force(rules, run, runner, "keep")[0]].amount
    return Length(condition, slow, card, max(race_die + condition + slow + card, 1))


def kept_card(rules: Ruleset, state: State, run: Racing, play: Play) -> int | None:
    """The kind of training card that this play uses up, if the horse has it."""
    effect = TAKES.get(play)
    for kind in state.horses[run.runners[run.turn].horse].kept:
        if rules.edition.training[kind].effect == effect:
            return kind
    return None


def plays(rules: Ruleset, state: State, run: Racing) -> tuple[Play, ...]:
    """RF6.2, RF6.14: what the runner may play: at most one card."""
    possible: tuple[Play, ...] = ("none",)
    if state.horses[run.runners[run.turn].horse].kept:
        cards = [play for play in TAKES if kept_card(rules, state, run, play) is not None]
        possible = (*possible, *cards)
    if in_force(rules, run, run.turn, "keep"):
        possible = (*possible, "kept_gallop")
    return possible


def reachable(run: Racing, track: Track, runner: int, spaces: int, *, through: bool) -> Paths:
    """RF6.4, RF6.5, RF6.11: every space where a move of this length may end, with one path each.

    A move uses its full length if any path allows it, otherwise as much as possible; steps past the
    finish are lost (RF6.15). A runner without a free step does not move.
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
                    following[to] = path + (to,)  # noqa: RUF005  # unpacking takes twice as long
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
    """One more step, which may lead into the last lap (RF6.15) or, in a very long move, home."""
    following: Paths = {}
    for at, path in layer.items():
        before = crossed(track, run.at[runner], run.crossed[runner], path)
        for step in track.steps[at]:
            to = end(step, before)
            if to not in barred:
                following.setdefault(to, (*path, to))
    return following


def end(step: Step, before: int) -> int:
    """Where a step leads for a runner that has passed the finish `before` times."""
    return HOME if step.crosses and before + 1 == LAPS else step.to


def crossed(track: Track, start: int, before: int, path: tuple[int, ...]) -> int:
    """How often the runner has passed the finish after this path."""
    on_track = len(track.over_finish.intersection(pairwise((start, *path))))
    return before + on_track + (HOME in path)
