"""The compiled punter values and chooses as the reference does, and sees only its view."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.bots.royal_turf.punter import Punter
from paddock.fast.royal_turf.form import ESTIMATES
from paddock.fast.royal_turf.punter import best_actions, choose_action
from paddock.fast.royal_turf.tables import Tables
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import NAME
from paddock.games.royal_turf.offers import MoveOffer, NameOffer
from paddock.games.royal_turf.state import Betting, Racing, State
from tests.fast.matches import choices_in, steps_of
from tests.fast.royal_turf.matches import action_of, choices, table
from tests.offered import offered
from tests.royal_turf import table as turf

# The rounding errors of sums up to some thousand pounds.
CLOSE = 1e-8


class Every:
    """A generator that picks a number, and remembers how many there were to choose from."""

    def __init__(self, pick: int) -> None:
        self.pick, self.among = pick, 1

    def randrange(self, stop: int, /) -> int:
        self.among = stop
        return self.pick

    def random(self) -> float:
        raise AssertionError("the punter draws whole numbers only")


def chosen(game: RoyalTurf, punter: Punter, state: State) -> int:
    """Every action that the reference punter may choose, as a mask."""
    (seat,) = game.to_act(state)
    view, offer = game.view(state, seat), offered(game, state, seat)
    mask, pick, among = 0, 0, 1
    while pick < among:
        every = Every(pick)
        action = action_of(game, punter.choose(view, offer, every))
        assert action is not None
        mask |= 1 << action
        among, pick = every.among, pick + 1
    return mask


def values(game: RoyalTurf, punter: Punter, state: State) -> dict[int, float]:
    """The reference punter's values by action."""
    (seat,) = game.to_act(state)
    view, offer = game.view(state, seat), offered(game, state, seat)
    if isinstance(offer, NameOffer):
        return {}
    options = punter.explain(view, offer, Random(0)).options
    valued = {action_of(game, v.command): v.value for v in options}
    return {action: value for action, value in valued.items() if action is not None}


def test_both_punters_have_the_same_values_and_make_the_same_choices(long: bool) -> None:
    """For bets, moves and naming, with all options and numbers of seats, and some editions."""
    for number in range(2_000 if long else 20):
        game = table(7 * number)
        punter = Punter(game)
        states = list(choices(game, number))
        if not long:
            states = Random(number).sample(states, 30)
        tables, estimates = Tables.of(game, states), np.zeros(1, ESTIMATES)
        for row, state in zip(tables.rows, states, strict=True):
            best = best_actions(tables.figures[0], row, estimates[0])
            expected = values(game, punter, state)
            got = {action: estimates[0]["values"][action] for action in expected}
            assert got == pytest.approx(expected, rel=CLOSE, abs=CLOSE)
            if expected:
                most = max(expected.values()) - CLOSE
                assert best & sum(1 << at for at, value in expected.items() if value < most) == 0
            assert best & chosen(game, punter, state)
            # Both choose an action that is best by itself.
            near = [at for at, value in expected.items() if value > max(expected.values()) - CLOSE]
            if len(near) == 1:
                assert best == chosen(game, punter, state) == 1 << near[0]
            if not expected:
                assert best == chosen(game, punter, state)


def test_among_equals_each_is_chosen() -> None:
    """Without any bets, all moves are worth the same."""
    game = turf.game(2)
    run = next(choices_in(steps_of(game, 3), MoveOffer)).before
    assert isinstance(run.phase, Racing)
    nobody = replace(run, phase=replace(run.phase, bets=()))
    tables, estimates = Tables.of(game, [nobody] * 200), np.zeros(1, ESTIMATES)
    tables.rows["number"] = np.arange(200)
    found = {choose_action(tables.figures[0], row, estimates[0]) for row in tables.rows}
    assert len(found) == 7


def test_the_punter_sees_only_its_view(long: bool) -> None:
    """States that look the same to its seat have the same values, to the last bit."""
    for number in range(500 if long else 10):
        game = turf.game(2 + number % 5, hidden_bets="on")
        rng = Random(number)
        for state in rng.sample(list(choices(game, number)), 10):
            if not isinstance(state.phase, Betting | Racing):
                continue
            (seat,) = game.to_act(state)
            sampled = game.sample(game.view(state, seat), rng)
            tables = Tables.of(game, [state, sampled])
            estimates = np.zeros(2, ESTIMATES)
            masks = [
                best_actions(tables.figures[0], tables.rows[at], estimates[at]) for at in range(2)
            ]
            assert masks[0] == masks[1]
            assert estimates[0]["values"].tobytes() == estimates[1]["values"].tobytes()


def test_the_host_names_itself_if_it_may() -> None:
    """Otherwise it names any of the players allowed."""
    game = turf.game(3, first_player="chosen")
    state = next(choices_in(steps_of(game, 1), NameOffer)).before
    tables, estimates = Tables.of(game, [state]), np.zeros(1, ESTIMATES)
    assert best_actions(tables.figures[0], tables.rows[0], estimates[0]) == 1 << NAME
    tables.rows["among"] = 0b110
    assert best_actions(tables.figures[0], tables.rows[0], estimates[0]) == 0b110 << NAME
