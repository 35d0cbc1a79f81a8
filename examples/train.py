"""A small network learns Royal Turf by policy gradients (REINFORCE), on one CPU core.

    OPENBLAS_NUM_THREADS=1 python examples/train.py --seconds 120 --weights policy.npz

Each update plays 512 matches against three random players and makes the actions of the matches with
above-average returns more probable. The return is money, but at the end the policy is evaluated by
its wins, in every seat, in new matches; the baseline is one win in four. OPENBLAS_NUM_THREADS=1,
since the matrices are so small that threads would only slow it down. Requires the extra `adapters`.
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

MATCHES, HIDDEN, LEARNING_RATE, EPSILON = 512, 32, 0.005, 1e-9
Array = NDArray[Any]


def play(
    env: LearnerVectorEnv, weights: list[Array], rng: np.random.Generator, seed: int | None = None
) -> tuple[Array, list[tuple[Array, ...]]]:
    """Play one match in each environment; returns the returns and all steps."""
    obs, _ = env.reset(seed=seed)
    returns, active = np.zeros(env.num_envs, np.float32), np.ones(env.num_envs, np.bool_)
    steps: list[tuple[Array, ...]] = []
    while active.any():
        inputs = obs["observation"]
        hidden = np.tanh(inputs @ weights[0])
        legal = (obs["action_mask"] == 1) | ~active[:, None]
        logits = np.where(legal, hidden @ weights[1], -np.inf)
        probs = np.exp(logits - logits.max(1, keepdims=True))
        probs /= probs.sum(1, keepdims=True)
        actions = (logits + rng.gumbel(size=logits.shape)).argmax(1)  # Gumbel-max sampling
        steps.append((inputs, hidden, probs, actions, active))
        obs, rewards, terminated, _, _ = env.step(actions)
        returns += np.where(active, rewards, 0)
        active = active & ~terminated  # the next match of an environment does not count
    return returns, steps


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
        returns, steps = play(env, weights, rng)
        adv = (returns - returns.mean()) / returns.std()  # the mean is the baseline
        grads = [np.zeros_like(layer) for layer in weights]
        for inputs, hidden, probs, actions, active in steps:
            d_logits = np.eye(sizes[1], dtype=np.float32)[actions] - probs
            d_logits *= np.where(active, adv, 0)[:, None]
            grads[1] += hidden.T @ d_logits
            grads[0] += inputs.T @ (d_logits @ weights[1].T * (1 - hidden**2))
        weights = [
            layer + LEARNING_RATE * grad / max(grad.std(), EPSILON)  # normalized gradient ascent
            for layer, grad in zip(weights, grads, strict=True)
        ]
        yield weights


def evaluate(weights: list[Array], seed: int, matches: int) -> Share:
    """The share of wins over different matches in each seat; a shared win counts as a fraction."""
    wins = 0.0
    for seat in range(PLAYERS):
        env = RoyalTurfVectorEnv(matches // PLAYERS, seat=seat, reward="win")
        unseen = seed + MATCHES + seat * env.num_envs
        returns, _ = play(env, weights, np.random.default_rng(unseen), unseen)
        wins += float(returns[returns > 0].sum() + (returns == 0).sum() / PLAYERS)
    return Share(wins / matches, *wilson(wins, matches))


def main(
    seconds: int = 120, updates: int = 0, weights: Path = Path("policy.npz"), seed: int = 1
) -> None:
    """Train for some seconds, or for a number of updates, which is reproducible."""
    console, policy, number = Console(stderr=True), learn(seed), 1
    learned = next(policy)  # before the clock starts: the first update may have to compile
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("training", total=updates or seconds)
        began, done = monotonic(), float(number if updates else 0)
        while done < (updates or seconds):
            learned, number = next(policy), number + 1
            done = number if updates else monotonic() - began
            progress.update(task, completed=done)
    np.savez(weights, *learned)
    share = evaluate(learned, seed, MATCHES * PLAYERS)
    print(f"{number} updates; the weights are in {weights}")
    print(f"{share.share:.1%} wins against random, 95% CI {share.low:.1%} to {share.high:.1%}")


if __name__ == "__main__":
    typer.run(main)
