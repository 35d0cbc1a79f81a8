"""The sharp tries every choice in imagination before it makes one.

It imagines worlds that look to it as the real one does. Where tokens lie face down it asks of
every way in which a rival may have laid them: would a punter with these tokens have bet and moved
as this rival did? The likelier ways it imagines more often. In each world it makes its choice and
lets punters play the race to its end, for the others and for itself, all choices with the same
dice. What counts is not the money but what it is worth: the chance to win the meeting. It gives
bad choices up early, so that there is time to tell the good ones apart (`paddock.bots.search`),
and starts from the punter's opinion, which it overrules only for what it has seen often enough.
It expects no bluff, but a bluff fools it only as far as whims are rare.

The races are played on by compiled code. Until that is ready, and where Numba is not installed,
the sharp is no better than a punter; with a budget of rollouts it waits.
"""

from paddock.bots.engine import SECONDS, Searcher
from paddock.bots.explain import WIN, Explanation
from paddock.bots.royal_turf.punter import Punter
from paddock.bots.search import Opinion
from paddock.extras import command
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.view import View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import Text, say

ROLLOUTS = "paddock.bots.royal_turf.rollouts"
# The punter's opinion counts as if it had been seen in so many worlds.
OPINION = 100


def weaker() -> Text:
    """What to say of it where Numba is not installed."""
    return say(
        "Without Numba the sharp is no better than a punter: {command}", command=command("lab")
    )


class Sharp(Searcher):
    """Values are shares in a win of the meeting."""

    def __init__(
        self, game: RoyalTurf, *, seconds: float = SECONDS, rollouts: int | None = None
    ) -> None:
        super().__init__(ROLLOUTS, weaker(), seconds=seconds, rollouts=rollouts)
        self._game, self._punter = game, Punter(game)

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        return self.explain(view, offer, rng).best(rng)

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        """While nothing is compiled, the punter's values in pounds."""
        held = self._punter.explain(view, offer, rng)
        if len(held.options) == 1 or not self._ready:
            return held
        rollouts = self._compiled.Rollouts(self._game, view, rng)
        values = tuple(option.value * rollouts.pound for option in held.options)
        tried = self._searched(held.options, rollouts.evaluate, Opinion(values, OPINION))
        return Explanation("sharp", WIN, tried)
