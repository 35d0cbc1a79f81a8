"""Quick tests: those that need no browser, no server and no compiler.

A test is quick unless it is in a folder named here, or marked `slow` (it starts a process or plays
for many seconds) or `compiled`. A quick test that starts a process fails. With `--quick`, when no
other test has loaded a compiler, so does one that loads it.
"""

import multiprocessing.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

TESTS = Path(__file__).parent
COMPILING = frozenset({"adapters", "fast"})
COMPILED = COMPILING | {"bots", "examples", "lab"}  # these use what the others have compiled
SERVED = frozenset({"server", "web"})
# Python's audit events; it has none for starting a process by `multiprocessing`.
STARTS = {
    "os.exec": "starts a program",
    "os.fork": "starts a process",
    "os.forkpty": "starts a process",
    "os.posix_spawn": "starts a process",
    "os.system": "starts a program",
    "socket.bind": "listens on a port",
    "subprocess.Popen": "starts a program",
}
HEAVY = ("numba", "playwright", "ray")


def folder(path: Path) -> str:
    """The folder of the tests in which a path lies."""
    return next(iter(path.relative_to(TESTS).parts), "") if path.is_relative_to(TESTS) else ""


def compiles(item: pytest.Item) -> bool:
    return folder(item.path) in COMPILING or item.get_closest_marker("compiled") is not None


def is_quick(item: pytest.Item) -> bool:
    elsewhere = folder(item.path) in COMPILED | SERVED
    return not elsewhere and not compiles(item) and item.get_closest_marker("slow") is None


@contextmanager
def alone() -> Iterator[None]:
    """Within this context nothing may be started."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Watch, "on", True)
        patch.setattr(multiprocessing.util, "spawnv_passfds", _refuse)
        yield


class _Watch:
    on = False


def _refuse(*_args: Any) -> NoReturn:
    _fail("starts a process")


def _fail(what: str) -> NoReturn:
    pytest.fail(f"a quick test {what}: mark it with `slow` or `compiled`")


def _heard(event: str, args: tuple[Any, ...]) -> None:
    if not _Watch.on:
        return
    if event in STARTS:
        _fail(STARTS[event])
    if event == "import" and args[0] in HEAVY:
        _fail(f"loads {args[0]}")


sys.addaudithook(_heard)
