"""Ctrl-C: at a real terminal, while workers play, hang and compile; and in programs."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pexpect
import pytest

from paddock.lab import arena
from paddock.lab.engine import fast_engine
from paddock.lab.simulate import simulate
from paddock.lab.table import Plan
from paddock.lab.workers import Interrupted, processes, threads
from tests.lab.reports import left_behind, timeless
from tests.royal_turf.table import game
from tests.terminal.player import PROGRAM, environment

# Finishes some games, then hangs; each process that plays writes a file with its number.
STUBBORN = """
import os, time
from pathlib import Path

class Stubborn:
    def __init__(self, game):
        self.choices = 0
        Path(f"{os.getpid()}.pid").touch()

    def choose(self, view, offer, rng):
        self.choices += 1
        while self.choices > 150:
            time.sleep(3600)
        return offer.sample(rng)
"""
TWICE = """
from time import sleep
from paddock.cli.early import interruptible

with interruptible():
    try:
        print("working", flush=True)
        sleep(3600)
    except KeyboardInterrupt:
        try:
            print("reporting", flush=True)
            sleep(3600)
        finally:
            print("tidying up", flush=True)
"""
LINEUPS = [("punter", "random"), ("random", "bluffer"), ("bluffer", "punter")]
PATIENCE = 240  # seconds, a timeout


def typed(home: Path, script: str, *words: str, **env: str) -> Any:
    """A terminal in which this script runs."""
    (home / "stubborn.py").write_text(STUBBORN, encoding="utf-8")
    return pexpect.spawn(
        sys.executable,
        ["-c", script, *words],
        dimensions=(50, 160),
        env=environment(home, env),
        cwd=str(home),
        encoding="utf-8",
        timeout=PATIENCE,
    )


def ended(terminal: Any) -> str:
    """Press Ctrl-C; the program exits with 130. Returns what it printed."""
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert (terminal.exitstatus, terminal.signalstatus) == (130, None)
    told: str = terminal.before
    assert "Traceback" not in told and "KeyboardInterrupt" not in told
    return told


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("words", "report"),
    [
        (("simulate", "royal-turf", "--policy=stubborn:Stubborn"), "By seat"),
        (("arena", "royal-turf", "--policies=stubborn:Stubborn,random"), "Ratings"),
    ],
    ids=["simulate", "arena"],
)
def test_workers_that_never_answer(
    tmp_path: Path, words: Sequence[str], report: str, workers: str
) -> None:
    """They are killed, and the games played before are reported."""
    terminal = typed(tmp_path, PROGRAM, *words, "--players=2", "--games=900", "--workers", workers)
    terminal.expect(r"\b([2-9]|[1-9]\d+)/(900|1800)\b")  # two games make a round
    told = ended(terminal)
    assert report in told and "Interrupted." in told and "The report covers" in told
    numbers = {int(file.stem) for file in tmp_path.glob("*.pid")}
    assert len(numbers) >= int(workers)
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


def test_the_fast_engine(tmp_path: Path) -> None:
    """Compiled games end after the current chunk."""
    fast_engine(Plan.of(game(2), ["random"], 0))  # compile now, if necessary
    words = ("simulate", "royal-turf", "--players=2", "--games=90000000", "--workers=2")
    terminal = typed(tmp_path, PROGRAM, *words)
    terminal.expect(r"\b[1-9]\d*/90000000\b")
    assert "The report covers" in ended(terminal)


@pytest.mark.long
def test_a_local_cluster(tmp_path: Path) -> None:
    """It is killed with all its processes, and its work is reported."""
    words = ("simulate", "royal-turf", "--policy=bluffer", "--players=2", "--games=90000")
    env = {"RAY_AUTH_MODE": "disabled"}
    terminal = typed(tmp_path, PROGRAM, *words, "--engine=ray", "--workers=2", **env)
    terminal.expect(r"\b[1-9]\d*/90000\b")
    assert "The report covers" in ended(terminal)


def test_the_compiler(tmp_path: Path) -> None:
    """It ignores Ctrl-C until it is done, but the program does not wait for it."""
    terminal = typed(tmp_path, PROGRAM, "simulate", "royal-turf", NUMBA_CACHE_DIR=str(tmp_path))
    terminal.expect("Compiling ")
    assert "Interrupted before any game was finished." in ended(terminal)


def test_ctrl_c_twice(tmp_path: Path) -> None:
    """The second Ctrl-C ends everything at once."""
    terminal = typed(tmp_path, TWICE)
    terminal.expect("working")
    terminal.sendintr()
    terminal.expect("reporting")
    assert "tidying up" not in ended(terminal)


def interrupt(done: int) -> None:
    """As soon as there is progress."""
    assert done
    raise KeyboardInterrupt


@pytest.mark.parametrize("crew", [processes(2), processes(1), threads(2)])
def test_a_program_that_simulates(crew: Any) -> None:
    """It gets a KeyboardInterrupt, with the report of the games so far."""
    plan = Plan.of(game(2), ["random"], 3)
    with pytest.raises(KeyboardInterrupt) as caught:
        simulate(plan, 500, crew, told=interrupt)
    assert isinstance(caught.value, Interrupted)
    assert timeless(caught.value.report) == timeless(simulate(plan, 10))
    assert not left_behind()


def test_a_program_with_an_arena() -> None:
    """Only complete rounds count: of ten games in rounds of six, the first six."""
    plans = arena.plans(game(2), LINEUPS, 3)
    with pytest.raises(Interrupted) as caught:
        arena.contest(plans, 30, told=interrupt)
    standings, whole = caught.value.report, arena.contest(plans, 1)
    assert caught.value.counted.done == 10
    assert (standings.rounds, standings.games) == (1, 6)
    assert standings.pairs == whole.pairs
    assert [who.money for who in standings.entrants] == [who.money for who in whole.entrants]


def test_before_the_first_round_is_over() -> None:
    """The policies that have played are reported, with intervals from 0 to 100 %."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "few", lambda _plan: 1)
        with pytest.raises(Interrupted) as caught:
            arena.contest(arena.plans(game(2), LINEUPS, 3), 30, told=interrupt)
    standings = caught.value.report
    assert (standings.rounds, standings.games) == (0, 1)
    assert {who.policy for who in standings.entrants} == {"punter", "random"}
    assert [(pair.ahead.low, pair.ahead.high) for pair in standings.pairs] == [(0, 1)] * 2
