"""PettingZoo's own tests, and what they do not test."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from paddock.adapters import pettingzoo
from paddock.adapters.pettingzoo import (
    rennfieber_env,
    rennfieber_raw_env,
    royal_turf_env,
    royal_turf_raw_env,
)
from paddock.games import GAMES

with warnings.catch_warnings():
    # PettingZoo's tests use a deprecated way to make one of its own games.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

Maker = Callable[..., Any]
SEATS = range(2, 7)

each_env = pytest.mark.parametrize("make", [royal_turf_env, rennfieber_env])


@contextmanager
def as_with_masks() -> Iterator[None]:
    """Ignore PettingZoo's warnings about masks, which it accepts only from its own card games.

    It also warns about blank masks, which players have when their match is over.
    """
    with warnings.catch_warnings():
        for message in (
            "Observation is not a NumPy array",
            "Observation space for each agent probably should be",
            "Action mask numpy array is all zeros",
        ):
            warnings.filterwarnings("ignore", message, UserWarning)
        yield


def play(env: Any, seed: int) -> tuple[list[Any], dict[str, float]]:
    """A random match: every observation, and all rewards."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    seen, rewards = [], {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            rewards[agent] = reward
            env.step(None)
        else:
            seen.append(observation["observation"])
            env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return seen, rewards


@each_env
@pytest.mark.parametrize("players", SEATS)
def test_the_api(make: Maker, players: int, long: bool) -> None:
    """PettingZoo's `api_test`, for every number of players and several seeds."""
    env = make(players=players)
    for seed in range(20 if long else 3):
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        with as_with_masks():
            api_test(env, num_cycles=1_000 if long else 100)


@pytest.mark.parametrize(
    ("make", "options"),
    [
        (royal_turf_env, {"players": 3, "engine": "reference"}),
        (royal_turf_env, {"players": 4, "hidden_bets": "on", "first_player": "chosen"}),
        (rennfieber_env, {"players": 2, "auction": "sealed", "reward": "money"}),
    ],
)
def test_the_api_with_options(make: Maker, options: dict[str, Any]) -> None:
    """The same with options of the game, the other reward and the other engine."""
    with as_with_masks():
        api_test(make(**options), num_cycles=200)


@each_env
def test_seeds(make: Maker) -> None:
    """PettingZoo's `seed_test`; and a different seed gives a different match."""
    seed_test(lambda: make(players=3), num_cycles=60)
    env = make(players=3)
    first, again, different = (np.array(play(env, seed)[0]).tobytes() for seed in (1, 1, 2))
    assert first == again != different


@each_env
def test_matches_without_a_seed_are_determined_by_the_last_seed(make: Maker) -> None:
    """The same seed is always followed by the same five matches, which differ."""
    rows = []
    for _ in range(2):
        env = make(players=2)
        env.reset(seed=9)
        row = []
        for _ in range(5):
            env.reset()
            row.append(env.last()[0]["observation"].tobytes())
        rows.append(row)
    assert rows[0] == rows[1]
    assert len(set(rows[0])) > 1


@each_env
def test_through_the_parallel_converter(make: Maker) -> None:
    """PettingZoo's `parallel_api_test`, in which all act at once and only one action counts."""
    parallel_api_test(turn_based_aec_to_parallel(make(players=3)), num_cycles=100)


@each_env
def test_rendering(make: Maker, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's `render_test`; mode `human` prints what mode `ansi` returns."""
    render_test(lambda **modes: make(players=3, **modes))
    shown = []
    for mode in ("ansi", "human"):
        env = make(players=3, render_mode=mode)
        env.reset(seed=5)
        capsys.readouterr()
        shown.append(env.render() or capsys.readouterr().out.rstrip("\n"))
    assert shown[0] == shown[1]
    assert "player_2" in shown[0]


def test_rendering_shows_no_hidden_token() -> None:
    """RT6.3: it shows where tokens lie, but not their values."""
    env = royal_turf_raw_env(players=2, hidden_bets="on", render_mode="ansi")
    env.reset(seed=5)
    seat = env.agent_selection[-1]
    env.step(7 + 3)  # the second kind, a 1, on Caramello
    (line,) = (line for line in str(env.render()).splitlines() if line.startswith("Caramello"))
    assert line.endswith(f"{seat}:?")


@pytest.mark.parametrize("make", [royal_turf_raw_env, rennfieber_raw_env])
def test_rewards_add_up(make: Maker) -> None:
    """The rewards for wins come at the end and add up to 0."""
    _, rewards = play(make(players=3), 3)
    assert sorted(rewards) == ["player_0", "player_1", "player_2"]
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) > 0


def test_money_as_reward() -> None:
    """In Royal Turf, where all start with nothing, the reward is the money at the end."""
    env = royal_turf_raw_env(players=3, reward="money")
    _, rewards = play(env, 3)
    assert max(rewards.values()) > 1
    assert all(reward >= 0 and reward * 20 == int(reward * 20) for reward in rewards.values())


def test_an_illegal_action() -> None:
    """Raw: it is refused and changes nothing. Wrapped: it ends the match at its player's cost."""
    raw = royal_turf_raw_env(players=2)
    raw.reset(seed=1)
    before = raw.last()[0]["observation"]
    for action in (30, -1, 41):
        with pytest.raises(ValueError, match="not legal"):
            raw.step(action)
    assert (raw.last()[0]["observation"] == before).all()
    env = royal_turf_env(players=2)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(30)
    assert env.rewards[agent] == -1 and all(env.terminations.values())


def test_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fast engine is not available, the reference engine is."""
    monkeypatch.setattr("paddock.adapters.pettingzoo.available", lambda: False)
    with pytest.raises(ModuleNotFoundError, match="pip install 'numba"):
        royal_turf_raw_env()
    assert royal_turf_raw_env(engine="reference").possible_agents


def test_there_are_functions_for_every_game_and_no_others() -> None:
    """They are named after it, and always the same objects, so they can be pickled by name."""
    for game in GAMES:
        for name in (f"{game.replace('-', '_')}_env", f"{game.replace('-', '_')}_raw_env"):
            assert getattr(pettingzoo, name) is getattr(pettingzoo, name)
            assert getattr(pettingzoo, name).__qualname__ == name
    for name in ("poker_env", "royal_turf", "royal_turf_raw", "_env"):
        assert not hasattr(pettingzoo, name)
