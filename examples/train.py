"""A small network learns Royal Turf by policy gradients (REINFORCE), on one core of a CPU.

    OPENBLAS_NUM_THREADS=1 python examples/train.py --seconds 120 --weights policy.npz

It plays 512 matches at a time against three random players, then makes the choices of those that
brought more money than the mean more probable. At the end it is tested in every seat, in new
matches; par is one win in four. Needs the extra `adapters`.
The matrices are so small that threads would only slow it down.
"""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress

from paddock.adapters.gymnasium import PLAYERS, LearnerVectorEnv, RoyalTurfVectorEnv
from paddock.lab.intervals import Share, wilson

MATCHES, HIDDEN, RATE, TINY = 512, 32, 0.005, 1e-9
Array = NDArray[Any]


def play(
    env: LearnerVectorEnv, weights: list[Array], rng: np.random.Generator, seed: int | None = None
) -> tuple[Array, list[tuple[Array, ...]]]:
    """Play a match in each place of the environment; returns rewards and all choices."""
    sight, _ = env.reset(seed=seed)
    rewards, going = np.zeros(env.num_envs, np.float32), np.ones(env.num_envs, np.bool_)
    choices: list[tuple[Array, ...]] = []
    while going.any():
        seen = sight["observation"]
        thought = np.tanh(seen @ weights[0])
        allowed = (sight["action_mask"] == 1) | ~going[:, None]
        logits = np.where(allowed, thought @ weights[1], -np.inf)
        chances = np.exp(logits - logits.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        taken = (logits + rng.gumbel(size=logits.shape)).argmax(1)  # each drawn by its chance
        choices.append((seen, thought, chances, taken, going))
        sight, reward, ended, _, _ = env.step(taken)
        rewards += np.where(going, reward, 0)
        going = going & ~ended  # a match that restarts after its end does not count
    return rewards, choices


def learn(seed: int) -> Iterator[list[Array]]:
    """The weights after each update, without end."""
    rng = np.random.default_rng(seed)
    env = RoyalTurfVectorEnv(MATCHES, reward="money")
    sizes = [env.reset(seed=seed)[0][name].shape[1] for name in ("observation", "action_mask")]
    weights: list[Array] = [
        rng.normal(0, sizes[0] ** -0.5, (sizes[0], HIDDEN)).astype(np.float32),
        np.zeros((HIDDEN, sizes[1]), np.float32),
    ]
    while True:
        rewards, choices = play(env, weights, rng)
        better = (rewards - rewards.mean()) / rewards.std()
        slopes = [np.zeros_like(layer) for layer in weights]
        for seen, thought, chances, taken, going in choices:
            pull = np.eye(sizes[1], dtype=np.float32)[taken] - chances
            pull *= np.where(going, better, 0)[:, None]
            slopes[1] += thought.T @ pull
            slopes[0] += seen.T @ (pull @ weights[1].T * (1 - thought**2))
        weights = [
            layer + RATE * slope / max(slope.std(), TINY)  # steps of one size replace an optimizer
            for layer, slope in zip(weights, slopes, strict=True)
        ]
        yield weights


def trial(weights: list[Array], seed: int, matches: int) -> Share:
    """The share of wins, shared wins counting in part, over different matches in each seat."""
    wins = 0.0
    for seat in range(PLAYERS):
        env = RoyalTurfVectorEnv(matches // PLAYERS, seat=seat, reward="win")
        unseen = seed + MATCHES + seat * env.num_envs
        rewards, _ = play(env, weights, np.random.default_rng(unseen), unseen)
        wins += float(rewards[rewards > 0].sum() + (rewards == 0).sum() / PLAYERS)
    return Share(wins / matches, *wilson(wins, matches))


def main(
    seconds: int = 120, updates: int = 0, weights: Path = Path("policy.npz"), seed: int = 1
) -> None:
    """Train for so many seconds, or for a number of updates, which is reproducible."""
    console, policy, number = Console(stderr=True), learn(seed), 1
    learnt = next(policy)  # before the clock starts: the first update may have to compile
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("training", total=updates or seconds)
        began, done = monotonic(), float(number if updates else 0)
        while done < (updates or seconds):
            learnt, number = next(policy), number + 1
            done = number if updates else monotonic() - began
            progress.update(task, completed=done)
    np.savez(weights, *learnt)
    share = trial(learnt, seed, MATCHES * PLAYERS)
    print(f"{number} updates; the weights are in {weights}")
    print(f"{share.share:.1%} wins against random, 95 %: {share.low:.1%} to {share.high:.1%}")


if __name__ == "__main__":
    typer.run(main)
