"""Compares the speed of the games as environments with PettingZoo's own card games.

Every environment gets random legal actions from the mask of a fresh observation. All calls of
`step` count, including those for players whose match is over. Processor time on one core, medians
of interleaved rounds. Requires the extra `adapters`, and rlcard and pygame for PettingZoo's games.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np
from pettingzoo.classic.rlcard_envs import leduc_holdem, texas_holdem
from rich.console import Console

from paddock.adapters import gymnasium, pettingzoo
from paddock.adapters.game_modules import find_module
from paddock.games import GAMES
from tools.speeds import medians, show

ROUNDS = 7
SECONDS = 0.3
MATCHES = 1_024
RIVALS = {"leduc_holdem": leduc_holdem, "texas_holdem": texas_holdem}


def main() -> None:
    console = Console(highlight=False)
    for title, kind in (("raw environments", "raw_env"), ("with PettingZoo's wrappers", "env")):
        with console.status(f"measuring {title}"):
            speeds = medians(works(kind), ROUNDS, SECONDS)
        show(f"PettingZoo, {title}, one core", "steps/s", speeds, list(RIVALS))
    batches = {game: vector_work(game) for game in GAMES if find_module(game, "batch") is not None}
    with console.status("measuring vector environments"):
        speeds = medians(batches, ROUNDS, SECONDS)
    show(f"Gymnasium, {MATCHES:,} parallel matches, one core", "learner steps/s", speeds, [])


def works(kind: str) -> dict[str, Callable[[], int]]:
    """The environments of this kind, by name; each plays a match and returns its steps."""
    envs = {name: getattr(rival, kind)() for name, rival in RIVALS.items()}
    for game in GAMES:
        make = getattr(pettingzoo, f"{game.replace('-', '_')}_{kind}")
        envs |= {game: make(), f"{game}, reference engine": make(engine="reference")}
    rng = Random(1)
    for env in envs.values():
        env.reset(seed=rng.randrange(1 << 31))
    return {name: partial(match, env, rng) for name, env in envs.items()}


def match(env: Any, rng: Random) -> int:
    steps = 0
    env.reset()
    for _ in env.agent_iter():
        obs, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            legal = obs["action_mask"].nonzero()[0]
            env.step(int(legal[rng.randrange(len(legal))]))
        steps += 1
    return steps


def vector_work(game: str) -> Callable[[], int]:
    """Counts the steps of the learner; those of its random opponents take time too."""
    env = getattr(gymnasium, f"{gymnasium.titled(game)}VectorEnv")(MATCHES)
    rng = np.random.default_rng(1)
    obs, _ = env.reset(seed=1)

    def step() -> int:
        nonlocal obs
        masks = obs["action_mask"]
        obs = env.step((rng.random(masks.shape, np.float32) * masks).argmax(1))[0]
        return MATCHES

    return step


if __name__ == "__main__":
    main()
