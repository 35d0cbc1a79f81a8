"""The only player who can still buy is offered each horse at its minimum price (RF2.9).

A horse that is refused is offered again after the next purchase. If the player refuses every horse,
RF2.7 sells it the first one that it refused. So a player who needs one more horse chooses among
those not offered yet and that first one; a player who needs several, among all that are left.
"""

from collections.abc import Callable, Iterable, Mapping

from paddock.bots.explain import Valued
from paddock.games.rennfieber.commands import Bid, Command
from paddock.games.rennfieber.offers import BidOffer
from paddock.games.rennfieber.ruleset import Ruleset
from paddock.games.rennfieber.view import AuctionScene, View

Worth = Callable[[frozenset[int]], float]


def is_alone(rules: Ruleset, view: View, scene: AuctionScene) -> bool:
    """Whether only the viewer still needs a horse and can pay for one."""
    assert scene.lot is not None
    prices = sorted(_price(rules, horse) for horse in (scene.lot.horse, *_stack(scene)))
    able = [
        seat
        for seat, (short, money) in enumerate(zip(scene.short, view.money, strict=True))
        if short > 0 and sum(prices[:short]) <= money
    ]
    return able == [view.viewer]


def options(
    rules: Ruleset, view: View, scene: AuctionScene, offer: BidOffer, worth: Worth
) -> list[Valued[Command]]:
    """To take the horse or not; its value is the gain over the best horses still available.

    If both are worth the same, it takes the horse.
    """
    take = Bid(offer.id, offer.least)
    gained = _gain(rules, view, scene, offer.horse, worth)
    return [Valued(take, gained, merit=1.0), Valued(Bid(offer.id, 0), 0.0)]


def _gain(rules: Ruleset, view: View, scene: AuctionScene, horse: int, worth: Worth) -> float:
    """The gain from taking this horse, 0 if there is no alternative."""
    assert view.viewer is not None
    money, needed = view.money[view.viewer], scene.short[view.viewer]
    others = _stack(scene) if needed > 1 else _within_reach(rules, scene, money)
    prices = {other: _price(rules, other) for other in others}
    without = plan(worth, frozenset(), prices, needed, money)
    price = _price(rules, horse)
    with_it = plan(worth, frozenset((horse,)), prices, needed - 1, money - price)
    return 0.0 if without is None or with_it is None else with_it - price - without


def plan(
    worth: Worth,
    bought: frozenset[int],
    prices: Mapping[int, float],
    needed: int,
    money: float,
) -> float | None:
    """Buy the best horses one by one; return their worth less their prices, None if that fails.

    Enough money is kept for the horses still needed.
    """
    spent = 0.0
    for more in reversed(range(needed)):
        left = sorted(prices.keys() - bought)
        able = [
            horse
            for horse in left
            if spent + prices[horse] + _least(prices, left, horse, more) <= money
        ]
        if not able or len(left) <= more:
            return None
        best = max(able, key=lambda horse: worth(bought | {horse}) - prices[horse])
        bought, spent = bought | {best}, spent + prices[best]
    return worth(bought) - spent


def _least(prices: Mapping[int, float], left: Iterable[int], horse: int, more: int) -> float:
    """RF2.6: the price of the cheapest horses that must be bought after this one."""
    return sum(sorted(prices[other] for other in left if other != horse)[:more])


def _within_reach(rules: Ruleset, scene: AuctionScene, money: int) -> list[int]:
    """The affordable horses that come up before RF2.7, and the one that RF2.7 would sell."""
    stack = [horse for horse in _stack(scene) if _price(rules, horse) <= money]
    refused = scene.under[len(scene.under) - scene.unsold :]
    to_come = [horse for horse in stack if horse not in refused]
    return [*to_come, *[horse for horse in refused if horse in stack][:1]]


def _stack(scene: AuctionScene) -> list[int]:
    return [*scene.shuffled, *scene.under]


def _price(rules: Ruleset, horse: int) -> int:
    return rules.edition.horses[horse].price
