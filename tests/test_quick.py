"""What a quick test must not do, and that it fails if it does."""

import multiprocessing
import os
import socket
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.quick import HEAVY, alone


def listen() -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))


ATTEMPTS: dict[str, Callable[[], object]] = {
    "starts a program": lambda: subprocess.run(["true"], check=True),
    "starts a process": lambda: os.waitpid(os.fork() or os._exit(0), 0),
    "starts a process by spawning": multiprocessing.get_context("spawn")
    .Process(target=print)
    .start,
    "listens on a port": listen,
}


@pytest.mark.parametrize("what", ATTEMPTS)
def test_a_quick_test_starts_nothing(what: str) -> None:
    """Neither processes nor servers."""
    with alone(), pytest.raises(pytest.fail.Exception, match=f"a quick test {what[:16]}"):
        ATTEMPTS[what]()


@pytest.mark.parametrize("module", HEAVY)
def test_a_quick_test_loads_nothing_heavy(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a compiler nor a browser nor a cluster."""
    monkeypatch.delitem(sys.modules, module, raising=False)
    with alone(), pytest.raises(pytest.fail.Exception, match=f"loads {module}"):
        __import__(module)


@pytest.mark.slow
def test_other_tests_start_anything() -> None:
    """Those that are marked as slow."""
    subprocess.run(["true"], check=True)
