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

from __future__ import annotations

from functools import partial
from typing import Any
from warnings import warn

from paddock import fast
from paddock.bots.engine import engine, is_ready
from paddock.bots.explain import WIN, Explanation, Valued, share
from paddock.bots.royal_turf.punter import Punter
from paddock.bots.search import Budget, Estimate, Opinion, search
from paddock.extras import command
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import Command
from paddock.games.royal_turf.view import View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import Text, english, say

ROLLOUTS = "paddock.bots.royal_turf.rollouts"
SECONDS = 0.2
# The punter's opinion counts as if it had been seen in so many worlds.
OPINION = 100


def weaker() -> Text:
    """What to say of it where Numba is not installed."""
    return say(
        "Without Numba the sharp is no better than a punter: {command}", command=command("lab")
    )


class Sharp:
    """Values are shares in a win of the meeting. A budget of rollouts makes it deterministic."""

    def __init__(
        self, game: RoyalTurf, *, seconds: float = SECONDS, rollouts: int | None = None
    ) -> None:
        self._game, self._punter = game, Punter(game)
        self._budget = Budget(seconds=seconds) if rollouts is None else Budget(rollouts=rollouts)
        self._waits = rollouts is not None
        self._engine = engine(ROLLOUTS) if fast.available() else None
        if self._engine is None:
            warn(english(weaker()), RuntimeWarning, stacklevel=2)

    def prepare(self) -> None:
        """Wait until it can play at its best."""
        if self._engine is not None:
            self._engine.result()

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        return self.explain(view, offer, rng).best(rng)

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        """While nothing is compiled, the punter's values in pounds."""
        held = self._punter.explain(view, offer, rng)
        if (
            len(held.options) == 1
            or self._engine is None
            or not (self._waits or is_ready(self._engine))
        ):
            return held
        found = self._search(self._engine.result(), view, held.options, rng)
        tried = [
            share(option.command, estimate.value, estimate.error, estimate.worlds)
            for option, estimate in zip(held.options, found, strict=True)
        ]
        return Explanation("sharp", WIN, tried)

    def _search(
        self, compiled: Any, view: View, held: list[Valued[Command]], rng: Rng
    ) -> list[Estimate]:
        rollouts = compiled.Rollouts(self._game, view, rng)
        opinion = Opinion(tuple(option.value * rollouts.pound for option in held), OPINION)
        evaluate = partial(rollouts.evaluate, [option.command for option in held])
        return search(evaluate, opinion, self._budget)
