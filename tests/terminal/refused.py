"""What is refused at the terminal, and why."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from paddock.kernel.text import english
from paddock.terminal.refusal import Refused


@contextmanager
def refused(*told: str) -> Iterator[None]:
    """Something within it is, and all of this is said of it."""
    with pytest.raises(Refused) as caught:
        yield
    reason = english(caught.value.text)
    assert all(words in reason for words in told), reason
