"""How likely each order of a rival's face-down tokens is. Importing this needs Numba.

The prior of such a deal is that of `beliefs`; the rival's bets and moves are the evidence
(`paddock.fast.royal_turf.suspect`). Rivals are considered one by one, since their tokens are
independent.
"""

from collections import Counter
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paddock.fast.royal_turf.suspect import Seen, suspect
from paddock.fast.royal_turf.tables import Tables
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import kinds_of
from paddock.games.royal_turf.edition import SYMBOLS
from paddock.games.royal_turf.ruleset import Ruleset
from paddock.games.royal_turf.state import Betting, State
from paddock.games.royal_turf.view import BettingScene, RacingScene, View
from paddock.kernel.money import Ledger

Kinds = NDArray[np.int64]


class Suspicion(NamedTuple):
    """A rival's deals with their chances, and the places of its tokens in the order of betting."""

    places: list[int]
    deals: Kinds
    chances: NDArray[np.float64]

    def deal(self, luck: np.random.Generator, number: int) -> Kinds:
        """Draw this many deals by their chances, a row each."""
        return self.deals[luck.choice(len(self.deals), number, p=self.chances)]


def suspicions(game: RoyalTurf, view: View) -> list[Suspicion]:
    """One for each rival with tokens that the viewer cannot see."""
    scene = view.scene
    if not isinstance(scene, BettingScene | RacingScene):
        return []
    start = _start(game, view, scene)
    rides = scene.rides if isinstance(scene, RacingScene) else ()
    told = np.array([(SYMBOLS.index(ride.symbol), ride.horse) for ride in rides], np.int64)
    backed = np.array([bet.horse for bet in scene.book.bets], np.int64)
    found = []
    for seat in range(game.seats):
        places = [
            at for at, bet in enumerate(scene.book.bets) if bet.seat == seat and bet.value is None
        ]
        if places:
            deals, prior = _deals(game.rules, len(places))
            likely = np.log(prior) + suspect(start, Seen(seat, backed, told.reshape(-1, 2)), deals)
            chances = np.exp(likely - likely.max())
            found.append(Suspicion(places, deals, chances / chances.sum()))
    return found


def _start(game: RoyalTurf, view: View, scene: BettingScene | RacingScene) -> Tables:
    """The race before any bet."""
    phase = Betting(scene.grid, scene.first)
    ledger = Ledger(-sum(view.money), view.money)
    return Tables.of(game, [State(view.race, ledger, view.pile, view.gone, (), phase)])


def _deals(rules: Ruleset, placed: int) -> tuple[Kinds, NDArray[np.float64]]:
    """Every order of kinds for this many tokens, and the number of ways to get each."""
    kinds = [kinds_of(rules).index(token) for token in rules.tokens]
    ways = Counter(permutations(kinds, placed))
    deals = sorted(ways)
    return np.array(deals, np.int64), np.array([ways[deal] for deal in deals], np.float64)
