"""Rollouts that cannot be compiled: that is told, and play goes on."""

from concurrent.futures import Future
from random import Random

import pytest

from paddock import fast
from paddock.bots import engine as engines
from paddock.bots import policy
from paddock.bots.engine import engine, is_ready
from paddock.kernel.chance import QuickChance
from paddock.kernel.game import Progress
from tests.offered import offered
from tests.royal_turf.table import game


def test_a_failure_is_told_and_is_not_ready(caplog: pytest.LogCaptureFixture) -> None:
    future = engine("paddock.bots.no_such_rollouts")
    with pytest.raises(ModuleNotFoundError):
        future.result()
    assert not is_ready(future)
    assert "compiling them failed" in caplog.text


def test_without_its_rollouts_the_sharp_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the punter would."""
    broken: Future[object] = Future()
    broken.set_exception(RuntimeError("no compiler"))
    monkeypatch.setattr(engines, "engine", lambda _module: broken)
    table = game(2)
    state, chance, rng = table.initial(), QuickChance(1), Random(1)
    someone = policy(table, "sharp")
    for _ in range(12):
        seat = table.to_act(state)[0]
        command = someone.choose(table.view(state, seat), offered(table, state, seat), rng)
        progress = table.decide(state, seat, command, chance)
        assert isinstance(progress, Progress)
        state = progress.state


def test_so_many_rollouts_are_not_promised_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "available", lambda: False)
    with pytest.raises(LookupError, match="Numba"):
        policy(game(2), "sharp:10")
