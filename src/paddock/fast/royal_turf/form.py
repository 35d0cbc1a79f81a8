"""The form book, compiled: the same sums in the same order as in `paddock.bots.royal_turf.form`."""

from math import exp, sqrt
from typing import Annotated

import numpy as np

from paddock.fast.compiler import compiled
from paddock.fast.layout import Byte, Numbers, Reals, layout
from paddock.fast.normal import NODES, STEEPNESS
from paddock.fast.royal_turf.figures import IF_PLACED, Figures
from paddock.fast.royal_turf.punter_shared import BASE_SD, SD_FACTOR
from paddock.fast.sets import size
from paddock.games.royal_turf.actions import NAME
from paddock.games.royal_turf.edition import HORSES
from paddock.games.royal_turf.rules.race import PODIUM

SHIFTS, WEIGHTS = np.array(NODES).T.copy()
LAST = PODIUM
CHANCES = PODIUM + 1
RESULTS = CHANCES + 1

_BASE_VARIANCE, _VARIANCE_FACTOR = BASE_SD**2, SD_FACTOR**2


class Estimates:
    """Working memory: a race that may be hypothetical, and estimates of its result."""

    progress: Annotated[Numbers, "i1", HORSES]  # the race, as the next five fields
    podium: Annotated[Numbers, "i1", PODIUM]
    cards: Annotated[Numbers, "i1", HORSES]
    moved: Byte
    home: Byte
    pace: Byte
    position: Annotated[Reals, "f8", HORSES]  # expected after this round
    sd: Annotated[Reals, "f8", HORSES]  # of the position at the finish
    places: Annotated[Reals, "f8", HORSES * CHANCES]  # horse x CHANCES + place
    token: Annotated[Reals, "f8", HORSES]  # the probability that its pace token pays
    bets: Annotated[Reals, "f8", HORSES]  # on each horse
    own_bets: Annotated[Reals, "f8", HORSES]  # of the seat that chooses
    payouts: Annotated[Reals, "f8", HORSES * RESULTS]  # horse x RESULTS + result
    values: Annotated[Reals, "f8", NAME]  # of each action


ESTIMATES = layout(Estimates)


@compiled
def estimate(figures: Figures, estimates: Estimates) -> None:
    """The prospects of every horse in the race that `estimates` has."""
    estimate_places(figures, estimates)
    estimate_token(figures, estimates)
    if figures.pace_pays == IF_PLACED:
        for horse in range(HORSES):
            placed = 0.0
            for place in range(PODIUM):
                placed += estimates.places[horse * CHANCES + place]
            estimates.token[horse] *= placed


@compiled
def estimate_places(figures: Figures, estimates: Estimates) -> None:
    estimates.places[:] = 0.0
    home = size(estimates.home)
    for place in range(home):
        estimates.places[estimates.podium[place] * CHANCES + place] = 1.0
    if home < PODIUM:
        expect_positions(figures, estimates, estimates.home, figures.spaces + 1, PODIUM - home)
        rank_horses(estimates, home)
        return
    last = -1
    for horse in range(HORSES):
        racing = estimates.home >> horse & 1 == 0
        if racing and (last < 0 or estimates.progress[horse] < estimates.progress[last]):
            last = horse
    estimates.places[last * CHANCES + LAST] = 1.0


@compiled
def estimate_token(figures: Figures, estimates: Estimates) -> None:
    """How likely each horse is to hold the pace token (RT4.8)."""
    if estimates.pace >= 0:
        estimates.token[:] = 0.0
        estimates.token[estimates.pace] = 1.0
        return
    expect_positions(figures, estimates, 0, figures.pace, 1)
    total = 0.0
    for horse in range(HORSES):
        lead = 0.0
        for node in range(len(SHIFTS)):
            at, none = estimates.position[horse] + SHIFTS[node] * estimates.sd[horse], WEIGHTS[node]
            for rival in range(HORSES):
                if rival != horse:
                    steepness = STEEPNESS / estimates.sd[rival]
                    none /= 1.0 + exp((estimates.position[rival] - at) * steepness)
            lead += none
        estimates.token[horse] = lead
        total += lead
    for horse in range(HORSES):
        estimates.token[horse] /= total


@compiled
def expect_positions(
    figures: Figures, estimates: Estimates, home: int, line: int, places: int
) -> None:
    """Where to expect each horse in the race to a line, which ends after `places` more horses."""
    for horse in range(HORSES):
        waits = 1 - (estimates.moved >> horse & 1)
        estimates.position[horse] = (
            estimates.progress[horse] + figures.means[estimates.cards[horse]] * waits
        )
    decider = nth_position(estimates, home, places)
    for horse in range(HORSES):
        waits = 1 - (estimates.moved >> horse & 1)
        to_go = max(0.0, line - max(estimates.position[horse], decider))
        rounds = waits + to_go / figures.mean_move
        dice = _VARIANCE_FACTOR * figures.variances[estimates.cards[horse]] * rounds
        estimates.sd[horse] = sqrt(_BASE_VARIANCE + dice)


@compiled
def nth_position(estimates: Estimates, home: int, n: int) -> float:
    """The expected position of the n-th of the horses that are not home."""
    for horse in range(HORSES):
        if home >> horse & 1:
            continue
        ahead = level = 0
        for rival in range(HORSES):
            if home >> rival & 1 == 0:
                ahead += estimates.position[rival] > estimates.position[horse]
                level += estimates.position[rival] == estimates.position[horse]
        if ahead < n <= ahead + level:
            return estimates.position[horse]
    return 0.0


@compiled
def rank_horses(estimates: Estimates, home: int) -> None:
    """For each horse not home, the probabilities that none, one, two or all others are ahead."""
    totals = np.zeros(CHANCES)
    rows = np.zeros((HORSES, CHANCES))
    for horse in range(HORSES):
        if estimates.home >> horse & 1:
            continue
        for node in range(len(SHIFTS)):
            at = estimates.position[horse] + SHIFTS[node] * estimates.sd[horse]
            none = every = WEIGHTS[node]
            one = two = 0.0
            for rival in range(HORSES):
                if rival == horse or estimates.home >> rival & 1:
                    continue
                steepness = STEEPNESS / estimates.sd[rival]
                ahead = 1.0 / (1.0 + exp((at - estimates.position[rival]) * steepness))
                two += (one - two) * ahead
                one += (none - one) * ahead
                none -= none * ahead
                every *= ahead
            rows[horse, 0] += none
            rows[horse, 1] += one
            rows[horse, 2] += two
            rows[horse, LAST] += every
        for chance in range(CHANCES):
            totals[chance] += rows[horse, chance]
    for horse in range(HORSES):
        if estimates.home >> horse & 1:
            continue
        for place in range(PODIUM - home):
            estimates.places[horse * CHANCES + home + place] = rows[horse, place] / totals[place]
        estimates.places[horse * CHANCES + LAST] = rows[horse, LAST] / totals[LAST]
