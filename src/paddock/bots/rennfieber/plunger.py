"""The plunger has seen the winner, and wants to own it.

At an auction it falls in love: it pays almost any price for a horse whose card shows a great
condition, and leaves the other horses to its rivals as long as it can. As the lone buyer (RF2.9) it
waits for its favourites. It enters the horses that look fastest today, with no thought for
tomorrow. It puts every slip that it can pay for on one colour: that of its own best runner, unless
another looks faster by so much that even love cannot miss it. It rides as a punter does, and sells
what fetches most. It is rich or broke, and loud in both.
"""

from collections.abc import Iterable
from itertools import combinations

from paddock.bots.explain import MONEY, Explanation, Unit, Valued
from paddock.bots.rennfieber import lone_buyer
from paddock.bots.rennfieber.punter import Punter
from paddock.bots.rennfieber.tote import all_on, within_cash
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid, Command, EnterRunners, PlaceSlips
from paddock.games.rennfieber.edition import LEVELS
from paddock.games.rennfieber.offers import BidOffer, EntryOffer, SlipsOffer
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.view import AuctionScene, BettingScene, View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import say

# What a horse is worth to it in multiples of the price, by the best condition on its card.
LOVE = {"5+": 1.6, "4+": 1.35, "3+": 1.1}
LOVELESS = 1.0
STRIDE = 500  # raises are bold
# In spaces per turn: what a kept card adds to a horse's looks, and the bonus of its own runners.
CARD = 0.3
BLIND = 0.4
PACE = Unit(
    "pace",
    say("spaces per turn"),
    say("The expected speed of the chosen horses, in spaces per turn."),
)


class Plunger:
    """Values at an auction are what it would pay beyond the bid; before a race, the looks of horses
    in spaces per turn; a punter's values where it acts like one.
    """

    def __init__(self, game: Rennfieber) -> None:
        self._rules, self._edition = game.rules, game.rules.edition
        self._punter = Punter(game)

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        own = self._own(view, offer)
        return self._punter.choose(view, offer, rng) if own is None else own.best(rng)

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        return self._own(view, offer) or self._punter.explain(view, offer, rng)

    def _own(self, view: View, offer: Offer[Command]) -> Explanation[Command] | None:
        """Its own values, or None where it chooses as a punter does."""
        scene = view.scene
        match offer:
            case BidOffer() if isinstance(scene, AuctionScene):
                return Explanation("plunger", MONEY, self._bids(view, scene, offer))
            case EntryOffer():
                return Explanation("plunger", PACE, self._entries(view, offer))
            case SlipsOffer() if isinstance(scene, BettingScene):
                return Explanation("plunger", PACE, self._slips(view, scene, offer))
            case _:
                return None

    def _bids(self, view: View, scene: AuctionScene, offer: BidOffer) -> list[Valued[Command]]:
        if lone_buyer.is_alone(self._rules, view, scene):
            return lone_buyer.options(self._rules, view, scene, offer, self._loved)
        limit = self._limit(offer.horse)
        bold = min(offer.least + STRIDE, int(limit) // RAISE * RAISE, offer.most)
        amount = max(bold, offer.least)
        love = limit - amount if offer.least <= offer.most else -1.0
        return [Valued(Bid(offer.id, 0), 0.0), Valued(Bid(offer.id, amount), love)]

    def _limit(self, horse: int) -> float:
        """The most it would pay."""
        card = self._edition.horses[horse]
        return card.price * LOVE.get(max(card.levels, key=LEVELS.index), LOVELESS)

    def _loved(self, horses: Iterable[int]) -> float:
        return sum(map(self._limit, horses))

    def _entries(self, view: View, offer: EntryOffer) -> list[Valued[Command]]:
        """Horses are valued by their looks today."""
        return [
            Valued(
                EnterRunners(offer.id, horses), sum(self._looks(view, horse) for horse in horses)
            )
            for horses in combinations(offer.horses, offer.count)
        ]

    def _slips(self, view: View, scene: BettingScene, offer: SlipsOffer) -> list[Valued[Command]]:
        """For each colour, all the slips it can pay for; no slips if it can pay for none."""
        assert view.viewer is not None
        paid_for = within_cash(self._rules, view, offer, view.viewer)
        if paid_for.most < min(offer.slips):
            return [Valued(PlaceSlips(offer.id, ()), 0.0)]
        return [
            Valued(
                PlaceSlips(offer.id, all_on(colour, paid_for)),
                self._looks(view, runner.horse) + BLIND * (runner.seat == view.viewer),
            )
            for colour, runner in enumerate(scene.runners)
        ]

    def _looks(self, view: View, horse: int) -> float:
        entrant = self._punter.entrant(view, horse)
        return entrant.pace + CARD * entrant.cards
