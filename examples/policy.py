"""A policy of your own for Royal Turf: it rides whatever gets furthest, and bets by lot.

paddock arena royal-turf --policies examples.policy:Galloper,random --games 40
"""

from paddock.games.royal_turf.commands import MoveHorse
from paddock.games.royal_turf.offers import MoveOffer


class Galloper:
    def __init__(self, game):
        self.seats = game.seats  # made once for a table: its seats, options and figures

    def choose(self, view, offer, rng):  # noqa: ARG002  # this one does not look
        """view: what this seat may know. offer: what it may do. rng: follows from the seed."""
        if isinstance(offer, MoveOffer):
            furthest = max(offer.moves, key=lambda move: move.to)
            return MoveHorse(offer.id, furthest.horse)
        return offer.sample(rng)
