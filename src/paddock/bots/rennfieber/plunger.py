"""The plunger has seen the winner, and wants to own it.

At an auction it falls in love: a horse that prints a great condition it wants at nearly any price,
the greater the dearer, and the others it leaves to the others as long as it can; left alone
(RF2.9), it waits for its loves. It enters what looks fastest today, whatever comes tomorrow. It
puts every slip that it can pay for on one single colour: that of its own best runner, unless
another looks so much faster that even love sees it. It rides as a punter does and sells what
fetches most. It is rich or broke, and loud in both.
"""

from collections.abc import Iterable
from itertools import combinations

from paddock.bots.explain import MONEY, Explanation, Unit, Valued
from paddock.bots.rennfieber import lone_buyer
from paddock.bots.rennfieber.form import Form
from paddock.bots.rennfieber.punter import Punter
from paddock.bots.rennfieber.purse import within_cash
from paddock.bots.rennfieber.tote import all_on
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid, Command, EnterRunners, PlaceSlips
from paddock.games.rennfieber.edition import LEVELS
from paddock.games.rennfieber.offers import BidOffer, EntryOffer, SlipsOffer
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.view import AuctionScene, BettingScene, View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import say

# How many times its price a horse is worth to it, by the best condition on its card.
LOVE = {"5+": 1.6, "4+": 1.35, "3+": 1.1}
LOVELESS = 1.0
STRIDE = 500  # raises are bold
# What a kept card is to a horse's looks, in spaces a turn, and by how much a rival must beat them.
CARD = 0.3
BLIND = 0.4
PACE = Unit(
    "pace",
    say("spaces a turn"),
    say("Spaces a turn: how fast the horses look that are chosen."),
)


class Plunger:
    """Values are what it would pay beyond the offer at an auction; looks, in spaces a turn, before
    a race; a punter's where it does as one.
    """

    def __init__(self, game: Rennfieber) -> None:
        self._rules, self._edition = game.rules, game.rules.edition
        self._form = Form(game.rules.edition)
        self._punter = Punter(game)

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        own = self._own(view, offer)
        return self._punter.choose(view, offer, rng) if own is None else own.best(rng)

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        return self._own(view, offer) or self._punter.explain(view, offer, rng)

    def _own(self, view: View, offer: Offer[Command]) -> Explanation[Command] | None:
        """None where it chooses as a punter does."""
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
        """What it would pay at most."""
        card = self._edition.horses[horse]
        return card.price * LOVE.get(max(card.levels, key=LEVELS.index), LOVELESS)

    def _loved(self, horses: Iterable[int]) -> float:
        return sum(map(self._limit, horses))

    def _entries(self, view: View, offer: EntryOffer) -> list[Valued[Command]]:
        """The fastest of today."""
        return [
            Valued(
                EnterRunners(offer.id, horses), sum(self._looks(view, horse) for horse in horses)
            )
            for horses in combinations(offer.horses, offer.count)
        ]

    def _slips(self, view: View, scene: BettingScene, offer: SlipsOffer) -> list[Valued[Command]]:
        """One option for each colour: all that it can pay for, on it; or none at all."""
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
        seen = view.horses[horse]
        level = self._edition.horses[horse].levels[seen.level]
        return self._form.pace(level) + CARD * seen.kept
