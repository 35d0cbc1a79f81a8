"""The bluffer pretends to have what it has not, and hides what it has."""

import pytest

from paddock.bots.royal_turf import Bluffer, Punter
from paddock.games.royal_turf.commands import PlaceBet
from paddock.games.royal_turf.events import Symbol
from tests.bots.decisions import chosen
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import betting, game, racing


def test_the_zero_goes_where_the_two_would_be_expected() -> None:
    """It goes on the punter's favourite, and the 2 comes next."""
    rules = game(2, hidden_bets="on")
    bluff = chosen(rules, Bluffer(rules), betting(seats=2))
    assert isinstance(bluff, PlaceBet) and bluff.value == 0
    backed = chosen(rules, Punter(rules), betting(seats=2))
    assert isinstance(backed, PlaceBet) and backed.horse == bluff.horse
    second = chosen(rules, Bluffer(rules), betting([(0, 0, OT), (1, 1, OT)], seats=2))
    assert isinstance(second, PlaceBet) and second.value == 2


def test_in_the_open_the_two_is_kept_until_last() -> None:
    """Open bets have no 0 to bluff with."""
    rules = game(2)
    for bets in ([], [(0, 1, OT), (1, 1, OT)]):
        bet = chosen(rules, Bluffer(rules), betting(bets, seats=2))
        assert isinstance(bet, PlaceBet) and bet.value == 1


@pytest.mark.parametrize(
    ("pace", "rolled", "driven"),
    [
        pytest.param(None, "head", RF, id="a cheap bluff"),
        pytest.param(None, "shoe", NO, id="seven for Nougat are too many to forgo"),
        pytest.param(OT, "head", NO, id="the pace is taken"),
    ],
)
def test_it_drives_its_zero_until_the_pace_is_taken(
    pace: int | None, rolled: Symbol, driven: int
) -> None:
    """Its 0 is on Red Fox and its 2 on Nougat: a punter would always move Nougat."""
    rules = game(2, hidden_bets="on")
    state = racing(
        {EG: 1, AL: 2, SW: 3, CA: 4, RF: 12, NO: 11, OT: 10 if pace is None else 19},
        rolled=rolled,
        moved=(EG, AL, SW, CA, OT),
        pace=pace,
        money=(0, 0),
        bets=[(0, 0, RF), (1, 1, EG), (0, 2, NO), (1, 1, NO)],
    )
    for by, horse in ((Punter(rules), NO), (Bluffer(rules), driven)):
        assert chosen(rules, by, state).horse == horse
