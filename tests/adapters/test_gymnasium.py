"""Gymnasium's own checker, and parallel matches against single ones."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from paddock.adapters.gymnasium import RoyalTurfEnv, RoyalTurfVectorEnv

NAME = "paddock/RoyalTurf-v0"


def any_legal(masks: Any, rng: np.random.Generator) -> Any:
    """For each row a random legal action."""
    return (rng.random(masks.shape) * masks).argmax(-1)


def test_the_checker() -> None:
    """Gymnasium's `check_env` passes without a warning."""
    check_env(gymnasium.make(NAME).unwrapped)


@pytest.mark.parametrize(
    "options",
    [
        {"opponents": "random", "players": 2, "hidden_bets": "on", "first_player": "chosen"},
        {"opponents": "punter", "players": 5, "seat": 3, "reward": "money"},
    ],
)
def test_many_matches_are_single_ones_side_by_side(options: dict[str, Any]) -> None:
    """Observations, masks, rewards and ends, through several matches in a row."""
    matches, first = 4, 11
    many = RoyalTurfVectorEnv(matches, **options)
    ones = [RoyalTurfEnv(**options) for _ in range(matches)]
    rng = np.random.default_rng(1)
    batch, _ = many.reset(seed=first)
    single = [one.reset(seed=first + at)[0] for at, one in enumerate(ones)]
    over = [False] * matches
    ends = 0
    while ends < 3 * matches:
        assert many.observation_space.contains(batch)
        for at in range(matches):
            assert (batch["observation"][at] == single[at]["observation"]).all()
            assert (batch["action_mask"][at] == single[at]["action_mask"]).all()
        actions = any_legal(batch["action_mask"], rng)
        batch, rewards, ended, cut, _ = many.step(actions)
        for at, one in enumerate(ones):
            if over[at]:
                single[at], reward, over[at] = one.reset()[0], 0.0, False
            else:
                single[at], reward, over[at], _, _ = one.step(actions[at])
            assert rewards[at] == reward and ended[at] == over[at] and not cut[at]
        ends += sum(over)


def test_rewards_of_a_match() -> None:
    """A single winner gets 1; with `money`, the reward is the money that the learner sees."""
    win, money = (RoyalTurfEnv(players=2, reward=reward) for reward in ("win", "money"))
    rng = np.random.default_rng(2)
    rewards = set()
    for seed in range(12):
        seen, _ = win.reset(seed=seed)
        money.reset(seed=seed)
        over, reward, gained = False, 0.0, 0.0
        while not over:
            assert reward == gained == 0
            action = any_legal(seen["action_mask"], rng)
            seen, reward, over, _, _ = win.step(action)
            _, gained, _, _, _ = money.step(action)
        layout = win._batch.encoding.layout
        own, other = layout.cut(seen["observation"], "money").tolist()
        assert gained == pytest.approx(own)
        assert reward == (own > other) - (own < other)
        rewards.add(reward)
    assert {1, -1} <= rewards


def test_an_illegal_action_ends_the_match() -> None:
    """With a reward of -1, which `info` explains; the other matches go on."""
    many = RoyalTurfVectorEnv(2)
    seen, _ = many.reset(seed=1)
    legal = any_legal(seen["action_mask"], np.random.default_rng(1))
    seen, rewards, ended, _, info = many.step(np.array([40, legal[1]]))
    assert rewards.tolist() == [-1, 0]
    assert ended.tolist() == info["illegal"].tolist() == [True, False]
    assert not seen["action_mask"][0].any()
    legal = any_legal(seen["action_mask"], np.random.default_rng(1))
    seen, rewards, ended, _, _ = many.step(np.array([40, legal[1]]))
    assert rewards.tolist() == [0, 0] and not ended.any() and seen["action_mask"].any(axis=1).all()


def test_a_match_that_is_over_has_to_be_reset() -> None:
    """A single match does not start again by itself."""
    one = RoyalTurfEnv()
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        one.step(np.int64(0))
    one.reset(seed=1)
    one.step(np.int64(40))
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        one.step(np.int64(0))


def test_by_name_and_rendered() -> None:
    """The vector environment is registered; it renders each match as a spectator sees it."""
    many = gymnasium.make_vec(NAME, num_envs=3, players=3, render_mode="ansi")
    assert isinstance(many, RoyalTurfVectorEnv)
    many.reset(seed=1)
    rendered = many.render()
    assert rendered is not None and len(rendered) == 3
    assert all("player_2" in str(text) for text in rendered)


def test_a_reset_without_a_seed_repeats_no_match() -> None:
    """Not even one that started automatically after another."""
    many, rng = RoyalTurfVectorEnv(1, players=2), np.random.default_rng(1)
    batch, _ = many.reset(seed=7)
    begun, ended = {batch["observation"].tobytes()}, np.zeros(1, np.bool_)
    while len(begun) < 4:
        was_over = ended[0]
        batch, _, ended, _, _ = many.step(any_legal(batch["action_mask"], rng))
        if was_over:
            begun.add(batch["observation"].tobytes())
    batch, _ = many.reset()
    assert batch["observation"].tobytes() not in begun
