"""The learner: after a few seconds it reliably beats random players."""

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

PAR = 1 / PLAYERS
MATCHES = 2000
SCRIPT = Path(__file__).parents[2] / "examples" / "train.py"


def learnt(updates: int, seed: int) -> list[Any]:
    return next(islice(train.learn(seed), updates - 1, None))


def test_it_beats_random_players(tmp_path: Path) -> None:
    """After 50 updates, far fewer than in two minutes; it saves the weights that it tried."""
    file = tmp_path / "policy.npz"
    command = [sys.executable, str(SCRIPT), "--updates", "50", "--weights", str(file)]
    path = os.pathsep.join(path for path in sys.path if path)
    alone = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=alone).stdout
    found = re.search(r"([\d.]+)% wins against random, 95 %: ([\d.]+)%", told)
    assert found is not None and float(found[2]) > 100 * (PAR + 0.05)
    with np.load(file) as saved:
        again = train.trial(list(saved.values()), 1, train.MATCHES * PLAYERS)
    assert 100 * again.share == pytest.approx(float(found[1]), abs=0.5)  # a rounded percentage


def test_before_it_has_learnt_anything_it_is_at_par() -> None:
    """Zero weights choose at random, so the trial finds par: it is fair in every seat."""
    env = RoyalTurfVectorEnv(1)
    seen = env.reset(seed=1)[0]
    sizes = [seen[name].shape[1] for name in ("observation", "action_mask")]
    nothing = [np.zeros((sizes[0], 1), np.float32), np.zeros((1, sizes[1]), np.float32)]
    share = train.trial(nothing, 1, MATCHES).share
    assert abs(share - PAR) < 4 * sqrt(PAR * (1 - PAR) / MATCHES)


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use few matches, if it does not matter what is learnt."""
    monkeypatch.setattr(train, "MATCHES", 16)


@pytest.mark.usefixtures("_few")
def test_a_number_of_updates_gives_the_same_every_time(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same seed learns the same weights, which are saved; another seed learns others."""
    file = tmp_path / "policy.npz"
    train.main(updates=2, weights=file, seed=3)
    assert "2 updates" in capsys.readouterr().out
    with np.load(file) as saved:
        again, other = learnt(2, seed=3), learnt(2, seed=4)
        for layer, same, different in zip(saved.values(), again, other, strict=True):
            assert (layer == same).all() and not (layer == different).all()


@pytest.mark.usefixtures("_few")
def test_it_trains_for_as_long_as_it_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that advances a second whenever it is read."""
    clock = iter(range(100))
    monkeypatch.setattr(train, "monotonic", lambda: next(clock))
    train.main(seconds=2, weights=tmp_path / "policy.npz")
    assert "3 updates" in capsys.readouterr().out  # the first one is made before the clock starts
