"""The `--long` option, how hard Hypothesis tries, and who compiles."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# One thread for small matrices: more only get into each other's way, and into other tests'.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Hundreds of processes start from these sources: without bytecode each would compile them all.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Time limits of Hypothesis's own would fail on a busy machine, not on a mistake.
settings.register_profile(
    "quick",
    max_examples=50,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("quick"), max_examples=2000)
if "CI" not in os.environ:
    # By hand, a failure found after an hour is tried first the next time.
    examples = settings.get_profile("default").database
    settings.register_profile("long", settings.get_profile("long"), database=examples)


TESTS = Path(__file__).parent
COMPILED = frozenset({"adapters", "bots", "examples", "fast", "lab"})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="many more examples and games")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: much of what the tests do is waiting for other processes."""
    return (os.cpu_count() or 1) + 1


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("long" if config.getoption("--long") else "quick")


@pytest.hookimpl(tryfirst=True)  # xdist looks for groups in this hook too, and must come after
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked as long is left to `--long`, and counted as deselected.

    One worker alone runs what needs compiled simulators: two would compile the same.
    """
    for item in items:
        if item.path.is_relative_to(TESTS) and item.path.relative_to(TESTS).parts[0] in COMPILED:
            item.add_marker(pytest.mark.xdist_group("compiled"))
    if not config.getoption("--long"):
        later = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=later)
        items[:] = [item for item in items if item not in later]


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether to play many more games than a run before a commit has time for."""
    return bool(request.config.getoption("--long"))
