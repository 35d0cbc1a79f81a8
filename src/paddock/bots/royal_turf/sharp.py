"""The sharp tries every choice in simulated races before it makes one.

It imagines worlds that look to it like the real one. For face-down tokens it considers each order
in which a rival may have placed them: would a punter with these tokens have bet and moved as this
rival did? Likelier orders are imagined more often. In each world it makes its choice and lets
punters play all seats to the end of the race, with the same dice for every choice. What counts is
not the money but the chance of winning the meeting. It drops bad choices early, to have more time
for telling the good ones apart (`paddock.bots.search`). It starts from the punter's opinion and
overrules it only with enough evidence. It does not expect bluffs, but since it allows for whims, a
bluff only partly fools it.

Compiled code plays the races. Until that is ready, and without Numba, the sharp plays as a punter;
with a budget of rollouts it waits.
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
# The weight of the punter's opinion, in worlds.
OPINION = 100


def weaker() -> Text:
    """The message for players when Numba is not installed."""
    return say(
        "Without Numba, the bot sharp is no better than punter. To install Numba: {command}",
        command=command("lab"),
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
        """Until the rollouts are compiled, these are the punter's values in pounds."""
        held = self._punter.explain(view, offer, rng)
        if len(held.options) == 1 or not self._ready:
            return held
        rollouts = self._compiled.Rollouts(self._game, view, rng)
        values = tuple(option.value * rollouts.pound for option in held.options)
        tried = self._searched(held.options, rollouts.evaluate, Opinion(values, OPINION))
        return Explanation("sharp", WIN, tried)
