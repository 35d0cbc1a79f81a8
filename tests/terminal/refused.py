"""Requests that the terminal refuses."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from paddock.kernel.text import english
from paddock.terminal.refused_error import RefusedError


@contextmanager
def refused(*told: str) -> Iterator[None]:
    """The block is refused, for a reason that contains all of these texts."""
    with pytest.raises(RefusedError) as caught:
        yield
    reason = english(caught.value.text)
    assert all(words in reason for words in told), reason
