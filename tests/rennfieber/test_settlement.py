"""RF7 to RF10: prizes, condition, odds, winnings; the sale before race 3; the end."""

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from paddock.games.rennfieber.events import (
    AuctionOpened,
    ConditionChanged,
    EntryOpened,
    HorseOffered,
    HorseSoldBack,
    MeetingEnded,
    MoneyPaid,
    OddsSet,
    PrizePaid,
    RaceSettled,
    RaceStopped,
    SaleMade,
    SaleOpened,
    SlipsTurned,
    TrainingOpened,
    WinningsPaid,
)
from paddock.games.rennfieber.rules import settlement
from paddock.games.rennfieber.state import Entering, Note, Over, Selling, Training
from paddock.games.rennfieber.track import HOME
from paddock.games.rennfieber.view import SellingScene
from tests.rennfieber.table import (
    HORSES,
    KARRIERE,
    STANDARD,
    A,
    B,
    C,
    D,
    E,
    F,
    Table,
    entering,
    game,
    horses,
    placed_slips,
    racing,
    selling,
)

LINE = """
    home | first bend
    1  A | .
"""
# Horses by index, with prices and levels.
ABENDROT = 0  # 4,000  5- 0 2+ 3+
CAPRICE = 2  # 4,500  5- 0 2+ 3+ 4+ 5+
HERBSTWIND = 7  # 6,500  2+ 3+
IRRLICHT = 8  # 7,000  0 3+ 4+
LINDENPRINZ = 11  # 8,500  2+ 3+ 5+

Slips = Sequence[Sequence[tuple[int, int]]]


def settled(  # noqa: PLR0913  # a race has many parts, each named where it matters
    stakes: Slips | None = None,
    *,
    home: Sequence[int] = (B, C, D),
    seats: int = 4,
    race: int = 1,
    money: int | Sequence[int] = 20_000,
    levels: Mapping[int, str] | None = None,
    stakes_limit: str = "covered",
    **options: str,
) -> Table:
    """A comes in last, after the runners that are home already: B has won by default."""
    state = racing(
        LINE,
        lap=1,
        dice=(5, 2),
        home=home,
        seats=seats,
        race=race,
        money=money,
        levels=levels,
        stakes=stakes,
    )
    table = Table(game(seats, stakes=stakes_limit, **options), state)
    table.move(HOME)
    return table


def odds(table: Table) -> int | None:
    (event,) = table.of(OddsSet)
    return event.tenths


# --- after a race ---------------------------------------------------------------------------


@pytest.mark.rule("RF7.1")
@pytest.mark.rule("RF10.1")
@pytest.mark.parametrize(
    ("race", "prizes"),
    [(1, (3_000, 2_000, 1_000)), (2, (5_000, 3_500, 2_000)), (3, (10_000, 7_500, 5_000, 3_000))],
)
def test_prizes_go_to_the_owners_by_place(race: int, prizes: tuple[int, ...]) -> None:
    """Six run; three places are paid, in race 3 four."""
    order = (F, B, C, E, D)
    table = settled(seats=6, race=race, home=order)
    assert table.of(PrizePaid) == [
        PrizePaid(runner, runner, place, prize)
        for place, (runner, prize) in enumerate(zip(order, prizes, strict=False), start=1)
    ]
    gained = dict(zip(order, prizes, strict=False))
    assert table.money == tuple(20_000 + gained.get(seat, 0) for seat in range(6))


@pytest.mark.rule("RF7.1")
def test_an_owner_of_several_runners_earns_every_prize_of_theirs() -> None:
    """Two players: A, B and C are seat 0's. C comes first, B second, D third."""
    table = settled(seats=2, home=(C, B, D, E, F))
    assert table.money == (25_000, 21_000)


@pytest.mark.rule("RF7.2")
def test_the_winner_rises_and_the_last_falls_by_one_level() -> None:
    """B won at 2+ and rises to 3+. A was last at 2+ and falls to 0."""
    table = settled(levels={A: "2+", B: "2+", C: "2+", D: "2+"})
    assert [table.condition(HORSES[runner]) for runner in (A, B, C, D)] == ["0", "3+", "2+", "2+"]


@pytest.mark.rule("RF7.2")
@pytest.mark.rule("RF3.5")
def test_condition_stays_on_the_card() -> None:
    """B is at its best level and A at its lowest: both stay there."""
    table = settled(levels={A: "5-", B: "5+"})
    assert table.condition(HORSES[A]) == "5-"
    assert table.condition(HORSES[B]) == "5+"
    assert table.of(ConditionChanged) == []


@pytest.mark.rule("RF7.2")
@pytest.mark.rule("RF6.8")
def test_a_horse_that_was_called_in_is_the_last() -> None:
    """It falls one level though it has not crossed the line."""
    state = racing(LINE, lap=1, dice=(5, 2), home=(B, C), levels={D: "3+"})
    table = Table(game(4, last_horse="called_in"), state)
    table.move(HOME)
    assert table.condition(HORSES[D]) == "2+"


@pytest.mark.rule("RF7.3")
@pytest.mark.parametrize(
    ("odds_by", "expected"),
    [
        ("slips", OddsSet(B, 6, 2, 30)),  # R is 3: not below 3.00, but below 3.80
        ("amounts", OddsSet(B, 2_900, 1_100, 25)),  # R is 2.63: below 3.00
    ],
)
def test_odds_by_slips_or_by_amounts(odds_by: str, expected: OddsSet) -> None:
    """R counts slips, two of six on the winner, or money, 1,100 of 2,900."""
    stakes = [[(B, 100)], [(B, 1_000), (A, 500)], [(C, 100), (D, 200)], [(A, 1_000)]]
    assert settled(stakes, odds_by=odds_by).of(OddsSet) == [expected]


@pytest.mark.rule("RF7.3")
@pytest.mark.rule("RF11.9")
def test_table_1() -> None:
    """Just below a bound R pays that line's odds, at the bound the next line's."""
    rules, odds = game().rules, STANDARD.odds
    for bound, below, above in zip(STANDARD.bounds, odds[:-1], odds[1:], strict=True):
        assert settlement.odds(rules, bound * 10 - 1, 1_000) == below
        assert settlement.odds(rules, bound, 100) == above
    assert settlement.odds(rules, 5, 5) == odds[0] == 11
    assert settlement.odds(rules, 100, 1) == odds[-1] == 200


@pytest.mark.rule("RF7.3")
@pytest.mark.rule("RF7.4")
def test_odds_are_set_before_the_slips_are_turned() -> None:
    """Then the slips are shown to all, with their values."""
    stakes = [[(B, 100)], [(A, 500)], [], []]
    table = settled(stakes)
    kinds = [type(event) for event in table.events]
    assert kinds.index(OddsSet) < kinds.index(SlipsTurned)
    (turned,) = table.of(SlipsTurned)
    assert turned == SlipsTurned(placed_slips(stakes))
    assert table.game.redact(turned, None) == turned


@pytest.mark.rule("RF7.4")
def test_all_players_pay_what_they_staked() -> None:
    """Winners and losers alike. Players without slips pay nothing."""
    table = settled([[(B, 100), (A, 500)], [(A, 400)], [], [(C, 1_000)]])
    assert table.of(MoneyPaid) == [
        MoneyPaid(0, 600, 600, "stakes"),
        MoneyPaid(1, 400, 400, "stakes"),
        MoneyPaid(3, 1_000, 1_000, "stakes"),
    ]


@pytest.mark.rule("RF7.4")
@pytest.mark.rule("RF1.9")
def test_a_stake_that_cannot_be_paid_is_forgiven_and_still_wins() -> None:
    """After a fine seat 0 has 300 left: it pays these for its 500, and all 500 win."""
    table = settled([[(B, 500)], [], [], []], money=(300, 0, 0, 0))
    assert table.of(MoneyPaid, WinningsPaid) == [
        MoneyPaid(0, 500, 300, "stakes"),
        WinningsPaid(0, 500, 11, 550),
    ]
    assert table.money[0] == 550


@pytest.mark.rule("RF7.4")
@pytest.mark.parametrize("odds_by", ["slips", "amounts"])
def test_after_a_fine_all_slips_on_the_winner_still_win(odds_by: str) -> None:
    """300 are left for stakes of 1,100: all 700 on B win, together."""
    table = settled([[(B, 500), (B, 200), (A, 400)], [], [], []], money=300, odds_by=odds_by)
    assert table.of(MoneyPaid, WinningsPaid)[:2] == [
        MoneyPaid(0, 1_100, 300, "stakes"),
        WinningsPaid(0, 700, 15, 1_050),
    ]


@pytest.mark.rule("RF7.4")
@pytest.mark.parametrize(("odds_by", "tenths"), [("slips", 12), ("amounts", 11)])
def test_without_a_limit_only_what_is_paid_for_wins(odds_by: str, tenths: int) -> None:
    """The page's example: of 900, 400 go to the loser and 200 to the only slip that wins.

    All four slips count for the odds: 4 to 3, or 2,100 to 1,700.
    """
    stakes = [[(B, 1_000), (C, 400), (B, 200), (B, 500)], [], [], []]
    table = settled(stakes, money=900, odds_by=odds_by, stakes_limit="unlimited")
    assert table.of(MoneyPaid, WinningsPaid) == [
        MoneyPaid(0, 2_100, 900, "stakes"),
        WinningsPaid(0, 200, tenths, 20 * tenths),
    ]
    assert odds(table) == tenths
    assert table.money[0] == 20 * tenths


@pytest.mark.rule("RF7.4")
@pytest.mark.parametrize(
    ("cash", "wins"),
    [
        *((0, 0), (399, 0), (599, 0), (600, 200), (1_099, 200)),
        *((1_100, 700), (2_099, 700), (2_100, 1_700), (9_000, 1_700)),
    ],
)
def test_slips_are_paid_for_from_the_smallest_up(cash: int, wins: int) -> None:
    """400 for the loser, then 200, 500 and 1,000 on the winner, each in full or not at all."""
    stakes = [[(B, 1_000), (C, 400), (B, 200), (B, 500)], [], [], []]
    table = settled(stakes, money=cash, stakes_limit="unlimited")
    won = [WinningsPaid(0, wins, 12, wins * 12 // 10)] if wins else []
    assert table.of(WinningsPaid) == won
    assert odds(table) == 12
    assert table.money[0] == max(cash - 2_100, 0) + wins * 12 // 10


@pytest.mark.rule("RF7.4")
@pytest.mark.parametrize(("cash", "wins"), [(0, 1_000), (499, 1_000), (500, 1_500)])
def test_of_slips_alike_as_many_win_as_are_paid_for(cash: int, wins: int) -> None:
    """With two players a player has three of each value. Third place brings 1,000 besides."""
    stakes = [[], [(B, 500)] * 3]
    order = (B, C, D, E, F)
    table = settled(stakes, home=order, seats=2, money=cash, stakes_limit="unlimited")
    assert table.of(WinningsPaid) == [WinningsPaid(1, wins, 11, wins * 11 // 10)]


@pytest.mark.rule("RF7.4")
@pytest.mark.rule("RF7.1")
def test_without_a_limit_a_prize_pays_for_slips() -> None:
    """Seat 1 has nothing but the 3,000 that B has just won, and pays its 1,700 from them."""
    stakes = [[], [(B, 1_000), (B, 500), (B, 200)], [], []]
    table = settled(stakes, money=0, stakes_limit="unlimited")
    assert table.of(MoneyPaid, WinningsPaid) == [
        MoneyPaid(1, 1_700, 1_700, "stakes"),
        WinningsPaid(1, 1_700, 11, 1_870),
    ]


@pytest.mark.rule("RF7.4")
@pytest.mark.rule("RF7.6")
def test_when_nobody_has_paid_for_a_slip_on_the_winner_nobody_wins() -> None:
    """The winner was backed, so there are odds. The bank keeps what was paid."""
    table = settled([[(B, 500)], [], [(A, 100)], []], money=100, stakes_limit="unlimited")
    assert odds(table) == 20
    assert table.of(MoneyPaid, WinningsPaid) == [
        MoneyPaid(0, 500, 100, "stakes"),
        MoneyPaid(2, 100, 100, "stakes"),
    ]


@pytest.mark.rule("RF7.5")
@pytest.mark.rule("RF11.10")
def test_winning_stakes_are_paid_stake_times_odds_gross() -> None:
    """Two of five slips on B make odds of 2.5. The stake does not come back on top."""
    table = settled([[(B, 500), (A, 100)], [(B, 1_000)], [(C, 200)], [(D, 100)]])
    assert odds(table) == 25
    assert table.of(WinningsPaid) == [
        WinningsPaid(0, 500, 25, 1_250),
        WinningsPaid(1, 1_000, 25, 2_500),
    ]
    prize = {1: 3_000, 2: 2_000, 3: 1_000}
    assert table.money == (
        20_000 - 600 + 1_250,
        20_000 + prize[1] - 1_000 + 2_500,
        20_000 + prize[2] - 200,
        20_000 + prize[3] - 100,
    )


@pytest.mark.rule("RF11.10")
@pytest.mark.parametrize(
    ("others", "tenths", "paid"), [(0, 11, 110), (1, 20, 200), (2, 30, 300), (9, 100, 1_000)]
)
def test_table_2_in_whole_tenths(others: int, tenths: int, paid: int) -> None:
    """A slip of 100 on the winner pays exactly 110 at 1.1; other slips lie elsewhere."""
    values = (100, 200, 400, 500, 1_000)
    elsewhere = [(A, value) for value in values] + [(C, value) for value in values]
    table = settled([[(B, 100)], elsewhere[:others][:5], elsewhere[:others][5:], []])
    (won,) = table.of(WinningsPaid)
    assert won == WinningsPaid(0, 100, tenths, paid)
    assert type(won.amount) is int


@pytest.mark.rule("RF7.6")
@pytest.mark.parametrize("odds_by", ["slips", "amounts"])
def test_if_nobody_backed_the_winner_the_bank_keeps_the_stakes(odds_by: str) -> None:
    """All players pay, nobody wins, and there are no odds."""
    table = settled([[(A, 500)], [(C, 1_000)], [], []], odds_by=odds_by)
    assert odds(table) is None
    assert table.of(WinningsPaid) == []
    assert table.state.ledger.bank == -4 * 20_000 - 6_000 + 1_500


@pytest.mark.rule("RF7.6")
def test_the_slips_return_to_their_players() -> None:
    """For the next race every player has all five again."""
    levels = {A: "3+", B: "4+", C: "0", D: "3+"}
    table = settled([[(B, 500), (B, 1_000)], [(A, 100)], [], []], levels=levels)
    assert RaceSettled() in table.events
    for seat in range(4):
        table.enter(seat, HORSES[seat])
    assert table.offer(0).slips == (100, 200, 400, 500, 1_000)


@pytest.mark.rule("RF7.7")
def test_the_order_of_settlement() -> None:
    """Prizes, condition, odds, slips, stakes, winnings; then the entries for the next race."""
    table = settled([[(B, 500)], [(A, 100)], [], []])
    after = table.events[[type(event) for event in table.events].index(RaceStopped) + 1 :]
    assert list(dict.fromkeys(map(type, after))) == [
        PrizePaid,
        ConditionChanged,
        OddsSet,
        SlipsTurned,
        MoneyPaid,
        WinningsPaid,
        RaceSettled,
        EntryOpened,
    ]


# --- race 2 ---------------------------------------------------------------------------------


@pytest.mark.rule("RF8.1")
def test_race_2_follows_without_training() -> None:
    """From the settlement of race 1 straight to the entries of race 2."""
    table = settled()
    assert table.events[-1] == EntryOpened(2)
    assert table.state.race == 2
    assert isinstance(table.state.phase, Entering)
    assert table.of(TrainingOpened) == []


@pytest.mark.rule("RF8.1")
def test_race_2_is_run_with_the_other_horses() -> None:
    """Only horses that have not run yet may enter. The fee is 1,000."""
    owned = {0: [0, 1], 1: [2, 3], 2: [4, 5], 3: [6, 7]}
    state = entering(owned, race=2, ran_first=[0, 2, 4, 6], levels={0: "3+"})
    table = Table(game(), state, {"race/2/tie": [0, 1, 2]})
    assert [table.offer(seat).horses for seat in range(4)] == [(1,), (3,), (5,), (7,)]
    for seat, (_, other) in owned.items():
        table.enter(seat, other)
    for seat in range(4):
        table.place(seat)
    assert table.of(MoneyPaid) == [MoneyPaid(seat, 1_000, 1_000, "fee") for seat in range(4)]
    assert [runner.horse for runner in table.run.runners] == [1, 3, 5, 7]


# --- race 3 ---------------------------------------------------------------------------------

OWNED = {0: [ABENDROT, 1], 1: [CAPRICE, 3], 2: [4, HERBSTWIND], 3: [IRRLICHT, LINDENPRINZ]}
SECOND_SALE = {"auction/2/first": [3], "auction/2/horse": [0, 0, 0, 0, 0, 0]}


@pytest.mark.rule("RF9.1")
@pytest.mark.parametrize(("seats", "each"), [(2, 3), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_after_race_2_all_players_sell_horses(seats: int, each: int) -> None:
    """Three, two or one horse, by the number of players."""
    count = seats * {2: 3, 3: 2}.get(seats, 1)
    table = settled(seats=seats, race=2, home=tuple(range(1, count)))
    assert table.events[-1] == SaleOpened(each)
    assert isinstance(table.state.phase, Selling)
    assert table.offer(0).count == each


@pytest.mark.rule("RF9.1")
@pytest.mark.parametrize(
    ("horse", "level", "price"),
    [
        (CAPRICE, "5-", 4_500),
        (CAPRICE, "0", 4_500),
        (CAPRICE, "2+", 6_500),
        (CAPRICE, "3+", 7_500),
        (CAPRICE, "4+", 8_500),
        (CAPRICE, "5+", 9_500),
        (LINDENPRINZ, "5+", 13_500),
    ],
)
def test_the_bank_pays_the_price_and_1000_per_point(horse: int, level: str, price: int) -> None:
    """The card's price, and 3,000 more for 3+, say; 0 and 5- add nothing."""
    state = selling({0: [horse, 1], 1: [3], 2: [4], 3: [6]}, 1, levels={horse: level})
    assert settlement.sale_price(game().rules, horse, state.horses[horse].level) == price


@pytest.mark.rule("RF9.1")
def test_all_choose_at_once_and_secretly() -> None:
    """Until all have chosen, nothing is sold and nobody knows what the others will sell."""
    table = Table(game(), selling(OWNED, 1), SECOND_SALE)
    assert table.game.to_act(table.state) == (0, 1, 2, 3)
    table.sell(1, CAPRICE)
    assert table.game.redact(table.events[0], 0) == SaleMade(1, None)
    assert table.game.redact(table.events[0], 1) == SaleMade(1, (CAPRICE,))
    scene = table.game.view(table.state, 0).scene
    assert scene == SellingScene(1, (False, True, False, False), None)
    assert table.money == (20_000,) * 4
    assert table.state.horses[CAPRICE].owner == 1


@pytest.mark.rule("RF9.1")
def test_two_players_sell_three_horses_in_any_order() -> None:
    """The order in which a player names them does not matter."""
    table = Table(game(2), selling({0: [0, 1, 2, 3, 4, 5], 1: [6, 7, 8, 9, 10, 11]}, 3))
    assert table.sell(0, 4, 0, 2) == (SaleMade(0, (0, 2, 4)),)


@pytest.mark.rule("RF9.1")
def test_sold_horses_leave_and_their_cards_are_discarded_unseen() -> None:
    """Only its owner knows that the card Caprice had kept was a Karriere."""
    state = selling(
        OWNED, 1, levels={CAPRICE: "3+"}, kept={CAPRICE: ["karriere"], 3: ["durchbruch"]}
    )
    table = Table(game(), state, SECOND_SALE)
    for seat, horse in enumerate((ABENDROT, CAPRICE, HERBSTWIND, IRRLICHT)):
        table.sell(seat, horse)
    assert table.of(HorseSoldBack) == [
        HorseSoldBack(0, ABENDROT, 4_000),
        HorseSoldBack(1, CAPRICE, 7_500),
        HorseSoldBack(2, HERBSTWIND, 6_500 + 2_000),
        HorseSoldBack(3, IRRLICHT, 7_000),
    ]
    assert table.money == (24_000, 27_500, 28_500, 27_000)
    sold = table.state.horses[CAPRICE]
    assert (sold.owner, sold.kept) == (None, ())
    assert table.state.training.discards[KARRIERE] == 1
    assert table.state.chronicle == (Note("sold", 1, CAPRICE, KARRIERE),)
    for viewer, kind in ((0, None), (1, KARRIERE), (None, None)):
        seen = table.game.view(table.state, viewer)
        assert seen.chronicle == (Note("sold", 1, CAPRICE, kind),)
        assert seen.discards[KARRIERE] == 0


@pytest.mark.rule("RF9.2")
@pytest.mark.parametrize(("seats", "each"), [(2, 3), (3, 2), (4, 1), (6, 1)])
def test_the_second_auction_sells_13_to_18(seats: int, each: int) -> None:
    """Players buy as many as they sold. The die picks the first bidder."""
    own = {seat: list(range(seat * 12 // seats, (seat + 1) * 12 // seats)) for seat in range(seats)}
    table = Table(game(seats), selling(own, each), {**SECOND_SALE, "auction/2/first": [1]})
    for seat in range(seats):
        table.sell(seat, *own[seat][:each])
    assert table.of(AuctionOpened) == [
        AuctionOpened(2, tuple(range(12, 18)), (), (each,) * seats, 1)
    ]
    (offered,) = table.of(HorseOffered)
    assert (offered.horse, offered.bidders[0]) == (12, 1)


@pytest.mark.rule("RF9.2")
@pytest.mark.rule("RF9.3")
def test_then_all_horses_of_all_players_train_again() -> None:
    """Old horses go on from their level, new ones start at their lowest. Kept cards stay put."""
    state = selling(OWNED, 1, levels={3: "4+"}, kept={3: ["karriere"], ABENDROT: ["durchbruch"]})
    deck = state.training
    table = Table(game(4, offer_order="number"), state, {"auction/2/first": [0]})
    for seat, horse in enumerate((ABENDROT, CAPRICE, HERBSTWIND, IRRLICHT)):
        table.sell(seat, horse)
    for seat in range(3):
        while table.turn != seat:
            table.bid(0)
        table.bid(table.offer().least)
        while table.state.horses[12 + seat].owner is None:
            table.bid(0)
    table.bid(table.offer().least)
    assert isinstance(table.state.phase, Training)
    assert table.state.phase.number == 2
    assert table.state.phase.waiting == ((1, 12), (3, 13), (4, 14), (LINDENPRINZ, 15))
    assert table.condition(3) == "4+"
    assert [table.condition(horse) for horse in (12, 13, 14, 15)] == ["5-", "0", "2+", "0"]
    # Abendrot's Durchbruch is shuffled back, the Karriere of horse 4 stays with it.
    assert table.state.horses[3].kept == (KARRIERE,)
    assert table.state.training.size == deck.size + 1 == 44
    assert sum(table.state.training.discards) == 0


@pytest.mark.rule("RF9.4")
@pytest.mark.rule("RF4.1")
def test_any_horse_may_be_entered_in_race_3() -> None:
    """Even one that ran in race 1."""
    table = Table(game(), entering(OWNED, race=3, ran_first=[ABENDROT, CAPRICE]))
    assert table.offer(0).horses == (ABENDROT, 1)
    assert table.offer(1).horses == (CAPRICE, 3)


# --- the end --------------------------------------------------------------------------------


@pytest.mark.rule("RF10.2")
def test_the_richest_wins_after_race_3() -> None:
    """A comes last, but its owner has most money."""
    table = settled(race=3, money=(40_000, 20_000, 20_000, 20_000))
    assert table.events[-1] == MeetingEnded((0,))
    assert table.state.phase == Over((0,))
    assert table.game.winners(table.state) == (0,)
    assert table.game.to_act(table.state) == ()


@pytest.mark.rule("RF10.2")
def test_the_equally_rich_share_the_win() -> None:
    """20,000 and a prize of 10,000, or 22,500 and 7,500: both have 30,000."""
    table = settled(race=3, money=(0, 20_000, 22_500, 0))
    assert table.game.winners(table.state) == (1, 2)


@pytest.mark.rule("RF10.2")
def test_horses_count_nothing() -> None:
    """Seat 0 owns most of the horses, wins 3,000 as fourth, and loses by a hundred."""
    state = racing(LINE, lap=1, dice=(5, 2), home=(B, C, D), race=3, money=(9_900, 3_000, 0, 0))
    cards = horses({0: [n for n in range(18) if n not in HORSES[1:4]], 1: [HORSES[B]]})
    table = Table(game(), replace(state, horses=cards))
    table.move(HOME)
    assert table.money[:2] == (12_900, 13_000)
    assert table.game.winners(table.state) == (1,)


@pytest.mark.rule("RF7.6")
@pytest.mark.rule("RF5.3")
def test_everyone_sees_all_of_a_settled_race() -> None:
    """Every view has the slips, odds and payments of past races."""
    table = settled([[(B, 500)], [(A, 100)], [], []])
    past = table.game.view(table.state, None).past
    assert past == table.state.past
    assert past[0].home == (B, C, D, A)
    assert past[0].stakes == placed_slips([[(B, 500)], [(A, 100)], [], []])
