"""Whole games by random, stingy and reckless players, all seats and options: none gets stuck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid, Command, PlaceSlips, Stake
from paddock.games.rennfieber.events import Event
from paddock.games.rennfieber.offers import BidOffer, Offer, SlipsOffer
from paddock.games.rennfieber.ruleset import OPTIONS, SEATS
from paddock.games.rennfieber.state import State
from paddock.games.rennfieber.view import View
from paddock.kernel.chance import QuickChance
from paddock.kernel.log import Log, Step
from paddock.kernel.match import Match, fold
from paddock.kernel.rejection import Rejected
from paddock.kernel.verify import verify_rules
from tests.kernel.matches import header

LONGEST = 6_000
FIGURES = Rennfieber.standard()


def tables() -> Iterator[tuple[int, dict[str, str]]]:
    for seats in SEATS:
        for chosen in product(*(option.choices for option in OPTIONS.values())):
            yield seats, dict(zip(OPTIONS, chosen, strict=True))


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


def play(
    game: Rennfieber, style: str, seed: int
) -> Iterator[tuple[Match[Any, Any, Any, Any], State]]:
    """A game to its end; whoever is to act is picked at random, as people answer."""
    rng = Random(seed)
    match: Match[Any, Any, Any, Any] = Match(game, QuickChance(seed), lambda _record: None)
    while seats := game.to_act(match.state):
        seat = seats[rng.randrange(len(seats))]
        (offer,) = game.offers(match.state, seat)
        step = match.submit(seat, CHOICES[style](offer, rng))
        assert isinstance(step, Step), (offer, step)
        assert len(match.records) < LONGEST
        yield match, match.state


@pytest.mark.rule("RF1.9")
@pytest.mark.rule("RF2.7")
@pytest.mark.parametrize("style", CHOICES)
def test_every_game_ends_and_no_money_is_lost(style: str, long: bool) -> None:
    """All seats and options: the sum of money is constant, no purse is empty below nothing."""
    every = list(tables())
    for number, (seats, options) in enumerate(every if long else every[::7]):
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


def test_the_log_tells_it_all_again(long: bool) -> None:
    """Folding the events gives the live state, and JSON the same bytes again."""
    every = list(tables())
    for number, (seats, options) in enumerate(every if long else every[::25]):
        game = Rennfieber.make(seats, options, FIGURES)
        *_, (match, state) = play(game, "random", number)
        steps = tuple(record for record in match.records if isinstance(record, Step))
        assert fold(game, steps) == state
        data = msgspec.json.encode(state)
        assert msgspec.json.decode(data, type=State) == state
        assert msgspec.json.encode(msgspec.json.decode(data, type=State)) == data
        events = tuple(event for step in steps for event in step.events)
        kind = tuple[Event, ...]
        assert msgspec.json.decode(msgspec.json.encode(events), type=kind) == events


@pytest.mark.rule("RF3.6")
def test_what_a_viewer_imagines_looks_the_same_to_it(long: bool) -> None:
    """A world dealt anew from a view, secrets and all, gives that viewer the very same view."""
    every = list(tables())
    dealt_otherwise = 0
    for number, (seats, options) in enumerate(every if long else every[::20]):
        game = Rennfieber.make(seats, options, FIGURES)
        rng = Random(number)
        for match, state in play(game, "random", number):
            if len(match.records) % 11:
                continue
            for viewer in (None, *range(seats)):
                seen = game.view(state, viewer)
                imagined = game.sample(seen, rng)
                dealt_otherwise += imagined != state
                again: View = game.view(imagined, viewer)
                assert msgspec.json.encode(again) == msgspec.json.encode(seen)
    assert dealt_otherwise > 100


def test_a_game_is_verified_by_deciding_it_again() -> None:
    """Every command with its recorded draws gives the recorded events."""
    game = Rennfieber.make(3, {"auction": "sealed"}, FIGURES)
    *_, (match, _) = play(game, "random", 5)
    log: Log[Any, Any] = Log(header(), (), tuple(match.records), None)
    assert verify_rules(game, log).holds == "yes"


def test_a_refused_command_changes_nothing() -> None:
    """Whoever is not to act is refused at any moment, and no chance is drawn."""

    class NoChance:
        def draw(self, stream: str, index: int, n: int) -> int:
            raise AssertionError(stream)

    game = Rennfieber.make(4, {}, FIGURES)
    rng = Random(1)
    for match, state in play(game, "random", 9):
        for seat in range(4):
            if seat not in game.to_act(state) and game.to_act(state):
                (offer,) = game.offers(state, game.to_act(state)[0])
                refused = game.decide(state, seat, offer.sample(rng), NoChance())
                assert isinstance(refused, Rejected)
                assert refused.code == "not_your_turn"
        assert match.state is state
