"""Bidding: how much a horse is worth to a stable that could buy others instead.

Rivals are assumed to pay what a punter would (`Market.limit`), and the stable to buy the best of
the horses left at those prices. A horse is worth the difference between the best plans with it and
without it.
"""

from functools import cache
from math import inf
from statistics import fmean

from paddock.bots.explain import Valued
from paddock.bots.rennfieber import lone_buyer
from paddock.bots.rennfieber.lone_buyer import Worth
from paddock.bots.rennfieber.market import Market
from paddock.bots.rennfieber.stable import Stable, horses_of
from paddock.games.rennfieber.commands import Bid, Command
from paddock.games.rennfieber.edition import FIRST_SALE
from paddock.games.rennfieber.offers import BidOffer
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.ruleset import AuctionKind, Ruleset
from paddock.games.rennfieber.view import AuctionScene, View

KEENEST_RIVAL = 1.04  # the `valuation_factor` of `Market.limit`
BID_STEPS = 3  # an open bid goes 1/BID_STEPS of the way to what rivals would pay
FIRST_AUCTION = 1


class Bidding:
    def __init__(self, rules: Ruleset, market: Market, stable: Stable) -> None:
        self._rules, self._edition = rules, rules.edition
        self._market, self._stable = market, stable
        self._ascending = rules.auction is AuctionKind.ASCENDING
        self._season = cache(lambda horses: stable.season(sorted(horses)))

    def explain(self, view: View, scene: AuctionScene, offer: BidOffer) -> list[Valued[Command]]:
        """No bid, and the bids worth considering, valued in coins.

        In an ascending auction, the value of a bid assumes that it wins.
        """
        no_bid: Valued[Command] = Valued(Bid(offer.id, 0), 0.0)
        if offer.most < offer.least:
            return [no_bid]
        if lone_buyer.is_alone(self._rules, view, scene):
            worth = self._worth(view, scene)
            return lone_buyer.options(self._rules, view, scene, offer, worth)
        ceiling = self.ceiling(view, scene, offer.horse)
        most = min(offer.most, int(ceiling) // RAISE * RAISE)
        if most < offer.least:
            return [no_bid, Valued(Bid(offer.id, offer.least), ceiling - offer.least)]
        rivals_pay = max(self._rivals_pay(scene, offer.horse), float(offer.least))
        if self._ascending:
            amount = offer.least + int((min(rivals_pay, most) - offer.least) / BID_STEPS)
            amount = amount // RAISE * RAISE
            return [no_bid, Valued(Bid(offer.id, amount), ceiling - amount)]
        assert scene.lot is not None
        rivals = sum(seat != view.viewer for seat in scene.lot.bidders)
        price = self._edition.horses[offer.horse].price

        def expected_gain(amount: int) -> float:
            """A rival's bid is equally likely anywhere between the price and what rivals pay."""
            span = rivals_pay - price
            above = 1.0 if span <= 0 else min((amount - price) / span, 1.0)
            return (ceiling - amount) * above**rivals

        amounts = range(offer.least, most + 1, RAISE)
        bids: list[Command] = [Bid(offer.id, amount) for amount in amounts]
        return [no_bid, *map(Valued, bids, map(expected_gain, amounts))]

    def ceiling(self, view: View, scene: AuctionScene, horse: int) -> float:
        """The price at which buying the horse makes no difference."""
        assert view.viewer is not None
        needed = scene.short[view.viewer]
        others = [h for h in (*scene.shuffled, *scene.under) if h != horse]
        if len(others) < needed:
            return float(self._edition.horses[horse].price)  # it must take all that are left
        prices = {
            other: max(self._rivals_pay(scene, other), self._edition.horses[other].price)
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
        owned = horses_of(view, view.viewer)
        if scene.number == FIRST_AUCTION:
            own = frozenset(horse.number for horse in owned)
            return lambda horses: self._season(own | horses)
        kept = [horse for horse in owned if horse.number < FIRST_SALE]
        return lambda horses: sum(
            fmean(self._stable.last_race(old, new) for old in kept) for new in horses
        )

    def _rivals_pay(self, scene: AuctionScene, horse: int) -> float:
        assert scene.lot is not None
        left = sorted({scene.lot.horse, *scene.shuffled, *scene.under})
        return self._market.limit(horse, KEENEST_RIVAL, left, sum(scene.short))
