"""The sharp tries its options in simulated races and compares the results.

At an auction it considers its whole stable: an expensive horse is bought to be sold again, and a
second one could only be kept, so with one expensive horse it prefers the cheapest (`stable`,
`bidding`). What horses earn after the sale is estimated from simulated careers. To choose its
entries and slips, it simulates the race many times, with sampled kept cards of its rivals. It
assumes that rivals enter and bet as punters do, and shifts its slips one by one until no shift
helps. In the race it tries every ride that is not an obvious detour, all with the same dice, lets
punters ride on, and drops bad rides early (`paddock.bots.search`). What counts is not the money but
the probability of being the richest after race 3. So it bets carefully when it leads, and boldly
when it is behind.

Compiled code runs the races. Until that is ready, and without Numba, the sharp still buys and sells
in its own way, but enters, bets and rides as a punter does.
"""

from collections.abc import Sequence
from functools import cached_property, partial
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from paddock.bots.compiled_rollouts import Searcher
from paddock.bots.explain import MONEY, WIN, Explanation, Valued, win_share
from paddock.bots.rennfieber.bidding import Bidding
from paddock.bots.rennfieber.punter import Punter
from paddock.bots.rennfieber.riding import ends_of
from paddock.bots.rennfieber.stable import HorseState, Stable
from paddock.bots.rennfieber.tote import all_on
from paddock.bots.search import Prior, Schedule
from paddock.extras import command
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
from paddock.games.rennfieber.view import AuctionScene, BettingScene, RacingScene, View
from paddock.kernel.game import Offer, Rng
from paddock.kernel.text import Text, say

# The fraction of the time for a bet that goes into running races; the rest is for shifting slips.
RACING_TIME = 0.6
# The prior of entries and rides, in shares of a win: a bonus for the punter's choice, and the cost
# of each space more to go than necessary with the same card; its weight in worlds.
PUNTER_BONUS, SPACE_COST, PRIOR_WORLDS = 0.01, 0.01, 20
# A ride is a detour if it leaves this many spaces more to go than the best with the same card.
DETOUR = 2
MOST_RIDES = 5  # with each card


class Sharp(Searcher):
    """Values are coins at auctions and sales, and shares in a win of the meeting elsewhere.

    A rollout is a simulated race.
    """

    ROLLOUTS = "paddock.bots.rennfieber.rollouts"

    @staticmethod
    def weaker() -> Text:
        return say(
            'Without Numba, the bot "sharp" is no better at betting and riding than "punter". '
            "To install Numba: {command}",
            command=command("lab"),
        )

    @cached_property
    def _punter(self) -> Punter:
        return Punter(self._game)

    @cached_property
    def _stable(self) -> Stable:
        return Stable(self._game.rules, self._punter.form)

    @cached_property
    def _bidding(self) -> Bidding:
        return Bidding(self._game.rules, self._punter.market, self._stable)

    def choose(self, view: View, offer: Offer[Command], rng: Rng) -> Command:
        own = self._own(view, offer, rng)
        return self._punter.choose(view, offer, rng) if own is None else own.best(rng)

    def explain(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command]:
        """If only one ride is sensible, it is not simulated, and these are the punter's values."""
        own = self._own(view, offer, rng)
        if own is not None and len(own.options) > 1:
            return own
        return self._punter.explain(view, offer, rng)

    def _own(self, view: View, offer: Offer[Command], rng: Rng) -> Explanation[Command] | None:
        """Its own values, or None where it chooses as a punter does."""
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
        return self._rollouts.figures_of(self._game.rules)

    def _model(self, view: View) -> Any:
        return self._rollouts.WinModel(self._game, self._figures, self._stable, view)

    def _sales(self, view: View, offer: SaleOffer) -> list[Valued[Command]]:
        """RF9.1: the gain of selling over keeping."""
        gains = {
            horse: self._stable.gain_of_sale(HorseState(horse, view.horses[horse].level))
            for horse in offer.horses
        }
        return [
            Valued(SellHorses(offer.id, sold), sum(gains[horse] for horse in sold))
            for sold in combinations(offer.horses, offer.count)
        ]

    def _entries(self, view: View, offer: EntryOffer, rng: Rng) -> list[Valued[Command]]:
        punters = self._punter.choose(view, offer, rng)
        entries: list[Command] = [
            EnterRunners(offer.id, horses) for horses in combinations(offer.horses, offer.count)
        ]
        options = [Valued(entry, PUNTER_BONUS * (entry == punters)) for entry in entries]
        expected = [self._expected(view, seat, rng) for seat in range(self._game.seats)]
        rollouts = self._rollouts.Entries(self._game, self._model(view), view, expected, rng)
        return self._simulated(options, rollouts)

    def _expected(self, view: View, seat: int, rng: Rng) -> tuple[int, ...]:
        """The horses that a punter in this seat would enter, by public information."""
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
        """No slips, all slips on each colour, and the best stakes found by shifting slips."""
        chances = self._punter.chances(view, scene)
        crowd = partial(self._crowd, view, scene, offer, chances, rng)
        slips = self._rollouts.Slips(self._game, self._model(view), view, crowd, rng)
        racing = replace(self._budget, seconds=self._budget.seconds * RACING_TIME)
        for worlds in Schedule(racing).batches(1):
            slips.run(worlds)
        slips.close()
        options = [(), *(all_on(colour, offer) for colour in range(offer.runners))]
        start = max(options, key=slips.mean)
        found = _shifted(slips, offer, start)
        return [
            win_share(
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
        """A guess of the rivals' bets, by public information."""
        return [
            ()
            if seat == view.viewer
            else self._punter.stakes(view, chances, replace(offer, most=most), seat, rng)
            for seat, most in enumerate(scene.most)
        ]

    def _rides(
        self, view: View, scene: RacingScene, offer: MoveOffer, rng: Rng
    ) -> list[Valued[Command]]:
        options = self._sensible(scene, offer, self._punter.choose(view, offer, rng))
        if len(options) == 1:
            return options
        rollouts = self._rollouts.Rides(self._game, self._model(view), view, rng)
        return self._simulated(options, rollouts)

    def _simulated(self, options: list[Valued[Command]], rollouts: Any) -> list[Valued[Command]]:
        prior = Prior(tuple(option.value for option in options), PRIOR_WORLDS)
        return self._search(options, rollouts.evaluate, prior)

    def _sensible(
        self, scene: RacingScene, offer: MoveOffer, punters: Command
    ) -> list[Valued[Command]]:
        """The punter's ride, and the others that are not detours, with their prior values."""
        options = [Valued(punters, PUNTER_BONUS)]
        for ways in offer.plays:
            ends = ends_of(self._punter.form, scene, offer.runner, ways)
            least = ends[0].to_go
            for end in ends[:MOST_RIDES]:
                ride: Command = MoveRunner(offer.id, ways.play, end.to)
                if end.to_go < least + DETOUR and ride != punters:
                    options.append(Valued(ride, SPACE_COST * (least - end.to_go)))
        return options


def _shifted(slips: Any, offer: SlipsOffer, start: tuple[Stake, ...]) -> tuple[Stake, ...]:
    """Move each slip to its best colour, or back into the hand, until no move helps."""
    values = sorted(offer.slips, reverse=True)
    hand = list(start)
    where: list[int | None] = []
    for value in values:
        laid = next((stake for stake in hand if stake.value == value), None)
        where.append(None if laid is None else laid.colour)
        if laid is not None:
            hand.remove(laid)

    most, moved = slips.mean(_stakes(values, where)), True
    while moved:
        moved = False
        for at in range(len(values)):
            for colour in (None, *range(offer.runners)):
                tried = [*where[:at], colour, *where[at + 1 :]]
                stakes = _stakes(values, tried)
                if colour == where[at] or not _allowed(offer, stakes):
                    continue
                value = slips.mean(stakes)
                if value > most:
                    where, most, moved = tried, value, True
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
