"""The fixture that declares the dice race."""

from collections.abc import Iterator

import pytest

from tests.toy import declared


@pytest.fixture
def toy() -> Iterator[None]:
    """Declare the dice race in this process, for one test."""
    with declared():
        yield
