"""RF2: horses are offered one at a time until all players have theirs."""

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
from paddock.games.rennfieber.state import State, Training
from paddock.games.rennfieber.view import AuctionScene
from paddock.kernel.chance import ScriptedChance
from paddock.kernel.game import Decision
from paddock.kernel.refusal import Refusal
from paddock.kernel.text import english
from tests.rennfieber.table import Table, edited, game, selling_horses

# Horses by index, with their minimum prices.
ABENDROT, BERNSTEIN, CAPRICE, DONNERKEIL = range(4)  # 4,000 4,500 4,500 5,000
LINDENPRINZ = 11  # 8,500
EVERY_KIND = pytest.mark.parametrize("kind", ["ascending", "once_around", "sealed"])
# Abendrot comes up first, and each of four players still needs one horse.
FOUR = selling_horses([ABENDROT, BERNSTEIN, CAPRICE, DONNERKEIL], (1, 1, 1, 1))


def on_sale(
    state: State, script: Mapping[str, Sequence[int]] | None = None, **options: str
) -> Table:
    """The next horse comes up, from a state between two horses."""
    table = Table(game(state.seats, **options), state, script or {})
    decision = Decision(state, ScriptedChance(script or {}), evolve)
    auction.next_lot(table.game.rules, decision)
    table.state, table.events = decision.state, tuple(decision.events)
    return table


def opened(first: int = 0, seats: int = 4, *, horses: Sequence[int] = (), **options: str) -> Table:
    """The first auction has begun; `horses` are the draws for the horses that come up."""
    script = {"auction/1/first": [first], "auction/1/horse": horses}
    table = Table(game(seats, **options), chance=script)
    table.go_on()
    return table


def bidders(table: Table) -> tuple[int, ...]:
    lot = table.auction.lot
    assert lot is not None
    return lot.bidders


def assert_refused(table: Table, amounts: Sequence[int], code: str) -> None:
    for amount in amounts:
        table.assert_refused(Bid(table.offer().id, amount), table.turn, code)


@pytest.mark.rule("RF2.1")
def test_horses_1_to_12_come_up_in_a_shuffled_order() -> None:
    """The first is one of twelve, the next one of eleven; 13 to 18 are not among them."""
    table = opened(horses=[11, 0])
    assert table.events[:2] == (
        AuctionOpened(1, tuple(range(12)), (), (2, 2, 2, 2), 0),
        HorseOffered(LINDENPRINZ, (0, 1, 2, 3)),
    )
    assert [(draw.stream, draw.n) for draw in table.draws] == [
        ("auction/1/first", 4),
        ("auction/1/horse", 12),
    ]
    for _ in range(4):
        table.bid(0)
    assert table.draws[-1].n == 11
    assert table.auction.under == (LINDENPRINZ,)


@pytest.mark.rule("RF2.1")
def test_by_number_nothing_is_drawn() -> None:
    """Horse 1 comes up first, then 2."""
    table = opened(offer_order="number")
    assert table.of(HorseOffered) == [HorseOffered(ABENDROT, (0, 1, 2, 3))]
    for _ in range(4):
        table.bid(0)
    assert table.of(HorseOffered) == [HorseOffered(BERNSTEIN, (0, 1, 2, 3))]
    assert table.draws == ()


@pytest.mark.rule("RF2.1")
@pytest.mark.rule("RF2.2")
def test_the_auction_ends_when_all_have_their_horses_and_the_rest_leave_the_game() -> None:
    """Seat 3 buys the last horse needed: two stay unsold, and training begins."""
    state = selling_horses([0, 1, 2], (0, 0, 0, 1), owned={0: [3, 4], 1: [5, 6], 2: [7, 8], 3: [9]})
    table = on_sale(state)
    table.bid(4_000)
    assert AuctionClosed((1, 2)) in table.events
    assert isinstance(table.events[-1], TrainingOpened)
    assert [table.state.horses[horse].owner for horse in (0, 1, 2)] == [3, None, None]


@pytest.mark.rule("RF2.2")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 2), (5, 2), (6, 2)])
def test_how_many_horses_each_player_must_buy(seats: int, each: int) -> None:
    """Six, four or two, depending on the number of players."""
    assert opened(seats=seats, offer_order="number").auction.short == (each,) * seats


@pytest.mark.rule("RF2.2")
def test_players_who_have_their_horses_are_out_of_the_auction() -> None:
    """Seats 0 and 2 have theirs and are not asked."""
    table = on_sale(selling_horses([0, 1, 2], (0, 1, 0, 1)))
    assert bidders(table) == (1, 3)
    assert table.game.offer(table.state, 0) is None


@pytest.mark.rule("RF2.3")
def test_the_highest_bidder_takes_the_horse_and_pays_the_bank() -> None:
    """5,200 for Abendrot, no more and no less."""
    table = on_sale(FOUR)
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
@EVERY_KIND
def test_nobody_offers_less_than_the_minimum_price(kind: str) -> None:
    """The least offer for Abendrot is 4,000, and offers are in hundreds."""
    table = on_sale(FOUR, auction=kind)
    assert table.offer().least == 4_000
    assert_refused(table, (3_900, 4_050, -100), "bid_too_low")


@pytest.mark.rule("RF2.4")
@EVERY_KIND
def test_a_horse_without_an_offer_goes_to_the_bottom_of_the_stack(kind: str) -> None:
    """It comes up again after all the others."""
    table = on_sale(FOUR, auction=kind)
    for seat in range(4):
        table.bid(0, seat)
    assert HorseUnsold(0) in table.events
    assert table.auction.under == (2, 3, 0)
    assert table.offer().horse == 1


@pytest.mark.rule("RF2.5")
def test_ascending_starts_to_the_left_of_the_last_buyer() -> None:
    """Seat 2 bought, so seat 3 is asked first, then 0, 1 and 2."""
    table = on_sale(selling_horses([0, 1, 2, 3, 4], (2, 2, 2, 2), next=2))
    assert bidders(table) == (2, 3, 0, 1)
    table.bid(4_000)
    for _ in range(3):
        table.bid(0)
    assert table.of(HorseSold) == [HorseSold(0, 2, 4_000, "offer")]
    assert bidders(table) == (3, 0, 1, 2)


@pytest.mark.rule("RF2.5")
def test_ascending_goes_round_until_one_bidder_is_left() -> None:
    """A bidder is asked again. A player who drops out is back for the next horse."""
    table = on_sale(FOUR)
    table.bid(4_000)
    assert table.offer().least == 4_100
    assert_refused(table, [4_000], "bid_too_low")
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
@pytest.mark.rule("RF2.9")
@pytest.mark.parametrize(("amount", "owner"), [(4_000, 3), (0, None)])
def test_ascending_the_last_player_asked_may_still_open(amount: int, owner: int | None) -> None:
    """Three have dropped out but still need a horse: the fourth may bid any sum, or none."""
    table = on_sale(FOUR)
    for _ in range(3):
        table.bid(0)
    assert table.offer().most == 35_000
    table.bid(amount)
    assert table.state.horses[0].owner == owner


@pytest.mark.rule("RF2.5")
def test_once_around_each_player_has_one_offer_that_tops_the_last() -> None:
    """Seat 0 opens and is not asked again, though seat 1 goes higher."""
    table = on_sale(FOUR, auction="once_around")
    table.bid(4_000)
    assert_refused(table, [4_000], "bid_too_low")
    table.bid(4_500)
    table.bid(0)
    table.bid(0)
    assert table.events[:2] == (BidMade(3, 0, ()), HorseSold(0, 1, 4_500, "offer"))


@pytest.mark.rule("RF2.5")
def test_sealed_offers_are_secret_until_all_have_made_one() -> None:
    """They come in any order, and the highest wins."""
    table = on_sale(FOUR, auction="sealed")
    assert table.game.to_act(table.state) == (0, 1, 2, 3)
    table.bid(5_000, 2)
    for viewer, seen in ((None, None), (1, None), (2, 5_000)):
        assert table.game.redact(table.events[0], viewer) == SealedBidMade(2, seen)
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
    """Seats 1 and 3 offer the same, 3 sooner: the draw picks the second of the two seats."""
    table = on_sale(FOUR, {"auction/1/tie/1": [1]}, auction="sealed")
    for seat, amount in ((3, 5_000), (0, 4_900), (1, 5_000), (2, 0)):
        table.bid(amount, seat)
    assert table.of(HorseSold) == [HorseSold(0, 3, 5_000, "offer")]
    assert [(draw.stream, draw.n) for draw in table.draws] == [("auction/1/tie/1", 2)]


@pytest.mark.rule("RF2.6")
@pytest.mark.parametrize(
    ("short", "cash", "most"),
    [
        (1, 15_000, 15_000),
        (2, 15_000, 15_000 - 4_500),
        (3, 15_000, 15_000 - 4_500 - 4_500),
        (2, 10_050, 5_500),  # rounded down to hundreds
        (1, 4_000, 4_000),  # just the minimum
    ],
)
def test_an_offer_must_leave_enough_for_the_cheapest_to_come(
    short: int, cash: int, most: int
) -> None:
    """Abendrot is on sale; the cheapest to come cost 4,500, 4,500 and 5,000."""
    stack = [ABENDROT, LINDENPRINZ, DONNERKEIL, CAPRICE, BERNSTEIN]
    table = on_sale(selling_horses(stack, (short, 1), money=(cash, 30_000)))
    assert table.offer().most == most
    assert_refused(table, [most + 100], "bid_too_high")
    table.bid(most)


@pytest.mark.rule("RF2.6")
@pytest.mark.parametrize(
    ("stack", "short", "money", "asked"),
    [
        # 4,200 are enough for Abendrot to come, but not for Donnerkeil on sale.
        ([DONNERKEIL, ABENDROT, 1], (1, 1, 1), (9_000, 4_200, 9_000), (0, 2)),
        # 8,500 are just enough for Abendrot on sale and Bernstein to come.
        ([ABENDROT, BERNSTEIN, 11], (1, 2), (4_000, 8_500), (0, 1)),
        # 8,400 are not: the horse on sale is not one of those to come.
        ([ABENDROT, BERNSTEIN, 2, 3], (2, 1, 1), (8_400, 9_000, 9_000), (1, 2)),
    ],
)
def test_only_players_who_can_pay_the_minimum_are_asked(
    stack: list[int], short: tuple[int, ...], money: tuple[int, ...], asked: tuple[int, ...]
) -> None:
    """They must also be able to buy what they need after this horse."""
    assert bidders(on_sale(selling_horses(stack, short, money=money))) == asked


@pytest.mark.rule("RF2.8")
@pytest.mark.rule("RF2.9")
def test_a_player_with_exactly_the_price_can_afford_the_horse() -> None:
    """With `may_pass` seat 1 is asked; with `takes` it gets the horse at once."""
    state = selling_horses([ABENDROT], (0, 1), money=(0, 4_000))
    assert bidders(on_sale(state)) == (1,)
    table = on_sale(state, last_buyer="takes")
    assert table.of(HorseSold) == [HorseSold(ABENDROT, 1, 4_000, "lone_buyer")]


@pytest.mark.rule("RF2.7")
def test_a_stack_that_nobody_wants_loses_its_top_horse_to_the_smallest_stable() -> None:
    """All three came up unsold. Seat 1 owns no horse and pays the minimum for the top one."""
    state = selling_horses(
        [CAPRICE, 0, 1], (1, 2), next=0, unsold=3, owned={0: [5]}, money=(9_000, 9_000)
    )
    table = on_sale(state)
    assert table.events[0] == HorseSold(CAPRICE, 1, 4_500, "nobody_wanted")
    assert table.money == (9_000, 4_500)
    assert table.auction.unsold == 0


@pytest.mark.rule("RF2.7")
def test_a_tie_for_the_smallest_stable_is_drawn() -> None:
    """Nobody owns a horse, so all four are tied."""
    table = on_sale(replace(FOUR, phase=replace(FOUR.phase, unsold=4)), {"auction/1/tie/0": [2]})
    assert table.events[0] == HorseSold(0, 2, 4_000, "nobody_wanted")
    assert table.draws == () and bidders(table) == (3, 0, 1)


@pytest.mark.rule("RF2.7")
def test_every_horse_must_have_come_up_unsold_in_a_row() -> None:
    """Two of three are not enough: the third comes up before the top one is forced."""
    table = on_sale(selling_horses([2, 0, 1], (1, 1), unsold=2), {"auction/1/tie/1": [1]})
    assert table.offer().horse == 2
    table.bid(0)
    table.bid(0)
    assert table.of(HorseUnsold, HorseSold)[:2] == [
        HorseUnsold(2),
        HorseSold(0, 1, 4_000, "nobody_wanted"),
    ]


@pytest.mark.rule("RF2.7")
def test_a_sale_restarts_the_count() -> None:
    """Two came up unsold, then one is sold: nothing is forced until all have come up again."""
    table = on_sale(selling_horses([2, 0, 1], (2, 1), unsold=2))
    table.bid(4_500)
    table.bid(0)
    assert table.auction.unsold == 0
    assert table.offer().horse == 0


@pytest.mark.rule("RF2.7")
@pytest.mark.rule("RF2.6")
def test_nobody_is_forced_to_take_a_horse_they_cannot_afford() -> None:
    """Seat 1 owns fewest, but could not pay for the other horse it needs: seat 0 gets this one."""
    state = selling_horses(
        [LINDENPRINZ, 0, 1, 2],
        (1, 2, 1),
        unsold=4,
        money=(9_000, 9_000, 9_000),
        owned={0: [5], 2: [6]},
    )
    table = on_sale(state, {"auction/1/tie/0": [0]})
    assert table.events[0] == HorseSold(LINDENPRINZ, 0, 8_500, "nobody_wanted")


@pytest.mark.rule("RF2.7")
def test_a_forced_horse_that_nobody_can_afford_goes_to_the_bottom() -> None:
    """Nobody has 8,500: Lindenprinz makes room for Abendrot, which is forced then."""
    state = selling_horses([LINDENPRINZ, ABENDROT], (1, 1), unsold=2, money=(5_000, 5_000))
    table = on_sale(state, {"auction/1/tie/0": [1]})
    assert table.of(HorseUnsold, HorseSold)[:2] == [
        HorseUnsold(LINDENPRINZ),
        HorseSold(ABENDROT, 1, 4_000, "nobody_wanted"),
    ]


@pytest.mark.rule("RF2.8")
def test_a_player_who_can_afford_no_horse_waits_and_gets_the_cheapest() -> None:
    """Seat 1 has 3,000. Seat 0 buys first; then seat 1 pays its 3,000 for the cheapest left."""
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
@pytest.mark.parametrize(("cash", "paid"), [(9_000, [4_500, 4_500]), (0, [0, 0])])
def test_such_a_player_pays_the_price_or_all_the_cash_there_is(cash: int, paid: list[int]) -> None:
    """Two horses, at 4,500 and 5,000: the first at its price, the second for the rest."""
    table = on_sale(selling_horses([DONNERKEIL, BERNSTEIN], (0, 2), money=(0, cash)))
    assert table.of(HorseSold) == [
        HorseSold(horse, 1, price, "what_cash_there_is")
        for horse, price in zip((BERNSTEIN, DONNERKEIL), paid, strict=True)
    ]


@pytest.mark.rule("RF2.8")
def test_the_cheapest_horse_is_the_one_with_the_lowest_price() -> None:
    """In a box where number 1 is the dearest, a player with nothing gets number 3."""
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
    """That seat opens the bidding for the first horse."""
    table = opened(first, offer_order="number")
    assert table.draws[0].n == 4
    assert table.turn == first


# With `takes` the lone buyer is not asked.


@pytest.mark.rule("RF2.9")
def test_a_lone_buyer_takes_horses_at_the_minimum() -> None:
    """All the others have theirs: seat 2 gets the next two."""
    state = selling_horses([LINDENPRINZ, CAPRICE, 0], (0, 0, 2, 0))
    table = on_sale(state, last_buyer="takes")
    assert table.of(HorseSold) == [
        HorseSold(LINDENPRINZ, 2, 8_500, "lone_buyer"),
        HorseSold(CAPRICE, 2, 4_500, "lone_buyer"),
    ]
    assert table.money[2] == 35_000 - 13_000


@pytest.mark.rule("RF2.9")
@pytest.mark.rule("RF2.6")
def test_a_lone_buyer_takes_no_horse_that_is_too_dear() -> None:
    """8,500 for two horses: Lindenprinz is passed over, Abendrot and Bernstein cost just that."""
    state = selling_horses([LINDENPRINZ, 0, 1], (0, 2), money=(0, 8_500))
    table = on_sale(state, last_buyer="takes")
    assert table.of(HorseSold, HorseUnsold) == [
        HorseUnsold(LINDENPRINZ),
        HorseSold(0, 1, 4_000, "lone_buyer"),
        HorseSold(1, 1, 4_500, "lone_buyer"),
    ]


# With `may_pass` the lone buyer is asked about each horse.


@pytest.mark.rule("RF2.9")
@EVERY_KIND
def test_a_lone_buyer_may_pass_or_pay_the_minimum(kind: str) -> None:
    """With 35,000 in the purse, Lindenprinz still costs 8,500 or nothing; so does the next one."""
    state = selling_horses([LINDENPRINZ, CAPRICE, ABENDROT], (0, 0, 1, 0))
    table = on_sale(state, auction=kind)
    assert table.game.to_act(table.state) == bidders(table) == (2,)
    assert (table.offer().horse, table.offer().least, table.offer().most) == (11, 8_500, 8_500)
    assert_refused(table, (8_600, 35_000), "bid_too_high")
    assert_refused(table, (8_400, 100), "bid_too_low")
    refused = table.give(Bid(table.offer().id, 8_600))
    assert isinstance(refused, Refusal)
    assert english(refused.text) == "For this horse you can bid 8,500 or nothing (RF2.6, RF2.9)."
    table.bid(0)
    assert table.events[-2:] == (HorseUnsold(LINDENPRINZ), HorseOffered(CAPRICE, (2,)))
    assert table.auction.under == (ABENDROT, LINDENPRINZ)
    table.bid(4_500)
    assert table.of(HorseSold) == [HorseSold(CAPRICE, 2, 4_500, "offer")]
    assert table.money[2] == 30_500
    assert isinstance(table.state.phase, Training)


@pytest.mark.rule("RF2.9")
@pytest.mark.rule("RF2.7")
@EVERY_KIND
@pytest.mark.parametrize("order", ["shuffled", "number"])
def test_a_lone_buyer_who_passes_on_all_gets_the_first_of_them(kind: str, order: str) -> None:
    """Three are left and all are passed on: the top one is sold at its minimum price."""
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
@EVERY_KIND
def test_a_lone_buyer_gets_the_topmost_horse_they_can_pay_for(kind: str) -> None:
    """With 8,500 for two horses, Lindenprinz goes to the bottom each time, without an offer.

    Seat 1 passes on Abendrot and Bernstein. The first is sold, and then all come up again.
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
def test_a_declined_horse_comes_up_again_after_a_purchase() -> None:
    """Two are needed: Caprice is declined, Abendrot is bought, and the count starts again."""
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
@EVERY_KIND
def test_the_only_player_who_can_pay_for_any_horse_is_the_lone_buyer(kind: str) -> None:
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
@EVERY_KIND
def test_the_only_player_who_can_pay_for_this_horse_is_no_lone_buyer(kind: str) -> None:
    """Seat 1 could pay for Abendrot, though not for Donnerkeil: seat 0 may offer any sum."""
    state = selling_horses([DONNERKEIL, ABENDROT], (1, 1), money=(9_000, 4_200))
    table = on_sale(state, auction=kind)
    assert bidders(table) == (0,)
    assert (table.offer().least, table.offer().most) == (5_000, 9_000)
