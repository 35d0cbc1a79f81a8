"""Training: after a few seconds the policy reliably beats random players."""

import os
import re
import subprocess
import sys
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import train
from paddock.adapters.gymnasium import PLAYERS, RoyalTurfVectorEnv

BASELINE = 1 / PLAYERS
MATCHES = 2000
SCRIPT = Path(__file__).parents[2] / "examples" / "train.py"


def learned(updates: int, seed: int) -> list[Any]:
    return next(islice(train.learn(seed), updates - 1, None))


def test_it_beats_random_players(tmp_path: Path) -> None:
    """After 50 updates, far fewer than in two minutes; the saved weights are those evaluated."""
    file = tmp_path / "policy.npz"
    command = [sys.executable, str(SCRIPT), "--updates", "50", "--weights", str(file)]
    path = os.pathsep.join(path for path in sys.path if path)
    env = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
    output = subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout
    found = re.search(r"([\d.]+)% wins against random, 95% CI ([\d.]+)%", output)
    assert found is not None and float(found[2]) > 100 * (BASELINE + 0.05)
    with np.load(file) as saved:
        again = train.evaluate(list(saved.values()), 1, train.MATCHES * PLAYERS)
    assert 100 * again.share == pytest.approx(float(found[1]), abs=0.5)  # a rounded percentage


def test_an_untrained_policy_is_at_the_baseline() -> None:
    """Zero weights choose at random, and the evaluation favours no seat."""
    env = RoyalTurfVectorEnv(1)
    obs = env.reset(seed=1)[0]
    sizes = [obs[name].shape[1] for name in ("observation", "action_mask")]
    zeros = [np.zeros((sizes[0], 1), np.float32), np.zeros((1, sizes[1]), np.float32)]
    share = train.evaluate(zeros, 1, MATCHES).share
    assert abs(share - BASELINE) < 4 * sqrt(BASELINE * (1 - BASELINE) / MATCHES)


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests in which the result of the training does not matter."""
    monkeypatch.setattr(train, "MATCHES", 16)


@pytest.mark.usefixtures("_few")
def test_a_number_of_updates_is_reproducible(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same seed gives the saved weights again, a different seed gives different ones."""
    file = tmp_path / "policy.npz"
    train.main(updates=2, weights=file, seed=3)
    assert "2 updates" in capsys.readouterr().out
    with np.load(file) as saved:
        again, other = learned(2, seed=3), learned(2, seed=4)
        for layer, same, different in zip(saved.values(), again, other, strict=True):
            assert (layer == same).all() and not (layer == different).all()


@pytest.mark.usefixtures("_few")
def test_it_trains_for_the_given_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a clock that advances by a second whenever it is read."""
    clock = iter(range(100))
    monkeypatch.setattr(train, "monotonic", lambda: next(clock))
    train.main(seconds=2, weights=tmp_path / "policy.npz")
    assert "3 updates" in capsys.readouterr().out  # the first one is made before the clock starts
