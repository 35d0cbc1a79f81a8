"""Whole games of random, stingy and reckless players, at tables where any two choices meet."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.events import HorseSold, MoneyPaid, SlipsPlaced
from paddock.games.rennfieber.ruleset import StakeLimit
from paddock.games.rennfieber.state import Auction, State
from paddock.games.rennfieber.view import Views
from paddock.kernel.chance import QuickChance
from paddock.kernel.log import Step
from paddock.kernel.match import Match
from tests.offered import offered
from tests.records import carried_out
from tests.rennfieber.choices import tables
from tests.rennfieber.players import chosen

LONGEST = 6_000
FIGURES = Rennfieber.standard()


PLAIN = ["any", "stingy", "reckless"]
STYLES = (*PLAIN, "mixed")


def play(
    game: Rennfieber, style: str, seed: int
) -> Iterator[tuple[Match[Any, Any, Any, Any], State]]:
    """A game to its end. Of several seats to act, any one may answer first.

    In the style `mixed`, neighbours play in different styles.
    """
    rng = Random(seed)
    styles = PLAIN if style == "mixed" else [style]
    match: Match[Any, Any, Any, Any] = Match(game, QuickChance(seed))
    while seats := game.to_act(match.state):
        seat = seats[rng.randrange(len(seats))]
        offer = offered(game, match.state, seat)
        step = carried_out(match, seat, chosen(offer, styles[(seat + seed) % len(styles)], rng))
        assert isinstance(step, Step), (offer, step)
        assert len(match.records) < LONGEST
        yield match, match.state


@pytest.mark.rule("RF1.9")
@pytest.mark.rule("RF2.2")
@pytest.mark.rule("RF2.7")
@pytest.mark.parametrize("style", STYLES)
def test_every_game_ends_and_no_money_is_lost(style: str, long: bool) -> None:
    """The sum of money is constant, no purse falls below 0, and all get their horses."""
    for number, (seats, options) in enumerate(tables(long=long)):
        game = Rennfieber.make(seats, options, FIGURES)
        total = game.initial().ledger.total
        state = game.initial()
        for _, state in play(game, style, number):
            assert state.ledger.total == total
            assert min(state.ledger.purses) >= 0
        assert len(state.past) == 3
        assert {len(state.owned(seat)) for seat in range(seats)} == {{2: 6, 3: 4}.get(seats, 2)}
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
    """Buyers can pay for the horses they still need, and bettors within their cash for the fee.

    Each rule that helps players who cannot pay applies somewhere.
    """
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
    """The views a table has cached do not matter, nor the order of states and viewers."""
    game = Rennfieber.make(3, {}, FIGURES)
    seen = [(state, viewer) for _, state in play(game, "any", 1) for viewer in (None, *range(3))]
    Random(1).shuffle(seen)
    for state, viewer in seen:
        assert game.view(state, viewer) == Views(game.rules)(state, viewer)


def affordable(game: Rennfieber, state: State, seat: int) -> bool:
    """Whether a seat can pay for the cheapest horses left, as many as it still needs."""
    auction = state.phase
    if not isinstance(auction, Auction):
        return True
    left = [*auction.shuffled, *auction.under]
    if auction.lot is not None:
        left.append(auction.lot.horse)
    prices = sorted(game.rules.edition.horses[horse].price for horse in left)
    return sum(prices[: auction.short[seat]]) <= state.ledger.purses[seat]
