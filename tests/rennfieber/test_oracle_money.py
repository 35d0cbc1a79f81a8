"""The oracle itself: what bets, fees and prizes come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest

from tests.rennfieber.oracle import Oracle, Stakes
from tests.rennfieber.oracle_table import Fact
from tests.rennfieber.test_oracle import (
    KARRIERE,
    OPTIONS,
    match_of,
    race_of,
    sorted_cards_of_training,
)


def settled(
    stakes: dict[int, list[tuple[int, int]]],
    odds_by: str,
    cash: list[int],
    limit: str = "unlimited",
) -> Oracle:
    """Race 1 of four seats, the places in order of the seats."""
    oracle = match_of(4, OPTIONS | {"odds_by": odds_by, "stakes": limit})
    race = race_of(oracle.table)
    oracle.owner, oracle.horse, oracle.lane = race.owner, race.horse, [0, 1, 2, 3]
    oracle.table.cash, oracle.stakes = cash, stakes
    race.places = [0, 1, 2, 3]
    oracle._settle(race)
    return oracle


def test_settlement() -> None:
    """RF7: 13 slips, 10 on the winner: R is 1.30 and pays 1.2 (RF11.9)."""
    ten = [(0, 100)] * 10
    oracle = settled({0: ten, 1: [(1, 500)] * 3, 2: [], 3: []}, "slips", [0, 200, 0, 0])
    assert oracle.table.cash == [3_000 - 1_000 + 1_200, 2_000 + 200 - 1_500, 1_000, 0]
    assert [oracle.table.condition(horse) for horse in range(4)] == ["2+", "0", "0", "5-"]
    assert ("odds", 0, 13, 10, 12) in oracle.table.facts
    assert (oracle.stage, oracle.race_number) == ("enter", 2)


def test_odds_by_amounts_and_a_stake_that_is_forgiven() -> None:
    """RF7.3, RF1.9: 2,200 to 200 is 11, and seat 3 has won nothing to pay its 2,000 from."""
    stakes = {0: [(0, 200)], 1: [], 2: [], 3: [(1, 2_000)]}
    oracle = settled(stakes, "amounts", [0, 0, 0, 700])
    assert ("odds", 0, 2_200, 200, 200) in oracle.table.facts
    assert oracle.table.cash == [3_000 - 200 + 4_000, 2_000, 1_000, 0]


def test_nobody_on_the_winner() -> None:
    """RF7.6."""
    oracle = settled({0: [], 1: [(1, 100)], 2: [], 3: []}, "slips", [0, 0, 0, 0])
    assert ("odds", 0, 1, 0, None) in oracle.table.facts
    assert oracle.table.cash == [3_000, 1_900, 1_000, 0]


def of_seat_3(oracle: Oracle) -> list[Fact]:
    """What it paid for its slips and won by them; in `settled` it has no prize."""
    return [fact for fact in oracle.table.facts if fact[0] in ("paid", "won") and fact[1] == 3]


@pytest.mark.parametrize(
    ("odds_by", "odds"), [("slips", (4, 3, 12, 240)), ("amounts", (2_100, 1_700, 11, 220))]
)
def test_slips_that_are_not_paid_for_win_nothing(odds_by: str, odds: tuple[int, ...]) -> None:
    """RF7.4, the example of 900: only the 200 wins, and all four slips count for the odds."""
    on_all, on_winner, tenths, won = odds
    stakes = {0: [], 1: [], 2: [], 3: [(0, 1_000), (1, 400), (0, 200), (0, 500)]}
    oracle = settled(stakes, odds_by, [0, 0, 0, 900])
    assert ("odds", 0, on_all, on_winner, tenths) in oracle.table.facts
    assert of_seat_3(oracle) == [("paid", 3, 2_100, 900, "stakes"), ("won", 3, 200, tenths, won)]
    assert oracle.table.cash[3] == won


@pytest.mark.parametrize("odds_by", ["slips", "amounts"])
@pytest.mark.parametrize(
    ("cash", "paid_for"),
    [
        (0, 0),
        (399, 0),  # not even the loser
        (400, 0),
        (599, 0),
        (600, 200),  # exactly
        (1_099, 200),
        (1_100, 700),
        (2_099, 700),
        (2_100, 1_700),  # nothing is short
        (2_500, 1_700),
    ],
)
def test_how_many_slips_on_the_winner_are_paid_for(odds_by: str, cash: int, paid_for: int) -> None:
    """RF7.4: 400 for the loser, then 200, 500 and 1,000 on the winner, each in full or not."""
    stakes = {0: [], 1: [], 2: [], 3: [(0, 500), (0, 200), (1, 400), (0, 1_000)]}
    oracle = settled(stakes, odds_by, [0, 0, 0, cash])
    tenths = {"slips": 12, "amounts": 11}[odds_by]
    won = [("won", 3, paid_for, tenths, paid_for * tenths // 10)] if paid_for else []
    assert of_seat_3(oracle) == [("paid", 3, 2_100, min(cash, 2_100), "stakes"), *won]
    assert oracle.table.cash[3] == max(0, cash - 2_100) + paid_for * tenths // 10


@pytest.mark.parametrize("odds_by", ["slips", "amounts"])
@pytest.mark.parametrize(
    ("own", "cash", "paid_for"),
    [
        ([(0, 500), (1, 500)], 500, 0),  # the loser first, however the slips were laid
        ([(1, 500), (0, 500)], 999, 0),
        ([(0, 500), (1, 500)], 1_000, 500),
        ([(0, 500), (0, 500)], 700, 500),  # either of the two, once
        ([(0, 500), (0, 500), (1, 100)], 1_050, 500),
        ([(0, 100), (1, 1_000)], 1_000, 0),  # a dear loser before a cheap winner
        ([(0, 100), (1, 200), (2, 200)], 400, 0),  # all the losers
    ],
)
def test_slips_of_equal_value_and_cheap_ones(
    odds_by: str, own: list[tuple[int, int]], cash: int, paid_for: int
) -> None:
    """RF7.4: losers come before the winner, and only then does value count."""
    oracle = settled({0: [], 1: [], 2: [], 3: own}, odds_by, [0, 0, 0, cash])
    won = [fact[2] for fact in of_seat_3(oracle) if fact[0] == "won"]
    assert won == ([paid_for] if paid_for else [])


def test_prizes_come_before_stakes_and_winnings_after() -> None:
    """RF7.7: seat 0 pays from its prize, but not the second 2,000 from what the first one wins."""
    stakes = {0: [(0, 2_000), (0, 2_000)], 1: [], 2: [], 3: [(1, 100)] * 10}
    oracle = settled(stakes, "slips", [0, 0, 0, 0])
    assert ("odds", 0, 12, 2, 15) in oracle.table.facts
    assert ("paid", 0, 4_000, 3_000, "stakes") in oracle.table.facts
    assert oracle.table.cash[0] == 3_000


def test_a_winner_that_nobody_paid_for() -> None:
    """RF7.4, RF7.6: it was backed, so there are odds, but nobody wins by them."""
    oracle = settled({0: [], 1: [], 2: [], 3: [(0, 100)]}, "slips", [0, 0, 0, 0])
    assert ("odds", 0, 1, 1, 11) in oracle.table.facts
    assert of_seat_3(oracle) == [("paid", 3, 100, 0, "stakes")]


def test_a_fine_can_make_covered_stakes_fall_short() -> None:
    """RF7.4: all slips still win; 800 for fee and 700 staked were covered before the fine."""
    oracle = settled(
        {0: [], 1: [], 2: [], 3: [(0, 200), (0, 500)]}, "slips", [0, 0, 0, 400], "covered"
    )
    assert of_seat_3(oracle) == [("paid", 3, 700, 400, "stakes"), ("won", 3, 700, 11, 770)]


def test_slips_that_may_be_placed() -> None:
    """RF5.2, RF5.4: two colours of four, for what the entry fee leaves."""
    oracle = match_of(4)
    oracle.horse, oracle.table.cash = [0, 1, 2, 3], [1_500, 700, 9_000, 9_000]
    assert (oracle.most_stake(0), oracle.most_stake(1)) == (700, 0)
    assert oracle.may_bet(0, [(1, 500), (3, 200)])
    assert oracle.may_bet(1, [])
    assert not oracle.may_bet(0, [(1, 500), (3, 400)])
    assert not oracle.may_bet(2, [(0, 100), (1, 200), (2, 400)])
    assert not oracle.may_bet(2, [(0, 100), (0, 100)])
    assert not oracle.may_bet(2, [(4, 100)])


@pytest.mark.parametrize(("seats", "slips"), [(2, 6_600), (3, 4_400), (4, 2_200), (6, 2_200)])
def test_unlimited_stakes(seats: int, slips: int) -> None:
    """RF5.4: all slips of the player's colours, whatever the cash; RF5.2 and RF1.4 still hold."""
    oracle = match_of(seats, OPTIONS | {"stakes": "unlimited"})
    oracle.horse, oracle.table.cash = [0, 1, 2, 3], [0] * seats
    assert [oracle.most_stake(seat) for seat in range(seats)] == [slips] * seats
    every_slip = [(1, value) for value in oracle.slips()]
    assert oracle.may_bet(0, every_slip)
    assert not oracle.may_bet(0, [*every_slip, (1, 100)])
    assert not oracle.may_bet(0, [(0, 100), (1, 200), (2, 400)])


@pytest.mark.parametrize(
    ("stakes", "entry_fee", "most"),
    [
        ("covered", "per_runner", 2_500),
        ("covered", "per_player", 4_500),
        ("unlimited", "per_runner", 4_400),
        ("unlimited", "per_player", 4_400),
    ],
)
def test_what_may_be_staked_with_6_500(stakes: str, entry_fee: str, most: int) -> None:
    """RF5.4, the example: race 3, three players, a fee of 2,000, for each entry or once."""
    oracle = match_of(3, OPTIONS | {"stakes": stakes, "entry_fee": entry_fee})
    oracle.race_number, oracle.horse, oracle.table.cash = 3, list(range(6)), [0, 6_500, 6_500]
    assert oracle.most_stake(1) == most


@pytest.mark.parametrize(
    ("seats", "most"), [(2, (0, 200)), (3, (0, 200)), (4, (200, 200))], ids=["2", "3", "4"]
)
def test_a_covered_stake_beside_a_fee_for_each_player(seats: int, most: tuple[int, int]) -> None:
    """RF5.4, RF5.5: 1,000 leave 200 beside one fee of 800, and nothing beside two or three."""
    for entry_fee, left in zip(("per_runner", "per_player"), most, strict=True):
        oracle = match_of(seats, OPTIONS | {"entry_fee": entry_fee})
        oracle.horse, oracle.table.cash = [0, 1, 2, 3, 4, 5], [1_000] * seats
        assert oracle.most_stake(0) == left
        assert oracle.may_bet(0, [(2, 200)]) == (left == 200)
        assert not oracle.may_bet(0, [(2, 200), (2, 100)])


def off(seats: int, options: Mapping[str, str], cash: list[int], stakes: Stakes) -> Oracle:
    """Race 1, all runners entered; every seat lays these slips, and they are off."""
    oracle = match_of(seats, options)
    each = oracle.runners_each
    oracle.owner = [seat for seat in range(seats) for _ in range(each)]
    oracle.horse = list(range(seats * each))
    oracle.lane = list(range(seats * each))
    oracle.table.cash, oracle.stage = cash, "bet"
    for seat in range(seats):
        oracle.bet(seat, stakes)
    assert oracle.stage == "race"
    return oracle


@pytest.mark.parametrize(
    ("seats", "per_runner", "per_player"), [(2, 2_400, 800), (3, 1_600, 800), (4, 800, 800)]
)
def test_entry_fees(seats: int, per_runner: int, per_player: int) -> None:
    """RF5.5: for each runner, or for each player once."""
    for entry_fee, due in (("per_runner", per_runner), ("per_player", per_player)):
        oracle = off(seats, OPTIONS | {"entry_fee": entry_fee}, [5_000] * seats, [(0, 100)])
        assert oracle.table.facts == [("paid", seat, due, due, "fee") for seat in range(seats)]
        assert oracle.table.cash == [5_000 - due] * seats


@pytest.mark.parametrize(("entry_fee", "due"), [("per_runner", 1_600), ("per_player", 800)])
def test_a_fee_that_is_forgiven(entry_fee: str, due: int) -> None:
    """RF1.9, RF5.4: with all slips down, what cash there is goes on the fee first."""
    options = OPTIONS | {"stakes": "unlimited", "entry_fee": entry_fee}
    every_slip = [(0, value) for value in (100, 200, 400, 500, 1_000)] * 2
    oracle = off(3, options, [0, 500, 5_000], every_slip)
    assert oracle.table.facts == [
        ("paid", 0, due, 0, "fee"),
        ("paid", 1, due, 500, "fee"),
        ("paid", 2, due, due, "fee"),
    ]
    assert oracle.table.cash == [0, 0, 5_000 - due]


def test_a_sale() -> None:
    """RF9.1: 3+ adds 3,000, 0 and 5- nothing; kept cards are discarded."""
    oracle = match_of(4, first_bidder=[0], horse=[0])
    oracle.table.stables, oracle.table.cash = [[0, 4], [1, 5], [2], [3]], [0, 0, 0, 0]
    oracle.table.level |= {0: 3, 1: 1, 2: 0, 3: 5}
    oracle.table.kept[0] = [KARRIERE]
    oracle.stage, oracle.race_number = "sell", 3
    for seat in range(4):
        oracle.sell(seat, [seat])
    assert [fact for fact in oracle.table.facts if fact[0] == "sold back"] == [
        ("sold back", 0, 0, 4_000),
        ("sold back", 1, 1, 2_000),
        ("sold back", 2, 2, 3_000),
        ("sold back", 3, 3, 9_000),
    ]
    cards = [KARRIERE, *sorted_cards_of_training()]
    assert Counter(oracle.table.discards + oracle.table.deck) == Counter(cards)
    assert oracle.table.kept[0] == []
