"""What the rules work out for screens: order, landings, columns, accounts."""

import pytest
from msgspec.structs import replace

from paddock.games.royal_turf.derived import Blocked, Derived, LastRide, constants, derive
from paddock.games.royal_turf.events import LossPaid, PacePaid, PlacePaid
from paddock.games.royal_turf.game import RoyalTurf
from paddock.games.royal_turf.state import Racing, Ride, State
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import Table, betting, game, racing
from tests.royal_turf.test_payout import settled


def told(rules: RoyalTurf, state: State, viewer: int | None = None) -> Derived:
    offer = None if viewer is None else rules.offer(state, viewer)
    return derive(rules.rules, rules.view(state, viewer), offer)


@pytest.mark.rule("RT4.7")
def test_the_order_is_by_progress_behind_those_who_are_home() -> None:
    """Horses still before the start line are behind all that have crossed it."""
    state = racing({SW: 24, RF: 22, OT: 19, EG: 7, AL: 40}, podium=[AL])
    assert told(game(), state).order == (AL, SW, RF, OT, EG, NO, CA)
    assert told(game(), betting()).order == (OT, NO, RF, CA, SW, AL, EG)


@pytest.mark.rule("RT4.1")
def test_who_rode_a_horse_last_and_how_far() -> None:
    """Seats ride in turn from the first bettor. Only the last ride of each horse counts."""
    state = racing({AL: 10, EG: -1}, first=2, moved=[AL, EG], money=(0, 0, 0, 0))
    assert isinstance(state.phase, Racing)
    rides = (Ride("cap", AL, 3), Ride("head", EG, -1), Ride("shoe", AL, 10))
    state = replace(state, phase=replace(state.phase, rides=rides))
    assert told(game(4), state).rides == (LastRide(0, 7), LastRide(3, 5))


@pytest.mark.rule("RT4.5")
def test_who_is_blocked_and_by_whom() -> None:
    """Albino is due three but goes one: Red Fox is on the space due, Nougat before it."""
    state = racing({AL: 10, NO: 12, RF: 13}, rolled="cap")
    assert Blocked(AL, 1, RF) in told(game(), state, 0).blocked
    assert told(game(), state).blocked == ()


@pytest.mark.rule("RT4.7")
def test_a_horse_at_the_start_blocks_a_leader_who_is_back_there() -> None:
    """Sahara Wind is due on 27, where Earl Grey waits: spaces count, not laps."""
    state = racing({SW: 24}, rolled="head")
    assert Blocked(SW, 2, EG) in told(game(), state, 0).blocked


@pytest.mark.rule("RT4.9")
def test_a_horse_that_comes_home_takes_the_next_place() -> None:
    """Othello comes home second."""
    state = racing({OT: 33, NO: 36}, rolled="head", podium=[NO])
    derived = told(game(), state, 0)
    assert (derived.home, derived.place) == ((OT,), 2)
    assert told(game(), racing(rolled="head"), 0).place is None


@pytest.mark.rule("RT5.1")
@pytest.mark.rule("RT5.2")
def test_the_column_that_a_further_bet_leads_to() -> None:
    """For each horse and token. Five and more bets share the last column."""
    state = betting([(1, 2, RF), (2, 2, RF), (1, 1, OT)])
    columns = dict(zip(range(7), told(game(), state, 0).columns, strict=True))
    assert (columns[RF], columns[OT], columns[EG]) == ((4, 4), (1, 2), (0, 1))
    assert told(game(), state, 1).columns == ()


@pytest.mark.rule("RT6.3")
@pytest.mark.rule("RT6.4")
def test_no_column_where_tokens_lie_face_down() -> None:
    """A 0 on a horse that nobody backs leads to no column."""
    columns = told(game(hidden_bets="on"), betting([(1, 2, RF)]), 0)
    assert columns.columns == ()
    rules = game(hidden_bets="on")
    state = betting([(2, 2, RF)], first=2)
    by_horse = told(rules, state, 0).columns
    assert by_horse[RF] is None
    assert by_horse[EG] == (None, 0, 1)


@pytest.mark.rule("RT5.7")
@pytest.mark.rule("RT4.6")
def test_the_tables_of_a_match() -> None:
    """Payouts of each race, columns by bets, spaces by progress."""
    found = constants(game(2).rules)
    assert [race[0][0] for race in found["payouts"]] == [500, 500, 1000]
    assert found["factors"] == [1, 1, 2]
    assert found["columns"] == [None, 0, 1, 2, 3, 4, 4, 4, 4]
    at = [0, -1, -6, 1, 18, 33]
    assert [found["spaces"][str(progress)] for progress in at] == [33, 32, 27, 1, 18, 33]
    assert "34" not in found["spaces"]


@pytest.mark.rule("RT5.6")
@pytest.mark.rule("RT5.10")
def test_the_account_of_a_settled_race_goes_payment_by_payment() -> None:
    """Seat 0 starts with nothing (RT1.8), wins a place and the pace, and loses on the last."""
    table = settled([(0, 2, RF), (0, 1, SW), (0, 1, EG), (1, 2, EG)], pace=SW)
    (account,) = told(table.game, table.state).settled
    payments = table.state.past[0].payments
    kinds = (PlacePaid, PacePaid, LossPaid)
    assert {type(payment) for payment in payments} == set(kinds)
    own = [
        total for payment, total in zip(payments, account.totals, strict=True) if payment.seat == 0
    ]
    assert own == [700, 800, 700]
    assert (account.before, account.gains) == ((0, 0, 0), (700, 0, 0))
    assert account.order[:3] == table.state.past[0].podium
    assert account.before[0] + account.gains[0] == table.state.ledger.purses[0]


def test_a_later_race_begins_with_what_the_earlier_ones_left() -> None:
    """The account of each race starts where the one before ended."""
    state = settled([(0, 2, RF)]).state
    twice = replace(state, past=state.past * 2)
    first, second = told(game(), twice).settled
    assert second.before == tuple(a + b for a, b in zip(first.before, first.gains, strict=True))


def test_a_view_as_sent_has_all_of_the_view() -> None:
    """And what the rules derive from it."""
    table = Table(game(), racing(rolled="head"))
    seen = table.game.view(table.state, 0)
    shown = table.game.shown(seen, table.game.offer(table.state, 0))
    assert all(getattr(shown, name) is getattr(seen, name) for name in seen.__struct_fields__)
    assert shown.derived == told(table.game, table.state, 0)
