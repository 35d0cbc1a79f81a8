"""OpenSpiel's own checks of games: its simulations, playthroughs, its search."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from tests.adapters.openspiel import golden

ROYAL_TURF = "python_paddock_royal_turf"
RENNFIEBER = "python_paddock_rennfieber"


@pytest.fixture(autouse=True)
def _the_same_each_time() -> None:
    """OpenSpiel's checks use NumPy's global generator."""
    np.random.seed(1)


@pytest.mark.parametrize(
    "name",
    [
        f"{ROYAL_TURF}(players=2,hidden_bets=on)",
        f"{ROYAL_TURF}(players=3,first_player=chosen,duplicates=under)",
        f"{RENNFIEBER}(players=2)",
    ],
)
def test_random_matches_pass_openspiels_checks(name: str) -> None:
    """Its checks in C++: utilities, legal actions, lengths, observations, copies, pickles."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(
    "options",
    [
        f"{ROYAL_TURF}(players={{}},hidden_bets=on,hidden_rounds=three)",
        f"{ROYAL_TURF}(players={{}},cards=reshuffle_all,final_race=single)",
        f"{RENNFIEBER}(players={{}},auction=sealed,odds_by=amounts,stakes=unlimited)",
        f"{RENNFIEBER}(players={{}},auction=once_around,offer_order=number,last_horse=called_in)",
        f"{RENNFIEBER}(players={{}},last_buyer=takes,levels=face_down,entry_fee=per_player)",
    ],
)
def test_random_matches_at_every_table(options: str, players: int) -> None:
    """The same for two to six players and other options."""
    game = pyspiel.load_game(options.format(players))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name", [ROYAL_TURF, f"{ROYAL_TURF}(players=2,hidden_bets=on)", f"{RENNFIEBER}(players=3)"]
)
def test_games_sim(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its checks in Python: pickles of game, type and state, copies, a whole match."""
    from open_spiel.python.tests import games_sim_test  # noqa: PLC0415  # SciPy comes with it

    monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", 10_000)  # no match is truncated
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))
    assert "terminated with" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["royal_turf", "rennfieber"])
def test_golden_playthrough(name: str) -> None:
    """A match played again shows the same in every state as when it was written down."""
    changed = golden.difference(golden.PLAYTHROUGHS / f"{name}.txt")
    assert not changed, f"{changed}\nSee CONTRIBUTING: Accept changed pages"


@pytest.mark.parametrize(
    ("name", "every"), [(f"{ROYAL_TURF}(players=2,hidden_bets=on)", 1), (RENNFIEBER, 12)]
)
def test_ismcts_plays(name: str, every: int) -> None:
    """Its search samples states that the searching player cannot tell apart, and plays to the end.

    Player 0 searches, in a long match not at every choice; all others play at random.
    """
    game = pyspiel.load_game(name)
    generator = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, generator),
        uct_c=1.0,
        max_simulations=2,
        random_state=generator,
    )
    state = game.new_initial_state()
    choices = 0
    while not state.is_terminal():
        mine = state.current_player() == 0
        searched = mine and choices % every == 0
        choices += mine
        action = bot.step(state) if searched else generator.choice(state.legal_actions())
        state.apply_action(int(action))
    assert choices > 0
    assert sum(state.returns()) == pytest.approx(0)
