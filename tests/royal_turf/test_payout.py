"""RT5: columns, places, pace, losses, the third race, the end."""

import pytest

from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.events import (
    LossPaid,
    MeetingEnded,
    PacePaid,
    Payment,
    PlacePaid,
    RaceOpened,
)
from paddock.games.royal_turf.rules import payout
from paddock.games.royal_turf.state import Over
from paddock.games.royal_turf.view import Pays
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import (
    AFTERWARDS,
    NEXT,
    STANDARD,
    Table,
    betting,
    book,
    game,
    tokens,
    two_home,
)

TABLE = {1: (500, 350, 250, 200, 150), 2: (350, 250, 200, 150, 100), 3: (250, 200, 150, 100, 100)}


def settled(
    bets: list[tuple[int, int, int]],
    *,
    race: int = 1,
    pace: int = SW,
    money: tuple[int, ...] = (0, 0, 0),
    rules: RoyalTurf | None = None,
) -> Table:
    """What these bets earn: Red Fox, Nougat and Othello come in, and Earl Grey is last."""
    rules = rules or game(len(money))
    state = two_home({EG: -6}, pace=pace, bets=bets, money=money, race=race)
    script = {**AFTERWARDS, "race/3/card": NEXT, "race/3/first": [0]}
    table = Table(rules, state, script)
    table.move(OT)
    return table


def payments(table: Table) -> tuple[Payment, ...]:
    return table.state.past[-1].payments


@pytest.mark.rule("RT5.1")
def test_a_token_counts_its_value() -> None:
    """A 1 counts one, a 2 two and a 0 none. Tokens on other horses do not count."""
    bets = tokens([(0, 2, RF), (1, 1, RF), (2, 0, RF), (2, 2, NO)])
    assert payout.bets_counted(bets, RF) == 3
    assert payout.bets_counted(bets, NO) == 2
    assert payout.bets_counted(bets, OT) == 0


@pytest.mark.rule("RT5.1")
def test_without_a_counted_bet_nothing_is_paid() -> None:
    """A horse without a counted bet has no column, and the tote shows nothing for it."""
    assert payout.figure(STANDARD.payout[0], 0) == 0
    assert payments(settled([(0, 1, CA)])) == ()


@pytest.mark.rule("RT5.2")
@pytest.mark.parametrize("place", [1, 2, 3])
@pytest.mark.parametrize("bets", [1, 2, 3, 4, 5, 6, 12])
def test_the_payout_table(place: int, bets: int) -> None:
    """Every figure of the board. Five and more bets share the last column."""
    assert payout.figure(STANDARD.payout[place - 1], bets) == TABLE[place][min(bets, 5) - 1]


@pytest.mark.rule("RT5.2")
def test_each_place_pays_by_its_own_row_and_column() -> None:
    """First with two bets pays 350, second with one 350, third with six 100."""
    bets = [(0, 2, RF), (1, 1, NO), (0, 2, OT), (1, 2, OT), (2, 2, OT)]
    table = settled(bets)
    assert payments(table) == (
        PlacePaid(0, RF, 1, 2, 2, 350, 1, 700),
        PlacePaid(1, NO, 2, 1, 1, 350, 1, 350),
        PlacePaid(0, OT, 3, 2, 5, 100, 1, 200),
        PlacePaid(1, OT, 3, 2, 5, 100, 1, 200),
        PlacePaid(2, OT, 3, 2, 5, 100, 1, 200),
    )
    assert table.money == (900, 550, 200)


@pytest.mark.rule("RT5.3")
def test_a_2_earns_twice_what_a_1_earns() -> None:
    """Three bets on the winner pay 250: the 1 earns 250, the 2 earns 500."""
    assert settled([(0, 1, RF), (1, 2, RF)]).money == (250, 500, 0)


@pytest.mark.rule("RT5.4")
def test_the_pace_pays_wherever_the_horse_finished() -> None:
    """Sahara Wind set the pace and was not placed: 100 for a 1, 200 for a 2."""
    table = settled([(0, 1, SW), (1, 2, SW)])
    assert payments(table) == (PacePaid(0, SW, 1, 100, 1, 100), PacePaid(1, SW, 2, 100, 1, 200))
    assert table.money == (100, 200, 0)


@pytest.mark.rule("RT5.4")
def test_the_pace_pays_only_if_placed() -> None:
    """With `if_placed` a pace horse that is not placed earns nothing; a placed one does."""
    rules = game(3, pace_pays="if_placed")
    assert settled([(0, 1, SW)], rules=rules).money == (0, 0, 0)
    assert settled([(0, 1, RF)], pace=RF, rules=rules).money == (600, 0, 0)


@pytest.mark.rule("RT5.4")
@pytest.mark.rule("RT5.5")
def test_a_horse_that_set_the_pace_and_came_last_pays_and_costs() -> None:
    """Earl Grey set the pace and came last: 100 are won and 100 lost."""
    table = settled([(0, 1, EG)], pace=EG)
    assert [type(payment) for payment in payments(table)] == [PacePaid, LossPaid]
    assert table.money == (0, 0, 0)


@pytest.mark.rule("RT5.5")
def test_the_hindmost_costs() -> None:
    """100 for a 1, 200 for a 2, paid to the bank."""
    table = settled([(0, 1, EG), (1, 2, EG)], money=(1000, 1000, 0))
    assert payments(table) == (
        LossPaid(0, EG, 1, 100, 1, 100, 100),
        LossPaid(1, EG, 2, 100, 1, 200, 200),
    )
    assert table.money == (900, 800, 0)
    assert table.state.ledger.total == 0


@pytest.mark.rule("RT5.6")
def test_winnings_come_before_losses() -> None:
    """A player without money pays the loss in full, from the winnings of this race."""
    table = settled([(0, 2, EG), (0, 1, OT)])
    assert [type(payment) for payment in payments(table)] == [PlacePaid, LossPaid]
    assert table.money == (50, 0, 0)


@pytest.mark.rule("RT5.7")
@pytest.mark.parametrize(
    ("option", "place", "pace", "loss"),
    [("double", 1000, 200, 200), ("gains_only", 1000, 200, 100), ("single", 500, 100, 100)],
)
def test_the_third_race_may_be_doubled(option: str, place: int, pace: int, loss: int) -> None:
    """All amounts are, or places and pace only, or none. The other races never are."""
    rules = game(3, final_race=option)
    bets = [(0, 1, RF), (1, 1, SW), (2, 1, EG)]
    for race, amounts in ((1, (500, 100, 100)), (2, (500, 100, 100)), (3, (place, pace, loss))):
        table = settled(bets, race=race, money=(0, 0, 500), rules=rules)
        assert table.money == (*amounts[:2], 500 - amounts[2])


@pytest.mark.rule("RT5.8")
def test_the_rulebooks_example() -> None:
    """A, B and C start with nothing and end with 950, 500 and 300."""
    a, b, c = 0, 1, 2
    bets = [(a, 2, RF), (b, 2, NO), (a, 1, NO), (c, 1, NO), (c, 1, OT), (c, 2, EG)]
    table = settled(bets, pace=NO)
    lines = [
        (payment.seat, payment.amount if not isinstance(payment, LossPaid) else -payment.amount)
        for payment in payments(table)
    ]
    places = [(a, 700), (a, 150), (b, 300), (c, 150), (c, 250)]
    assert lines == [*places, (a, 100), (b, 200), (c, 100), (c, -200)]
    assert table.money == (950, 500, 300)


@pytest.mark.rule("RT5.9")
def test_tokens_return_and_the_next_race_is_set_up() -> None:
    """After the payout race 2 is set up, and all players have all their tokens again."""
    table = settled([(0, 1, RF), (1, 2, RF), (2, 1, NO)])
    assert RaceOpened(2) in table.events
    assert table.state.race == 2
    for seat in range(3):
        seen = book(table.game, table.state, seat)
        assert (seen.hand, seen.bets) == ((1, 1, 2), ())


@pytest.mark.rule("RT5.10")
@pytest.mark.parametrize(("money", "paid"), [(0, 0), (50, 50), (150, 150), (200, 200), (250, 200)])
def test_nobody_pays_more_than_they_have(money: int, paid: int) -> None:
    """A 2 on the last horse costs 200. What a player does not have is forgiven."""
    table = settled([(1, 2, EG)], money=(0, money, 0))
    assert payments(table) == (LossPaid(1, EG, 2, 100, 1, 200, paid),)
    assert table.money == (0, money - paid, 0)


@pytest.mark.rule("RT5.11")
@pytest.mark.parametrize(
    ("money", "winners"), [((100, 300, 200), (1,)), ((300, 300, 0), (0, 1)), ((0, 0, 0), (0, 1, 2))]
)
def test_the_richest_win_after_race_3(money: tuple[int, ...], winners: tuple[int, ...]) -> None:
    """The equally rich share the win, and the game is over."""
    table = settled([], race=3, money=money)
    assert table.events[-1] == MeetingEnded(winners)
    assert table.state.phase == Over(winners)
    assert table.game.winners(table.state) == winners
    assert table.game.to_act(table.state) == ()
    assert all(table.game.offer(table.state, seat) is None for seat in range(3))


@pytest.mark.rule("RT5.11")
@pytest.mark.parametrize("race", [1, 2])
def test_nobody_wins_before_race_3(race: int) -> None:
    """The game goes on with the next race."""
    table = settled([], race=race, money=(100, 0, 0))
    assert table.game.winners(table.state) == ()
    assert table.state.race == race + 1


@pytest.mark.rule("RT5.2")
@pytest.mark.rule("RT6.3")
def test_the_tote_shows_what_the_viewer_can_know() -> None:
    """Seat 0 sees its own 1 and two hidden tokens: one to five bets, as far as it knows."""
    rules = game(3, hidden_bets="on")
    state = betting([(0, 1, RF), (1, 2, RF), (2, 0, RF)])
    pays = {viewer: book(rules, state, viewer).pays[RF] for viewer in (0, 1, None)}
    assert pays[0] == Pays((1, 5), (150, 500), (100, 350), (100, 250))
    assert pays[1] == Pays((2, 6), (150, 350), (100, 250), (100, 200))
    assert pays[None] == Pays((0, 6), (0, 500), (0, 350), (0, 250))


@pytest.mark.rule("RT5.7")
def test_the_tote_of_the_third_race_is_doubled_too() -> None:
    """It shows what would be paid for places, pace and loss."""
    seen = book(game(3), betting([(0, 1, AL)], race=3), None)
    assert seen.pays[AL] == Pays(1, 1000, 700, 500)
    assert seen.pays[CA] == Pays(0, 0, 0, 0)
    assert (seen.pace_pays, seen.last_costs) == (200, 200)
    assert STANDARD.pace_figure == STANDARD.last_figure == 100
