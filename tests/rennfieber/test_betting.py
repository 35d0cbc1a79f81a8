"""RF5: slips face down on the colours expected to win, and the entry fee."""

from __future__ import annotations

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
from paddock.kernel.rejection import Rejected
from tests.rennfieber.table import (
    HORSES,
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
    runners_owned,
)


def code(table: Table, seat: int, *stakes: tuple[int, int]) -> str:
    own = tuple(Stake(colour, value) for colour, value in stakes)
    refused = table.give(PlaceSlips(table.offer(seat).id, own), seat)
    assert isinstance(refused, Rejected)
    return refused.code


@pytest.mark.rule("RF5.1")
def test_any_horse_may_be_backed_with_any_number_of_slips() -> None:
    """Seat 0 owns A and puts four slips on B and one on A."""
    table = Table(game(), betting())
    table.place(0, (B, 200), (B, 100), (B, 400), (A, 1_000), (B, 500))
    assert isinstance(table.state.phase, Betting)
    stakes = table.state.phase.stakes[0]
    assert stakes is not None
    # In one order, whatever it was: how the slips were laid says nothing.
    assert [(stake.colour, stake.value) for stake in stakes] == [
        (A, 1_000),
        (B, 100),
        (B, 200),
        (B, 400),
        (B, 500),
    ]


@pytest.mark.rule("RF5.1")
def test_only_runners_are_backed() -> None:
    """With four players the colours E and F do not run."""
    table = Table(game(), betting())
    assert code(table, 0, (E, 100)) == "no_such_runner"
    assert code(table, 0, (-1, 100)) == "no_such_runner"


@pytest.mark.rule("RF5.1")
@pytest.mark.rule("RF1.4")
def test_each_slip_is_placed_once() -> None:
    """One slip of 500 cannot lie on two colours, and there is none of 300."""
    table = Table(game(), betting())
    assert code(table, 0, (A, 500), (B, 500)) == "no_such_slip"
    assert code(table, 0, (A, 300)) == "no_such_slip"


@pytest.mark.rule("RF5.2")
@pytest.mark.parametrize(("seats", "colours"), [(2, 3), (3, 3), (4, 2), (5, 2), (6, 3)])
def test_how_many_colours_a_player_may_back(seats: int, colours: int) -> None:
    """Three where six run (also with two or three players), two where four or five run."""
    table = Table(game(seats), betting(seats))
    values = (100, 200, 400, 500)
    backed = [(colour, values[colour]) for colour in range(colours + 1)]
    assert code(table, 0, *backed) == "too_many_colours"
    table.place(0, *backed[:colours], (A, 1_000))


@pytest.mark.rule("RF5.3")
def test_all_place_at_once_and_nothing_can_be_moved_after_that() -> None:
    """In any order of seats; a second answer finds no offer."""
    table = Table(game(), betting())
    assert table.game.to_act(table.state) == (0, 1, 2, 3)
    offer = table.offer(2).id
    table.place(2, (A, 100))
    assert table.game.to_act(table.state) == (0, 1, 3)
    again = table.give(PlaceSlips(offer, ()), 2)
    assert isinstance(again, Rejected)
    assert again.code == "not_your_turn"


@pytest.mark.rule("RF5.3")
def test_before_all_have_confirmed_nothing_is_seen_but_that_one_has() -> None:
    """Neither colours nor numbers nor values, by event or by view."""
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
def test_then_everyone_sees_the_numbers_and_the_values_stay_secret() -> None:
    """Slips by seat and colour are counted for all; each sees the values of his own."""
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
    """Nobody bets anything, and the race begins."""
    table = Table(game(), betting())
    for seat in range(4):
        table.place(seat)
    assert isinstance(table.state.phase, Racing)


@pytest.mark.rule("RF5.4")
def test_stakes_and_fees_may_not_exceed_the_cash() -> None:
    """Seat 0 has 1,500: 800 are due, so 700 may be staked; seat 1 has too little for the fee."""
    state = entering({seat: [HORSES[seat]] for seat in range(4)}, money=(1_500, 500, 800, 9_000))
    table = Table(game(), state, {"race/1/tie": [0, 1, 0, 1]})
    for seat in range(4):
        table.enter(seat, HORSES[seat])
    assert [table.offer(seat).most for seat in range(4)] == [700, 0, 0, 8_200]
    assert code(table, 0, (A, 400), (A, 500)) == "stakes_too_high"
    assert code(table, 0, (A, 400), (B, 500)) == "stakes_too_high"
    assert code(table, 1, (A, 100)) == "stakes_too_high"
    table.place(0, (A, 500), (B, 200))


@pytest.mark.rule("RF5.4")
def test_the_fees_of_all_runners_are_kept_back() -> None:
    """Three runners in race 2: 3,000 of 3,300 are due, so 300 may be staked."""
    state = entering(runners_owned(2), race=2, money=(3_300, 9_000))
    table = Table(game(2), state, {"race/2/tie": [0, 1, 2, 3, 4, 5]})
    for seat, own in runners_owned(2).items():
        table.enter(seat, *own)
    assert [table.offer(seat).most for seat in (0, 1)] == [300, 6_000]


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
    """The page's example of 6,500, two entries at 2,000 each; and two players with less."""
    state = entering(runners_owned(3), race=3, money=(6_500, 3_999, 100))
    rules = game(3, stakes=stakes, entry_fee=entry_fee)
    table = Table(rules, state, {"race/3/tie": [0, 1, 2, 3, 4, 5]})
    for seat, own in runners_owned(3).items():
        table.enter(seat, *own)
    assert tuple(table.offer(seat).most for seat in range(3)) == most


@pytest.mark.rule("RF5.4")
@pytest.mark.rule("RF1.4")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_without_a_limit_all_slips_may_be_laid(seats: int) -> None:
    """By whoever has nothing, too; there is no slip more than all."""
    each = {2: 3, 3: 2}.get(seats, 1)
    owned = runners_owned(min(seats, 4)) if seats < 5 else {n: [HORSES[n]] for n in range(seats)}
    ties = {"race/1/tie": [n % 6 for n in range(seats * each)]}
    table = Table(game(seats, stakes="unlimited"), entering(owned, money=0), ties)
    for seat, own in owned.items():
        table.enter(seat, *own)
    assert table.offer(0).most == 2_200 * each
    every = [(A, value) for value in (100, 200, 400, 500, 1_000) * each]
    assert code(table, 0, *every, (A, 100)) == "no_such_slip"
    table.place(0, *every)
    for seat in range(1, seats):
        table.place(seat)
    assert sum(map(sum, table.run.slips)) == 5 * each


@pytest.mark.rule("RF5.5")
@pytest.mark.rule("RF10.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
@pytest.mark.parametrize(("race", "fee"), [(1, 800), (2, 1_000), (3, 2_000)])
def test_every_player_pays_the_fee_once(seats: int, race: int, fee: int) -> None:
    """However many horses run for each."""
    table = Table(game(seats, entry_fee="per_player"), betting(seats, race=race))
    for seat in range(seats):
        table.place(seat)
    assert table.of(MoneyPaid) == [MoneyPaid(seat, fee, fee, "fee") for seat in range(seats)]
    assert table.money == (20_000 - fee,) * seats


@pytest.mark.rule("RF5.5")
@pytest.mark.rule("RF10.1")
@pytest.mark.parametrize(("seats", "runners"), [(2, 3), (3, 2), (4, 1), (6, 1)])
@pytest.mark.parametrize(("race", "fee"), [(1, 800), (2, 1_000), (3, 2_000)])
def test_after_betting_every_owner_pays_the_fee_per_runner(
    seats: int, runners: int, race: int, fee: int
) -> None:
    """800, 1,000 and 2,000 for each horse, before the race starts and not before all have bet."""
    table = Table(game(seats), betting(seats, race=race))
    for seat in range(seats):
        assert table.money == (20_000,) * seats
        table.place(seat, (A, 100))
    due = fee * runners
    assert table.of(MoneyPaid) == [MoneyPaid(seat, due, due, "fee") for seat in range(seats)]
    assert table.money == (20_000 - due,) * seats
    assert isinstance(table.events[-1], RaceStarted)


@pytest.mark.rule("RF5.5")
@pytest.mark.rule("RF1.9")
def test_who_cannot_pay_the_fee_pays_what_he_has_and_runs() -> None:
    """The rest is forgiven; money never goes below nothing."""
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
    """Two players hold three of each value and may put all three of 1,000 on one rival."""
    table = Table(game(2), betting(2))
    table.place(0, (F, 1_000), (F, 1_000), (F, 1_000))
    table.place(1)
    assert table.run.slips[0] == (0, 0, 0, 0, 0, 3)
