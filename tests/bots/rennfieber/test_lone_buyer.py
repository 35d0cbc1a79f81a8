"""A lone buyer who may pass takes the best bargains left, as each bot values them."""

from functools import partial

import pytest

from paddock.bots.rennfieber import lone_buyer
from paddock.games.rennfieber.state import State
from paddock.games.rennfieber.view import AuctionScene
from tests.bots.decisions import chosen, explained, on_sale, seated
from tests.offered import offered
from tests.rennfieber.table import game

ABENDROT, BERNSTEIN, CAPRICE, DONNERKEIL, FEUERTANZ, LINDENPRINZ = 0, 1, 2, 3, 5, 11
EACH = ["punter", "plunger", "sharp:4"]
SEAT = 1  # of the lone buyer
lone = partial(on_sale, short=(0, 1), bidders=(SEAT,))  # only this seat may bid


def takes(state: State, name: str) -> bool:
    command = chosen(game(2), name, state)
    assert offered(game(2), state, SEAT).refuse(command) is None
    return bool(command.amount > 0)


def alone(state: State) -> bool:
    table = game(2)
    view = table.view(state, SEAT)
    assert isinstance(view.scene, AuctionScene)
    return lone_buyer.is_alone(table.rules, view, view.scene)


@pytest.mark.rule("RF2.9")
def test_who_is_alone() -> None:
    """A seat is alone once the others need no horse or can pay for none."""
    assert alone(lone(LINDENPRINZ, [ABENDROT]))
    assert alone(lone(LINDENPRINZ, [ABENDROT], short=(1, 1), money=(3_900, 35_000)))
    assert not alone(lone(LINDENPRINZ, [ABENDROT], short=(1, 1), money=(4_000, 35_000)))
    # No two horses cost 8,000 together, so the other player can pay for neither.
    short, money = (2, 1), (8_000, 35_000)
    assert alone(lone(LINDENPRINZ, [ABENDROT, BERNSTEIN], short=short, money=money))


@pytest.mark.rule("RF2.9")
@pytest.mark.parametrize("name", EACH)
def test_it_waits_for_a_better_bargain(name: str) -> None:
    """To each bot Feuertanz is a better bargain than Abendrot, wherever it is in the stack."""
    assert not takes(lone(ABENDROT, [FEUERTANZ]), name)
    assert not takes(lone(ABENDROT, [BERNSTEIN], shuffled=[FEUERTANZ]), name)
    assert takes(lone(FEUERTANZ, [ABENDROT]), name)
    assert takes(lone(FEUERTANZ, [], shuffled=[ABENDROT]), name)


@pytest.mark.rule("RF2.9")
@pytest.mark.parametrize("name", EACH)
def test_it_takes_a_horse_without_an_alternative(name: str) -> None:
    """The last horse, or the last ones if it needs them all."""
    assert takes(lone(ABENDROT, []), name)
    assert takes(lone(ABENDROT, [FEUERTANZ], short=(0, 2)), name)


@pytest.mark.rule("RF2.6")
@pytest.mark.rule("RF2.9")
@pytest.mark.parametrize("name", EACH)
def test_it_does_not_wait_for_what_it_cannot_pay(name: str) -> None:
    """With 5,000 it cannot pay for Feuertanz. Caprice and Feuertanz together cost 10,000: with
    9,900 one of the two must be Abendrot."""
    assert takes(lone(ABENDROT, [FEUERTANZ], money=5_000), name)
    others = [CAPRICE, FEUERTANZ]
    assert not takes(lone(ABENDROT, others, short=(0, 2), money=10_000), name)
    assert takes(lone(ABENDROT, others, short=(0, 2), money=9_900), name)


@pytest.mark.rule("RF2.7")
@pytest.mark.rule("RF2.9")
@pytest.mark.parametrize("name", EACH)
def test_it_knows_what_it_gets_if_it_passes_up_all(name: str) -> None:
    """Donnerkeil is the last to come up: if it passes, it gets the first one passed up.

    Feuertanz, also passed up, helps only if it was the first, or if it needs another horse too.
    """
    passed_up = [ABENDROT, FEUERTANZ]
    assert not takes(lone(DONNERKEIL, passed_up, unsold=0), name)
    assert takes(lone(DONNERKEIL, passed_up, unsold=2), name)
    assert not takes(lone(DONNERKEIL, passed_up[::-1], unsold=2), name)
    assert takes(lone(DONNERKEIL, passed_up, short=(0, 2), unsold=2), name)


@pytest.mark.parametrize("name", EACH)
def test_it_tells_what_the_horse_is_worth_to_it(name: str) -> None:
    """The value is the gain over the best alternative; no bid is worth 0."""
    table = game(2)
    values = []
    for state in (lone(FEUERTANZ, [ABENDROT]), lone(ABENDROT, [FEUERTANZ]), lone(ABENDROT, [])):
        take, leave = explained(table, seated(table, name), state, SEAT)
        assert (take.command.amount > 0, leave.command.amount, leave.value) == (True, 0, 0)
        values.append(take.value)
    better, worse, only = values
    assert better == pytest.approx(-worse)
    assert better > only == 0
