"""The plunger bets all on one colour, and overpays for great conditions."""

from typing import Any

from paddock.bots.rennfieber import Plunger
from paddock.games.rennfieber.commands import EnterRunners
from paddock.games.rennfieber.state import State
from tests.bots.decisions import chosen, in_form, on_sale
from tests.rennfieber.table import STANDARD, A, B, betting, entering, game

ABENDROT, KOMET, LINDENPRINZ = 0, 10, 11


def plunged(state: State) -> Any:
    """What the plunger chooses."""
    return chosen(game(), Plunger(game()), state)


def test_all_slips_lie_on_its_own_runner() -> None:
    """In an even field it backs its own runner with all the slips it can pay for."""
    for most in (2_200, 1_900, 300, 100):
        command = plunged(in_form(betting(most=most), 2, 2, 1, 1))
        assert {stake.colour for stake in command.stakes} == {A}
        assert sum(stake.value for stake in command.stakes) == most


def test_it_backs_a_much_faster_rival() -> None:
    """A is at 5-, B at 5+."""
    command = plunged(in_form(betting(), 0, 5, 1, 1))
    assert {stake.colour for stake in command.stakes} == {B}


def bid(horse: int, standing: int) -> int:
    amount: int = plunged(on_sale(horse, range(1, 8), standing=standing)).amount
    return amount


def test_it_pays_for_the_conditions_on_the_card() -> None:
    """Lindenprinz can reach 5+, so it bids half as much again; for Abendrot it does not."""
    price = STANDARD.horses[LINDENPRINZ].price
    assert bid(LINDENPRINZ, 0) > price
    assert bid(LINDENPRINZ, price * 3 // 2) > price * 3 // 2
    assert bid(LINDENPRINZ, price * 2) == 0
    assert bid(ABENDROT, 4_500) == 0


def test_it_enters_the_fastest_horse_today() -> None:
    """A punter would keep Komet for the greater prizes of race 2."""
    owned = {0: [ABENDROT, KOMET], 1: [1, 3], 2: [4, 6], 3: [7, 8]}
    state = entering(owned, levels={KOMET: "5+", ABENDROT: "5-"})
    assert plunged(state) == EnterRunners("race/1/entry", (KOMET,))
