"""The sharp of Royal Turf: it plays to win, sees only its view, and is reproducible."""

from concurrent.futures import Future
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from paddock.bots import compiled_rollouts, policy
from paddock.bots.royal_turf import Punter, Sharp
from paddock.bots.royal_turf.token_posterior import TokenPosterior, token_posteriors
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import kinds_of
from paddock.games.royal_turf.commands import MoveHorse, NameFirst
from paddock.games.royal_turf.state import Naming, Racing, State
from paddock.kernel.chance import QuickChance
from paddock.lab.plan import AnyPolicy
from tests.bots.decisions import chosen, decisions, explained, view_and_offer
from tests.royal_turf.horses import AL, CA, EG, NO, OT, RF, SW
from tests.royal_turf.table import betting, game, grid, racing

pytestmark = pytest.mark.compiled

# The tokens of four seats in order: on Othello are seat 0's 1 and seat 1's 2.
BETS = [
    (0, 1, OT), (1, 2, OT), (2, 1, EG), (3, 1, EG),
    (0, 1, AL), (1, 1, AL), (2, 1, AL), (3, 1, AL),
    (0, 2, SW), (1, 1, SW), (2, 2, SW), (3, 2, SW),
]  # fmt: skip


def states(rules: RoyalTurf, by: AnyPolicy, number: int) -> list[State]:
    """The states of a game in which a seat has a choice to make."""
    made = decisions(rules, by, QuickChance(5, number), Random(number))
    return [state for state, _ in made]


def nearly_over(race: int, money: tuple[int, ...]) -> State:
    """Seat 0 chooses whether Othello or Nougat comes third."""
    return racing(
        {EG: 36, AL: 35, OT: 30, NO: 31, SW: 1, CA: 2, RF: 3},
        rolled="head",
        moved=(SW, CA, RF),
        podium=(EG, AL),
        pace=EG,
        bets=BETS,
        race=race,
        money=money,
    )


def test_the_sharp_wants_the_win_rather_than_the_money() -> None:
    """With Othello third, seat 0 earns 300 but seat 1 wins; with Nougat third, seat 0 wins."""
    rules = game(4)
    state = nearly_over(race=3, money=(2000, 1800, 0, 0))
    assert chosen(rules, Punter(rules), state) == MoveHorse("race/3/move/1", OT)
    assert chosen(rules, Sharp(rules, rollouts=200), state) == MoveHorse("race/3/move/1", NO)
    options = explained(rules, Sharp(rules, rollouts=200), state)
    worth = {option.command.horse: option.value for option in options}
    assert worth[NO] > worth[OT]


def test_a_race_that_its_move_ends_is_valued_as_it_ends() -> None:
    """Even if a race comes after it: that is not begun."""
    rules = game(4)
    state = nearly_over(race=1, money=(0, 0, 0, 0))
    options = explained(rules, Sharp(rules, rollouts=200), state)
    for option in options:
        assert option.error == pytest.approx(0, abs=1e-6)  # nothing is left to chance


def test_every_option_is_explained_with_its_error() -> None:
    """The values are shares in a win, and no bet decides the game."""
    rules = game(4)
    options = explained(rules, Sharp(rules, rollouts=300), betting(seats=4))
    assert len(options) == 2 * 7
    for option in options:
        assert 0 < option.value < 1
        assert 0 < option.error < 0.1


def test_naming_the_first_player_is_simulated_too() -> None:
    """It matters little, but it is a choice."""
    rules = game(3, first_player="chosen")
    state = replace(racing(race=2), phase=Naming(grid(), (0, 2)))
    options = explained(rules, Sharp(rules, rollouts=100), state)
    assert [option.command for option in options] == [
        NameFirst("race/2/first", 0),
        NameFirst("race/2/first", 2),
    ]
    assert all(option.error > 0 for option in options)


@pytest.mark.parametrize("hidden", ["off", "on"])
def test_a_budget_of_rollouts_decides_the_same_every_time(hidden: str) -> None:
    """Two sharps agree on a seed; with a different seed, they sample different states."""
    rules = game(4, hidden_bets=hidden)
    state = states(rules, Punter(rules), 1)[20]
    options = explained(rules, Sharp(rules, rollouts=100), state)
    assert explained(rules, Sharp(rules, rollouts=100), state) == options
    other = Sharp(rules, rollouts=100).explain(*view_and_offer(rules, state), Random(1))
    assert other.options != options


# --- its posteriors of hidden tokens --------------------------------------------------------


def believed(rules: RoyalTurf, state: State) -> list[tuple[TokenPosterior, float]]:
    """The seat's posterior for each rival, with the probability that it gives to the truth."""
    (seat,) = rules.to_act(state)
    assert isinstance(state.phase, Racing)
    kinds = kinds_of(rules.rules)
    found = []
    for rival in token_posteriors(rules, rules.view(state, seat)):
        truth = [kinds.index(state.phase.bets[at].value) for at in rival.places]
        (at,) = np.flatnonzero((rival.orders == truth).all(axis=1))
        found.append((rival, float(rival.probabilities[at])))
    return found


def test_open_tokens_need_no_posterior() -> None:
    """All tokens are face up."""
    rules = game(3)
    state = states(rules, Punter(rules), 1)[5]
    assert token_posteriors(rules, rules.view(state, rules.to_act(state)[0])) == []


def test_punters_are_seen_through() -> None:
    """Of twelve orders of four tokens, the true one is by far the likeliest on average."""
    rules = game(4, hidden_bets="on")
    chances = []
    for number in range(3):
        for state in states(rules, Punter(rules), number)[::9]:
            if isinstance(state.phase, Racing):
                for rival, chance in believed(rules, state):
                    assert len(rival.orders) == 12
                    assert rival.probabilities.sum() == pytest.approx(1)
                    chances.append(chance)
    assert sum(chances) / len(chances) > 0.6  # a blind guess is 1/12; 0.85 was measured


def test_of_rookies_little_is_believed() -> None:
    """Moves without a form book reveal nothing: beliefs are not much worse than blind guesses."""
    rules = game(4, hidden_bets="on")
    rookie = policy(rules, "random")
    chances = [
        chance
        for number in range(3)
        for state in states(rules, rookie, number)[::9]
        if isinstance(state.phase, Racing)
        for _, chance in believed(rules, state)
    ]
    assert np.log(chances).mean() > np.log(1 / 12) - 0.6  # -1.7 if it only expected punters


def test_before_it_has_moved_a_two_is_expected_where_a_punter_would_place_it() -> None:
    """A rival's first token on the leading horse is more likely its 2 than its 0."""
    rules = game(2, hidden_bets="on")
    state = betting([(1, 0, OT)], first=1, seats=2)
    (rival,) = token_posteriors(rules, rules.view(state, 0))
    chances = dict(zip(rival.orders[:, 0].tolist(), rival.probabilities.tolist(), strict=True))
    assert chances[2] > 0.5 > chances[1] > chances[0]


# --- without the compiled code --------------------------------------------------------------


def test_until_all_is_compiled_the_punter_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table waits for a compiler, unless it asks for rollouts or for full strength."""
    ready, coming = compiled_rollouts.load(Sharp.ROLLOUTS).result(), Future[Any]()
    monkeypatch.setattr(compiled_rollouts, "load", lambda _module: coming)
    rules = game(4)
    by, state = Sharp(rules, seconds=0.01), betting(seats=4)
    assert explained(rules, by, state)[0].error == 0
    coming.set_result(ready)
    by.prepare()
    assert explained(rules, by, state)[0].error > 0


def test_a_failure_to_compile_is_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Measurements fail with the error, here a missing module; at a table play goes on."""
    monkeypatch.setattr(Sharp, "ROLLOUTS", "paddock.bots.royal_turf.missing")
    rules = game(4)
    by = Sharp(rules)
    with pytest.raises(ModuleNotFoundError):
        by.prepare()
    assert "could not be compiled" in caplog.text
    assert chosen(rules, by, betting(seats=4)) is not None


# --- by name --------------------------------------------------------------------------------
