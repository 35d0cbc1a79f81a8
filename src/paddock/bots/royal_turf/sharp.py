"""The sharp tries every choice in simulated races before it makes one.

It samples states that it cannot tell from the real one. For face-down tokens it considers each
order in which a rival may have placed them: would a punter with these tokens have bet and moved as
this rival did? Likelier orders are sampled more often. In each state it makes its choice and lets
punters play all seats to the end of the race, with the same dice for every choice. What counts is
not the money but the probability of winning the meeting. It drops bad choices early, to have more
time for telling the good ones apart (`paddock.bots.search`). The punter's values are its prior,
which it overrules only with enough evidence. It does not expect bluffs, but since it allows for
random choices, a bluff only partly fools it.

Compiled code plays the races. Until that is ready, and without Numba, the sharp plays as a punter;
with a budget of rollouts it waits.
"""

from functools import cached_property

from paddock.bots.compiled_rollouts import Searcher
from paddock.bots.explain import WIN, Explanation
from paddock.bots.royal_turf.punter import Punter
from paddock.bots.search import Prior
from paddock.extras import command
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.view import View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import Text, say

PRIOR_WORLDS = 100  # the weight of the punter's values


class Sharp(Searcher):
    """Values are shares in a win of the meeting."""

    ROLLOUTS = "paddock.bots.royal_turf.rollouts"

    @staticmethod
    def weaker() -> Text:
        return say(
            "Without Numba, the bot sharp is no better than punter. To install Numba: {command}",
            command=command("lab"),
        )

    @cached_property
    def _punter(self) -> Punter:
        return Punter(self._game)

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        return self.explain(view, offer, rng).best(rng)

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        """Until the rollouts are compiled, these are the punter's values in pounds."""
        explanation = self._punter.explain(view, offer, rng)
        options = explanation.options
        if len(options) == 1 or not self._ready:
            return explanation
        rollouts = self._rollouts.Rollouts(self._game, view, rng)
        prior = Prior(tuple(option.value * rollouts.pound for option in options), PRIOR_WORLDS)
        return Explanation("sharp", WIN, self._search(options, rollouts.evaluate, prior))
