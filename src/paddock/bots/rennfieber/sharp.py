"""The sharp tries in imagination what it may do, and counts what it comes to.

At an auction it thinks of its whole stable: a dear horse is bought to be sold again, a second one
would only be kept, so that beside the best it likes the cheapest (`stable`, `bidding`). What comes
after the sale it knows by careers of horses that it has imagined beforehand. Before a race it runs
the field over and over, with the kept cards of others dealt anew, and enters and bets
where that leads to: its rivals it takes to enter and bet as punters do, and its slips it shifts
one by one until no shift helps. In the race it tries every ride that is not plainly a detour, all
with the same dice, and lets punters ride on; bad ones it gives up early (`paddock.bots.search`).
What counts is not the money but what it is worth: the chance to be the richest after race 3. So
whoever leads bets with care, and whoever is behind does not.

The races are run by compiled code. Until that is ready, and where Numba is not installed, it buys
and sells as ever, but enters, bets and rides as a punter does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from paddock.bots.engine import SECONDS, Searcher
from paddock.bots.explain import MONEY, WIN, Explanation, Valued, share
from paddock.bots.rennfieber.bidding import Bidding
from paddock.bots.rennfieber.form import Form
from paddock.bots.rennfieber.market import Market
from paddock.bots.rennfieber.punter import Punter
from paddock.bots.rennfieber.riding import outcomes
from paddock.bots.rennfieber.stable import Fit, Stable
from paddock.bots.rennfieber.tote import all_on
from paddock.bots.search import Opinion, Trial
from paddock.extras import command
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import (
    Command,
    EnterRunners,
    MoveRunner,
    PlaceSlips,
    SellHorses,
    Stake,
)
from paddock.games.rennfieber.offers import BidOffer, EntryOffer, MoveOffer, SaleOffer, SlipsOffer
from paddock.games.rennfieber.rules.entry import SECOND
from paddock.games.rennfieber.ruleset import AuctionKind
from paddock.games.rennfieber.view import AuctionScene, BettingScene, RacingScene, View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import Text, say

# The part of the time for a bet in which races are run; then slips are shifted.
RUNNING = 0.6
# What it holds of entries and rides beforehand, as shares of a win: that a punter would choose so,
# and what it costs to go a space less than one could with the same card. That counts as so many
# worlds.
USUAL, SPACE, WORLDS = 0.01, 0.01, 20
# A ride is a detour if another with the same card leaves so many spaces less to go.
DETOUR = 2
RIDES = 5  # with each card, at most
ROLLOUTS = "paddock.bots.rennfieber.rollouts"


def weaker() -> Text:
    """What to say of it where Numba is not installed."""
    return say(
        "Without Numba the sharp bets and rides no better than a punter: {command}",
        command=command("lab"),
    )


class Sharp(Searcher):
    """Values are coins at auctions and sales, and shares in a win of the meeting elsewhere.

    A rollout is a race run in imagination.
    """

    def __init__(
        self, game: Rennfieber, *, seconds: float = SECONDS, rollouts: int | None = None
    ) -> None:
        super().__init__(ROLLOUTS, weaker(), seconds=seconds, rollouts=rollouts)
        self._game, self._punter = game, Punter(game)

    @cached_property
    def _form(self) -> Form:
        return Form(self._game.rules.edition)

    @cached_property
    def _stable(self) -> Stable:
        return Stable(self._game.rules, self._form)

    @cached_property
    def _bidding(self) -> Bidding:
        rules = self._game.rules
        rising = rules.auction is AuctionKind.ASCENDING
        return Bidding(rules, Market(rules, self._form), self._stable, rising=rising)

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        own = self._own(view, offer, rng)
        return self._punter.choose(view, offer, rng) if own is None else own.best(rng)

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        """A ride without an alternative was not tried: then the punter says what it thinks."""
        own = self._own(view, offer, rng)
        if own is not None and len(own.options) > 1:
            return own
        return self._punter.explain(view, offer, rng)

    def _own(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command] | None:
        """None where it chooses as a punter does."""
        scene = view.scene
        match offer:
            case BidOffer() if isinstance(scene, AuctionScene):
                return Explanation("sharp", MONEY, self._bidding.explain(view, scene, offer))
            case SaleOffer():
                return Explanation("sharp", MONEY, self._sales(view, offer))
            case MoveOffer() if isinstance(scene, RacingScene) and self._ready:
                return Explanation("sharp", WIN, self._rides(view, scene, offer, rng))
            case EntryOffer() if self._ready:
                return Explanation("sharp", WIN, self._entries(view, offer, rng))
            case SlipsOffer() if isinstance(scene, BettingScene) and self._ready:
                return Explanation("sharp", WIN, self._slips(view, scene, offer, rng))
            case _:
                return None

    @cached_property
    def _figures(self) -> Any:
        return self._compiled.figures_of(self._game.rules)

    def _meeting(self, view: View) -> Any:
        return self._compiled.Meeting(self._game, self._figures, self._stable, view)

    def _sales(self, view: View, offer: SaleOffer) -> list[Valued[Command]]:
        """RF9.1: what selling brings more than keeping."""
        gains = {
            horse: self._stable.gain_of_sale(Fit(horse, view.horses[horse].level))
            for horse in offer.horses
        }
        return [
            Valued(SellHorses(offer.id, sold), sum(gains[horse] for horse in sold))
            for sold in combinations(offer.horses, offer.count)
        ]

    def _entries(self, view: View, offer: EntryOffer, rng: Rng) -> list[Valued[Command]]:
        usual = self._punter.choose(view, offer, rng)
        entered: list[Command] = [
            EnterRunners(offer.id, horses) for horses in combinations(offer.horses, offer.count)
        ]
        held = [Valued(command, USUAL * (command == usual)) for command in entered]
        foreseen = [self._foreseen(view, seat, rng) for seat in range(self._game.seats)]
        entries = self._compiled.Entries(self._game, self._meeting(view), view, foreseen, rng)
        return self._tried(held, entries)

    def _foreseen(self, view: View, seat: int, rng: Rng) -> tuple[int, ...]:
        """Whom a punter in this seat would enter, by what all can see."""
        horses = tuple(
            number
            for number, horse in enumerate(view.horses)
            if horse.owner == seat and not (view.race == SECOND and horse.ran_first)
        )
        offer = EntryOffer(
            f"race/{view.race}/entry", horses, self._game.rules.runners_each, view.race
        )
        command = self._punter.choose(replace(view, viewer=seat), offer, rng)
        assert isinstance(command, EnterRunners)
        return command.horses

    def _slips(
        self, view: View, scene: BettingScene, offer: SlipsOffer, rng: Rng
    ) -> list[Valued[Command]]:
        """None, all on one colour for each, and the best that was found by shifting slips."""
        chances = self._punter.chances(view, scene)
        crowd = partial(self._crowd, view, scene, offer, chances, rng)
        slips = self._compiled.Slips(self._game, self._meeting(view), view, crowd, rng)
        running = replace(self._budget, seconds=self._budget.seconds * RUNNING)
        for worlds in Trial(running).worlds(1):
            slips.run(worlds)
        slips.close()
        options = [(), *(all_on(colour, offer) for colour in range(offer.runners))]
        start = max(options, key=slips.mean)
        found = _shifted(slips, offer, start)
        return [
            share(
                PlaceSlips(offer.id, stakes), slips.mean(stakes), slips.error(stakes), slips.worlds
            )
            for stakes in dict.fromkeys((*options, found))
        ]

    def _crowd(
        self,
        view: View,
        scene: BettingScene,
        offer: SlipsOffer,
        chances: Sequence[float],
        rng: Rng,
    ) -> list[tuple[Stake, ...]]:
        """How the rivals may bet, by what all can see."""
        return [
            ()
            if seat == view.viewer
            else self._punter.stakes(view, chances, replace(offer, most=most), seat, rng)
            for seat, most in enumerate(scene.most)
        ]

    def _rides(
        self, view: View, scene: RacingScene, offer: MoveOffer, rng: Rng
    ) -> list[Valued[Command]]:
        held = self._sensible(scene, offer, self._punter.choose(view, offer, rng))
        if len(held) == 1:
            return held
        rides = self._compiled.Rides(self._game, self._meeting(view), view, rng)
        return self._tried(held, rides)

    def _tried(self, held: list[Valued[Command]], rollouts: Any) -> list[Valued[Command]]:
        opinion = Opinion(tuple(option.value for option in held), WORLDS)
        return self._searched(held, rollouts.evaluate, opinion)

    def _sensible(
        self, scene: RacingScene, offer: MoveOffer, usual: Command
    ) -> list[Valued[Command]]:
        """Rides that are no detours, the punter's own among them, with what is held of them."""
        held = [Valued(usual, USUAL)]
        for ways in offer.plays:
            ends = sorted(outcomes(self._game.rules.edition, self._form, scene, offer, ways))
            least = ends[0].to_go
            for end in ends[:RIDES]:
                ride: Command = MoveRunner(offer.id, ways.play, end.to)
                if end.to_go < least + DETOUR and ride != usual:
                    held.append(Valued(ride, SPACE * (least - end.to_go)))
        return held


def _shifted(slips: Any, offer: SlipsOffer, start: tuple[Stake, ...]) -> tuple[Stake, ...]:
    """Slip by slip to where it does best, or back into the hand, until nothing is gained by it."""
    values = sorted(offer.slips, reverse=True)
    hand = list(start)
    where: list[int | None] = []
    for value in values:
        held = next((stake for stake in hand if stake.value == value), None)
        where.append(None if held is None else held.colour)
        if held is not None:
            hand.remove(held)

    def worth(places: Sequence[int | None]) -> float:
        mean: float = slips.mean(_stakes(values, places))
        return mean

    most, moved = worth(where), True
    while moved:
        moved = False
        for at in range(len(values)):
            for colour in (None, *range(offer.runners)):
                tried = [*where[:at], colour, *where[at + 1 :]]
                stakes = _stakes(values, tried)
                if colour == where[at] or not _allowed(offer, stakes):
                    continue
                better = worth(tried)
                if better > most:
                    where, most, moved = tried, better, True
    return _stakes(values, where)


def _stakes(values: Sequence[int], places: Sequence[int | None]) -> tuple[Stake, ...]:
    return tuple(
        Stake(colour, value)
        for value, colour in zip(values, places, strict=True)
        if colour is not None
    )


def _allowed(offer: SlipsOffer, stakes: Sequence[Stake]) -> bool:
    """RF5.2, RF5.4."""
    return (
        len({stake.colour for stake in stakes}) <= offer.colours
        and sum(stake.value for stake in stakes) <= offer.most
    )
