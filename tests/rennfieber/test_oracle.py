"""Self-check of the oracle: examples from the rules, worked out by hand, and whole matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from tests.rennfieber.oracle import Oracle
from tests.rennfieber.oracle_auction import Auction
from tests.rennfieber.oracle_race import Entry, Race
from tests.rennfieber.oracle_table import Illegal, Table, sorted_cards
from tests.rennfieber.oracle_track import HOME, Space, Track
from tests.rennfieber.oracle_training import Training

# Round figures of our own, so that nothing here depends on what an edition prints.
FIGURES: dict[str, Any] = {
    "slips": {"values": [100, 200, 400, 500, 1_000]},
    "training_track": {"spaces": 6, "cards": [1, 2, 3, 4, 5, 6]},
}
FIGURES["horses"] = {
    "cards": [
        {"price": 1_000 * (number + 1), "levels": ["5-", "0", "2+", "3+", "4+", "5+"]}
        for number in range(18)
    ]
}
FIGURES["track"] = {
    "home_straight": [9] * 6,
    "first_bend": [9, 10, 11, 12, 13, 14],
    "back_straight": [9] * 6,
    "last_bend": [9, 10, 11, 12, 13, 14],
    "finish": "home_straight",
    "short": "home_straight",
    "long": "back_straight",
}
FIGURES["odds"] = {"bounds": [130, 170, 1100], "tenths": [11, 12, 15, 200]}
FIGURES["programme"] = {
    "races": [
        {"fee": 800, "length": "short", "prizes": [3_000, 2_000, 1_000]},
        {"fee": 1_000, "length": "long", "prizes": [5_000, 3_500, 2_000]},
        {"fee": 2_000, "length": "long", "prizes": [10_000, 7_500, 5_000, 3_000]},
    ]
}
FIGURES["race_die"] = {"faces": [2, 3, 3, 4, 4, 5]}
FIGURES["training"] = {
    "karriere": 3,
    "cards": [
        {"effect": "condition", "amount": 2, "count": 2},
        {"effect": "karriere", "amount": 0, "count": 1},
        {"effect": "durchbruch", "amount": 0, "count": 1},
        {"effect": "pay", "amount": 500, "count": 1},
    ],
}
FIGURES["gallop"] = {
    "cards": [
        {"effect": "move", "amount": 2, "count": 1},
        {"effect": "again", "amount": 0, "count": 1},
        {"effect": "keep", "amount": 2, "count": 1},
        {"effect": "inward", "amount": 0, "count": 1},
        {"effect": "slow", "amount": 9, "count": 1},
        {"effect": "miss", "amount": 0, "count": 1},
        {"effect": "no_bonus", "amount": 0, "count": 1},
        {"effect": "fine", "amount": 300, "count": 1},
    ]
}
MOVE, AGAIN, KEEP, INWARD, SLOW, MISS, NO_BONUS, FINE = range(8)
UP, KARRIERE, DURCHBRUCH, PAY = range(4)
OPTIONS = {
    "offer_order": "shuffled",
    "auction": "ascending",
    "last_buyer": "may_pass",
    "levels": "open",
    "stakes": "covered",
    "entry_fee": "per_runner",
    "last_horse": "runs_home",
    "odds_by": "slips",
}
OTHERWISE = {
    "offer_order": "number",
    "auction": "sealed",
    "last_buyer": "takes",
    "levels": "face_down",
    "stakes": "unlimited",
    "entry_fee": "per_player",
    "last_horse": "called_in",
    "odds_by": "amounts",
}
BACK = 2


class Script:
    """Chance as a test wants it, by what is drawn."""

    def __init__(self, **values: Sequence[int]) -> None:
        self.values = {what.replace("_", " "): list(list_) for what, list_ in values.items()}

    def draw(self, what: str, n: int) -> int:
        value = self.values[what].pop(0)
        assert 0 <= value < n
        return value


def table_of(seats: int, **values: Sequence[int]) -> Table:
    return Table(seats, FIGURES, Script(**values).draw)


def match_of(seats: int, options: Mapping[str, str] = OPTIONS, **values: Sequence[int]) -> Oracle:
    return Oracle(seats, FIGURES, options, Script(**values).draw)


# ---- the track ------------------------------------------------------------------------------


TRACK = Track(FIGURES["track"])


def walked(here: Space, length: int, others: Sequence[Space]) -> list[list[Space]]:
    """Every path of this length, one by one."""
    if length == 0:
        return [[here]]
    return [
        [here, *path]
        for there in TRACK.steps[here]
        if there not in others
        for path in walked(there, length - 1, others)
    ]


def test_the_overtaking_of_the_rulebook() -> None:
    """RF11.7: B on lane 1 space 3, A on space 5: space 6 is four steps away."""
    b, a, ahead = (0, BACK, 2), (0, BACK, 4), (0, BACK, 5)
    assert ahead in TRACK.reach(b, 0, 4, [a], through=False)
    assert ahead not in TRACK.reach(b, 0, 3, [a], through=False)
    assert ahead in TRACK.reach(b, 0, 3, [a], through=True)  # RF6.11


@pytest.mark.parametrize(("length", "steps"), [("short", 45), ("long", 63)])
def test_lane_1_runs_so_far_to_the_line(length: str, steps: int) -> None:
    """RF11.6."""
    here, crossed = TRACK.start(0, length), 0
    for _ in range(steps - 1):
        there = TRACK.next_in(0, here)
        here, crossed = there, crossed + TRACK.crosses(here, there)
    assert crossed == 1
    assert HOME in TRACK.reach(here, crossed, 1, [], through=False)


def test_steps_compare_centres_as_fractions_of_the_bend() -> None:
    """RF11.7: in the first bend lane 2 has 10 spaces, the first with its middle at 1/10."""
    assert TRACK.next_in(1, (0, 1, 0)) == (1, 1, 0)  # 1/18 < 1/10
    assert TRACK.next_in(0, (1, 1, 0)) == (0, 1, 1)  # 1/10 < 3/18
    assert TRACK.next_in(1, (0, 1, 8)) == (1, 1, 9)  # 17/18 < 1
    assert TRACK.next_in(0, (1, 1, 9)) == (0, 2, 0)
    assert TRACK.next_in(2, (1, 1, 4)) == (2, 1, 6)  # 5/10 < 13/22, and 11/22 is not ahead


def test_a_blocked_horse_stands_still_and_a_hemmed_one_goes_as_far_as_it_can() -> None:
    """RF6.5."""
    here = (0, BACK, 2)
    wall = [(0, BACK, 3), (1, BACK, 2)]
    assert set(TRACK.reach(here, 0, 4, wall, through=False)) == {here}
    assert here not in TRACK.reach(here, 0, 4, wall, through=True)
    further = [(0, BACK, 4), (1, BACK, 3), (1, BACK, 2)]
    assert set(TRACK.reach(here, 0, 4, further, through=False)) == {(0, BACK, 3)}


def test_reach_is_what_walking_every_path_finds() -> None:
    """On crowded tracks, with no finish near."""
    rng = Random(1)
    for _ in range(200):
        lane, length = rng.randrange(6), rng.randrange(1, 6)
        here = (lane, 1, rng.randrange(4))
        others = [(rng.randrange(6), 1, rng.randrange(9)) for _ in range(14)]
        others = [other for other in others if other != here]
        longest = max(steps for steps in range(length + 1) if walked(here, steps, others))
        ends = {path[-1] for path in walked(here, longest, others)}
        assert set(TRACK.reach(here, 0, length, others, through=False)) == ends
        free = {path[-1] for path in walked(here, length, [])} - set(others)
        if free:
            assert set(TRACK.reach(here, 0, length, others, through=True)) == free


def test_the_finish_may_be_missed_by_a_detour() -> None:
    """RF6.15: both ends of a full move are there to be chosen; past the line nothing blocks."""
    here = (1, 0, 7)  # lane 2, the last space but one of the home straight
    ends = TRACK.reach(here, 1, 2, [(1, 1, 0)], through=False)
    assert HOME in ends
    assert set(TRACK.reach(here, 0, 2, [], through=False)) & {(1, 1, 0), (0, 1, 0)}
    assert TRACK.reach(here, 0, 2, [], through=False)[1, 1, 0] == 1


# ---- auction --------------------------------------------------------------------------------


WAYS = ("ascending", "once_around", "sealed")


def auction_of(
    table: Table, horses: list[int], need: list[int], way: str, last_buyer: str = "may_pass"
) -> Auction:
    """The horses come up in this order."""
    chosen = {"offer_order": "number", "auction": way, "last_buyer": last_buyer}
    return Auction(table, horses, need, OPTIONS | chosen)


def with_a_lone_buyer(way: str, last_buyer: str) -> tuple[Table, Auction]:
    """Seat 0 is the only one who can pay for any horse; seats 1 and 2 also need some."""
    table = table_of(3, first_bidder=[1])
    table.cash = [20_000, 500, 900]
    return table, auction_of(table, [4, 3, 2, 1], [1, 1, 2], way, last_buyer)


def test_an_offer_leaves_enough_for_the_cheapest() -> None:
    """RF2.6: horse 3 costs 3,000; with two more to buy, 1,000 and 2,000 are held back."""
    table = table_of(2, first_bidder=[0])
    table.cash = [10_050, 4_000]
    auction = auction_of(table, [2, 0, 1, 3, 4, 5], [3, 2], "ascending")
    assert (auction.horse, auction.bidders) == (2, [0, 1])
    assert auction.legal(0) == [0, *range(3_000, 7_001, 100)]
    assert auction.legal(1) == [0, 3_000]
    auction.bid(0, 3_500)
    assert auction.legal(1) == [0]
    with pytest.raises(Illegal):
        auction.bid(0, 3_600)
    auction.bid(1, 0)
    assert table.facts[-1] == ("sold", 2, 0, 3_500, "offer")
    assert auction.bidders == [1, 0]  # RF2.5: left of the last buyer


def test_what_nobody_wants_goes_to_whoever_has_fewest() -> None:
    """RF2.7: three go under the stack, then the first goes at its minimum, by lot."""
    table = table_of(3, first_bidder=[1], tie=[1])
    table.stables = [[9], [], []]
    auction = auction_of(table, [0, 1, 2], [0, 1, 2], "once_around")
    for _ in range(3):
        auction.bid(1, 0)
        auction.bid(2, 0)
    assert table.facts[:4] == [
        ("unsold", 0),
        ("unsold", 1),
        ("unsold", 2),
        ("sold", 0, 2, 1_000, "nobody_wanted"),
    ]
    assert auction.bidders == [1, 2]


@pytest.mark.parametrize("way", WAYS)
def test_a_lone_buyer_takes_what_comes_up(way: str) -> None:
    """RF2.9, RF2.8: seat 0 has the first horse unasked; the others are served in turn after."""
    table, auction = with_a_lone_buyer(way, "takes")
    assert auction.over
    assert table.facts == [
        ("sold", 4, 0, 5_000, "lone_buyer"),
        ("sold", 1, 1, 500, "what_cash_there_is"),
        ("sold", 2, 2, 900, "what_cash_there_is"),
        ("sold", 3, 2, 0, "what_cash_there_is"),
        ("left over", []),
    ]


def test_a_lone_buyer_takes_none_that_is_too_dear() -> None:
    """RF2.9: with one more to buy after it, only 3,000 of the 4,000 may go on the first."""
    table = table_of(2, first_bidder=[0])
    table.cash = [4_000, 20_000]
    auction = auction_of(table, [4, 3, 2, 0], [2, 0], "sealed", "takes")
    assert auction.over
    assert table.facts == [
        ("unsold", 4),
        ("unsold", 3),
        ("sold", 2, 0, 3_000, "lone_buyer"),
        ("sold", 0, 0, 1_000, "lone_buyer"),
        ("left over", [3, 4]),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_lone_buyer_may_take_a_horse_at_its_minimum(way: str) -> None:
    """RF2.9: asked about each horse, for its minimum price and no more; alone, once is enough."""
    table, auction = with_a_lone_buyer(way, "may_pass")
    for horse in (4, 3):
        assert (auction.horse, auction.to_act()) == (horse, [0])
        auction.bid(0, 0)
    assert auction.legal(0) == [0, 3_000]
    for seat, amount in ((0, 3_100), (0, 2_900), (1, 0), (1, 3_000), (2, 0)):
        with pytest.raises(Illegal):
            auction.bid(seat, amount)
    auction.bid(0, 3_000)
    assert auction.over
    assert table.facts[:3] == [("unsold", 4), ("unsold", 3), ("sold", 2, 0, 3_000, "offer")]
    assert table.cash[0] == 17_000


@pytest.mark.parametrize("way", WAYS)
def test_a_lone_buyer_who_passes_all_is_sold_the_top_one(way: str) -> None:
    """RF2.9, RF2.7: when all four have come up, the first one goes at its minimum price."""
    table, auction = with_a_lone_buyer(way, "may_pass")
    for horse in (4, 3, 2, 1):
        assert (auction.horse, auction.to_act()) == (horse, [0])
        auction.bid(0, 0)
    assert auction.over
    assert table.facts == [
        ("unsold", 4),
        ("unsold", 3),
        ("unsold", 2),
        ("unsold", 1),
        ("sold", 4, 0, 5_000, "nobody_wanted"),
        ("sold", 1, 1, 500, "what_cash_there_is"),
        ("sold", 2, 2, 900, "what_cash_there_is"),
        ("sold", 3, 2, 0, "what_cash_there_is"),
        ("left over", []),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_lone_buyer_is_asked_anew_after_each_sale(way: str) -> None:
    """RF2.7, RF2.9: with two to buy, all must come up again before the second is sold."""
    table = table_of(2, first_bidder=[0])
    table.cash = [20_000, 20_000]
    auction = auction_of(table, [2, 1, 0], [2, 0], way)
    for horse in (2, 1, 0, 1, 0):
        assert (auction.horse, auction.legal(0)) == (horse, [0, 1_000 * (horse + 1)])
        auction.bid(0, 0)
    assert [fact for fact in table.facts if fact[0] == "sold"] == [
        ("sold", 2, 0, 3_000, "nobody_wanted"),
        ("sold", 1, 0, 2_000, "nobody_wanted"),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_lone_buyer_is_not_asked_about_what_is_too_dear(way: str) -> None:
    """RF2.9, RF2.4, RF2.7: these go under too, and what is sold is the first that can be paid."""
    table = table_of(2, first_bidder=[1])
    table.cash = [3_400, 0]
    auction = auction_of(table, [4, 2, 1, 3], [1, 0], way)
    for horse, least in ((2, 3_000), (1, 2_000)):
        assert (auction.horse, auction.legal(0)) == (horse, [0, least])
        auction.bid(0, 0)
    assert table.facts == [
        ("unsold", 4),
        ("unsold", 2),
        ("unsold", 1),
        ("unsold", 3),
        ("unsold", 4),
        ("sold", 2, 0, 3_000, "nobody_wanted"),
        ("left over", [1, 3, 4]),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_buyer_is_alone_once_the_other_is_done(way: str) -> None:
    """RF2.9: while both can buy, offers go as high as cash; then only the minimum is left."""
    table = table_of(2, first_bidder=[0])
    table.cash = [10_000, 10_000]
    auction = auction_of(table, [0, 1, 2], [1, 1], way)
    assert auction.legal(0) == [0, *range(1_000, 10_001, 100)]
    auction.bid(0, 1_500)
    auction.bid(1, 0)
    assert (auction.horse, auction.to_act(), auction.legal(1)) == (1, [1], [0, 2_000])
    auction.bid(1, 2_000)
    assert table.facts == [
        ("sold", 0, 0, 1_500, "offer"),
        ("sold", 1, 1, 2_000, "offer"),
        ("left over", [2]),
    ]


@pytest.mark.parametrize("last_buyer", ["may_pass", "takes"])
@pytest.mark.parametrize("way", WAYS)
def test_the_only_one_who_can_pay_for_this_horse_is_not_alone(way: str, last_buyer: str) -> None:
    """RF2.9: seat 1 can pay for another one, so seat 0 bids as usual."""
    table = table_of(2, first_bidder=[0])
    table.cash = [5_400, 2_000]
    auction = auction_of(table, [4, 0], [1, 1], way, last_buyer)
    assert (auction.horse, auction.to_act()) == (4, [0])
    assert auction.legal(0) == [0, *range(5_000, 5_401, 100)]


@pytest.mark.parametrize(
    ("last_buyer", "expected"), [("may_pass", ("bid", [1])), ("takes", ("choose", [0, 1, 2, 3]))]
)
@pytest.mark.parametrize("race", [1, 3])
def test_the_choice_holds_in_both_auctions(
    race: int, last_buyer: str, expected: tuple[str, list[int]]
) -> None:
    """RF2.9, RF9.2: seat 1 alone has money; it is asked, or all have their horses at once."""
    chosen = {"offer_order": "number", "last_buyer": last_buyer}
    oracle = match_of(4, OPTIONS | chosen, first_bidder=[0])
    oracle.table.cash = [0, 30_000, 0, 0]
    if race == 1:
        oracle.start(0)
    else:
        oracle.table.stables = [[0], [1], [2], [3]]
        oracle.stage, oracle.race_number = "sell", 3
        for seat in range(4):
            oracle.sell(seat, [seat])
    assert (oracle.expects(), oracle.to_act()) == expected


def test_equal_sealed_offers_are_drawn() -> None:
    """RF2.5."""
    table = table_of(3, first_bidder=[0], tie=[1])
    auction = auction_of(table, [0, 1, 2], [1, 1, 1], "sealed")
    auction.bid(2, 1_500)
    auction.bid(0, 1_500)
    assert auction.to_act() == [1]
    auction.bid(1, 0)
    assert table.facts == [("sold", 0, 2, 1_500, "offer")]


# ---- training, lanes ------------------------------------------------------------------------


def test_training_cards_and_their_deck() -> None:
    """RF3.3..RF3.7: the highest die starts; cards clamp, are kept, and run out."""
    table = table_of(2, die=[4, 4, 2, 5, 3, 0], training_card=[4, 0])
    table.stables, table.cash = [[0], [1]], [20_000, 300]
    table.deck = [UP, UP, KARRIERE, DURCHBRUCH, PAY]
    training = Training(table)
    training.choose(1, 1)
    training.choose(0, 0)
    assert training.to_act() == [1]  # 5 and 5, then 3 and 6
    training.roll(1)
    assert (table.cash[1], table.discards) == (0, [PAY])  # RF1.9
    table.level[0], table.deck, table.discards = 4, [], [UP]
    training.roll(0)  # the discards are the deck again, and two up from 4+ is 5+
    assert (table.condition(0), table.deck, table.discards) == ("5+", [], [UP])


def test_lanes_by_condition_and_die() -> None:
    """RF4.2: 5-, then the three with 2+ in the order of their dice, the equal ones again."""
    oracle = match_of(4, die=[3, 3, 0, 5, 1])
    oracle.table.stables = [[0], [1], [2], [3]]
    oracle.table.level |= {0: 2, 1: 2, 2: 2, 3: 0}
    oracle.stage = "enter"
    for seat in range(4):
        oracle.enter(seat, [seat])
    assert oracle.lane == [3, 2, 1, 0]


def test_the_only_card_with_a_0_starts_inside() -> None:
    """RF4.3: in race 2, whatever its condition; in race 1 not."""
    cards = [dict(card) for card in FIGURES["horses"]["cards"]]
    for card in cards:
        card["levels"] = ["5-", "2+", "3+", "4+", "5+"]
    cards[3]["levels"] = ["0", "5+"]
    figures = {**FIGURES, "horses": {"cards": cards}}
    for race, lanes in ((1, [0, 1, 2, 3]), (2, [1, 2, 3, 0])):
        oracle = Oracle(4, figures, OPTIONS, Script().draw)
        oracle.table.stables = [[0], [1], [2], [3]]
        oracle.table.level |= {0: 0, 1: 1, 2: 2, 3: 1}
        oracle.stage, oracle.race_number = "enter", race
        for seat in range(4):
            oracle.enter(seat, [seat])
        assert oracle.lane == lanes


# ---- the race -------------------------------------------------------------------------------


def race_of(table: Table, *, called_in: bool = False) -> Race:
    """Four seats, horse and lane as the seat, all in condition 0, at the start of a long race."""
    entries = [Entry(seat, seat, seat) for seat in range(4)]
    table.level |= dict.fromkeys(range(4), 1)
    return Race(table, TRACK, entries, "long", called_in=called_in)


def test_turns_go_round_the_seats() -> None:
    """RF6.1: A1 B1 C1 A2 B2 C2, A being the owner of lane 1."""
    entries = [Entry(0, 0, 4), Entry(1, 0, 1), Entry(2, 1, 0), Entry(3, 1, 3), Entry(4, 2, 5)]
    entries.append(Entry(5, 2, 2))
    race = Race(table_of(3), TRACK, entries, "short", called_in=False)
    assert race.order == [2, 5, 1, 3, 4, 0]


@pytest.mark.parametrize(
    ("level", "face", "length"),
    [(3, 1, 4), (2, 5, 5), (2, 0, 3), (5, 5, 6), (1, 0, 2), (0, 0, 1), (4, 3, 5), (4, 5, 5)],
)
def test_lengths(level: int, face: int, length: int) -> None:
    """RF6.3: 3+ and die 3 move 4; 2+ and die 5 move 5; and so on along the scale."""
    race = race_of(table_of(4, race_die=[face], die=[3]))
    race.table.level[0] = level
    race.roll(0)
    assert race.length("none") == length


def test_cards_change_the_length() -> None:
    """RF6.6, RF6.11, RF6.14: never less than 1."""
    race = race_of(table_of(4, race_die=[5], die=[3]))
    race.table.kept[0] = [KARRIERE, DURCHBRUCH]
    race.table.level[0] = 5
    race.in_force[0] = [KEEP, NO_BONUS]
    race.roll(0)
    lengths = {play: race.length(play) for play in race.plays()}
    assert lengths == {
        "none": 5,
        "karriere": 8,
        "durchbruch": 5,
        "durchbruch_as_karriere": 8,
        "kept_gallop": 7,
    }
    race.in_force[0] = [SLOW, KEEP]
    assert (race.length("none"), race.length("kept_gallop")) == (1, 1)  # 5 + 1 - 9 + 2


def test_a_gallop_card_that_lasts_and_one_that_does_not() -> None:
    """RF6.13, RF6.14: `again` counts condition unless barred in that turn; `miss` is missed."""
    table = table_of(4, race_die=[0, 5, 0], die=[5, 5], gallop_card=[1, 4])
    race = race_of(table)
    race.table.level[0] = 5
    race.deck.remove(NO_BONUS)
    race.in_force[0] = [NO_BONUS]
    race.roll(0)
    race.move(0, "none", (0, BACK, 2))
    assert (race.extra, race.discards) == (5, [NO_BONUS, AGAIN])
    race.move(0, "none", (0, BACK, 7))
    race.roll(1)
    race.move(1, "none", (1, BACK, 2))
    assert race.in_force[1] == [MISS]
    race.slot, race.in_force[2] = 3, []
    race._next_turn()
    assert race.runner == 0
    race._next_turn()
    assert (race.runner, table.facts[-1]) == (2, ("missed", 1))


def test_a_card_in_force_is_not_shuffled_in() -> None:
    """RF6.10: with an empty deck, `no bonus` of this very turn is not among what is drawn from."""
    race = race_of(table_of(4, race_die=[0], die=[0], gallop_card=[0]))
    race.deck, race.discards, race.in_force[0] = [], [FINE], [NO_BONUS]
    race.roll(0)
    race.move(0, "none", (0, BACK, 2))
    assert ("gallop", 0, FINE) in race.table.facts
    assert sorted(race.discards) == [NO_BONUS, FINE]


def test_the_last_horse_is_called_in() -> None:
    """RF6.8: when one is left it is last at once; its cards are no longer in force."""
    race = race_of(table_of(4, race_die=[5], die=[0]), called_in=True)
    race.places, race.at[1], race.at[2] = [1, 2], HOME, HOME
    race.at[0], race.crossed[0], race.in_force[3] = (0, 0, 8), 1, [MISS]
    race.roll(0)
    race.move(0, "none", HOME)
    assert (race.places, race.over, race.discards) == ([1, 2, 0, 3], True, [MISS])


# ---- whole matches --------------------------------------------------------------------------


def check(oracle: Oracle) -> None:
    """What holds at any moment."""
    table = oracle.table
    assert all(cash >= 0 for cash in table.cash)
    kept = [kind for cards in table.kept.values() for kind in cards]
    assert sorted(table.deck + table.discards + kept) == sorted_cards_of_training()
    owned = [horse for stable in table.stables for horse in stable]
    assert len(owned) == len(set(owned))
    if oracle.race is not None:
        taken = [at for at in oracle.race.at.values() if at != HOME]
        assert len(taken) == len(set(taken))
        held = [kind for cards in oracle.race.in_force.values() for kind in cards]
        cards = oracle.race.deck + oracle.race.discards + held
        assert Counter(cards) == Counter(sorted_cards(FIGURES["gallop"]["cards"]))


def some_slips(
    rng: Random, slips: list[int], runners: int, colours: int, most: int
) -> list[tuple[int, int]]:
    """As many as may be laid, on as many colours as may be backed."""
    backed = rng.sample(range(runners), colours)
    laid: list[tuple[int, int]] = []
    for value in slips:
        if sum(other for _, other in laid) + value <= most:
            laid.append((rng.choice(backed), value))
    return laid


def act(oracle: Oracle, rng: Random) -> None:
    """Something legal, read from what `legal` says."""
    seat = rng.choice(oracle.to_act())
    legal: Any = oracle.legal(seat)
    match oracle.expects():
        case "start":
            oracle.start(seat)
        case "bid":
            oracle.bid(seat, rng.choice(legal[1][:6]))
        case "choose":
            oracle.choose(seat, rng.choice(legal[0]))
        case "roll training":
            oracle.roll_training(seat)
        case "enter":
            oracle.enter(seat, rng.sample(*legal))
        case "bet":
            oracle.bet(seat, some_slips(rng, *legal))
        case "roll dice":
            oracle.roll_dice(seat)
        case "move":
            play = rng.choice(sorted(legal[1]))
            oracle.move(seat, play, rng.choice(sorted(legal[1][play][1])))
        case "sell":
            oracle.sell(seat, rng.sample(*legal))
        case other:
            raise AssertionError(other)


def played(seats: int, options: Mapping[str, str]) -> Oracle:
    """A match to its end, with luck of its own for every number of seats."""
    rng = Random(seats)
    oracle = Oracle(seats, FIGURES, options, lambda _what, n: rng.randrange(n))
    while oracle.expects() != "over":
        act(oracle, rng)
        check(oracle)
    return oracle


@pytest.mark.parametrize("options", [OPTIONS, OTHERWISE], ids=["defaults", "otherwise"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_matches_come_to_an_end(seats: int, options: Mapping[str, str]) -> None:
    """Three races, and the richest wins."""
    oracle = played(seats, options)
    assert Counter(fact[0] for fact in oracle.table.facts)["odds"] == 3
    richest = max(oracle.table.cash)
    assert oracle.winners == [seat for seat in range(seats) if oracle.table.cash[seat] == richest]


def test_cards_face_down_change_nothing_in_a_match() -> None:
    """RF4.4: it is about what players see, and the same choices and luck lead to the same."""
    open_cards, face_down = (
        played(3, OPTIONS | {"levels": levels}) for levels in ("open", "face_down")
    )
    assert open_cards.table.facts == face_down.table.facts
    assert open_cards.table.cash == face_down.table.cash


def sorted_cards_of_training() -> list[int]:
    return sorted_cards(FIGURES["training"]["cards"])
