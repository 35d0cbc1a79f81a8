"""`make bench` prints its measurements."""

import re

import pytest

from tools import bench
from tools.bench_games import rennfieber, royal_turf


def test_the_bench_prints_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games and moves per second, with provable dice, compiled and in C, and the cost of a view."""
    for name, value in (("ROUNDS", 1), ("GAME_SECONDS", 0.01), ("PIECE_SECONDS", 0.001)):
        monkeypatch.setattr(bench, name, value)
    for name, value in (("ROUNDS", 1), ("GAMES", 50), ("PUNTERS", 1)):
        monkeypatch.setattr(royal_turf, name, value)
    for name, value in (("ROUNDS", 1), ("RACES", 50), ("REFERENCE", 1), ("LOADED", 1)):
        monkeypatch.setattr(rennfieber, name, value)
    monkeypatch.setenv("COLUMNS", "100")
    bench.main()
    shown = capsys.readouterr().out
    for row in (
        r"random play .* games/s",
        r"moves/s",
        r"provable dice .* games/s",
        r"Rennfieber, .*",
        r"view .* µs",
        r"compiled, punters .* games/s",
        r"compiled, random races .* turns/s",
    ):
        assert re.search(row, shown), row
