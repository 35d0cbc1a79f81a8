"""The bluffer pretends to back a different horse from the one that it backs.

With hidden bets it first places its 0, on the favourite, and then its 2. Until the pace is taken it
rides as if these two tokens were swapped, as long as that costs little: it advances the horse with
its 0 and holds back the one with its 2. From then on it rides for its real bets. With open bets
there is nobody to fool: it places its small tokens first, keeps its 2 until it has seen the other
bets, and rides as a punter does. Everything else it values by the form book, as a punter does.
"""

from msgspec.structs import replace

from paddock.bots.explain import MONEY, Explanation, Valued
from paddock.bots.royal_turf.punter import Punter
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import Command, PlaceBet
from paddock.games.royal_turf.offers import BetOffer, MoveOffer
from paddock.games.royal_turf.rules.payout import factors
from paddock.games.royal_turf.view import RacingScene, SeenBet, View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import Text, say

# The value of misleading others with a move, in pounds of a race that pays once.
MISLEADING = 25.0
MISLEADS: Text = say("misleads the others, which counts in its favour")


class Bluffer:
    """Values are pounds, with a bonus for misleading others. It considers one token at a time."""

    def __init__(self, game: RoyalTurf) -> None:
        self._punter = Punter(game)
        self._rules = game.rules
        self._hidden, self._tokens = game.rules.hidden, game.rules.tokens

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        return self.explain(view, offer, rng).best(rng)

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        match offer:
            case BetOffer():
                return self._bets(view, offer, rng)
            case MoveOffer() if self._hidden:
                return self._moves(view, offer, rng)
            case _:
                return self._punter.explain(view, offer, rng)

    def _bets(self, view: View, offer: BetOffer, rng: Rng) -> Explanation[Command]:
        """A horse is valued by the worth of a 1 on it, whatever the token."""
        least = not self._hidden or self._tokens[0] in offer.values
        token = min(offer.values) if least else max(offer.values)
        ones = self._punter.explain(view, replace(offer, values=(1,)), rng).options
        bets: list[Valued[Command]] = [
            Valued(PlaceBet(offer.id, token, horse), one.value)
            for horse, one in zip(offer.horses, ones, strict=True)
        ]
        return Explanation("bluffer", MONEY, bets)

    def _moves(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        honest = self._punter.explain(view, offer, rng)
        misleading = self._punter.explain(self._swapped(view), offer, rng).best(rng)
        bonus = MISLEADING * factors(self._rules, view.race).gain
        moves = [
            Valued(move.command, move.value + bonus, note=MISLEADS)
            if move.command == misleading
            else move
            for move in honest.options
        ]
        return Explanation("bluffer", honest.unit, moves)

    def _swapped(self, view: View) -> View:
        """The view with its own 0 and its largest token swapped, until the pace is taken."""
        scene = view.scene
        if not isinstance(scene, RacingScene) or scene.pace is not None:
            return view
        least, most = self._tokens[0], self._tokens[-1]
        swapped = {least: most, most: least}
        bets = tuple(
            SeenBet(bet.seat, bet.horse, swapped.get(bet.value, bet.value))
            if bet.seat == view.viewer and bet.value is not None
            else bet
            for bet in scene.book.bets
        )
        return replace(view, scene=replace(scene, book=replace(scene.book, bets=bets)))
