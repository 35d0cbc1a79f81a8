"""RT3 and RT6: who bets first, tokens on horses, hidden bets."""

import pytest

from paddock.games.royal_turf.commands import NameFirst, PlaceBet
from paddock.games.royal_turf.events import (
    Bet,
    BetPlaced,
    FirstBettorFound,
    NamingAsked,
    RaceStarted,
    TokensRevealed,
)
from paddock.games.royal_turf.ruleset import hidden_bets_recommended
from paddock.games.royal_turf.state import Betting, Naming, Racing
from paddock.games.royal_turf.view import SeenBet
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import (
    AFTERWARDS,
    NEXT,
    Table,
    betting,
    book,
    card,
    game,
    turning,
    two_home,
)

GRID = turning([card(horse) for horse in range(7)])


def opened(seats: int = 3, first: int = 0, **options: str) -> Table:
    table = Table(game(seats, **options), chance={"race/1/card": GRID, "race/1/first": [first]})
    table.go_on()
    return table


def third_comes_in(money: tuple[int, ...], draws: list[int], **options: str) -> Table:
    """The last move of race 1, which pays nobody. Then someone is to bet first in race 2."""
    state = two_home(money=money, rides=2)
    table = Table(game(3, **options), state, {"race/2/card": NEXT, "race/2/first": draws})
    table.move(OT)
    return table


@pytest.mark.rule("RT3.1")
@pytest.mark.parametrize("drawn", [0, 1, 2])
def test_the_first_bettor_of_race_1_is_drawn(drawn: int) -> None:
    """By one draw among all seats."""
    table = opened(first=drawn)
    assert table.events[-1] == FirstBettorFound(drawn, "drawn")
    assert table.turn == drawn


@pytest.mark.rule("RT3.1")
def test_the_host_names_the_first_bettor() -> None:
    """With `chosen` the host, seat 0, may name any seat, and nothing is drawn."""
    table = Table(game(3, first_player="chosen"), chance={"race/1/card": GRID})
    assert table.go_on()[-1] == NamingAsked((0, 1, 2))
    assert isinstance(table.state.phase, Naming)
    assert table.turn == 0
    assert table.offer().among == (0, 1, 2)
    assert table.name(2) == (FirstBettorFound(2, "named"),)
    assert table.turn == 2


@pytest.mark.rule("RT3.2")
def test_the_richest_bets_first_in_later_races() -> None:
    """A single richest seat is first without a draw, even with `chosen`."""
    for option in ("random", "chosen"):
        table = third_comes_in((100, 350, 300), [], first_player=option)
        assert table.events[-1] == FirstBettorFound(1, "richest")
        assert table.turn == 1


@pytest.mark.rule("RT3.2")
@pytest.mark.parametrize(("drawn", "seat"), [(0, 0), (1, 2)])
def test_a_tie_of_the_richest_is_drawn_among_the_tied(drawn: int, seat: int) -> None:
    """Only the richest seats take part in the draw."""
    table = third_comes_in((300, 50, 300), [drawn])
    assert table.events[-1] == FirstBettorFound(seat, "drawn")


@pytest.mark.rule("RT3.2")
def test_the_host_names_one_of_the_tied() -> None:
    """With `chosen` the host cannot name a seat that is not among the richest."""
    table = third_comes_in((50, 300, 300), [], first_player="chosen")
    assert table.offer().among == (1, 2)
    table.assert_refused(NameFirst(table.offer().id, 0), 0, "seat_not_eligible")
    table.name(1)
    assert table.turn == 1


@pytest.mark.rule("RT3.3")
def test_bets_go_clockwise_for_three_rounds() -> None:
    """From the first bettor, one token at a time, until all have placed three."""
    table = opened(first=1)
    order = []
    for horse in (EG, AL, SW):
        for _ in range(3):
            order.append(table.turn)
            table.bet(table.offer().values[0], horse)
    assert order == [1, 2, 0] * 3
    assert isinstance(table.state.phase, Racing)
    assert sorted(bet.value for bet in table.run.bets if bet.seat == 2) == [1, 1, 2]


@pytest.mark.rule("RT3.3")
def test_a_token_is_placed_once() -> None:
    """After the 2 only the 1s are left, and after one 1 there is another."""
    table = Table(game(), betting([(0, 2, EG), (1, 1, EG), (2, 1, EG)]))
    assert table.offer().values == (1,)
    table.assert_refused(PlaceBet(table.offer().id, 2, AL), 0, "no_such_token")
    table.bet(1, AL)
    assert table.offer(1).values == (1, 2)


@pytest.mark.rule("RT3.4")
def test_three_different_horses_each() -> None:
    """A seat cannot back the same horse twice, but other seats can."""
    table = Table(game(), betting([(0, 1, EG), (1, 1, EG), (2, 2, EG)]))
    assert table.offer().horses == (AL, SW, CA, RF, NO, OT)
    table.assert_refused(PlaceBet(table.offer().id, 2, EG), 0, "horse_not_open")
    table.bet(2, AL)
    table.bet(2, AL)
    assert [bet.horse for bet in bets(table)].count(AL) == 2


def bets(table: Table) -> tuple[Bet, ...]:
    phase = table.state.phase
    assert isinstance(phase, Betting | Racing)
    return phase.bets


@pytest.mark.rule("RT3.5")
def test_open_tokens_show_their_value_to_all() -> None:
    """In the basic game every viewer sees every token."""
    rules = game()
    for viewer in (0, 1, 2, None):
        assert book(rules, betting([(0, 2, EG)]), viewer).bets == (SeenBet(0, EG, 2),)
        assert rules.redact(BetPlaced(0, EG, 2), viewer) == BetPlaced(0, EG, 2)


@pytest.mark.rule("RT3.6")
@pytest.mark.parametrize(("horse", "gain"), [(RF, 500), (NO, 350), (OT, 250), (CA, 0)])
def test_a_bet_wins_with_first_second_or_third_place(horse: int, gain: int) -> None:
    """A bet on one of the first three pays, a bet on another horse does not."""
    state = two_home({CA: 29, EG: -6}, pace=SW, bets=[(1, 1, horse)])
    table = Table(game(), state, AFTERWARDS)
    table.move(OT)
    assert table.money[1] == gain


@pytest.mark.rule("RT3.7")
def test_the_last_move_does_not_decide_who_begins_the_next_race() -> None:
    """Seat 2 made the last move. Seat 1 is the richest after the payout and begins race 2."""
    table = third_comes_in((0, 200, 0), [])
    assert table.turn == 1


@pytest.mark.rule("RT6.1")
def test_any_number_of_players_may_hide_their_bets() -> None:
    """It is recommended for two to four players."""
    assert [seats for seats in range(2, 7) if hidden_bets_recommended(seats)] == [2, 3, 4]
    assert [game(seats, hidden_bets="on").rules.hidden for seats in range(2, 7)] == [True] * 5


@pytest.mark.rule("RT6.2")
def test_four_tokens_four_rounds_four_horses() -> None:
    """All players place their 0, 1, 1 and 2 on four different horses."""
    table = opened(2, hidden_bets="on")
    for horse in (EG, AL, SW, CA):
        for _ in range(2):
            assert isinstance(table.state.phase, Betting)
            assert horse in table.offer().horses
            table.bet(table.offer().values[0], horse)
    assert table.events[-1] == RaceStarted(0)
    assert [bet.value for bet in table.run.bets if bet.seat == 0] == [0, 1, 1, 2]


@pytest.mark.rule("RT6.2")
def test_three_rounds_leave_one_token_hidden() -> None:
    """With `hidden_rounds` set to `three`, one of four tokens is not played."""
    table = opened(2, hidden_bets="on", hidden_rounds="three")
    for value, horse in ((0, EG), (1, AL), (2, SW)):
        table.bet(value, horse)
        table.bet(1 if value == 2 else value, horse)
    assert isinstance(table.state.phase, Racing)
    assert book(table.game, table.state, 1).hand == (2,)


def hidden_third_comes_in(**options: str) -> Table:
    bets = [(0, 2, OT), (1, 0, OT), (2, 0, EG), (0, 0, EG)]
    state = two_home({EG: -6}, pace=EG, bets=bets)
    return Table(game(3, hidden_bets="on", **options), state, AFTERWARDS)


@pytest.mark.rule("RT6.3")
def test_a_hidden_token_is_its_owners_secret() -> None:
    """Everyone sees where it lies. To the others and to spectators its value is None."""
    rules = game(2, hidden_bets="on")
    state = betting([(0, 2, EG)], seats=2)
    for viewer, value in ((0, 2), (1, None), (None, None)):
        assert book(rules, state, viewer).bets == (SeenBet(0, EG, value),)
        assert rules.redact(BetPlaced(0, EG, 2), viewer) == BetPlaced(0, EG, value)


@pytest.mark.rule("RT6.3")
def test_all_tokens_are_revealed_before_the_payout() -> None:
    """The reveal comes right after the end of the race, and shows unplayed tokens too."""
    table = hidden_third_comes_in(hidden_rounds="three")
    table.move(OT)
    names = [type(event).__name__ for event in table.events]
    assert names.index("TokensRevealed") == names.index("RaceStopped") + 1
    assert names.index("TokensRevealed") < names.index("PlacePaid")
    (revealed,) = table.of(TokensRevealed)
    assert revealed.bets == (Bet(0, OT, 2), Bet(1, OT, 0), Bet(2, EG, 0), Bet(0, EG, 0))
    assert revealed.unplayed == ((1, 1), (1, 1, 2), (1, 1, 2))
    assert table.game.reveals(revealed)


@pytest.mark.rule("RT6.3")
def test_nothing_is_revealed_where_nothing_was_hidden() -> None:
    """Open bets are not revealed."""
    table = Table(game(), two_home(pace=EG), AFTERWARDS)
    table.move(OT)
    assert table.of(TokensRevealed) == []


@pytest.mark.rule("RT6.4")
def test_a_0_is_no_bet_no_winnings_no_pace_no_loss() -> None:
    """Only seat 0's 2 counts on the third horse: column two. Zeros win and lose nothing."""
    table = hidden_third_comes_in()
    table.move(OT)
    payments = table.state.past[0].payments
    assert [(payment.seat, payment.amount) for payment in payments] == [(0, 400)]
    assert table.money == (400, 0, 0)


@pytest.mark.rule("RT6.5")
def test_tokens_not_yet_placed_are_hidden_too() -> None:
    """A viewer sees its own hand and no other."""
    rules = game(2, hidden_bets="on")
    state = betting([(0, 2, EG), (1, 1, EG)], seats=2)
    hands = [book(rules, state, viewer).hand for viewer in (0, 1, None)]
    assert hands == [(0, 1, 1), (0, 1, 2), ()]
