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
from paddock.lab.plan import Plan
from paddock.lab.simulate import simulate
from paddock.lab.workers import Interrupted, processes, threads
from tests.lab.reports import left_behind, timeless
from tests.royal_turf.table import game
from tests.terminal.player import PROGRAM, environment

# Finishes some games, then hangs; each process that plays writes a file named after its id.
HANGING = """
import os, time
from pathlib import Path

class Hanging:
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
from paddock.cli.interruption import interruptible

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
TIMEOUT = 240  # seconds


def run(home: Path, script: str, *args: str, **env: str) -> Any:
    """A terminal in which this script runs."""
    (home / "hanging.py").write_text(HANGING, encoding="utf-8")
    return pexpect.spawn(
        sys.executable,
        ["-c", script, *args],
        dimensions=(50, 160),
        env=environment(home, env),
        cwd=str(home),
        encoding="utf-8",
        timeout=TIMEOUT,
    )


def interrupt(terminal: Any) -> str:
    """Press Ctrl-C; the program exits with 130. Returns what it printed."""
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert (terminal.exitstatus, terminal.signalstatus) == (130, None)
    output: str = terminal.before
    assert "Traceback" not in output and "KeyboardInterrupt" not in output
    return output


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    ("args", "report"),
    [
        (("simulate", "royal-turf", "--policy=hanging:Hanging"), "By seat"),
        (("arena", "royal-turf", "--policies=hanging:Hanging,random"), "Ratings"),
    ],
    ids=["simulate", "arena"],
)
def test_workers_that_hang(tmp_path: Path, args: Sequence[str], report: str, workers: str) -> None:
    """They are killed, and the games played before are reported."""
    terminal = run(tmp_path, PROGRAM, *args, "--players=2", "--games=900", "--workers", workers)
    terminal.expect(r"\b([2-9]|[1-9]\d+)/(900|1800)\b")  # two games make a round
    output = interrupt(terminal)
    assert report in output and "Interrupted." in output and "The report covers" in output
    pids = {int(file.stem) for file in tmp_path.glob("*.pid")}
    assert len(pids) >= int(workers)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_the_fast_engine(tmp_path: Path) -> None:
    """Compiled games end after the current chunk."""
    fast_engine(Plan.of(game(2), ["random"], 0))  # compile now, if necessary
    args = ("simulate", "royal-turf", "--players=2", "--games=90000000", "--workers=2")
    terminal = run(tmp_path, PROGRAM, *args)
    terminal.expect(r"\b[1-9]\d*/90000000\b")
    assert "The report covers" in interrupt(terminal)


@pytest.mark.long
def test_a_local_cluster(tmp_path: Path) -> None:
    """It is killed with all its processes, and its work is reported."""
    args = ("simulate", "royal-turf", "--policy=bluffer", "--players=2", "--games=90000")
    env = {"RAY_AUTH_MODE": "disabled"}
    terminal = run(tmp_path, PROGRAM, *args, "--engine=ray", "--workers=2", **env)
    terminal.expect(r"\b[1-9]\d*/90000\b")
    assert "The report covers" in interrupt(terminal)


def test_the_compiler(tmp_path: Path) -> None:
    """It ignores Ctrl-C until it is done, but the program does not wait for it."""
    terminal = run(tmp_path, PROGRAM, "simulate", "royal-turf", NUMBA_CACHE_DIR=str(tmp_path))
    terminal.expect("Compiling ")
    assert "Interrupted before any game was finished." in interrupt(terminal)


def test_ctrl_c_twice(tmp_path: Path) -> None:
    """The second Ctrl-C ends everything at once."""
    terminal = run(tmp_path, TWICE)
    terminal.expect("working")
    terminal.sendintr()
    terminal.expect("reporting")
    assert "tidying up" not in interrupt(terminal)


def interrupt_on_progress(done: int) -> None:
    assert done
    raise KeyboardInterrupt


@pytest.mark.parametrize("executor", [processes(2), processes(1), threads(2)])
def test_a_program_that_simulates(executor: Any) -> None:
    """It gets a KeyboardInterrupt, with the report of the games so far."""
    plan = Plan.of(game(2), ["random"], 3)
    with pytest.raises(KeyboardInterrupt) as caught:
        simulate(plan, 500, executor, on_progress=interrupt_on_progress)
    assert isinstance(caught.value, Interrupted)
    assert timeless(caught.value.report) == timeless(simulate(plan, 10))
    assert not left_behind()


def test_a_program_with_an_arena() -> None:
    """Only complete rounds count: of ten games in rounds of six, the first six."""
    plans = arena.plans(game(2), LINEUPS, 3)
    with pytest.raises(Interrupted) as caught:
        arena.contest(plans, 30, on_progress=interrupt_on_progress)
    standings, whole = caught.value.report, arena.contest(plans, 1)
    assert caught.value.counted.done == 10
    assert (standings.rounds, standings.games) == (1, 6)
    assert standings.pairs == whole.pairs
    assert [who.money for who in standings.entrants] == [who.money for who in whole.entrants]


def test_before_the_first_round_is_over() -> None:
    """The policies that have played are reported, with intervals from 0 to 100 %."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arena, "chunk_size", lambda _plan: 1)
        with pytest.raises(Interrupted) as caught:
            arena.contest(arena.plans(game(2), LINEUPS, 3), 30, on_progress=interrupt_on_progress)
    standings = caught.value.report
    assert (standings.rounds, standings.games) == (0, 1)
    assert {who.policy for who in standings.entrants} == {"punter", "random"}
    assert [(pair.ahead.low, pair.ahead.high) for pair in standings.pairs] == [(0, 1)] * 2
