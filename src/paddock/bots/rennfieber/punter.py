"""The punter buys, enters, bets and rides by the form book.

At an auction it asks what a horse will bring: prizes against an average field after an average
training, and what the bank pays for it before the last race. It goes no further than leaves as
much as the last horse would that must still find a buyer; its eye for a horse differs a little
from bid to bid. It enters so that the races to come bring most, sells what fetches most beyond
what it could still win, and bets where its fancy of the day says that the crowd, which it takes to
bet by the form book, has a colour too low. Riding, it goes where the way home is shortest and the
next space free, and plays a card as soon as that brings all that the card can bring. It looks one
move ahead, remembers nothing, and rides to win whatever it has bet.
"""

from __future__ import annotations

from itertools import combinations
from statistics import fmean

from paddock.bots.rennfieber.form import Entrant, Form
from paddock.bots.rennfieber.market import Market
from paddock.bots.rennfieber.riding import ride
from paddock.bots.rennfieber.tote import Tote, fancied
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid, Command, EnterRunners, PlaceSlips, SellHorses
from paddock.games.rennfieber.offers import (
    BidOffer,
    EntryOffer,
    MoveOffer,
    SaleOffer,
    SlipsOffer,
)
from paddock.games.rennfieber.rules.auction import RAISE
from paddock.games.rennfieber.view import AuctionScene, BettingScene, RacingScene, View
from paddock.kernel.game import Offer, Rng

# How far an eye for a horse differs from the form book's, as a part of its worth.
EYE = 0.1
STRIDE = 3  # part of the way to its limit by which it raises an open offer
FIRST = 1


class Punter:
    def __init__(self, game: Rennfieber) -> None:
        self._edition = game.rules.edition
        self._rules = game.rules
        self._form = Form(game.rules.edition)
        self._market = Market(game.rules, self._form)
        self._rising = game.options["auction"] == "ascending"

    def choose(self, view: View, offers: tuple[Offer[Command], ...], rng: Rng) -> Command:
        (offer,) = offers  # a seat never has two kinds of thing to do in this game
        sole = offer.sole()
        if sole is not None:
            return sole
        scene = view.scene
        match offer:
            case MoveOffer() if isinstance(scene, RacingScene):
                return ride(self._edition, self._form, view, scene, offer)
            case BidOffer() if isinstance(scene, AuctionScene):
                return self._bid(scene, offer, rng)
            case EntryOffer():
                return self._enter(view, offer)
            case SlipsOffer() if isinstance(scene, BettingScene):
                return self._bet(view, scene, offer, rng)
            case SaleOffer():
                return self._sell(view, offer)
            case _:
                return offer.sample(rng)  # which horse trains first makes no difference

    def _bid(self, scene: AuctionScene, offer: BidOffer, rng: Rng) -> Command:
        """Offers that are made once are made a little below the limit, at a guess."""
        eye = 1 + EYE * (rng.random() - 0.5)
        left = {offer.horse, *scene.shuffled, *scene.under}
        limit = self._market.limit(offer.horse, eye, sorted(left), sum(scene.short))
        if limit < offer.least:
            return Bid(offer.id, 0)
        part = 1 / STRIDE if self._rising else rng.random()
        wanted = offer.least + (limit - offer.least) * part
        return Bid(offer.id, min(int(wanted) // RAISE * RAISE, offer.most))

    def _enter(self, view: View, offer: EntryOffer) -> Command:
        """RF4.1: in race 1 whoever stays behind runs in race 2, so both races count."""
        others = [
            self._entrant(view, horse)
            for horse, seen in enumerate(view.horses)
            if seen.owner not in (None, view.viewer)
        ]
        rival = Entrant(0, fmean(e.pace for e in others), fmean(e.cards for e in others))

        def hope(horses: tuple[int, ...]) -> float:
            own = [self._entrant(view, horse) for horse in horses]
            won = self._market.prizes(own, rival, view.race)
            if view.race == FIRST:
                rest = [self._entrant(view, h) for h in offer.horses if h not in horses]
                won += self._market.prizes(rest, rival, view.race + 1)
            return won

        return EnterRunners(offer.id, max(combinations(offer.horses, offer.count), key=hope))

    def _bet(self, view: View, scene: BettingScene, offer: SlipsOffer, rng: Rng) -> Command:
        first = next(runner.seat for runner in scene.runners if runner.lane == 1)
        field = []
        for runner in scene.runners:
            slot = (runner.seat - first) % self._rules.seats
            to_go = self._form.from_start(runner.lane, view.race)
            field.append(self._entrant(view, runner.horse)._replace(to_go=to_go, slot=slot))
        chances = [places[0] for places in self._form.places(field)]
        return PlaceSlips(offer.id, Tote(self._rules, chances, fancied(chances, rng)).stakes(offer))

    def _sell(self, view: View, offer: SaleOffer) -> Command:
        """RF9.1."""

        def gain(horse: int) -> float:
            return self._market.gain_of_sale(horse, view.horses[horse].level)

        best = sorted(offer.horses, key=gain, reverse=True)
        return SellHorses(offer.id, tuple(best[: offer.count]))

    def _entrant(self, view: View, horse: int) -> Entrant:
        """A horse as all can see it: its condition, and how many cards it keeps."""
        seen = view.horses[horse]
        level = self._edition.horses[horse].levels[seen.level]
        return Entrant(0, self._form.pace(level), seen.kept)
