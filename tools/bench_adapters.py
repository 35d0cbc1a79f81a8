"""Measures the games as environments against PettingZoo's own card games.

Every row does the same: it takes random legal actions from the mask of a fresh observation. All
calls of `step` count, including those for players whose match is over. Times are processor time on
one core, medians of several short rounds; the environments take turns, so a busy machine affects
all alike. Needs the extra `adapters`, and rlcard and pygame for PettingZoo's games.
"""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any

import numpy as np
from pettingzoo.classic.rlcard_envs import leduc_holdem, texas_holdem
from rich.console import Console
from rich.table import Table

from paddock.adapters import gymnasium, pettingzoo
from paddock.adapters.game_modules import find_module
from paddock.games import GAMES

ROUNDS = 7
SECONDS = 0.3
MATCHES = 1_024

Maker = Callable[[], Any]
Makers = tuple[Maker, Maker]  # the raw environment, and the one in PettingZoo's wrappers


def ours() -> Iterator[tuple[str, Makers]]:
    for game in GAMES:
        title, plain = game.replace("-", " ").title(), game.replace("-", "_")
        raw, wrapped = (getattr(pettingzoo, f"{plain}_{kind}") for kind in ("raw_env", "env"))
        yield f"{title}, 4 players", (raw, wrapped)
        slow = partial(raw, engine="reference"), partial(wrapped, engine="reference")
        yield f"{title}, reference engine", slow


ENVS: dict[str, Makers] = {
    "leduc_holdem": (leduc_holdem.raw_env, leduc_holdem.env),
    "texas_holdem": (texas_holdem.raw_env, texas_holdem.env),
    **dict(ours()),
}


def main() -> None:
    console = Console(highlight=False)
    with console.status("measuring"):
        speeds = aec_speeds()
        many = {
            game: vector_speed(game) for game in GAMES if find_module(game, "batch") is not None
        }
    table = Table("PettingZoo, one core", "raw steps/s", "wrapped", box=None, pad_edge=False)
    for rival in ("leduc", "texas"):
        table.add_column(f"raw : {rival}")
        table.add_column("wrapped")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, pair in speeds.items():
        against = [
            f"{own / other:.2f}"
            for rival in ("leduc_holdem", "texas_holdem")
            for own, other in zip(pair, speeds[rival], strict=True)
        ]
        table.add_row(name, *(f"{speed:,.0f}" for speed in pair), *against)
    console.print(table)
    for game, speed in many.items():
        console.print(
            f"\nGymnasium, {game}, {MATCHES:,} matches side by side: {speed:,.0f} steps/s, "
            f"{speed / speeds['leduc_holdem'][0]:.0f} times raw leduc_holdem"
        )


def aec_speeds() -> dict[str, tuple[float, float]]:
    """Steps per second, raw and wrapped, by name."""
    made = {name: tuple(make() for make in makers) for name, makers in ENVS.items()}
    found: dict[str, list[list[float]]] = {name: [[], []] for name in ENVS}
    rng = Random(1)
    for _ in range(ROUNDS):
        for name, envs in made.items():
            for speeds, env in zip(found[name], envs, strict=True):
                speeds.append(aec_speed(env, rng))
    return {name: (median(raw), median(wrapped)) for name, (raw, wrapped) in found.items()}


def aec_speed(env: Any, rng: Random) -> float:
    steps = 0
    env.reset(seed=rng.randrange(1 << 31))
    began = process_time()
    while process_time() - began < SECONDS:
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[rng.randrange(len(legal))]))
            steps += 1
    return steps / (process_time() - began)


def vector_speed(game: str) -> float:
    """Choices of the learner per second; those of its random opponents are not counted."""
    env = getattr(gymnasium, f"{gymnasium.titled(game)}VectorEnv")(MATCHES)
    rng = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    speeds = []
    for _ in range(ROUNDS):
        steps, began = 0, process_time()
        while process_time() - began < SECONDS:
            masks = seen["action_mask"]
            seen = env.step((rng.random(masks.shape, np.float32) * masks).argmax(1))[0]
            steps += MATCHES
        speeds.append(steps / (process_time() - began))
    return median(speeds)


if __name__ == "__main__":
    main()
