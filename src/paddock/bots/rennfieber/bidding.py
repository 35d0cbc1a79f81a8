"""Bidding: how much a horse is worth to a stable that could buy others instead.

The others are assumed to pay what a punter would (`Market.limit`). A stable's best plan says which
of the horses left to buy at those prices. A horse is worth the difference between the best plans
with it and without it.
"""

from functools import cache
from math import inf
from statistics import fmean

from paddock.bots.explain import Valued
from paddock.bots.rennfieber import lone_buyer
from paddock.bots.rennfieber.lone_buyer import Worth
from paddock.bots.rennfieber.market import Market
from paddock.bots.rennfieber.stable import Stable, stabled
from paddock.games.rennfieber.commands import Bid, Command
from paddock.games.rennfieber.edition import FIRST_SALE
from paddock.games.rennfieber.offers import BidOffer
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.ruleset import AuctionKind, Ruleset
from paddock.games.rennfieber.view import AuctionScene, View

# The eye of the keenest rival, as in `Market.limit`.
KEEN = 1.04
STRIDE = 3  # an open bid goes 1/STRIDE of the way to what the others would pay
FIRST = 1


class Bidding:
    def __init__(self, rules: Ruleset, market: Market, stable: Stable) -> None:
        self._rules, self._edition = rules, rules.edition
        self._market, self._stable = market, stable
        self._rising = rules.auction is AuctionKind.ASCENDING
        self._season = cache(lambda horses: stable.season(sorted(horses)))

    def explain(self, view: View, scene: AuctionScene, offer: BidOffer) -> list[Valued[Command]]:
        """No bid, and the bids worth considering, valued in coins.

        If bids rise, the value of a bid assumes that it wins.
        """
        nothing: Valued[Command] = Valued(Bid(offer.id, 0), 0.0)
        if offer.most < offer.least:
            return [nothing]
        if lone_buyer.is_alone(self._rules, view, scene):
            worth = self._worth(view, scene)
            return lone_buyer.options(self._rules, view, scene, offer, worth)
        ceiling = self.ceiling(view, scene, offer.horse)
        most = min(offer.most, int(ceiling) // RAISE * RAISE)
        if most < offer.least:
            return [nothing, Valued(Bid(offer.id, offer.least), ceiling - offer.least)]
        crowd = max(self._crowd(scene, offer.horse), float(offer.least))
        if self._rising:
            amount = offer.least + int((min(crowd, most) - offer.least) / STRIDE)
            amount = amount // RAISE * RAISE
            return [nothing, Valued(Bid(offer.id, amount), ceiling - amount)]
        assert scene.lot is not None
        rivals = sum(seat != view.viewer for seat in scene.lot.bidders)
        price = self._edition.horses[offer.horse].price

        def hope(amount: int) -> float:
            """A rival's bid is anywhere between the price and what rivals would pay."""
            above = 1.0 if crowd <= price else min((amount - price) / (crowd - price), 1.0)
            return (ceiling - amount) * above**rivals

        amounts = range(offer.least, most + 1, RAISE)
        offers: list[Command] = [Bid(offer.id, amount) for amount in amounts]
        return [nothing, *map(Valued, offers, map(hope, amounts))]

    def ceiling(self, view: View, scene: AuctionScene, horse: int) -> float:
        """The price at which buying the horse makes no difference."""
        assert view.viewer is not None
        needed = scene.short[view.viewer]
        others = [h for h in (*scene.shuffled, *scene.under) if h != horse]
        if len(others) < needed:
            return float(self._edition.horses[horse].price)  # it must take all that are left
        prices = {
            other: max(self._crowd(scene, other), self._edition.horses[other].price)
            for other in others
        }
        worth = self._worth(view, scene)
        without = lone_buyer.plan(worth, frozenset(), prices, needed, inf)
        with_it = lone_buyer.plan(worth, frozenset((horse,)), prices, needed - 1, inf)
        assert without is not None
        assert with_it is not None
        return with_it - without

    def _worth(self, view: View, scene: AuctionScene) -> Worth:
        """The value of horses to buy, together with those owned."""
        owned = stabled(view, view.viewer)
        if scene.number == FIRST:
            own = frozenset(fit.horse for fit in owned)
            return lambda horses: self._season(own | horses)
        kept = [fit for fit in owned if fit.horse < FIRST_SALE]
        return lambda horses: sum(
            fmean(self._stable.last_race(fit, horse) for fit in kept) for horse in horses
        )

    def _crowd(self, scene: AuctionScene, horse: int) -> float:
        assert scene.lot is not None
        left = sorted({scene.lot.horse, *scene.shuffled, *scene.under})
        return self._market.limit(horse, KEEN, left, sum(scene.short))
