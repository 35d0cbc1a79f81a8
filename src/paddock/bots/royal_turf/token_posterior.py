"""How likely each order of a rival's face-down tokens is. Requires Numba.

The prior of an order is that of `beliefs`; the rival's bets and moves are the evidence
(`paddock.fast.royal_turf.token_likelihood`). Rivals are considered one by one, since their tokens
are independent.
"""

from collections import Counter
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.fast.royal_turf.tables import Tables
from paddock.fast.royal_turf.token_likelihood import Evidence, log_likelihoods
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import kinds_of
from paddock.games.royal_turf.edition import SYMBOLS
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Betting, State
from paddock.games.royal_turf.view import BettingScene, RacingScene, View
from paddock.kernel.money import Ledger

Kinds = NDArray[np.int64]


class TokenPosterior(NamedTuple):
    """The possible orders of a rival's hidden tokens, a row of kinds each, and their probabilities.

    `places` says which of all tokens they are, in the order of betting.
    """

    places: list[int]
    orders: Kinds
    probabilities: NDArray[np.float64]

    def sample(self, generator: np.random.Generator, number: int) -> Kinds:
        """This many orders, a row each."""
        return self.orders[generator.choice(len(self.orders), number, p=self.probabilities)]


def token_posteriors(game: RoyalTurf, view: View) -> list[TokenPosterior]:
    """One for each rival with tokens that the viewer cannot see."""
    scene = view.scene
    if not isinstance(scene, BettingScene | RacingScene):
        return []
    start = _start(game, view, scene)
    rides = scene.rides if isinstance(scene, RacingScene) else ()
    ridden = np.array([(SYMBOLS.index(ride.symbol), ride.horse) for ride in rides], np.int64)
    backed = np.array([bet.horse for bet in scene.book.bets], np.int64)
    found = []
    for seat in range(game.seats):
        places = [
            at for at, bet in enumerate(scene.book.bets) if bet.seat == seat and bet.value is None
        ]
        if places:
            orders, prior = _orders(game.rules, len(places))
            evidence = Evidence(seat, backed, ridden.reshape(-1, 2))
            log_posterior = np.log(prior) + log_likelihoods(start, evidence, orders)
            weights = np.exp(log_posterior - log_posterior.max())
            found.append(TokenPosterior(places, orders, weights / weights.sum()))
    return found


def _start(game: RoyalTurf, view: View, scene: BettingScene | RacingScene) -> Tables:
    """The race before any bet."""
    phase = Betting(scene.grid, scene.first)
    ledger = Ledger(-sum(view.money), view.money)
    return Tables.of(game, [State(view.race, ledger, view.pile, view.gone, (), phase)])


def _orders(rules: Ruleset, placed: int) -> tuple[Kinds, NDArray[np.float64]]:
    """Every order of kinds for this many tokens, and the number of ways to get each."""
    kinds = [kinds_of(rules).index(token) for token in rules.tokens]
    ways = Counter(permutations(kinds, placed))
    orders = sorted(ways)
    return np.array(orders, np.int64), np.array([ways[order] for order in orders], np.float64)
