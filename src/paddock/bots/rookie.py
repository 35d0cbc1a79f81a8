"""The rookie picks anything that is allowed. It is the measure for everybody else."""

from typing import Any

from paddock.bots.explain import NOTHING, Explanation, Valued
from paddock.games import AnyGame
from paddock.kernel.game import Answer, Offer, Rng


class Rookie:
    """Takes what the offer samples, in any game."""

    def __init__(self, _game: AnyGame) -> None:
        """What is offered says all that the rookie asks."""

    def choose(self, _view: object, offer: Offer[Any], rng: Rng) -> Any:
        command: Answer = offer.sample(rng)
        return command

    def explain(self, view: object, offer: Offer[Any], rng: Rng) -> Explanation[Answer]:
        """What it happens to pick: nothing is worth more to it than anything else."""
        return Explanation("random", NOTHING, [Valued(self.choose(view, offer, rng), 0.0)])
