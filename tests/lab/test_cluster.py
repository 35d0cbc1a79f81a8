"""Work distributed by Ray on a cluster of this machine gives the same results as without it.

Ray takes seconds to start, and its failures cannot be triggered at will, so most tests use a
fake driver instead.
"""

import json
import os
import pickle
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from socket import socket
from subprocess import PIPE, Popen
from typing import Any
from unittest.mock import Mock

import pytest
from ray.exceptions import LocalRayletDiedError, RaySystemError, RayTaskError
from typer.testing import Result

from paddock import __version__
from paddock.kernel.refusal import refusal
from paddock.lab import cluster as module
from paddock.lab.cluster import VersionMismatch, WorkFailed, cluster, windowed
from paddock.lab.engine import REFERENCE, fast_engine
from paddock.lab.metrics import Counts
from paddock.lab.plan import Plan
from paddock.lab.simulate import simulate
from paddock.lab.third_party import Unresolved
from paddock.lab.workers import RunFailed, Work, count
from tests.command import paddock, refused
from tests.lab.reports import left_behind, third_party, timeless
from tests.royal_turf.table import game

Chunks = Sequence[range]
# Ends when its standard input does.
CLUSTER = """
import sys
import ray

context = ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
print(context.address_info["gcs_address"], flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray would write one to the user's home folder."""
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")


@contextmanager
def running() -> Iterator[tuple[str, Popen[str]]]:
    """A cluster started by another process: its address, and that process."""
    with Popen([sys.executable, "-c", CLUSTER], stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process


def numbers(chunk: range) -> Counts:
    return Counter({("number",): len(chunk)})


def numbers_below_30(chunk: range) -> Counts:
    if chunk.stop > 30:
        raise ValueError("no more\nthan thirty")
    return numbers(chunk)


def test_a_report_does_not_depend_on_ray() -> None:
    """Every count is the same with two workers of Ray as in this process."""
    plan = Plan.of(game(3), ["punter", "random", "random"], 4)
    progress: list[int] = []
    report = simulate(plan, 50, cluster(None, 2), REFERENCE, progress.append)
    assert timeless(report) == timeless(simulate(plan, 50))
    assert progress == [10] * 5
    assert not left_behind()


@pytest.mark.long
def test_a_running_cluster() -> None:
    """It is found by its address and left running; the fast engine plays there too."""
    plan = Plan.of(game(3), ["random"], 4)
    engine = fast_engine(plan)
    with running() as (address, _):
        for _ in range(2):
            report = simulate(plan, 1_200, cluster(address, 1), engine)
            assert timeless(report) == timeless(simulate(plan, 1_200, engine=engine))


@pytest.mark.long
def test_a_cluster_that_ends_during_the_work() -> None:
    """The counts so far are kept; the error comes long before Ray gives up."""
    with running() as (address, process):
        plan = Plan.of(game(3), ["punter"], 4)

        def end(_done: int) -> None:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()

        with pytest.raises(RunFailed) as caught:
            simulate(plan, 2_000, cluster(address, 1), on_progress=end)
    assert caught.value.reason.code == "cluster_lost"
    games = caught.value.report["games"]
    assert 0 < games < 2_000
    assert timeless(caught.value.report) == timeless(simulate(plan, games))
    assert not left_behind()


@pytest.mark.long
def test_work_that_fails_on_a_cluster() -> None:
    """Its error is reported, and the counts before it are kept."""
    with pytest.raises(RunFailed, match="A worker failed: ValueError: no more") as caught:
        count(numbers_below_30, 100, 10, cluster(None, 1))
    assert caught.value.reason.code == "worker_failed"
    assert caught.value.counted == ({("number",): 30}, 30)


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "127.0.0.1", "nowhere"])
def test_an_address_where_nothing_answers(address: str) -> None:
    """The error comes at once, without Ray's long wait."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))  # and never listens
        with pytest.raises(RunFailed, match="No Ray cluster answers") as caught:
            cluster(address.format(port=free.getsockname()[1]), 1)
    assert caught.value.reason.code == "no_cluster"


@pytest.mark.parametrize(("chunks", "limit"), [(9, 4), (3, 4), (1, 1), (0, 2)])
def test_the_number_of_chunks_in_flight_is_limited(chunks: int, limit: int) -> None:
    """Never more than the limit; results come in order."""
    begun: list[int] = []
    ended: list[int] = []

    def submit(chunk: range) -> int:
        begun.append(chunk.start)
        assert len(begun) - len(ended) <= limit
        return chunk.start

    def result(task: int) -> int:
        assert len(begun) - len(ended) == limit or len(begun) == chunks
        ended.append(task)
        return task

    results = windowed(submit, result, [range(n, n + 1) for n in range(chunks)], limit)
    assert list(results) == ended == list(range(chunks))


def killed_driver(pipe: Connection, _address: None, _n: int, work: Work, chunks: Chunks) -> None:
    """A driver that Ray kills after the first two results."""
    for chunk in chunks[:2]:
        pipe.send(work(chunk))
    os._exit(1)


def hanging_driver(pipe: Connection, _address: None, _n: int, work: Work, chunks: Chunks) -> None:
    """A driver that hangs after the first result."""
    pipe.send(work(chunks[0]))
    time.sleep(600)


def local_driver(pipe: Connection, _address: None, _n: int, work: Work, chunks: Chunks) -> None:
    """A driver that does everything itself."""
    for chunk in chunks:
        pipe.send(work(chunk))


def test_a_driver_that_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The results that it sent are counted, and progress was reported for them."""
    monkeypatch.setattr(module, "_drive", killed_driver)
    progress: list[int] = []
    with pytest.raises(RunFailed, match="The connection to the cluster was lost") as caught:
        count(numbers, 100, 10, cluster(None, 2), progress.append)
    assert caught.value.reason.code == "cluster_lost"
    assert progress == [10, 10]
    assert caught.value.counted == ({("number",): 20}, 20)
    assert not left_behind()


def test_an_interrupt_leaves_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt between two results kills the driver, even if it hangs."""
    monkeypatch.setattr(module, "_drive", hanging_driver)

    def interrupt(_done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count(numbers, 100, 10, cluster(None, 2), interrupt)
    assert not left_behind()


# As `shy_policy`, no worker of Ray can make it, as on a machine that does not have it.
POLICY = """
import sys

class Mine:
    def __init__(self, game):
        if "default_worker" in sys.argv[0] and "shy" in __name__:
            import not_here_at_all

    def choose(self, view, offer, rng):
        return offer.sample(rng)
"""
FILES = dict.fromkeys(("mine_policy.py", "shy_policy.py"), POLICY)
ARGS = ("simulate", "royal-turf", "--players=2", "--games=12", "--json", "--workers=1")


@pytest.fixture
def _third_party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A current folder with third-party modules."""
    with third_party(tmp_path, FILES, monkeypatch):
        yield


def report_of(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0
    return timeless(json.loads(result.stdout))


@pytest.mark.usefixtures("_third_party")
def test_a_third_party_policy_in_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver, a separate process, finds it where the command did."""
    monkeypatch.setattr(module, "_drive", local_driver)
    result = paddock(*ARGS, "--policy=mine_policy:Mine", "--engine=ray")
    assert report_of(result) == report_of(paddock(*ARGS, "--policy=mine_policy:Mine"))
    message = refused(*ARGS, "--policy=mine_policy:Yours", "--engine=ray")
    assert "mine_policy has no Yours" in message


@pytest.mark.long
@pytest.mark.usefixtures("_third_party")
def test_a_third_party_policy_on_a_cluster() -> None:
    """Ray's workers find it too; if one does not have it, the error says so."""
    result = paddock(*ARGS, "--policy=mine_policy:Mine", "--engine=ray")
    assert report_of(result) == report_of(paddock(*ARGS, "--policy=mine_policy:Mine"))
    lacking = paddock(*ARGS, "--policy=shy_policy:Mine", "--engine=ray")
    assert lacking.exit_code == 1
    message = "needs the module of your own policy: shy_policy:Mine cannot play"
    assert message in lacking.stderr


NO_MODULE = refusal("policy_module_missing", "There is no module shy.")


def failed(cause: Exception) -> Exception:
    error: Exception = RayTaskError("_run_chunk", "a traceback", cause, "", 1, "127.0.0.1")
    return error


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (failed(VersionMismatch("0.0.9")), "other_paddock", "does not have Paddock"),
        (failed(RaySystemError("No module named 'paddock'")), "other_paddock", "exactly this"),
        (
            failed(RuntimeError("The remote function failed to import on the worker.")),
            "other_paddock",
            "does not have Paddock",
        ),
        (failed(KeyError("odd")), "worker_failed", "KeyError: 'odd'"),
        (failed(WorkFailed("KeyError: 'odd'")), "worker_failed", "failed: KeyError: 'odd'"),
        (failed(Unresolved(NO_MODULE)), "policy_not_there", "policy: There is no module shy."),
        (LocalRayletDiedError(), "cluster_lost", "LocalRayletDiedError: The task's local raylet"),
        (OSError("broken"), "cluster_lost", "OSError: broken."),
    ],
)
def test_why_a_task_failed(error: Exception, code: str, message: str) -> None:
    """Each kind of failure has its code, and one line that says what to do."""
    reason = module._task_failed(error)
    assert reason.code == code
    assert message in str(RunFailed(reason))
    assert "\n" not in str(RunFailed(reason))


@pytest.mark.parametrize(
    ("address", "error", "code"),
    [
        (None, Exception("The current node timed out during startup.\nMore."), "no_ray"),
        ("h:1", RuntimeError("Version mismatch: The cluster was started with:\n"), "other_ray"),
        ("h:1", ConnectionError("Failed to connect to Ray cluster at h:1"), "not_joined"),
    ],
)
def test_why_connecting_failed(
    monkeypatch: pytest.MonkeyPatch, address: str | None, error: Exception, code: str
) -> None:
    """Whatever Ray raises, the driver sends one reason and nothing else."""
    pipe = Mock()
    monkeypatch.setattr(module, "_connect", Mock(side_effect=error))
    monkeypatch.setattr(module, "_detach", lambda: None)
    module._drive(pipe, address, 2, numbers, [range(1)])
    pipe.send.assert_called_once()
    (reason,) = pipe.send.call_args.args
    assert reason.code == code
    assert "\n" not in str(RunFailed(reason))


class Unpicklable(Exception):
    """Its arguments are not those of its constructor."""

    def __init__(self, seat: int, horse: int) -> None:
        super().__init__(f"seat {seat} fell off horse {horse}")


run_chunk: Any = module._run_chunk


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (Unpicklable(1, 2), "Unpicklable: seat 1 fell off horse 2"),
        (Unresolved(NO_MODULE), "There is no module shy."),
    ],
)
def test_every_failure_can_be_pickled(error: Exception, message: str) -> None:
    """Whatever a third-party policy raises, or whatever is wrong with it on that machine."""
    with pytest.raises((WorkFailed, Unresolved)) as caught:
        run_chunk._function(__version__, Mock(side_effect=error), range(3))
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value)
    assert str(again) == message


def test_a_different_version_counts_nothing() -> None:
    """A worker checks the version first."""
    with pytest.raises(VersionMismatch):
        run_chunk._function("0.0.9", numbers, range(3))
    assert run_chunk._function(__version__, numbers, range(3)) == {("number",): 3}
