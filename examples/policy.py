"""A policy of your own for Royal Turf: it moves the horse that gets furthest, and bets at random.

paddock arena royal-turf --policies examples.policy:Galloper,random --games 40
"""

from paddock.games.royal_turf.commands import MoveHorse
from paddock.games.royal_turf.offers import MoveOffer


class Galloper:
    def __init__(self, game):
        self.game = game  # its seats, options and edition; one object plays many matches

    def choose(self, view, offer, rng):  # noqa: ARG002  # this one does not use the view
        """view: what this seat may know. offer: what it may do. rng: use no other randomness."""
        if isinstance(offer, MoveOffer):
            furthest = max(offer.moves, key=lambda move: move.to)
            return MoveHorse(offer.id, furthest.horse)
        return offer.sample(rng)
