"""What a quick test may not do, and that it fails where it does it."""

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
    with alone(), pytest.raises(pytest.fail.Exception, match=f"a quick test {what[:16]}"):
        ATTEMPTS[what]()


@pytest.mark.parametrize("module", HEAVY)
def test_a_quick_test_loads_nothing_heavy(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiler, no browser, no cluster."""
    monkeypatch.delitem(sys.modules, module, raising=False)
    with alone(), pytest.raises(pytest.fail.Exception, match=f"loads {module}"):
        __import__(module)


@pytest.mark.slow
def test_others_start_what_they_like() -> None:
    subprocess.run(["true"], check=True)
