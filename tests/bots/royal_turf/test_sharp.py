"""The sharp of Royal Turf: it plays to win, sees only its view, and is reproducible."""

from concurrent.futures import Future
from itertools import cycle
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from paddock import fast
from paddock.bots import engine as engines
from paddock.bots import policy
from paddock.bots.engine import engine
from paddock.bots.royal_turf import Bluffer, Punter, Sharp, sharp
from paddock.bots.royal_turf.suspicion import Suspicion, suspicions
from paddock.games.royal_turf import RoyalTurf
from paddock.games.royal_turf.actions import kinds_of
from paddock.games.royal_turf.commands import MoveHorse, NameFirst
from paddock.games.royal_turf.ruleset import SEATS
from paddock.games.royal_turf.state import Naming, Racing, State
from paddock.kernel.chance import QuickChance
from paddock.lab.plan import AnyPolicy, play
from tests.bots.asked import asked, chosen, decisions, explained, ignore, least_share
from tests.bots.royal_turf.choices import all_choices
from tests.fast.royal_turf.story import OWN_FIGURES, SHORT_FIGURES
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
    """Even if another race follows: it is not begun."""
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
    """Two sharps agree on a seed; another seed imagines other worlds."""
    rules = game(4, hidden_bets=hidden)
    state = states(rules, Punter(rules), 1)[20]
    options = explained(rules, Sharp(rules, rollouts=100), state)
    assert explained(rules, Sharp(rules, rollouts=100), state) == options
    other = Sharp(rules, rollouts=100).explain(*asked(rules, state), Random(1))
    assert other.options != options


def test_the_sharp_sees_only_its_view() -> None:
    """Worlds that look the same to a seat have the same explanation, to the last digit."""
    rules = game(4, hidden_bets="on")
    by, rng, others = Sharp(rules, rollouts=40), Random(1), 0
    for state in states(rules, Punter(rules), 2)[::4]:
        (seat,) = rules.to_act(state)
        world = rules.sample(rules.view(state, seat), rng)
        others += world != state
        assert explained(rules, by, world) == explained(rules, by, state)
    assert others > 20  # the worlds did differ


def test_the_sharp_obeys_the_rules_at_every_table() -> None:
    """Whole games with two to six seats and every choice of every option."""
    for number, (seats, options) in enumerate(zip(SEATS, cycle(all_choices()), strict=False)):
        rules = game(seats, **options)
        bots: list[AnyPolicy] = [policy(rules, "random") for _ in range(seats)]
        bots[number % seats] = Sharp(rules, rollouts=15)
        assert play(rules, bots, 5, number, ignore)


def test_the_sharp_obeys_the_rules_of_other_editions() -> None:
    """A longer track with unusual tokens, and a short track."""
    for number, figures in enumerate((OWN_FIGURES, SHORT_FIGURES)):
        rules = RoyalTurf.make(3, {"hidden_bets": "on"}, figures)
        bots: list[AnyPolicy] = [Sharp(rules, rollouts=15), Punter(rules), Bluffer(rules)]
        assert play(rules, bots, 5, number, ignore)


@pytest.mark.long  # a few games would prove nothing; the tests above show what it plays for
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("hidden", ["off", "on"])
def test_the_sharp_beats_three_punters(hidden: str) -> None:
    """It wins more than 35 % of the games, where a quarter is fair."""
    assert least_share(game(4, hidden_bets=hidden), "sharp:300", "punter", 100) > 0.35


# --- what it suspects -----------------------------------------------------------------------


def believed(rules: RoyalTurf, state: State) -> list[tuple[Suspicion, float]]:
    """The seat's suspicion of each rival, with the chance that it gives to the truth."""
    (seat,) = rules.to_act(state)
    assert isinstance(state.phase, Racing)
    kinds = kinds_of(rules.rules)
    found = []
    for rival in suspicions(rules, rules.view(state, seat)):
        truth = [kinds.index(state.phase.bets[at].value) for at in rival.places]
        (at,) = np.flatnonzero((rival.deals == truth).all(axis=1))
        found.append((rival, float(rival.chances[at])))
    return found


def test_open_tokens_leave_nothing_to_suspect() -> None:
    """All tokens are face up."""
    rules = game(3)
    state = states(rules, Punter(rules), 1)[5]
    assert suspicions(rules, rules.view(state, rules.to_act(state)[0])) == []


def test_punters_are_seen_through() -> None:
    """Of twelve orders of four tokens, the true one is by far the likeliest on average."""
    rules = game(4, hidden_bets="on")
    chances = []
    for number in range(3):
        for state in states(rules, Punter(rules), number)[::9]:
            if isinstance(state.phase, Racing):
                for rival, chance in believed(rules, state):
                    assert len(rival.deals) == 12
                    assert rival.chances.sum() == pytest.approx(1)
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


def test_before_it_has_moved_a_two_is_suspected_where_a_punter_would_lay_it() -> None:
    """A rival's first token on the leading horse is more likely its 2 than its 0."""
    rules = game(2, hidden_bets="on")
    state = betting([(1, 0, OT)], first=1, seats=2)
    (rival,) = suspicions(rules, rules.view(state, 0))
    chances = dict(zip(rival.deals[:, 0].tolist(), rival.chances.tolist(), strict=True))
    assert chances[2] > 0.5 > chances[1] > chances[0]


# --- without the compiled code --------------------------------------------------------------


def test_without_numba_it_says_that_it_is_weaker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning is given, and it plays as a punter."""
    monkeypatch.setattr(fast, "available", lambda: False)
    rules = game(4)
    with pytest.warns(RuntimeWarning, match="no better than punter"):
        by = Sharp(rules)
    by.prepare()
    for state in states(rules, Punter(rules), 3)[::10]:
        assert chosen(rules, by, state) == chosen(rules, Punter(rules), state)


def test_until_all_is_compiled_the_punter_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No table waits for a compiler, unless it asks for rollouts or for full strength."""
    ready, coming = engine(sharp.ROLLOUTS).result(), Future[Any]()
    monkeypatch.setattr(engines, "engine", lambda _module: coming)
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
    monkeypatch.setattr(sharp, "ROLLOUTS", "paddock.bots.royal_turf.missing")
    rules = game(4)
    by = Sharp(rules)
    with pytest.raises(ModuleNotFoundError):
        by.prepare()
    assert "could not be compiled" in caplog.text
    assert chosen(rules, by, betting(seats=4)) is not None


# --- by name --------------------------------------------------------------------------------


def test_only_a_searching_policy_takes_a_number_of_rollouts() -> None:
    """It comes after a colon and is positive."""
    rules = game(4)
    assert isinstance(policy(rules, "sharp:40"), Sharp)
    for name in ("punter:40", "sharp:", "sharp:0", "sharp:-1", "sharp:many"):
        with pytest.raises(LookupError, match="cannot be given"):
            policy(rules, name)
    with pytest.raises(LookupError, match="no policy 'genius:40'"):
        policy(rules, "genius:40")
