"""A table's rules of racing as plain numbers: edition, options and seats, for compiled code."""

from __future__ import annotations

from typing import Annotated, Any, get_args

import numpy as np
from numpy.typing import NDArray

from paddock.fast.record import Byte, Numbers, Rows, layout
from paddock.games.rennfieber.commands import Play
from paddock.games.rennfieber.edition import (
    COLOURS,
    GALLOP_CARDS,
    HORSES,
    LEVELS,
    RACES,
    GallopEffect,
    Level,
)
from paddock.games.rennfieber.edition import MOST_SPACES as MOST_IN_SECTION
from paddock.games.rennfieber.rules import race
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.rules.race import DIE
from paddock.games.rennfieber.ruleset import SEATS, Ruleset
from paddock.games.rennfieber.track import SECTIONS, Step, Track

MOST_SEATS = SEATS[-1]
MOST_SPACES = COLOURS * len(SECTIONS) * MOST_IN_SECTION
MALUS = -1  # the condition 5-; any other is the number that it begins with

NONE, KARRIERE, DURCHBRUCH, AS_KARRIERE, KEPT_GALLOP = range(5)
PLAYS: tuple[Play, ...] = get_args(Play)
MOVE, AGAIN, KEEP, INWARD, OUTWARD, NOTHING, SLOW, MISS, NO_BONUS, FINE = range(10)
EFFECTS: dict[GallopEffect, int] = {
    "move": MOVE,
    "again": AGAIN,
    "keep": KEEP,
    "inward": INWARD,
    "outward": OUTWARD,
    "nothing": NOTHING,
    "slow": SLOW,
    "miss": MISS,
    "no_bonus": NO_BONUS,
    "fine": FINE,
}
AHEAD, IN, OUT = range(3)  # the steps that may lead from a space
DIRECTIONS = 3
NOWHERE = -1


class Figures:
    """The record.

    effects, amounts, cards   of each kind of gallop card; `keep` is the most that a kept one brings
    conditions   by horse and level of its own scale, `highest` the last of these levels
    steps        by space and direction: twice the space that it leads to, one more if that crosses
                 the finish; NOWHERE at the edge of the track
    to_go        the least steps home: passages of the finish so far x MOST_SPACES + space
    usual        the race die's mean
    """

    seats: Byte
    runners: Byte
    called_in: Byte
    karriere: Byte
    keep: Byte
    kinds: Byte
    faces: Annotated[Numbers, "i1", DIE]
    effects: Annotated[Numbers, "i1", GALLOP_CARDS]
    cards: Annotated[Numbers, "i1", GALLOP_CARDS]
    amounts: Annotated[Numbers, "i2", GALLOP_CARDS]
    conditions: Annotated[Numbers, "i1", HORSES * len(LEVELS)]
    highest: Annotated[Numbers, "i1", HORSES]
    prizes: Annotated[Numbers, "i8", RACES * COLOURS]
    usual: Annotated[float, "f8"]
    spaces: Annotated[int, "i2"]
    steps: Annotated[Numbers, "i2", MOST_SPACES * DIRECTIONS]
    to_go: Annotated[Numbers, "i2", LAPS * MOST_SPACES]


FIGURES = layout(Figures)


def figures_of(rules: Ruleset) -> Rows:
    """An array of one record."""
    edition = rules.edition
    rows = np.zeros(1, FIGURES)
    row = rows[0]
    row["seats"], row["runners"] = rules.seats, rules.seats * rules.runners_each
    row["called_in"] = _calls_in(rules)
    row["karriere"] = edition.karriere
    row["keep"] = max((card.amount for card in edition.gallop if card.effect == "keep"), default=0)
    row["kinds"] = len(edition.gallop)
    row["faces"] = edition.race_die
    for kind, card in enumerate(edition.gallop):
        row["effects"][kind], row["amounts"][kind] = EFFECTS[card.effect], card.amount
        row["cards"][kind] = card.count
    for number, horse in enumerate(edition.horses):
        row["highest"][number] = len(horse.levels) - 1
        for place, level in enumerate(horse.levels):
            row["conditions"][number * len(LEVELS) + place] = condition(level)
    for number, terms in enumerate(edition.programme):
        first = number * COLOURS
        row["prizes"][first : first + len(terms.prizes)] = terms.prizes
    row["usual"] = sum(edition.race_die) / len(edition.race_die)
    row["spaces"] = len(edition.track.spaces)
    _lay(row, edition.track)
    return rows


def condition(level: Level) -> int:
    """RF6.3: a die of at most this number brings a bonus."""
    return MALUS if level == "5-" else int(level[0])


def _lay(row: np.void, track: Track) -> None:
    spaces = len(track.spaces)
    steps = np.full((spaces, DIRECTIONS), NOWHERE)
    for at in range(spaces):
        for direction, step in (
            (AHEAD, track.steps[at][0]),
            (IN, track.inward[at]),
            (OUT, track.outward[at]),
        ):
            steps[at, direction] = _coded(step)
    row["steps"][: steps.size] = steps.reshape(-1)
    row["to_go"].reshape(LAPS, MOST_SPACES)[:, :spaces] = _distances(steps)


def _coded(step: Step | None) -> int:
    return NOWHERE if step is None else 2 * step.to + step.crosses


def _distances(steps: NDArray[Any]) -> NDArray[Any]:
    """The least steps home from each space, by passages so far: better and better guesses."""
    spaces = len(steps)
    beyond = LAPS * spaces + 1  # more than anybody has to go
    guess = np.full((LAPS + 1, spaces + 1), beyond)
    guess[LAPS] = 0
    guess[:, spaces] = beyond  # where NOWHERE leads
    to = np.where(steps == NOWHERE, spaces, steps // 2)
    crosses = np.where(steps == NOWHERE, 0, steps % 2)
    while True:
        better = guess.copy()
        for crossed in range(LAPS):
            further = 1 + guess[crossed + crosses, to].min(axis=1)
            better[crossed, :spaces] = np.minimum(guess[crossed, :spaces], further)
        if np.array_equal(better, guess):
            return guess[:LAPS, :spaces]
        guess = better


def _calls_in(rules: Ruleset) -> bool:
    """RF6.8; a third choice would have to be compiled before it could be played."""
    if rules.call_in not in {race.called_in, race.runs_home}:
        raise ValueError(f"{rules.call_in.__name__} is not compiled")
    return rules.call_in is race.called_in
