"""RF2: horses are offered one at a time until everybody has what they must have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from paddock.games.rennfieber import Rennfieber
from paddock.games.rennfieber.commands import Bid
from paddock.games.rennfieber.events import (
    AuctionClosed,
    AuctionOpened,
    BidMade,
    HorseOffered,
    HorseSold,
    HorseUnsold,
    SealedBidMade,
    SealedBidsOpened,
    TrainingOpened,
)
from paddock.games.rennfieber.evolve import evolve
from paddock.games.rennfieber.rules import auction
from paddock.games.rennfieber.state import Auction, State, Training
from paddock.games.rennfieber.view import AuctionScene
from paddock.kernel.chance import QuickChance, ScriptedChance
from paddock.kernel.game import Decision
from paddock.kernel.rejection import Rejected
from paddock.kernel.text import english
from tests.rennfieber.table import STANDARD, Table, edited, game, selling_horses

# Horses by index, with their minimum prices.
ABENDROT, BERNSTEIN, CAPRICE, DONNERKEIL, EISVOGEL = range(5)  # 4,000 4,500 4,500 5,000 5,000
LINDENPRINZ = 11  # 8,500
KINDS = ["ascending", "once_around", "sealed"]


def on_sale(
    state: State, script: Mapping[str, Sequence[int]] | None = None, **options: str
) -> Table:
    """The next horse is offered, from a state between two horses."""
    table = Table(game(state.seats, **options), state, script or {})
    decision = Decision(state, ScriptedChance(script or {}), evolve)
    auction.next_lot(table.game.rules, decision)
    table.state, table.events = decision.state, tuple(decision.events)
    return table


def bidders(table: Table) -> tuple[int, ...]:
    lot = table.auction.lot
    assert lot is not None
    return lot.bidders


def code(table: Table, amount: int) -> str:
    refused = table.give(Bid(table.offer().id, amount))
    assert isinstance(refused, Rejected)
    return refused.code


@pytest.mark.rule("RF2.1")
def test_horses_1_to_12_are_offered_in_a_shuffled_order() -> None:
    """The first is one of twelve, the next one of eleven; 13 to 18 are not among them."""
    script = {"auction/1/first": [0], "auction/1/horse": [11, 0]}
    table = Table(game(), chance=script)
    table.start()
    assert table.events[0] == AuctionOpened(1, tuple(range(12)), (), (2, 2, 2, 2), 0)
    assert table.events[1] == HorseOffered(LINDENPRINZ, (0, 1, 2, 3))
    assert [(draw.stream, draw.n) for draw in table.draws] == [
        ("auction/1/first", 4),
        ("auction/1/horse", 12),
    ]
    for _ in range(4):
        table.bid(0)
    assert table.draws[-1].n == 11
    assert table.auction.under == (LINDENPRINZ,)


@pytest.mark.rule("RF2.1")
def test_in_the_order_of_numbers_nothing_is_drawn() -> None:
    """Horse 1 comes first, then 2."""
    table = Table(game(4, offer_order="number"), chance={"auction/1/first": [0]})
    table.start()
    assert table.of(HorseOffered) == [HorseOffered(ABENDROT, (0, 1, 2, 3))]
    for _ in range(4):
        table.bid(0)
    assert table.of(HorseOffered) == [HorseOffered(BERNSTEIN, (0, 1, 2, 3))]
    assert table.draws == ()


@pytest.mark.rule("RF2.1")
@pytest.mark.rule("RF2.2")
def test_the_auction_ends_when_all_have_theirs_and_the_rest_leaves_the_game() -> None:
    """Seat 3 buys the last horse that is needed: two stay unsold, and training begins."""
    state = selling_horses([0, 1, 2], (0, 0, 0, 1), owned={0: [3, 4], 1: [5, 6], 2: [7, 8], 3: [9]})
    table = on_sale(state)
    table.bid(4_000)
    assert AuctionClosed((1, 2)) in table.events
    assert isinstance(table.events[-1], TrainingOpened)
    assert [table.state.horses[horse].owner for horse in (0, 1, 2)] == [3, None, None]


@pytest.mark.rule("RF2.2")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 2), (5, 2), (6, 2)])
def test_how_many_horses_each_must_buy(seats: int, each: int) -> None:
    """Six, four or two, by the number of players."""
    table = Table(game(seats, offer_order="number"), chance={"auction/1/first": [0]})
    table.start()
    assert table.auction.short == (each,) * seats


@pytest.mark.rule("RF2.2")
def test_who_has_his_horses_leaves_the_auction() -> None:
    """Seats 0 and 2 have theirs and are not asked."""
    table = on_sale(selling_horses([0, 1, 2], (0, 1, 0, 1)))
    assert bidders(table) == (1, 3)
    assert table.game.offer(table.state, 0) is None


@pytest.mark.rule("RF2.3")
def test_the_highest_offer_takes_the_horse_and_pays_the_bank() -> None:
    """5,200 for Abendrot, no more and no less."""
    table = on_sale(selling_horses([ABENDROT, 1, 2, 3], (1, 1, 1, 1)))
    table.bid(4_000)
    table.bid(5_200)
    for _ in range(3):
        table.bid(0)
    assert table.events[1] == HorseSold(ABENDROT, 1, 5_200, "offer")
    assert table.money == (35_000, 29_800, 35_000, 35_000)
    assert table.state.ledger.bank == -4 * 35_000 + 5_200
    assert table.state.horses[ABENDROT].owner == 1


@pytest.mark.rule("RF2.3")
@pytest.mark.rule("RF2.5")
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_offers_less_than_the_minimum_price(kind: str) -> None:
    """The least offer for Abendrot is 4,000, in hundreds."""
    table = on_sale(selling_horses([ABENDROT, 1, 2, 3], (1, 1, 1, 1)), auction=kind)
    assert table.offer().least == 4_000
    assert code(table, 3_900) == "bid_too_low"
    assert code(table, 4_050) == "bid_too_low"
    assert code(table, -100) == "bid_too_low"


@pytest.mark.rule("RF2.4")
@pytest.mark.parametrize("kind", KINDS)
def test_a_horse_without_an_offer_goes_under_the_stack(kind: str) -> None:
    """It will come again after all others."""
    table = on_sale(selling_horses([0, 1, 2, 3], (1, 1, 1, 1)), auction=kind)
    for seat in range(4):
        table.bid(0, seat)
    assert HorseUnsold(0) in table.events
    assert table.auction.under == (2, 3, 0)
    assert table.offer().horse == 1


@pytest.mark.rule("RF2.5")
def test_ascending_starts_left_of_the_last_buyer() -> None:
    """Seat 2 bought: seat 3 is asked first, then 0, 1 and 2."""
    table = on_sale(selling_horses([0, 1, 2, 3, 4], (2, 2, 2, 2), next=2))
    assert bidders(table) == (2, 3, 0, 1)
    table.bid(4_000)
    for _ in range(3):
        table.bid(0)
    assert table.of(HorseSold) == [HorseSold(0, 2, 4_000, "offer")]
    assert bidders(table) == (3, 0, 1, 2)


@pytest.mark.rule("RF2.5")
def test_ascending_goes_round_until_nobody_goes_on() -> None:
    """Who bids comes again, who drops out is out for this horse and back for the next."""
    table = on_sale(selling_horses([0, 1, 2, 3], (1, 1, 1, 1)))
    table.bid(4_000)
    assert table.offer().least == 4_100
    assert code(table, 4_000) == "bid_too_low"
    table.bid(0)
    table.bid(4_100)
    table.bid(0)
    assert table.turn == 0
    table.bid(4_300)
    assert table.turn == 2
    table.bid(4_400)
    assert table.turn == 0
    table.bid(0)
    assert table.of(HorseSold) == [HorseSold(0, 2, 4_400, "offer")]
    assert bidders(table) == (3, 0, 1)


@pytest.mark.rule("RF2.5")
def test_ascending_the_last_one_asked_may_still_open() -> None:
    """Three drop out without an offer; the fourth takes it at the minimum, or leaves it."""
    for amount, owner in ((4_000, 3), (0, None)):
        table = on_sale(selling_horses([0, 1, 2, 3], (1, 1, 1, 1)))
        for _ in range(3):
            table.bid(0)
        table.bid(amount)
        assert table.state.horses[0].owner == owner


@pytest.mark.rule("RF2.5")
def test_once_around_each_offers_once_above_the_last() -> None:
    """Seat 0 opens and is not asked again, though seat 1 goes higher."""
    table = on_sale(selling_horses([0, 1, 2, 3], (1, 1, 1, 1)), auction="once_around")
    table.bid(4_000)
    assert code(table, 4_000) == "bid_too_low"
    table.bid(4_500)
    table.bid(0)
    table.bid(0)
    assert table.events[:2] == (BidMade(3, 0, ()), HorseSold(0, 1, 4_500, "offer"))


@pytest.mark.rule("RF2.5")
def test_sealed_all_offer_at_once_and_the_highest_wins() -> None:
    """In any order; what the others offered is seen when all have."""
    table = on_sale(selling_horses([0, 1, 2, 3], (1, 1, 1, 1)), auction="sealed")
    assert table.game.to_act(table.state) == (0, 1, 2, 3)
    table.bid(5_000, 2)
    assert table.game.redact(table.events[0], 1) == SealedBidMade(2, None)
    assert table.game.redact(table.events[0], 2) == SealedBidMade(2, 5_000)
    for viewer, seen in ((None, None), (1, None), (2, 5_000)):
        scene = table.game.view(table.state, viewer).scene
        assert isinstance(scene, AuctionScene) and scene.lot is not None
        assert scene.lot.sealed == ((2, seen),)
    table.bid(0, 0)
    table.bid(6_100, 3)
    table.bid(4_000, 1)
    assert table.events[1:3] == (
        SealedBidsOpened(((0, 0), (1, 4_000), (2, 5_000), (3, 6_100))),
        HorseSold(0, 3, 6_100, "offer"),
    )


@pytest.mark.rule("RF2.5")
def test_a_tie_of_sealed_offers_is_drawn() -> None:
    """Seats 1 and 3 offer the same, 3 sooner: the draw names the second of the two seats."""
    table = on_sale(
        selling_horses([0, 1, 2, 3], (1, 1, 1, 1)), {"auction/1/tie/1": [1]}, auction="sealed"
    )
    for seat, amount in ((3, 5_000), (0, 4_900), (1, 5_000), (2, 0)):
        table.bid(amount, seat)
    assert table.of(HorseSold) == [HorseSold(0, 3, 5_000, "offer")]
    assert [(draw.stream, draw.n) for draw in table.draws] == [("auction/1/tie/1", 2)]


@pytest.mark.rule("RF2.6")
@pytest.mark.parametrize(
    ("short", "most"),
    [
        (1, 15_000),
        (2, 15_000 - 4_500),
        (3, 15_000 - 4_500 - 4_500),
    ],
)
def test_an_offer_must_leave_enough_for_the_cheapest_to_come(short: int, most: int) -> None:
    """Abendrot is on sale; the cheapest to come cost 4,500, 4,500 and 5,000."""
    state = selling_horses(
        [ABENDROT, LINDENPRINZ, DONNERKEIL, CAPRICE, BERNSTEIN], (short, 1), money=(15_000, 30_000)
    )
    table = on_sale(state)
    assert table.offer().most == most
    assert code(table, most + 100) == "bid_too_high"
    table.bid(most)


@pytest.mark.rule("RF2.6")
def test_the_most_is_rounded_down_to_hundreds() -> None:
    """10,050 in hand and 4,500 to keep: 5,500."""
    table = on_sale(selling_horses([0, 1, 2], (2, 1), money=(10_050, 30_000)))
    assert table.offer().most == 5_500


@pytest.mark.rule("RF2.6")
def test_who_cannot_pay_the_minimum_is_not_asked() -> None:
    """Seat 1 has 4,200: enough for Abendrot to come, not for Donnerkeil on sale."""
    table = on_sale(
        selling_horses([DONNERKEIL, ABENDROT, 1], (1, 1, 1), money=(9_000, 4_200, 9_000))
    )
    assert bidders(table) == (0, 2)


@pytest.mark.rule("RF2.6")
def test_who_can_just_pay_the_minimum_is_asked() -> None:
    """4,000 in hand for Abendrot, or 8,500 with Bernstein still to buy."""
    table = on_sale(selling_horses([ABENDROT, BERNSTEIN, 11], (1, 2), money=(4_000, 8_500)))
    assert bidders(table) == (0, 1)
    assert table.offer().most == 4_000
    table.bid(0)
    assert table.offer().most == 4_000


@pytest.mark.rule("RF2.8")
@pytest.mark.rule("RF2.9")
def test_who_can_just_pay_is_no_pauper() -> None:
    """Seat 1 has exactly the price of the only horse: it is asked, or takes it unasked."""
    state = selling_horses([ABENDROT], (0, 1), money=(0, 4_000))
    assert bidders(on_sale(state)) == (1,)
    table = on_sale(state, last_buyer="takes")
    assert table.of(HorseSold) == [HorseSold(ABENDROT, 1, 4_000, "lone_buyer")]


@pytest.mark.rule("RF2.7")
def test_when_nobody_wants_any_the_top_one_goes_to_who_owns_fewest() -> None:
    """All three have gone round unsold; seat 1 owns none and pays the minimum for the top one."""
    state = selling_horses(
        [CAPRICE, 0, 1], (1, 2), next=0, unsold=3, owned={0: [5]}, money=(9_000, 9_000)
    )
    table = on_sale(state)
    assert table.events[0] == HorseSold(CAPRICE, 1, 4_500, "nobody_wanted")
    assert table.money == (9_000, 4_500)
    assert table.auction.unsold == 0


@pytest.mark.rule("RF2.7")
def test_a_tie_of_those_who_own_fewest_is_drawn() -> None:
    """Nobody owns a horse; four are tied for the first that is forced."""
    table = on_sale(selling_horses([0, 1, 2, 3], (1, 1, 1, 1), unsold=4), {"auction/1/tie/0": [2]})
    assert table.events[0] == HorseSold(0, 2, 4_000, "nobody_wanted")
    assert table.draws == () and bidders(table) == (3, 0, 1)


@pytest.mark.rule("RF2.7")
def test_every_horse_must_have_gone_unsold_in_succession() -> None:
    """Two of three are not enough: the third is offered, and only then the top one is forced."""
    table = on_sale(selling_horses([2, 0, 1], (1, 1), unsold=2), {"auction/1/tie/1": [1]})
    assert table.offer().horse == 2
    table.bid(0)
    table.bid(0)
    assert table.of(HorseUnsold, HorseSold)[:2] == [
        HorseUnsold(2),
        HorseSold(0, 1, 4_000, "nobody_wanted"),
    ]


@pytest.mark.rule("RF2.7")
def test_a_sale_begins_the_count_anew() -> None:
    """Two went unsold, then one is sold: nothing is forced until all have gone round again."""
    table = on_sale(selling_horses([2, 0, 1], (2, 1), unsold=2))
    table.bid(4_500)
    table.bid(0)
    assert table.auction.unsold == 0
    assert table.offer().horse == 0


@pytest.mark.rule("RF2.7")
@pytest.mark.rule("RF2.6")
def test_a_forced_horse_never_goes_to_one_who_cannot_afford_it() -> None:
    """Seat 1 owns fewest but could not pay for the other horse it needs; seat 0 gets it."""
    state = selling_horses(
        [LINDENPRINZ, 0, 1, 2],
        (1, 2, 1),
        unsold=4,
        money=(9_000, 9_000, 9_000),
        owned={0: [5], 2: [6]},
    )
    table = on_sale(state, {"auction/1/tie/0": [0]})
    assert table.events[0] == HorseSold(LINDENPRINZ, 0, 8_500, "nobody_wanted")


@pytest.mark.rule("RF2.8")
def test_who_cannot_afford_any_gets_the_cheapest_when_the_others_are_done() -> None:
    """Seat 1 has 3,000. Seat 0 buys first; then the cheapest left goes for all seat 1 has."""
    table = on_sale(
        selling_horses([DONNERKEIL, BERNSTEIN, ABENDROT], (1, 1), money=(20_000, 3_000))
    )
    table.bid(5_000)
    assert table.of(HorseSold) == [
        HorseSold(DONNERKEIL, 0, 5_000, "offer"),
        HorseSold(ABENDROT, 1, 3_000, "what_cash_there_is"),
    ]
    assert table.money == (15_000, 0)
    assert isinstance(table.state.phase, Training)


@pytest.mark.rule("RF2.8")
@pytest.mark.rule("RF1.9")
def test_what_cash_there_is_may_be_nothing_and_never_more_than_the_price() -> None:
    """9,000 for two horses of 4,500 and 5,000: the first at its price, the second for the rest."""
    table = on_sale(selling_horses([DONNERKEIL, BERNSTEIN], (0, 2), money=(0, 9_000)))
    assert table.of(HorseSold) == [
        HorseSold(BERNSTEIN, 1, 4_500, "what_cash_there_is"),
        HorseSold(DONNERKEIL, 1, 4_500, "what_cash_there_is"),
    ]
    table = on_sale(selling_horses([DONNERKEIL, BERNSTEIN], (0, 2), money=(0, 0)))
    assert [event.price for event in table.of(HorseSold) if isinstance(event, HorseSold)] == [0, 0]


@pytest.mark.rule("RF2.6")
def test_what_is_on_sale_is_not_among_the_horses_to_come() -> None:
    """Seat 0 needs two and has 8,400: with Abendrot at 4,000 the next cheapest is 4,500 more."""
    state = selling_horses(
        [ABENDROT, BERNSTEIN, CAPRICE, DONNERKEIL], (2, 1, 1), money=(8_400, 9_000, 9_000)
    )
    assert bidders(on_sale(state)) == (1, 2)


@pytest.mark.rule("RF2.7")
def test_a_forced_horse_that_nobody_can_afford_goes_under_the_stack() -> None:
    """Nobody has 8,500: Lindenprinz makes room for Abendrot, which is forced then."""
    state = selling_horses([LINDENPRINZ, ABENDROT], (1, 1), unsold=2, money=(5_000, 5_000))
    table = on_sale(state, {"auction/1/tie/0": [1]})
    assert table.of(HorseUnsold, HorseSold)[:2] == [
        HorseUnsold(LINDENPRINZ),
        HorseSold(ABENDROT, 1, 4_000, "nobody_wanted"),
    ]


@pytest.mark.rule("RF2.8")
def test_the_cheapest_is_told_by_its_price() -> None:
    """In a box where number 1 is the dearest, who has nothing gets number 3."""
    figures = edited("horses.cards.0.price", 9_000)
    figures["horses"]["cards"][CAPRICE]["price"] = 3_000
    rules = Rennfieber.make(2, {}, figures).rules
    state = selling_horses([ABENDROT, BERNSTEIN, CAPRICE], (0, 1), money=(0, 0))
    decision = Decision(state, ScriptedChance({}), evolve)
    auction.next_lot(rules, decision)
    assert decision.events[0] == HorseSold(CAPRICE, 1, 0, "what_cash_there_is")


@pytest.mark.rule("RF2.9")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_die_picks_the_first_bidder(first: int) -> None:
    """Whoever it names opens the bidding for the first horse."""
    table = Table(game(4, offer_order="number"), chance={"auction/1/first": [first]})
    table.start()
    assert table.draws[0].n == 4
    assert table.turn == first


@pytest.mark.rule("RF2.9")
def test_a_lone_buyer_takes_horses_at_the_minimum() -> None:
    """All others have theirs: seat 2 gets the next two without being asked."""
    state = selling_horses([LINDENPRINZ, CAPRICE, 0], (0, 0, 2, 0))
    table = on_sale(state, last_buyer="takes")
    assert table.of(HorseSold) == [
        HorseSold(LINDENPRINZ, 2, 8_500, "lone_buyer"),
        HorseSold(CAPRICE, 2, 4_500, "lone_buyer"),
    ]
    assert table.money[2] == 35_000 - 13_000


@pytest.mark.rule("RF2.9")
@pytest.mark.rule("RF2.6")
def test_a_lone_buyer_is_not_ruined() -> None:
    """8,500 for two horses: Lindenprinz passes, Abendrot and Bernstein cost just that."""
    state = selling_horses([LINDENPRINZ, 0, 1], (0, 2), money=(0, 8_500))
    table = on_sale(state, last_buyer="takes")
    assert table.of(HorseSold, HorseUnsold) == [
        HorseUnsold(LINDENPRINZ),
        HorseSold(0, 1, 4_000, "lone_buyer"),
        HorseSold(1, 1, 4_500, "lone_buyer"),
    ]


@pytest.mark.rule("RF2.9")
@pytest.mark.parametrize("kind", KINDS)
def test_a_lone_buyer_may_pass_or_pays_the_minimum(kind: str) -> None:
    """35,000 in the purse: for Lindenprinz it is 8,500 or nothing, and so for the next one."""
    state = selling_horses([LINDENPRINZ, CAPRICE, ABENDROT], (0, 0, 1, 0))
    table = on_sale(state, auction=kind)
    assert table.game.to_act(table.state) == bidders(table) == (2,)
    assert (table.offer().horse, table.offer().least, table.offer().most) == (11, 8_500, 8_500)
    assert [code(table, amount) for amount in (8_600, 35_000)] == ["bid_too_high"] * 2
    refused = table.give(Bid(table.offer().id, 8_600))
    assert isinstance(refused, Rejected)
    assert english(refused.text) == "For this horse you can offer 8,500 or nothing (RF2.6, RF2.9)."
    assert [code(table, amount) for amount in (8_400, 100)] == ["bid_too_low"] * 2
    table.bid(0)
    assert table.events[-2:] == (HorseUnsold(LINDENPRINZ), HorseOffered(CAPRICE, (2,)))
    assert table.auction.under == (ABENDROT, LINDENPRINZ)
    table.bid(4_500)
    assert table.of(HorseSold) == [HorseSold(CAPRICE, 2, 4_500, "offer")]
    assert table.money[2] == 30_500
    assert isinstance(table.state.phase, Training)


@pytest.mark.rule("RF2.9")
@pytest.mark.rule("RF2.7")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ["shuffled", "number"])
def test_a_lone_buyer_who_passes_up_all_gets_the_first_of_them(kind: str, order: str) -> None:
    """Three are left, and all three are passed up: the one on top is sold at its minimum."""
    state = selling_horses([LINDENPRINZ, CAPRICE, ABENDROT], (0, 0, 1, 0))
    script = {}
    if order == "shuffled":
        shuffled = replace(state.phase, shuffled=(ABENDROT, CAPRICE, LINDENPRINZ), under=())
        state = replace(state, phase=shuffled)
        script = {"auction/1/horse": [2, 1, 0]}
    table = on_sale(state, script, auction=kind, offer_order=order)
    for horse in (LINDENPRINZ, CAPRICE):
        assert table.offer().horse == horse
        table.bid(0)
        assert table.of(HorseSold) == []
    table.bid(0)
    assert table.of(HorseUnsold, HorseSold) == [
        HorseUnsold(ABENDROT),
        HorseSold(LINDENPRINZ, 2, 8_500, "nobody_wanted"),
    ]
    assert table.money[2] == 35_000 - 8_500


@pytest.mark.rule("RF2.9")
@pytest.mark.rule("RF2.7")
@pytest.mark.rule("RF2.4")
@pytest.mark.parametrize("kind", KINDS)
def test_a_lone_buyer_gets_the_topmost_that_can_be_paid_for(kind: str) -> None:
    """Of 8,500 for two horses, Lindenprinz is never asked about: it goes to the bottom each time.

    Passed up are Abendrot and Bernstein; the first is sold, and then all come up again.
    """
    state = selling_horses([LINDENPRINZ, 0, 1], (0, 2), money=(0, 8_500))
    table = on_sale(state, auction=kind)
    assert table.of(HorseUnsold, HorseOffered) == [HorseUnsold(LINDENPRINZ), HorseOffered(0, (1,))]
    table.bid(0)
    assert table.of(HorseOffered) == [HorseOffered(1, (1,))]
    table.bid(0)
    assert table.of(HorseUnsold, HorseSold, HorseOffered) == [
        HorseUnsold(1),
        HorseUnsold(LINDENPRINZ),
        HorseSold(0, 1, 4_000, "nobody_wanted"),
        HorseOffered(1, (1,)),
    ]
    assert (table.offer().least, table.offer().most) == (4_500, 4_500)
    table.bid(4_500)
    assert table.money[1] == 0
    assert isinstance(table.state.phase, Training)


@pytest.mark.rule("RF2.9")
def test_what_was_passed_up_comes_again_after_a_purchase() -> None:
    """Two are needed: Caprice is passed up, Abendrot is bought, and the count begins anew."""
    table = on_sale(selling_horses([CAPRICE, ABENDROT, LINDENPRINZ], (0, 2, 0)))
    table.bid(0)
    table.bid(4_000)
    assert (table.auction.unsold, table.offer().horse) == (0, LINDENPRINZ)
    table.bid(0)
    assert table.offer().horse == CAPRICE
    table.bid(0)
    assert table.of(HorseSold) == [HorseSold(LINDENPRINZ, 1, 8_500, "nobody_wanted")]


@pytest.mark.rule("RF2.9")
@pytest.mark.rule("RF2.8")
@pytest.mark.parametrize("kind", KINDS)
def test_whoever_alone_can_pay_for_any_is_the_lone_buyer(kind: str) -> None:
    """Seat 0 still needs a horse, but has 3,900: seat 1 is asked for the minimum and no more."""
    state = selling_horses([CAPRICE, ABENDROT], (1, 1), money=(3_900, 35_000))
    table = on_sale(state, auction=kind)
    assert bidders(table) == (1,)
    assert (table.offer(1).least, table.offer(1).most) == (4_500, 4_500)
    table.bid(4_500, 1)
    assert table.of(HorseSold) == [
        HorseSold(CAPRICE, 1, 4_500, "offer"),
        HorseSold(ABENDROT, 0, 3_900, "what_cash_there_is"),
    ]


@pytest.mark.rule("RF2.9")
@pytest.mark.rule("RF2.6")
@pytest.mark.parametrize("kind", KINDS)
def test_whoever_alone_can_pay_for_this_one_is_no_lone_buyer(kind: str) -> None:
    """Seat 1 could pay for Abendrot, if not for Donnerkeil: seat 0 may offer what it likes."""
    state = selling_horses([DONNERKEIL, ABENDROT], (1, 1), money=(9_000, 4_200))
    table = on_sale(state, auction=kind)
    assert bidders(table) == (0,)
    assert (table.offer().least, table.offer().most) == (5_000, 9_000)


@pytest.mark.rule("RF2.9")
def test_the_last_one_asked_is_no_lone_buyer() -> None:
    """Three have dropped out for this horse, but still need one."""
    table = on_sale(selling_horses([0, 1, 2, 3], (1, 1, 1, 1)))
    for _ in range(3):
        table.bid(0)
    assert table.offer().most == 35_000


@pytest.mark.rule("RF2.7")
@pytest.mark.rule("RF2.2")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ["shuffled", "number"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("manner", ["stingy", "reckless"])
def test_no_auction_comes_to_a_standstill(kind: str, order: str, seats: int, manner: str) -> None:
    """Whether nobody ever offers anything or everybody all there is: each has his horses."""
    last_buyer = "takes" if seats % 2 else "may_pass"
    rules = game(seats, auction=kind, offer_order=order, last_buyer=last_buyer)
    table = Table(rules, chance=QuickChance(seats))
    table.start()
    for _ in range(3_000):
        if not isinstance(table.state.phase, Auction):
            break
        offer = table.offer()
        possible = offer.most if offer.most >= offer.least else 0
        table.bid(possible if manner == "reckless" else 0, table.turn)
    assert isinstance(table.state.phase, Training)
    each = {2: 6, 3: 4}.get(seats, 2)
    assert [len(table.state.owned(seat)) for seat in range(seats)] == [each] * seats
    assert min(table.money) >= 0
    if manner == "stingy":
        owned = [table.state.owned(seat) for seat in range(seats)]
        paid = [sum(STANDARD.horses[horse].price for horse in own) for own in owned]
        cash = table.game.rules.cash
        assert table.money == tuple(cash - amount for amount in paid)
