"""The rookie, `random`, makes random legal choices: a baseline for the other bots."""

from typing import Any

from paddock.bots.explain import NOTHING, Explanation, Valued
from paddock.games import AnyGame
from paddock.kernel.game import Answer, Offer, Rng


class Rookie:
    """Chooses what the offer samples, in any game."""

    def __init__(self, _game: AnyGame) -> None:
        """It needs only offers."""

    def choose(self, _view: object, offer: Offer[Any], rng: Rng) -> Any:
        command: Answer = offer.sample(rng)
        return command

    def explain(self, view: object, offer: Offer[Any], rng: Rng) -> Explanation[Answer]:
        """Its random choice: to a rookie all options are worth the same."""
        return Explanation("random", NOTHING, [Valued(self.choose(view, offer, rng), 0.0)])
