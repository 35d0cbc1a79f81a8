"""The plunger pays too much for horses and puts everything on one colour.

At an auction it overpays for a horse whose card shows a great condition, and leaves the other
horses to its rivals as long as it can. As the lone buyer (RF2.9) it waits for its favourites. It
enters the horses that look fastest today, with no thought for later races. It puts every slip that
it can pay for on one colour: that of its own best runner, unless a rival's looks clearly faster. It
rides and sells as a punter does.
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

# The most it pays, in multiples of the price, by the best condition on the horse's card.
PRICE_FACTORS = {"5+": 1.6, "4+": 1.35, "3+": 1.1}
RAISE_BY = 500
# In spaces per turn: what a kept card adds to a horse's pace, and the bonus of its own runners.
CARD_BONUS = 0.3
OWN_BONUS = 0.4
PACE = Unit(
    "pace",
    say("spaces per turn"),
    say("The expected speed of the chosen horses, in spaces per turn."),
)


class Plunger:
    """Values at an auction are what it would pay beyond the bid; before a race, spaces per turn; a
    punter's values where it acts like one.
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
            return lone_buyer.options(self._rules, view, scene, offer, self._worth)
        limit = self._limit(offer.horse)
        raised = min(offer.least + RAISE_BY, int(limit) // RAISE * RAISE, offer.most)
        amount = max(raised, offer.least)
        value = limit - amount if offer.least <= offer.most else -1.0
        return [Valued(Bid(offer.id, 0), 0.0), Valued(Bid(offer.id, amount), value)]

    def _limit(self, horse: int) -> float:
        """The most it would pay."""
        card = self._edition.horses[horse]
        return card.price * PRICE_FACTORS.get(max(card.levels, key=LEVELS.index), 1.0)

    def _worth(self, horses: Iterable[int]) -> float:
        return sum(map(self._limit, horses))

    def _entries(self, view: View, offer: EntryOffer) -> list[Valued[Command]]:
        paces = {horse: self._pace(view, horse) for horse in offer.horses}
        return [
            Valued(EnterRunners(offer.id, horses), sum(paces[horse] for horse in horses))
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
                self._pace(view, runner.horse) + OWN_BONUS * (runner.seat == view.viewer),
            )
            for colour, runner in enumerate(scene.runners)
        ]

    def _pace(self, view: View, horse: int) -> float:
        """How fast a horse looks today."""
        entrant = self._punter.entrant(view, horse)
        return entrant.pace + CARD_BONUS * entrant.cards
