"""Environments that are copied or pickled during a match go on exactly as the original."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from paddock.adapters.gymnasium import RoyalTurfEnv, RoyalTurfVectorEnv
from paddock.adapters.pettingzoo import (
    rennfieber_env,
    rennfieber_raw_env,
    royal_turf_env,
    royal_turf_raw_env,
)

Copy = Callable[[Any], Any]
ELSEWHERE = """
import pickle, sys
from tests.adapters.test_copies import goes_on

print([goes_on(env) for env in pickle.load(sys.stdin.buffer)])
"""

each_copy = pytest.mark.parametrize(
    "copied", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"]
)


def act(env: Any, rng: np.random.Generator) -> bytes:
    """Take a random legal action; returns the observation before it, and the reward."""
    seen, reward, over, _, _ = env.last()
    legal = np.flatnonzero(seen["action_mask"])
    env.step(None if over else int(rng.choice(legal)))
    return bytes(seen["observation"].tobytes()) + repr((env.agents, reward)).encode()


def goes_on(env: Any) -> str:
    """A hash of the rest of this match and the start of the next one."""
    rng, digest = np.random.default_rng(1), sha256()
    while env.agents:
        digest.update(act(env, rng))
    env.reset()
    for _ in range(10):
        digest.update(act(env, rng))
    return digest.hexdigest()


def begun(make: Callable[..., Any], actions: int, **options: Any) -> Any:
    """A match after this many random actions."""
    env = make(players=3, **options)
    env.reset(seed=5)
    rng = np.random.default_rng(2)
    for _ in range(actions):
        act(env, rng)
    return env


@each_copy
@pytest.mark.parametrize(
    "make", [royal_turf_env, royal_turf_raw_env, rennfieber_env, rennfieber_raw_env]
)
@pytest.mark.parametrize("engine", ["fast", "reference"])
@pytest.mark.parametrize("actions", [0, 25])
def test_a_copy_goes_on_alike(
    make: Callable[..., Any], engine: str, actions: int, copied: Copy
) -> None:
    """And what the copy does leaves the original unchanged."""
    env = begun(make, actions, engine=engine)
    ends = [goes_on(copied(env)), goes_on(copied(env)), goes_on(env)]
    assert len(set(ends)) == 1


def test_a_copy_goes_on_alike_in_another_process() -> None:
    """Both games, on the default engine."""
    envs = [begun(make, 25) for make in (royal_turf_env, rennfieber_env)]
    elsewhere = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=pickle.dumps(envs), capture_output=True, check=True
    )
    assert elsewhere.stdout.decode().strip() == str([goes_on(env) for env in envs])


def learner_goes_on(env: Any, seen: Any) -> list[bytes]:
    steps = []
    rng = np.random.default_rng(1)
    for _ in range(30):
        masks = np.atleast_2d(seen["action_mask"])
        chosen = (rng.random(masks.shape) * masks).argmax(-1)
        seen, *rest = env.step(chosen if len(chosen) > 1 else chosen[0])
        steps.append(seen["observation"].tobytes() + repr(rest).encode())
        if rest[1] is True:
            seen, _ = env.reset()
    return steps


@each_copy
@pytest.mark.parametrize("make", [RoyalTurfEnv, lambda: RoyalTurfVectorEnv(num_envs=3)])
def test_a_learners_environment_is_copied_too(make: Callable[[], Any], copied: Copy) -> None:
    """For one match or many, seeds included."""
    env = make()
    seen, _ = env.reset(seed=4)
    assert learner_goes_on(copied(env), seen) == learner_goes_on(env, seen)
