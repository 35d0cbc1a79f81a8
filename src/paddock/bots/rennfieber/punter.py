"""The punter buys, enters, bets and rides by the form book.

At an auction it estimates what a horse will earn: prizes against an average field after an average
training, and what the bank pays for it before the last race. It bids as long as the horse leaves a
greater gain than the worst one that must still be sold; its valuation varies a little from bid to
bid. As the lone buyer (RF2.9) it waits for the best bargains. It enters horses for the most prize
money, and sells those whose price most exceeds what they could still win. It assumes that the crowd
bets by the form book, varies the book's probabilities a little at random, and backs the colours
that then look underrated, with no more than it has left once its fees are paid. It takes the
shortest way home, of equal ways the one with the most free spaces next, and plays a card once that
gains as much as the card can. It looks one move ahead, remembers nothing, and rides to win,
whatever its bets.
"""

from collections.abc import Sequence
from itertools import combinations
from statistics import fmean

from paddock.bots.explain import MONEY, NOTHING, Explanation, Unit, Valued
from paddock.bots.rennfieber import lone_buyer
from paddock.bots.rennfieber.form import Entrant, Form
from paddock.bots.rennfieber.market import Market
from paddock.bots.rennfieber.riding import rides
from paddock.bots.rennfieber.tote import Tote, perturbed, within_cash
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import (
    Bid,
    ChooseTrainee,
    Command,
    EnterRunners,
    PlaceSlips,
    SellHorses,
    Stake,
)
from paddock.games.rennfieber.offers import (
    BidOffer,
    EntryOffer,
    MoveOffer,
    SaleOffer,
    SlipsOffer,
    TraineeOffer,
)
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.ruleset import AuctionKind
from paddock.games.rennfieber.view import AuctionScene, BettingScene, RacingScene, View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import say

VALUATION_RANGE = 0.1  # its valuation of a horse lies within 5 % of the form book's
BID_STEPS = 3  # an open bid goes 1/BID_STEPS of the way to its limit
FIRST_RACE = 1
SPACES = Unit(
    "spaces",
    say("spaces"),
    say("How many spaces each choice gains over the best move without a card."),
)


class Punter:
    """Values are coins, and spaces in a race, by the form book and its own random deviations."""

    def __init__(self, game: Rennfieber) -> None:
        self._rules = game.rules
        self.form = Form(game.rules.edition)
        self.market = Market(game.rules, self.form)
        self._ascending = game.rules.auction is AuctionKind.ASCENDING

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        return self.explain(view, offer, rng).first()

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        sole = offer.sole()
        if sole is not None:
            return Explanation("punter", NOTHING, [Valued(sole, 0.0)])
        scene = view.scene
        match offer:
            case MoveOffer() if isinstance(scene, RacingScene):
                ridden = rides(self.form, view, scene, offer)
                return Explanation("punter", SPACES, ridden)
            case BidOffer() if isinstance(scene, AuctionScene):
                return Explanation("punter", MONEY, self._bids(view, scene, offer, rng))
            case EntryOffer():
                return Explanation("punter", MONEY, self._entries(view, offer))
            case SlipsOffer() if isinstance(scene, BettingScene):
                return Explanation("punter", MONEY, self._bets(view, scene, offer, rng))
            case SaleOffer():
                return Explanation("punter", MONEY, self._sales(view, offer))
            case _:
                return Explanation("punter", NOTHING, self._trainees(offer, rng))

    def _bids(
        self, view: View, scene: AuctionScene, offer: BidOffer, rng: Rng
    ) -> list[Valued[Command]]:
        """Its bid, valued as if it wins, and no bid.

        Where each player bids only once, it bids a random amount below its limit.
        """
        if lone_buyer.is_alone(self._rules, view, scene):
            return lone_buyer.options(self._rules, view, scene, offer, self.market.worth)
        no_bid: Valued[Command] = Valued(Bid(offer.id, 0), 0.0)
        factor = 1 + VALUATION_RANGE * (rng.random() - 0.5)
        left = {offer.horse, *scene.shuffled, *scene.under}
        limit = self.market.limit(offer.horse, factor, sorted(left), sum(scene.short))
        if limit < offer.least:
            return [no_bid, Valued(Bid(offer.id, offer.least), limit - offer.least)]
        fraction = 1 / BID_STEPS if self._ascending else rng.random()
        wanted = offer.least + (limit - offer.least) * fraction
        amount = min(int(wanted) // RAISE * RAISE, offer.most)
        return [Valued(Bid(offer.id, amount), limit - amount), no_bid]

    def _entries(self, view: View, offer: EntryOffer) -> list[Valued[Command]]:
        """RF4.1: the horses not entered in race 1 run in race 2, so both races count."""
        others = [
            self.entrant(view, horse)
            for horse, seen in enumerate(view.horses)
            if seen.owner not in (None, view.viewer)
        ]
        rival = Entrant(0, fmean(e.pace for e in others), fmean(e.cards for e in others))

        def expected_prizes(horses: tuple[int, ...]) -> float:
            own = [self.entrant(view, horse) for horse in horses]
            won = self.market.prizes(own, rival, view.race)
            if view.race == FIRST_RACE:
                rest = [self.entrant(view, h) for h in offer.horses if h not in horses]
                won += self.market.prizes(rest, rival, view.race + 1)
            return won

        return [
            Valued(EnterRunners(offer.id, horses), expected_prizes(horses))
            for horses in combinations(offer.horses, offer.count)
        ]

    def _bets(
        self, view: View, scene: BettingScene, offer: SlipsOffer, rng: Rng
    ) -> list[Valued[Command]]:
        assert view.viewer is not None
        tote = self._tote(self.chances(view, scene), rng)
        return [
            Valued(PlaceSlips(offer.id, stakes), gain)
            for stakes, gain in tote.considered(within_cash(self._rules, view, offer, view.viewer))
        ]

    def stakes(
        self, view: View, chances: Sequence[float], offer: SlipsOffer, seat: int, rng: Rng
    ) -> tuple[Stake, ...]:
        """How it would bet in a seat, given these chances; its random view differs each time."""
        paid_for = within_cash(self._rules, view, offer, seat)
        none = paid_for.most < min(offer.slips)
        return () if none else self._tote(chances, rng).stakes(paid_for)

    def _tote(self, chances: Sequence[float], rng: Rng) -> Tote:
        return Tote(self._rules, chances, perturbed(chances, rng))

    def chances(self, view: View, scene: BettingScene) -> list[float]:
        """Each runner's probability of winning, by the form book."""
        first = next(runner.seat for runner in scene.runners if runner.lane == 1)
        field = []
        for runner in scene.runners:
            slot = (runner.seat - first) % self._rules.seats
            to_go = self.form.from_start(runner.lane, view.race)
            field.append(self.entrant(view, runner.horse)._replace(to_go=to_go, slot=slot))
        return [places[0] for places in self.form.places(field)]

    def _sales(self, view: View, offer: SaleOffer) -> list[Valued[Command]]:
        """RF9.1: the gain of selling over keeping, the best horses first."""
        gains = {
            horse: self.market.gain_of_sale(horse, view.horses[horse].level)
            for horse in offer.horses
        }
        dearest = sorted(offer.horses, key=lambda horse: -gains[horse])
        return [
            Valued(SellHorses(offer.id, sold), sum(gains[horse] for horse in sold))
            for sold in combinations(dearest, offer.count)
        ]

    def _trainees(self, offer: Offer[Command], rng: Rng) -> list[Valued[Command]]:
        """Which horse trains first makes no difference."""
        assert isinstance(offer, TraineeOffer)  # the other offers have a sole command
        drawn = offer.sample(rng)
        horses: list[Command] = [ChooseTrainee(offer.id, horse) for horse in offer.horses]
        return [Valued(horse, 0.0) for horse in dict.fromkeys((drawn, *horses))]

    def entrant(self, view: View, horse: int) -> Entrant:
        """A horse by public information: its condition and the number of its kept cards."""
        seen = view.horses[horse]
        level = self.form.edition.horses[horse].levels[seen.level]
        return Entrant(0, self.form.pace(level), seen.kept)
