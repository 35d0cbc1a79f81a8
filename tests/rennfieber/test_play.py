"""Whole games by random, stingy and reckless players, any two choices: none gets stuck."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid, Command, PlaceSlips, Stake
from paddock.games.rennfieber.events import HorseSold, MoneyPaid, SlipsPlaced
from paddock.games.rennfieber.offers import BidOffer, Offer, SlipsOffer
from paddock.games.rennfieber.ruleset import StakeLimit
from paddock.games.rennfieber.state import Auction, State
from paddock.games.rennfieber.view import Views
from paddock.kernel.chance import QuickChance
from paddock.kernel.log import Step
from paddock.kernel.match import Match
from tests.offered import offered
from tests.records import carried_out
from tests.rennfieber.choices import tables

LONGEST = 6_000
FIGURES = Rennfieber.standard()


def random_choice(offer: Offer, rng: Random) -> Command:
    return offer.sample(rng)


def stingy_choice(offer: Offer, rng: Random) -> Command:
    """Never offers anything, never bets."""
    match offer:
        case BidOffer():
            return Bid(offer.id, 0)
        case SlipsOffer():
            return PlaceSlips(offer.id, ())
        case _:
            return offer.sample(rng)


def reckless_choice(offer: Offer, rng: Random) -> Command:
    """Offers all that is allowed, and stakes all that it can on one colour."""
    match offer:
        case BidOffer() if offer.most >= offer.least:
            return Bid(offer.id, offer.most)
        case SlipsOffer():
            stakes, left = [], offer.most
            for slip in sorted(offer.slips, reverse=True):
                if slip <= left:
                    stakes.append(Stake(0, slip))
                    left -= slip
            return PlaceSlips(offer.id, tuple(stakes))
        case _:
            return offer.sample(rng)


CHOICES = {"random": random_choice, "stingy": stingy_choice, "reckless": reckless_choice}
STYLES = (*CHOICES, "mixed")


def play(
    game: Rennfieber, style: str, seed: int
) -> Iterator[tuple[Match[Any, Any, Any, Any], State]]:
    """A game to its end; whoever is to act is picked at random, as people answer.

    In the style `mixed`, neighbours play differently.
    """
    rng = Random(seed)
    styles = list(CHOICES) if style == "mixed" else [style]
    match: Match[Any, Any, Any, Any] = Match(game, QuickChance(seed))
    while seats := game.to_act(match.state):
        seat = seats[rng.randrange(len(seats))]
        offer = offered(game, match.state, seat)
        step = carried_out(match, seat, CHOICES[styles[(seat + seed) % len(styles)]](offer, rng))
        assert isinstance(step, Step), (offer, step)
        assert len(match.records) < LONGEST
        yield match, match.state


@pytest.mark.rule("RF1.9")
@pytest.mark.rule("RF2.7")
@pytest.mark.parametrize("style", STYLES)
def test_every_game_ends_and_no_money_is_lost(style: str, long: bool) -> None:
    """Any two choices: the sum of money is constant, no purse is empty below nothing."""
    for number, (seats, options) in enumerate(tables(long=long)):
        game = Rennfieber.make(seats, options, FIGURES)
        total = game.initial().ledger.total
        state = game.initial()
        for _, state in play(game, style, number):
            assert state.ledger.total == total
            assert min(state.ledger.purses) >= 0
        assert len(state.past) == 3
        best = max(state.ledger.purses)
        assert game.winners(state) == tuple(
            seat for seat, money in enumerate(state.ledger.purses) if money == best
        )


@pytest.mark.rule("RF1.9")
@pytest.mark.rule("RF2.6")
@pytest.mark.rule("RF2.7")
@pytest.mark.rule("RF2.8")
@pytest.mark.rule("RF2.9")
@pytest.mark.rule("RF5.4")
def test_no_purse_is_a_trap(long: bool) -> None:
    """Whoever buys can pay for what it must yet buy, whoever bets within its cash can pay its fee;
    and each of the rules that help those who cannot pay is needed somewhere."""
    needed: Counter[str] = Counter()
    for number, (seats, options) in enumerate(tables(long=long)):
        game = Rennfieber.make(seats, options, FIGURES)
        covered = game.rules.stakes is StakeLimit.COVERED
        staked: dict[int, int] = {}
        for match, state in play(game, STYLES[number % len(STYLES)], number):
            step = match.records[-1]
            assert isinstance(step, Step)
            sold = [event for event in step.events if isinstance(event, HorseSold)]
            needed.update(event.how for event in sold)
            if [event.how for event in sold] == ["offer"]:
                assert affordable(game, state, sold[0].seat)
            for event in step.events:
                match event:
                    case SlipsPlaced(seat, tuple(stakes)):
                        staked[seat] = sum(stake.value for stake in stakes)
                    case MoneyPaid(seat, due, amount, why):
                        assert amount == due or why != "fee" or not (covered and staked[seat])
                        needed["forgiven"] += amount < due
                    case _:
                        pass
    ways = {"offer", "lone_buyer", "nobody_wanted", "what_cash_there_is", "forgiven"}
    assert {way for way, count in needed.items() if count} == ways


def test_a_view_is_what_a_fresh_table_would_show() -> None:
    """Whatever a table remembers of earlier views, in whatever order states and viewers come."""
    game = Rennfieber.make(3, {}, FIGURES)
    seen = [(state, viewer) for _, state in play(game, "random", 1) for viewer in (None, *range(3))]
    Random(1).shuffle(seen)
    for state, viewer in seen:
        assert game.view(state, viewer) == Views(game.rules)(state, viewer)


def affordable(game: Rennfieber, state: State, seat: int) -> bool:
    """Whether a seat can pay the cheapest horses of as many as it must yet buy."""
    auction = state.phase
    if not isinstance(auction, Auction):
        return True
    left = [*auction.shuffled, *auction.under]
    if auction.lot is not None:
        left.append(auction.lot.horse)
    prices = sorted(game.rules.edition.horses[horse].price for horse in left)
    return sum(prices[: auction.short[seat]]) <= state.ledger.purses[seat]
