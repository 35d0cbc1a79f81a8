"""The form book: how good a horse is, how far it has to go, how likely it is to take each place.

A runner's time is the distance it still has to run, less the worth of its kept cards, divided by
its mean pace; runners that move earlier in a round have a head start of a fraction of a turn. The
uncertainty grows with the turns left to run. Each runner is then considered at three points of its
normal distribution (Gauss-Hermite quadrature). At each of them, each rival is faster or not,
independently of the others, so a recurrence over the rivals gives the distribution of how many are.
"""

from collections.abc import Sequence
from math import exp, sqrt
from typing import NamedTuple

from paddock.fast.normal import NODES, STEEPNESS
from paddock.fast.rennfieber.punter_shared import distances
from paddock.games.rennfieber.edition import KEPT, Edition, GallopCard, Level
from paddock.games.rennfieber.rules.movement import LAPS
from paddock.games.rennfieber.rules.race import DIE, GALLOP_ON
from paddock.games.rennfieber.track import Step

# Fitted to 2,700 races between punters, and rounded: the standard deviation from blocked spaces and
# choices, in turns; a factor of the variance from dice and cards; the worth of a kept card, in
# Karrieren, which is more than 1 since a card also leads out of a crowd.
BASE_SD = 0.6
VARIANCE_FACTOR = 0.8
CARD_WORTH = 1.4
# Gallop cards cost a horse at most two thirds of its moves: a move is at least one space (RF6.3).
LEAST_PACE = 1 / 3
MOST_EXPONENT = 700.0  # greater ones overflow a float


class Entrant(NamedTuple):
    """A runner before or in a race: steps to go, mean pace, kept cards, its slot in the round."""

    to_go: float
    pace: float
    cards: float = 0.0
    slot: float = 0.0


class Form:
    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._to_go = distances(edition.track)
        self.mean_move = sum(edition.race_die) / len(edition.race_die)
        self._variance = _variance(edition)
        # RF3.3: how many cards a horse draws on its way to the turf, and how many it keeps.
        self._cards_drawn = len(edition.training_cards) / ((1 + DIE) / 2)
        all_cards = sum(card.count for card in edition.training)
        kept = sum(card.count for card in edition.training if card.effect in KEPT)
        self.cards_kept = self._cards_drawn * kept / all_cards

    def to_go(self, space: int, crossed: int) -> int:
        """The fewest steps to the finish."""
        return self._to_go[crossed][space]

    def to_go_after(self, step: Step, crossed: int) -> int:
        """The fewest steps to the finish after this one."""
        laps = crossed + step.crosses
        return 0 if laps == LAPS else self.to_go(step.to, laps)

    def from_start(self, lane: int, race: int) -> int:
        section = self.edition.programme[race - 1].section
        return self.to_go(self.edition.track.start(lane, section), 0)

    def pace(self, level: Level) -> float:
        """Mean spaces per turn (RF6.3), including the effect of gallop cards."""
        gain = _bonus(self.edition, level)
        gallop = sum(card.count * self._effect(card, gain) for card in self.edition.gallop) / sum(
            card.count for card in self.edition.gallop
        )
        move = self.mean_move + gain
        return max(move + gallop * len(GALLOP_ON) / DIE, move * LEAST_PACE)

    def _effect(self, card: GallopCard, gain: float) -> float:
        """The worth of a gallop card in spaces (RF11.4)."""
        match card.effect:
            case "move" | "keep":
                return card.amount
            case "again":
                return self.mean_move + gain
            case "slow":
                return -card.amount
            case "miss":
                return -self.mean_move - gain
            case "no_bonus":
                return -max(gain, 0.0)
            case "inward" | "outward":
                return 0.5
            case "nothing" | "fine":
                return 0.0

    def after_training(self, horse: int, level: int) -> tuple[float, ...]:
        """The probability of each of the horse's levels after its next training (RF3.5)."""
        levels = self.edition.horses[horse].levels
        chances = [float(place == level) for place in range(len(levels))]
        all_cards = sum(card.count for card in self.edition.training)
        changes = [card for card in self.edition.training if card.effect == "condition"]
        unchanged = 1 - sum(card.count for card in changes) / all_cards
        for _ in range(round(self._cards_drawn)):
            after = [chance * unchanged for chance in chances]
            for card in changes:
                for place, chance in enumerate(chances):
                    to = min(max(place + card.amount, 0), len(levels) - 1)
                    after[to] += chance * card.count / all_cards
            chances = after
        return tuple(chances)

    def places(self, field: Sequence[Entrant]) -> list[list[float]]:
        """For each entrant, the probabilities that no rival is ahead, that one is, and so on."""
        times = [self._time(entrant, len(field)) for entrant in field]
        rows = []
        for number, (time, sd) in enumerate(times):
            rivals = times[:number] + times[number + 1 :]
            terms = [_ahead(time + shift * sd, weight, rivals) for shift, weight in NODES]
            rows.append([sum(column) for column in zip(*terms, strict=True)])
        # Each place is taken by one runner: normalize, since the quadrature is approximate.
        totals = [sum(column) for column in zip(*rows, strict=True)]
        return [[chance / total for chance, total in zip(row, totals, strict=True)] for row in rows]

    def _time(self, entrant: Entrant, runners: int) -> tuple[float, float]:
        """The turns until an entrant is home, and their standard deviation."""
        far = max(entrant.to_go - entrant.cards * CARD_WORTH * self.edition.karriere, 1.0)
        turns = far / entrant.pace
        dice = VARIANCE_FACTOR * self._variance * turns / entrant.pace**2
        return turns + entrant.slot / runners, sqrt(BASE_SD**2 + dice)


def _ahead(time: float, weight: float, rivals: Sequence[tuple[float, float]]) -> list[float]:
    """A node's term of a row of `places`, adding one rival after the other."""
    chances = [weight]
    for other, sd in rivals:
        faster = 1.0 / (1.0 + exp(min((other - time) * STEEPNESS / sd, MOST_EXPONENT)))
        more = [chance * faster for chance in chances]
        chances = [
            fewer + one_more
            for fewer, one_more in zip(
                (*(c - m for c, m in zip(chances, more, strict=True)), 0.0),
                (0.0, *more),
                strict=True,
            )
        ]
    return chances


def _bonus(edition: Edition, level: Level) -> float:
    """RF6.3: the mean over all faces of the race die."""
    if level == "5-":
        return -1.0
    if level == "0":
        return 0.0
    return sum(face <= int(level[0]) for face in edition.race_die) / len(edition.race_die)


def _variance(edition: Edition) -> float:
    """The variance of a turn's spaces: that of the race die, plus an estimate for gallop cards."""
    mean = sum(edition.race_die) / len(edition.race_die)
    die = sum((face - mean) ** 2 for face in edition.race_die) / len(edition.race_die)
    cards = sum(card.count for card in edition.gallop)
    squares = sum(
        card.count * (card.amount**2 if card.effect in ("move", "keep", "slow") else 0)
        + card.count * (mean**2 if card.effect in ("again", "miss") else 0)
        for card in edition.gallop
    )
    return die + squares / cards * len(GALLOP_ON) / DIE
