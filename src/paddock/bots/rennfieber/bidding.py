"""Bidding: how much a horse is worth to a stable that could buy others instead.

What the others would pay is taken to be what a punter would (`Market.limit`). A stable's best plan
is then which of the horses left it buys at those prices. A horse is worth what the best plan with
it brings more than the best plan without it.
"""

from __future__ import annotations

from functools import cache
from statistics import fmean

from paddock.bots.explain import Valued
from paddock.bots.rennfieber import lone_buyer
from paddock.bots.rennfieber.lone_buyer import Worth
from paddock.bots.rennfieber.market import Market
from paddock.bots.rennfieber.stable import Fit, Stable
from paddock.games.rennfieber.commands import Bid, Command
from paddock.games.rennfieber.edition import FIRST_SALE
from paddock.games.rennfieber.offers import BidOffer
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.view import AuctionScene, View

# The eye for a horse of whoever wants it most, as in `Market.limit`.
KEEN = 1.04
STRIDE = 3  # part of the way to what the others would pay by which it raises an open offer
FIRST = 1


class Bidding:
    def __init__(self, rules: Ruleset, market: Market, stable: Stable, *, rising: bool) -> None:
        self._rules, self._market, self._rising = rules, market, rising
        self._stable = stable
        self._season = cache(lambda horses: stable.season(sorted(horses)))

    def explain(self, view: View, scene: AuctionScene, offer: BidOffer) -> list[Valued[Command]]:
        """No offer, and those that are worth thinking of, with the coins that they bring.

        Where offers rise, that is what it would bring to be left with this one.
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
        price = self._price(offer.horse)

        def hope(amount: int) -> float:
            """An offer of theirs lies anywhere between the price and what they would pay."""
            above = 1.0 if crowd <= price else min((amount - price) / (crowd - price), 1.0)
            return (ceiling - amount) * above**rivals

        amounts = range(offer.least, most + 1, RAISE)
        offers: list[Command] = [Bid(offer.id, amount) for amount in amounts]
        return [nothing, *map(Valued, offers, map(hope, amounts))]

    def ceiling(self, view: View, scene: AuctionScene, horse: int) -> float:
        """The price at which it makes no difference whether the horse is bought."""
        assert view.viewer is not None
        needed = scene.short[view.viewer]
        others = [h for h in (*scene.shuffled, *scene.under) if h != horse]
        if len(others) < needed:
            return float(self._price(horse))  # it will have to take all that are left
        prices = {other: max(self._crowd(scene, other), self._price(other)) for other in others}
        worth = self._worth(view, scene)
        bought, without = frozenset((horse,)), self._plan(worth, frozenset(), prices, needed)
        return self._plan(worth, bought, prices, needed - 1) - without

    def _plan(
        self, worth: Worth, bought: frozenset[int], prices: dict[int, float], needed: int
    ) -> float:
        """What the best horses bring beyond their prices, one after the other."""
        spent = 0.0
        for _ in range(needed):
            left = sorted(prices.keys() - bought)
            best = max(left, key=lambda horse: worth(bought | {horse}) - prices[horse])
            bought, spent = bought | {best}, spent + prices[best]
        return worth(bought) - spent

    def _worth(self, view: View, scene: AuctionScene) -> Worth:
        """Of horses that may be bought, with those that are owned."""
        owned = [
            Fit(number, horse.level, horse.kept)
            for number, horse in enumerate(view.horses)
            if horse.owner == view.viewer
        ]
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

    def _price(self, horse: int) -> int:
        return self._rules.edition.horses[horse].price
