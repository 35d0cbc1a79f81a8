"""RF5: players lay slips face down on runners, then pay the entry fee."""

from collections.abc import Sequence

import pytest

from paddock.games.rennfieber.commands import PlaceSlips, Stake
from paddock.games.rennfieber.events import (
    MoneyPaid,
    RaceStarted,
    SlipsCounted,
    SlipsPlaced,
)
from paddock.games.rennfieber.state import Betting, Racing
from paddock.games.rennfieber.view import BettingScene, RacingScene
from tests.rennfieber.table import (
    HORSES,
    RUNNERS_EACH,
    A,
    B,
    C,
    D,
    E,
    F,
    Table,
    betting,
    entering,
    game,
    placed_slips,
    runners_owned,
)


def assert_refused(table: Table, seat: int, stakes: Sequence[tuple[int, int]], code: str) -> None:
    (own,) = placed_slips([stakes])
    table.assert_refused(PlaceSlips(table.offer(seat).id, own), seat, code)


@pytest.mark.rule("RF5.1")
def test_any_horse_may_be_backed_with_any_number_of_slips() -> None:
    """Seat 0 owns A and puts four slips on B and one on A."""
    table = Table(game(), betting())
    table.place(0, (B, 200), (B, 100), (B, 400), (A, 1_000), (B, 500))
    assert isinstance(table.state.phase, Betting)
    stakes = table.state.phase.stakes[0]
    assert stakes is not None
    # They are sorted, so the order in which they were laid reveals nothing.
    assert [(stake.colour, stake.value) for stake in stakes] == [
        (A, 1_000),
        (B, 100),
        (B, 200),
        (B, 400),
        (B, 500),
    ]


@pytest.mark.rule("RF5.1")
def test_only_runners_are_backed() -> None:
    """With four players, colours E and F do not run."""
    table = Table(game(), betting())
    assert_refused(table, 0, [(E, 100)], "no_such_runner")
    assert_refused(table, 0, [(-1, 100)], "no_such_runner")


@pytest.mark.rule("RF5.1")
@pytest.mark.rule("RF1.4")
def test_each_slip_is_placed_once() -> None:
    """The slip of 500 cannot back two colours, and there is none of 300."""
    table = Table(game(), betting())
    assert_refused(table, 0, [(A, 500), (B, 500)], "no_such_slip")
    assert_refused(table, 0, [(A, 300)], "no_such_slip")


@pytest.mark.rule("RF5.2")
@pytest.mark.parametrize(("seats", "colours"), [(2, 3), (3, 3), (4, 2), (5, 2), (6, 3)])
def test_how_many_colours_a_player_may_back(seats: int, colours: int) -> None:
    """Three if six horses run, two if four or five do."""
    table = Table(game(seats), betting(seats))
    values = (100, 200, 400, 500)
    backed = [(colour, values[colour]) for colour in range(colours + 1)]
    assert_refused(table, 0, backed, "too_many_colours")
    table.place(0, *backed[:colours], (A, 1_000))


@pytest.mark.rule("RF5.3")
def test_all_bet_at_the_same_time_and_no_slip_can_be_moved_later() -> None:
    """Players bet in any order. A second bet by the same seat is refused."""
    table = Table(game(), betting())
    assert table.game.to_act(table.state) == (0, 1, 2, 3)
    offer = table.offer(2).id
    table.place(2, (A, 100))
    assert table.game.to_act(table.state) == (0, 1, 3)
    table.assert_refused(PlaceSlips(offer, ()), 2, "not_your_turn")


@pytest.mark.rule("RF5.3")
def test_until_all_have_confirmed_the_others_see_only_who_has() -> None:
    """Neither events nor views show colours, numbers or values."""
    table = Table(game(), betting())
    table.place(1, (A, 100), (C, 500))
    assert table.game.redact(table.events[0], 0) == SlipsPlaced(1, None)
    assert table.game.redact(table.events[0], None) == SlipsPlaced(1, None)
    assert table.game.redact(table.events[0], 1) == table.events[0]
    scene = table.game.view(table.state, 0).scene
    assert isinstance(scene, BettingScene)
    assert scene.confirmed == (False, True, False, False)
    assert scene.own is None


@pytest.mark.rule("RF5.3")
def test_then_all_can_count_the_slips_but_their_values_stay_secret() -> None:
    """Everyone sees the slips by seat and colour. Only their owners see their values."""
    table = Table(game(), betting())
    table.place(0, (A, 100), (B, 500), (B, 200))
    table.place(1)
    table.place(2, (D, 1_000))
    table.place(3, (C, 400), (A, 500))
    counted = SlipsCounted(((1, 2, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1), (1, 0, 1, 0)))
    assert counted in table.events
    assert table.game.redact(counted, None) == counted
    for viewer, own in ((None, None), (1, ()), (2, (Stake(D, 1_000),))):
        scene = table.game.view(table.state, viewer).scene
        assert isinstance(scene, RacingScene)
        assert scene.slips == counted.slips
        assert scene.own == own


@pytest.mark.rule("RF5.3")
def test_betting_nothing_is_allowed() -> None:
    """Nobody bets, and the race begins."""
    table = Table(game(), betting())
    for seat in range(4):
        table.place(seat)
    assert isinstance(table.state.phase, Racing)


@pytest.mark.rule("RF5.4")
def test_stakes_and_fees_may_not_exceed_the_cash() -> None:
    """Of 1,500, 800 go to the fee, so seat 0 may stake 700. Seat 1 cannot even pay the fee."""
    state = entering({seat: [HORSES[seat]] for seat in range(4)}, money=(1_500, 500, 800, 9_000))
    table = Table(game(), state, {"race/1/tie": [0, 1, 0, 1]})
    for seat in range(4):
        table.enter(seat, HORSES[seat])
    assert [table.offer(seat).most for seat in range(4)] == [700, 0, 0, 8_200]
    assert_refused(table, 0, [(A, 400), (A, 500)], "stakes_too_high")
    assert_refused(table, 0, [(A, 400), (B, 500)], "stakes_too_high")
    assert_refused(table, 1, [(A, 100)], "stakes_too_high")
    table.place(0, (A, 500), (B, 200))


@pytest.mark.rule("RF5.4")
@pytest.mark.rule("RF5.5")
@pytest.mark.parametrize(
    ("stakes", "entry_fee", "most"),
    [
        ("covered", "per_runner", (2_500, 0, 0)),
        ("covered", "per_player", (4_500, 1_999, 0)),
        ("unlimited", "per_runner", (4_400, 4_400, 4_400)),
        ("unlimited", "per_player", (4_400, 4_400, 4_400)),
    ],
)
def test_what_may_be_staked_before_race_3(
    stakes: str, entry_fee: str, most: tuple[int, ...]
) -> None:
    """The page's example of 6,500 with two entries at 2,000, and two players with less."""
    state = entering(runners_owned(3), race=3, money=(6_500, 3_999, 100))
    rules = game(3, stakes=stakes, entry_fee=entry_fee)
    table = Table(rules, state, {"race/3/tie": [0, 1, 2, 3, 4, 5]})
    for seat, own in runners_owned(3).items():
        table.enter(seat, *own)
    assert tuple(table.offer(seat).most for seat in range(3)) == most


@pytest.mark.rule("RF5.4")
@pytest.mark.rule("RF1.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_without_a_limit_players_may_stake_all_their_slips(seats: int) -> None:
    """Even without any cash. More slips than all they do not have."""
    each, owned = RUNNERS_EACH[seats], runners_owned(seats)
    ties = {"race/1/tie": [n % 6 for n in range(seats * each)]}
    table = Table(game(seats, stakes="unlimited"), entering(owned, money=0), ties)
    for seat, own in owned.items():
        table.enter(seat, *own)
    assert table.offer(0).most == 2_200 * each
    every = [(A, value) for value in (100, 200, 400, 500, 1_000) * each]
    assert_refused(table, 0, [*every, (A, 100)], "no_such_slip")
    table.place(0, *every)
    for seat in range(1, seats):
        table.place(seat)
    assert sum(map(sum, table.run.slips)) == 5 * each


@pytest.mark.rule("RF5.5")
@pytest.mark.rule("RF10.1")
@pytest.mark.parametrize("entry_fee", ["per_runner", "per_player"])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize(("race", "fee"), [(1, 800), (2, 1_000), (3, 2_000)])
def test_the_fee_is_paid_when_all_have_bet(seats: int, race: int, fee: int, entry_fee: str) -> None:
    """800, 1,000 or 2,000 for each runner, or for each player once. Then the race starts."""
    table = Table(game(seats, entry_fee=entry_fee), betting(seats, race=race))
    for seat in range(seats):
        assert table.money == (20_000,) * seats
        table.place(seat, (A, 100))
    due = fee * RUNNERS_EACH[seats] if entry_fee == "per_runner" else fee
    assert table.of(MoneyPaid) == [MoneyPaid(seat, due, due, "fee") for seat in range(seats)]
    assert table.money == (20_000 - due,) * seats
    assert isinstance(table.events[-1], RaceStarted)


@pytest.mark.rule("RF5.5")
@pytest.mark.rule("RF1.9")
def test_players_who_cannot_pay_the_fee_pay_what_they_have_and_run() -> None:
    """The rest is waived, and no purse falls below 0."""
    table = Table(game(), betting(money=(500, 0, 800, 900), most=0))
    for seat in range(4):
        table.place(seat)
    assert table.of(MoneyPaid) == [
        MoneyPaid(0, 800, 500, "fee"),
        MoneyPaid(1, 800, 0, "fee"),
        MoneyPaid(2, 800, 800, "fee"),
        MoneyPaid(3, 800, 800, "fee"),
    ]
    assert table.money == (0, 0, 0, 100)
    assert len(table.run.runners) == 4


@pytest.mark.rule("RF5.1")
@pytest.mark.rule("RF1.4")
def test_a_slip_of_any_colour_backs_any_runner() -> None:
    """With two players, seat 0 may lay all three slips of 1,000 on one rival."""
    table = Table(game(2), betting(2))
    table.place(0, (F, 1_000), (F, 1_000), (F, 1_000))
    table.place(1)
    assert table.run.slips[0] == (0, 0, 0, 0, 0, 3)
