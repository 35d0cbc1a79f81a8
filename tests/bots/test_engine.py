"""Rollouts that cannot be compiled: that is told."""

import pytest

from paddock import fast
from paddock.bots import policy
from paddock.bots.engine import engine, is_ready
from tests.royal_turf.table import game


def test_a_failure_is_told_and_is_not_ready(caplog: pytest.LogCaptureFixture) -> None:
    future = engine("paddock.bots.no_such_rollouts")
    with pytest.raises(ModuleNotFoundError):
        future.result()
    assert not is_ready(future)
    assert "compiling them failed" in caplog.text


def test_so_many_rollouts_are_not_promised_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "available", lambda: False)
    with pytest.raises(LookupError, match="Numba"):
        policy(game(2), "sharp:10")
