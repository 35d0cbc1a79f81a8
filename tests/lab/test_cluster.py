"""Work spread by Ray, on a cluster of this one machine: the same results as without it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket
from subprocess import PIPE, Popen
from typing import Any

import pytest
import ray

from paddock.lab.cluster import NoCluster, cluster
from paddock.lab.engine import REFERENCE, fast_engine
from paddock.lab.simulate import simulate
from paddock.lab.table import Plan
from tests.royal_turf.table import game

# Ends when its standard input does.
CLUSTER = """
import sys
import ray

context = ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
print(context.address_info["gcs_address"], flush=True)
sys.stdin.read()
"""


@contextmanager
def running() -> Iterator[str]:
    """A cluster that another process has started; its address."""
    with Popen([sys.executable, "-c", CLUSTER], stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in report.items() if "second" not in key}


def test_ray_does_not_show() -> None:
    """A Ray of our own with two workers, and this process: every count is the same."""
    plan = Plan.of(game(3), ["punter", "random", "random"], 4)
    told: list[int] = []
    spread = simulate(plan, 50, cluster(None, 2), REFERENCE, told.append)
    assert timeless(spread) == timeless(simulate(plan, 50))
    assert told == [20, 20, 10]
    assert not ray.is_initialized()


@pytest.mark.long
def test_a_cluster_that_runs_already() -> None:
    """Found by its address, and left running; the fast engine plays there too."""
    plan = Plan.of(game(3), ["random"], 4)
    engine = fast_engine(plan)
    with running() as address:
        for _ in range(2):
            spread = simulate(plan, 1_200, cluster(address, 1), engine)
            assert timeless(spread) == timeless(simulate(plan, 1_200, engine=engine))


@pytest.mark.parametrize("address", ["127.0.0.1:{port}", "127.0.0.1", "nowhere"])
def test_nobody_answers(address: str) -> None:
    """It is said at once, before Ray would begin to wait."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))  # and never listens
        with pytest.raises(NoCluster, match="no Ray cluster answers"):
            cluster(address.format(port=free.getsockname()[1]), 1)
