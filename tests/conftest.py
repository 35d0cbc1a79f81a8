"""How much is tested: `--quick`, `--long` and Hypothesis; which worker compiles; Ctrl-C."""

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

# One thread is enough for small matrices: more would slow down each other and other tests.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Hundreds of processes start from these sources, and each would compile them again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Tests write to memory if there is room: they sync to disk thousands of times.
MEMORY = Path("/dev/shm")
if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > 4 * 2**30:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)

# Hypothesis's own time limits would fail on a busy machine, not because of a mistake.
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
    # A failure that was found by hand after an hour is tried first the next time.
    examples = settings.get_profile("default").database
    settings.register_profile("long", settings.get_profile("long"), database=examples)

COMPILED_CODE = Path(__file__).parents[1] / "build" / "compiled"

# The longest tests come first, so that a run does not end with a single busy worker, and users of
# compiled code last, when it has been compiled.
FIRST = ("web/test_games.py", "web/", "server/", "terminal/", "cli/")
LAST = ("bots", "lab", "examples")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="many more examples and games")
    parser.addoption("--quick", action="store_true", help="no browser, no server, no compiler")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than there are cores, because all but quick tests often wait."""
    return (os.cpu_count() or 1) + (0 if config.getoption("--quick") else 2)


def pytest_configure(config: pytest.Config) -> None:
    # Background jobs of a shell ignore Ctrl-C, which tests press here and in other processes.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not config.getoption("--long"):
        # Compiles in two thirds of the time, less optimized and apart from the usual cache.
        os.environ["NUMBA_OPT"] = "1"
        os.environ["NUMBA_CACHE_DIR"] = str(COMPILED_CODE)
    wanted = [name for name in ("long", "quick") if config.getoption(f"--{name}")]
    settings.load_profile(wanted[0] if wanted else "usual")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With `--quick`, do not even load other folders."""
    skipped = config.getoption("--quick") and folder(collection_path) in COMPILED | SERVED
    return True if skipped else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Fail if a quick run has loaded heavy modules: quick tests could use them unnoticed."""
    loaded = [name for name in HEAVY if name in sys.modules]
    if session.config.getoption("--quick") and loaded:
        raise pytest.UsageError(f"collecting the quick tests loads {', '.join(loaded)}")


@pytest.hookimpl(tryfirst=True)  # before xdist, which looks for groups in this hook
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sorts the tests and leaves out long ones without `--long` and slow ones with `--quick`.

    A single worker runs the tests that compile most: two would compile the same code.
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
    """Its place in the order from `FIRST` to `LAST`."""
    path = item.nodeid.removeprefix("tests/")
    found = (number for number, start in enumerate(FIRST) if path.startswith(start))
    return next(found, len(FIRST) + (folder(item.path) in LAST))


@pytest.fixture(autouse=True)
def _quick(request: pytest.FixtureRequest) -> Iterator[None]:
    """A quick test fails if it starts anything that takes long."""
    if is_quick(request.node):
        with alone():
            yield
    else:
        yield


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether to play many more games than usual."""
    return bool(request.config.getoption("--long"))
