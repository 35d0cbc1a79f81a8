"""The rookie and the punter of Royal Turf: what each sees, chooses and wins."""

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from scipy.stats import chisquare

from paddock.bots.royal_turf.form import Form
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.commands import RollDie
from paddock.games.royal_turf.state import Naming, Racing, State
from tests.bots.decisions import chosen
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import betting, game, grid, racing

# The rounding errors of chances add up.
CLOSE = 1e-9


def horse_moved(rules: RoyalTurf, state: State) -> int:
    horse: int = chosen(rules, "punter", state).horse
    return horse


def bet_placed(rules: RoyalTurf, state: State) -> tuple[int, int]:
    command = chosen(rules, "punter", state)
    return command.value, command.horse


def run_of(state: State) -> Racing:
    assert isinstance(state.phase, Racing)
    return state.phase


def test_the_rookie_bets_on_every_pair_alike() -> None:
    """All 21 pairs of a value and a horse are equally likely, although there are two 1-tokens."""
    rules, rng = game(3, hidden_bets="on"), Random(0)
    made: Counter[tuple[int, int]] = Counter()
    for _ in range(21 * 400):
        command = chosen(rules, "random", betting(), rng)
        made[command.value, command.horse] += 1
    pairs = list(product((0, 1, 2), range(7)))
    assert set(made) == set(pairs)
    assert chisquare([made[pair] for pair in pairs]).pvalue > 0.001


def test_the_rookie_moves_every_free_horse_alike() -> None:
    """Horses that have moved or are home are not among its choices."""
    state = racing({CA: 36}, rolled="head", moved=(EG, AL), podium=(CA,))
    rules, rng = game(), Random(0)
    made: Counter[int] = Counter()
    for _ in range(4 * 1000):
        command = chosen(rules, "random", state, rng)
        made[command.horse] += 1
    assert set(made) == {SW, RF, NO, OT}
    assert chisquare(list(made.values())).pvalue > 0.001


ABOUT_TO_END: dict[str, Any] = {"podium": (EG, AL), "pace": EG}


@pytest.mark.parametrize(
    ("state", "horse"),
    [
        pytest.param(
            racing(
                {EG: 36, AL: 35, OT: 30, NO: 29, RF: 28},
                rolled="head",
                bets=[(0, 2, OT), (0, 1, CA), (0, 1, SW), (1, 2, NO), (2, 2, RF)],
                **ABOUT_TO_END,
            ),
            OT,
            id="a certain win: its 2 on Othello pays, and the race is over",
        ),
        *(
            pytest.param(
                racing(
                    {EG: 36, AL: 35, OT: 30, NO: 31},
                    rolled="head",
                    bets=[(0, 1, own), (1, 1, other)],
                    **ABOUT_TO_END,
                ),
                own,
                id=f"its own horse {own}: either would finish third",
            )
            for own, other in ((OT, NO), (NO, OT))
        ),
        pytest.param(
            racing(
                {EG: 5, AL: 20, SW: 6, CA: 7, RF: 8, NO: 9, OT: 21},
                rolled="head",
                moved=(EG, SW, CA, RF, NO),
                pace=OT,
                bets=[(1, 1, AL), (1, 1, OT)],
            ),
            AL,
            id="a rival's horses: a head is seven spaces for Othello and one for Albino",
        ),
        pytest.param(
            racing(
                {RF: 14, NO: 13},
                rolled="head",
                moved=(EG, AL, SW, CA, OT),
                bets=[(0, 1, NO), (1, 1, RF)],
            ),
            NO,
            id="the pace: Red Fox and Nougat would both reach 18",
        ),
    ],
)
def test_the_punter_moves_the_horse_that_is_worth_most(state: State, horse: int) -> None:
    """For its own bets, and against those of its rivals."""
    assert horse_moved(game(), state) == horse


def test_the_punter_bets_its_most_on_the_best_horse_and_never_its_zero() -> None:
    """Without other tokens, the largest goes first, and not on a long shot."""
    for rules in (game(), game(3, hidden_bets="on")):
        value, horse = bet_placed(rules, betting())
        assert value == 2
        assert horse in (CA, RF, NO, OT)  # those that start in front


def test_the_punter_leaves_a_horse_that_too_many_have_backed() -> None:
    """A horse with five bets pays a third of what it pays alone."""
    rules = game(6)
    _, favourite = bet_placed(rules, betting(seats=6))
    crowd = [(seat, 2, favourite) for seat in range(4)]
    state = betting(crowd, first=2, seats=6)
    assert rules.to_act(state) == (0,)  # the fifth token is seat 0's
    _, horse = bet_placed(rules, state)
    assert horse != favourite


def test_the_punter_takes_a_face_down_token_at_its_mean() -> None:
    """It cannot see whether two tokens are zeros or twos, and avoids the horse in any case."""
    rules = game(3, hidden_bets="on")
    _, favourite = bet_placed(rules, betting())
    for value in (0, 1, 2):
        crowd = [(seat, value, favourite) for seat in (1, 2)]
        _, horse = bet_placed(rules, betting(crowd, first=1))
        assert horse != favourite


def test_the_punter_names_itself_first_if_it_may() -> None:
    """Otherwise any of the players it may name."""
    rules = game(3, first_player="chosen")
    among = (0, 1, 2)
    for eligible in (among, (1, 2)):
        state = racing(race=2)
        state = State(2, state.ledger, state.pile, (), (), Naming(grid(), eligible))
        command = chosen(rules, "punter", state)
        assert command.seat == 0 if 0 in eligible else command.seat in eligible


def test_the_punter_gives_a_sole_command() -> None:
    """Rolling the die is no choice."""
    assert isinstance(chosen(game(), "punter", racing()), RollDie)


def test_the_punter_breaks_ties_by_its_own_generator() -> None:
    """A 0 is worth nothing anywhere: every horse comes up, and each seed reproduces its choice."""
    state = betting(
        [(0, 1, OT), (1, 1, OT), (0, 1, NO), (1, 1, NO), (0, 2, RF), (1, 2, RF)], seats=2
    )
    rules = game(2, hidden_bets="on")
    seen = set()
    for seed in range(60):
        command = chosen(rules, "punter", state, Random(seed))
        assert command == chosen(rules, "punter", state, Random(seed))
        assert command.value == 0
        seen.add(command.horse)
    assert seen == {EG, AL, SW, CA}


@pytest.mark.parametrize("pace_pays", ["always", "if_placed"])
def test_chances_add_up(pace_pays: str) -> None:
    """Each place goes to one horse, and a horse at home has its place for certain."""
    form = Form(game(3, pace_pays=pace_pays).rules)
    over = racing({OT: 40, NO: 35, AL: 34}, podium=(OT, NO, AL), pace=NO)
    under_way = racing({OT: 40, NO: 12, EG: 3}, podium=(OT,), pace=OT, moved=(OT, NO))
    for state in (racing(), under_way, over):
        prospects = form.prospects(run_of(state))
        for place in ("first", "second", "third", "last"):
            assert sum(getattr(p, place) for p in prospects) == pytest.approx(1, abs=CLOSE)
        for place, horse in zip(("first", "second", "third"), run_of(state).podium, strict=False):
            assert getattr(prospects[horse], place) == 1
    end = form.prospects(run_of(over))
    assert end[NO].pace == 1 and end[OT].pace == 0
    assert end[EG].last == 1  # Earl Grey has not left the start


def test_a_pace_token_that_needs_a_place_is_worth_less() -> None:
    """RT5.4: a holder far behind is paid for certain, or hardly ever."""
    state = racing({OT: 20, EG: 30, AL: 31, SW: 32, CA: 33}, pace=OT)
    always, if_placed = (
        Form(game(3, pace_pays=choice).rules).prospects(run_of(state))[OT].pace
        for choice in ("always", "if_placed")
    )
    assert always == 1
    assert if_placed < 0.2
