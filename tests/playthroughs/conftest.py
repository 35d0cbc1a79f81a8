"""The `--accept` option: known where pytest is given this folder or a file in it."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept", action="store_true", help="write the playthroughs anew, to be read and kept"
    )


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether what is played now is to be what is expected from now on."""
    return bool(request.config.getoption("--accept", default=False))
