"""What horses are worth to a stable, and how much it bids for them."""

from collections.abc import Sequence
from typing import Any

import pytest

from paddock.bots.explain import Valued
from paddock.bots.rennfieber.bidding import Bidding
from paddock.bots.rennfieber.form import Form
from paddock.bots.rennfieber.market import Market
from paddock.bots.rennfieber.stable import HorseState as Horse
from paddock.bots.rennfieber.stable import Stable
from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid, Command
from paddock.games.rennfieber.edition import LEVELS
from paddock.games.rennfieber.offers import BidOffer
from paddock.games.rennfieber.state import State
from paddock.games.rennfieber.view import AuctionScene
from tests.bots.decisions import on_sale
from tests.offered import offered
from tests.rennfieber.table import STANDARD, game

ABENDROT, BERNSTEIN, CAPRICE, KOMET, LINDENPRINZ, MORGENTAU = 0, 1, 2, 10, 11, 12
FIRST_SALE = range(12)


@pytest.fixture(scope="module")
def stable() -> Stable:
    return Stable(game().rules, Form(STANDARD))


def test_a_better_horse_wins_more(stable: Stable) -> None:
    """Caprice's card has every level: each is worth more than the last, and so is a kept card."""
    for race in (1, 2, 3):
        for kept in range(4):
            prizes = [
                stable.prize(Horse(CAPRICE, level, kept), race) for level in range(len(LEVELS))
            ]
            assert prizes == sorted(prizes)
        assert stable.prize(Horse(CAPRICE, 2, 1), race) > stable.prize(Horse(CAPRICE, 2), race)


def test_prizes_are_those_of_the_programme(stable: Stable) -> None:
    """RF10.1: nobody expects more than the first prize; in race 3 all four runners win one."""
    for race, terms in enumerate(STANDARD.programme, start=1):
        assert 0 < stable.prize(Horse(CAPRICE, 5, 4), race) <= terms.prizes[0]
    assert stable.prize(Horse(CAPRICE, 0), 3) >= STANDARD.programme[2].prizes[3] * 0.99


def test_a_second_expensive_horse_is_worth_less(stable: Stable) -> None:
    """RF9.1: one of two is sold, so Komet adds less to Lindenprinz than to Abendrot."""
    beside_the_dear = stable.season([KOMET, LINDENPRINZ]) - stable.season([ABENDROT, LINDENPRINZ])
    beside_the_cheap = stable.season([KOMET, ABENDROT]) - stable.season([BERNSTEIN, ABENDROT])
    assert 0 < beside_the_dear < beside_the_cheap - 1_000


def test_the_dearer_one_is_sold(stable: Stable) -> None:
    """At 3+ Komet sells for 11,000 and Abendrot for 7,000, which outweighs their prizes."""
    assert stable.gain_of_sale(Horse(KOMET, 1)) > stable.gain_of_sale(Horse(ABENDROT, 3)) + 2_000


# --- bidding --------------------------------------------------------------------------------


def for_all(horse: int, stack: Sequence[int], needed: int = 2, **more: Any) -> State:
    """Seat 0 bids first, and all seats need the same number of horses."""
    return on_sale(horse, stack, (needed,) * 4, bidders=range(4), **more)


def bidding(table: Rennfieber, stable: Stable) -> Bidding:
    return Bidding(table.rules, Market(table.rules, Form(STANDARD)), stable)


def ceiling(stable: Stable, state: State) -> float:
    table = game()
    view = table.view(state, 0)
    assert isinstance(view.scene, AuctionScene)
    assert view.scene.lot is not None
    return bidding(table, stable).ceiling(view, view.scene, view.scene.lot.horse)


def others(*horses: int) -> list[int]:
    return [horse for horse in FIRST_SALE if horse not in horses]


def test_an_owner_of_an_expensive_horse_bids_less_for_another(stable: Stable) -> None:
    """With Lindenprinz in the stable, Komet is worth less than its price, and Caprice more."""
    owned = {0: [LINDENPRINZ]}
    alone = ceiling(stable, for_all(KOMET, others(KOMET, LINDENPRINZ), needed=1))
    beside = ceiling(stable, for_all(KOMET, others(KOMET, LINDENPRINZ), owned=owned, needed=1))
    cheap = ceiling(stable, for_all(CAPRICE, others(CAPRICE, LINDENPRINZ), owned=owned, needed=1))
    assert beside < STANDARD.horses[KOMET].price < alone
    assert cheap > STANDARD.horses[CAPRICE].price


def test_in_the_second_auction_the_kept_horse_counts(stable: Stable) -> None:
    """RF9.2: a player with a good horse needs a new one less than a player with a bad one."""
    rest = [13, 14, 15, 16, 17]
    good = for_all(MORGENTAU, rest, owned={0: [LINDENPRINZ]}, needed=1, number=2)
    bad = for_all(MORGENTAU, rest, owned={0: [ABENDROT]}, needed=1, number=2)
    dear = for_all(17, [12, 13, 14, 15, 16], owned={0: [ABENDROT]}, needed=1, number=2)
    dear_beside = for_all(17, [12, 13, 14, 15, 16], owned={0: [LINDENPRINZ]}, needed=1, number=2)
    assert ceiling(stable, good) > ceiling(stable, bad) - 300
    assert ceiling(stable, dear) > ceiling(stable, dear_beside)


def test_a_player_who_must_take_all_horses_left_bids_the_minimum(stable: Stable) -> None:
    """RF2.9: there is no reason to pay more for horses it gets anyway."""
    assert ceiling(stable, for_all(ABENDROT, [KOMET])) == STANDARD.horses[ABENDROT].price


def offers_of(stable: Stable, state: State, *, rising: bool) -> list[Valued[Command]]:
    table = game() if rising else game(4, auction="sealed")
    view = table.view(state, 0)
    offer = offered(table, state, 0)
    assert isinstance(view.scene, AuctionScene)
    assert isinstance(offer, BidOffer)
    found = bidding(table, stable).explain(view, view.scene, offer)
    for option in found:
        assert offer.refuse(option.command) is None
    return found


@pytest.mark.parametrize("rising", [True, False])
@pytest.mark.parametrize("money", [13_000, 35_000])
def test_the_bids_considered_are_legal(stable: Stable, rising: bool, money: int) -> None:
    """RF2.6; and the best bid for a good horse is worth more than no bid."""
    state = for_all(LINDENPRINZ, others(LINDENPRINZ), money=money)
    nothing, *some = offers_of(stable, state, rising=rising)
    assert nothing == Valued(Bid(nothing.command.offer, 0), 0.0)
    assert max(option.value for option in some) > 0


def test_a_sealed_offer_weighs_price_and_chance(stable: Stable) -> None:
    """The best bid is neither the least, which hardly wins, nor all that the horse is worth."""
    state = for_all(LINDENPRINZ, others(LINDENPRINZ))
    options = offers_of(stable, state, rising=False)
    best = max(options, key=lambda option: option.value)
    amounts = [option.command.amount for option in options if isinstance(option.command, Bid)]
    assert isinstance(best.command, Bid)
    assert min(amounts[1:]) < best.command.amount < max(amounts)


def test_a_player_who_cannot_pay_does_not_bid(stable: Stable) -> None:
    """RF2.6: 9,000 are not enough for Lindenprinz and the cheapest horse after it."""
    options = offers_of(stable, for_all(LINDENPRINZ, others(LINDENPRINZ), money=9_000), rising=True)
    assert [option.value for option in options] == [0.0]
