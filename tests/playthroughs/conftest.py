"""The `--accept` option. Pytest knows it when called with this folder or a file in it."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept", action="store_true", help="write the playthroughs again; read the difference"
    )


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether to write what is played now as the expected text."""
    return bool(request.config.getoption("--accept", default=False))
