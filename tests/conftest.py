"""How much is tested: `--quick`, `--long`, Hypothesis; who compiles; that Ctrl-C is heard."""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.quick import COMPILED, HEAVY, SERVED, alone, compiles, folder, is_quick

# One thread for small matrices: more only get into each other's way, and into other tests'.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Hundreds of processes start from these sources: each would compile them all again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Where there is room for it, what tests write stays in memory: they sync thousands of times.
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4 * 2**30:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# Time limits of Hypothesis's own would fail on a busy machine, not on a mistake.
settings.register_profile(
    "usual",
    max_examples=16,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("quick", settings.get_profile("usual"), max_examples=10)
settings.register_profile("long", settings.get_profile("usual"), max_examples=2000)
if "CI" not in os.environ:
    # By hand, a failure found after an hour is tried first the next time.
    examples = settings.get_profile("default").database
    settings.register_profile("long", settings.get_profile("long"), database=examples)

COMPILED_CODE = Path(__file__).parents[1] / "build" / "compiled"

# The longest first, so that a run does not end with one worker at work; last what uses compiled
# code that others have compiled by then.
FIRST = ("web/test_games.py", "web/", "server/", "terminal/", "cli/")
LAST = ("bots", "lab", "examples")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="many more examples and games")
    parser.addoption("--quick", action="store_true", help="no browser, no server, no compiler")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than there are cores: much of what tests do, but quick ones, is waiting."""
    return (os.cpu_count() or 1) + (0 if config.getoption("--quick") else 2)


def pytest_configure(config: pytest.Config) -> None:
    # A shell has its background jobs ignore Ctrl-C: tests press it, here and in what they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not config.getoption("--long"):
        # Compiled with less care, in two thirds of the time, and kept apart from what people use.
        os.environ["NUMBA_OPT"] = "1"
        os.environ["NUMBA_CACHE_DIR"] = str(COMPILED_CODE)
    wanted = [name for name in ("long", "quick") if config.getoption(f"--{name}")]
    settings.load_profile(wanted[0] if wanted else "usual")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`--quick` does not even load what other folders need."""
    skipped = config.getoption("--quick") and folder(collection_path) in COMPILED | SERVED
    return True if skipped else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Else no quick test would be caught that uses it."""
    loaded = [name for name in HEAVY if name in sys.modules]
    if session.config.getoption("--quick") and loaded:
        raise pytest.UsageError(f"collecting the quick tests loads {', '.join(loaded)}")


@pytest.hookimpl(tryfirst=True)  # xdist looks for groups in this hook too, and must come after
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked as long is left to `--long`, what is not quick is left out by `--quick`.

    One worker alone runs what compiles most, from the beginning: two would compile the same.
    """
    items.sort(key=_rank)
    for item in items:
        if compiles(item):
            item.add_marker(pytest.mark.xdist_group("compiled"))
    kept = [item for item in items if _is_wanted(item, config)]
    config.hook.pytest_deselected(items=[*{*items} - {*kept}])
    items[:] = kept


def _is_wanted(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("long") and not config.getoption("--long"):
        return False
    return is_quick(item) or not config.getoption("--quick")


def _rank(item: pytest.Item) -> int:
    """Where it stands between `FIRST` and `LAST`."""
    path = item.nodeid.removeprefix("tests/")
    found = (number for number, start in enumerate(FIRST) if path.startswith(start))
    return next(found, len(FIRST) + (folder(item.path) in LAST))


@pytest.fixture(autouse=True)
def _quick(request: pytest.FixtureRequest) -> Iterator[None]:
    """A quick test fails where it starts what others are slow for."""
    if is_quick(request.node):
        with alone():
            yield
    else:
        yield


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether to play many more games than a run before a commit has time for."""
    return bool(request.config.getoption("--long"))
