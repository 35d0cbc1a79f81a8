"""The form book: how likely each horse is to take each place, from the current positions.

A horse is expected to be where it is, plus its card's mean move if it has yet to move in this
round. The uncertainty grows with its card's variance and the rounds left to run. Each horse is then
considered at three points of its normal distribution (Gauss-Hermite quadrature). At each of them,
each rival is ahead of it or not, independently of the others, so a recurrence over the rivals gives
the distribution of how many are ahead.

The form book ignores who rides: its constants are fitted to random races
(`paddock.fast.royal_turf.punter_shared`).
"""

from collections.abc import Sequence
from math import exp, sqrt
from operator import mul, truediv
from typing import NamedTuple

from paddock.fast.normal import NODES, STEEPNESS
from paddock.fast.royal_turf.punter_shared import BASE_SD, SD_FACTOR, moments
from paddock.games.royal_turf.rules.payout import pace_pays
from paddock.games.royal_turf.rules.race import PODIUM, hindmost
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Racing

# A horse's probabilities of the first, second, third and last place.
Probabilities = tuple[float, ...]
CERTAIN: tuple[Probabilities, ...] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
UNDECIDED: Probabilities = (0, 0, 0, 0)


class Prospect(NamedTuple):
    """A horse's probabilities of each place, of the last place, and that its pace token pays."""

    first: float
    second: float
    third: float
    last: float
    pace: float


class Expected(NamedTuple):
    """A horse's expected position after this round, and the standard deviation at the finish."""

    at: float
    sd: float


class Form:
    def __init__(self, rules: Ruleset) -> None:
        edition = rules.edition
        self._finish, self._pace = edition.spaces + 1, edition.pace
        self._means, self._variances = moments(edition)
        self._mean_move = sum(self._means) / len(self._means)
        self._place_needed = not pace_pays(rules, podium=(), pace=0)

    def prospects(self, run: Racing) -> list[Prospect]:
        """The prospects of every horse, in board order."""
        places = self._places(run) if len(run.podium) < PODIUM else _settled(run)
        token = self._token(run)
        if self._place_needed:
            placed = [sum(place[:PODIUM]) for place in places]
            token = list(map(mul, token, placed))
        return [Prospect._make((*place, pace)) for place, pace in zip(places, token, strict=True)]

    def _places(self, run: Racing) -> list[Probabilities]:
        home = len(run.podium)
        racing = [horse for horse in range(len(run.progress)) if horse not in run.podium]
        places = _certain(run)
        # Horses at home have taken the first places; the others compete for the rest.
        taken, open_places = (0.0,) * home, PODIUM - home
        rows = _standings(self._field(run, racing, self._finish, open_places))
        for horse, row in zip(racing, rows, strict=True):
            places[horse] = taken + row[:open_places] + row[PODIUM:]
        return places

    def _token(self, run: Racing) -> list[float]:
        """How likely each horse is to hold the pace token (RT4.8)."""
        horses = range(len(run.progress))
        if run.pace is not None:
            return [float(horse == run.pace) for horse in horses]
        return _leaders(self._field(run, horses, self._pace, 1))

    def _field(self, run: Racing, horses: Sequence[int], line: int, places: int) -> list[Expected]:
        """Where to expect these horses in the race to a line, which ends after `places` of them."""
        cards, due = run.grid.cards, [horse not in run.moved for horse in horses]
        at = [
            run.progress[horse] + self._means[cards[horse]] * waits
            for horse, waits in zip(horses, due, strict=True)
        ]
        # The race is over once this horse has passed the line.
        decider = sorted(at)[-places]
        field = []
        for horse, place, waits in zip(horses, at, due, strict=True):
            rounds = waits + max(0.0, line - max(place, decider)) / self._mean_move
            dice = SD_FACTOR**2 * self._variances[cards[horse]] * rounds
            field.append(Expected(place, sqrt(BASE_SD**2 + dice)))
        return field


def _certain(run: Racing) -> list[Probabilities]:
    """The places of the horses at home; the others are undecided."""
    places = [UNDECIDED] * len(run.progress)
    for place, horse in enumerate(run.podium):
        places[horse] = CERTAIN[place]
    return places


def _settled(run: Racing) -> list[Probabilities]:
    """The places of a race that is over (RT4.10)."""
    places = _certain(run)
    places[hindmost(run)] = CERTAIN[PODIUM]
    return places


def _standings(field: Sequence[Expected]) -> list[Probabilities]:
    """For each horse, the probabilities that none, one, two or all of the others are ahead."""
    curves = [(at, STEEPNESS / sd) for at, sd in field]
    rows = []
    for number, (at, sd) in enumerate(field):
        rivals = curves[:number] + curves[number + 1 :]
        terms = [_term(at + shift * sd, weight, rivals) for shift, weight in NODES]
        rows.append([low + middle + high for low, middle, high in zip(*terms, strict=True)])
    # Each place is taken by one horse: normalize, since the quadrature is approximate.
    totals = [sum(column) for column in zip(*rows, strict=True)]
    return [tuple(map(truediv, row, totals)) for row in rows]


def _term(
    at: float, weight: float, rivals: Sequence[tuple[float, float]]
) -> tuple[float, float, float, float]:
    """A node's term of a row of `_standings`, adding one rival after the other."""
    none = every = weight
    one = two = 0.0
    for place, steepness in rivals:
        ahead = 1.0 / (1.0 + exp((at - place) * steepness))
        two += (one - two) * ahead
        one += (none - one) * ahead
        none -= none * ahead
        every *= ahead
    return none, one, two, every


def _leaders(field: Sequence[Expected]) -> list[float]:
    """Only the first column of `_standings`, in a third of the time."""
    curves = [(at, STEEPNESS / sd) for at, sd in field]
    leads = []
    for number, (at, sd) in enumerate(field):
        rivals = curves[:number] + curves[number + 1 :]
        lead = 0.0
        for shift, weight in NODES:
            node, none = at + shift * sd, weight
            for place, steepness in rivals:
                none /= 1.0 + exp((place - node) * steepness)
            lead += none
        leads.append(lead)
    total = sum(leads)
    return [lead / total for lead in leads]
