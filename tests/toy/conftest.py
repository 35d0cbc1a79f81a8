"""Where the dice race is declared."""

from collections.abc import Iterator

import pytest

from tests.toy import declared


@pytest.fixture
def toy() -> Iterator[None]:
    """In this process, for one test."""
    with declared():
        yield
