"""Records lie in memory as their annotations say, as C would have it."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import pytest

from paddock import fast
from paddock.fast.record import Byte, Long, Numbers, layout


class Sample:
    flag: Byte
    many: Annotated[Numbers, "i4", 3]
    large: Long


class Unsaid:
    flag: int


def test_fields_are_aligned_as_in_c() -> None:
    """A byte, three words of 32 bits, one of 64, each at a multiple of its own size."""
    record = layout(Sample)
    assert record.names == ("flag", "many", "large")
    assert [record.fields[name][1] for name in record.names] == [0, 4, 16]  # type: ignore[index]  # NumPy types fields as possibly none
    assert record.itemsize == 24
    assert record["many"].shape == (3,)
    assert record["flag"] == np.int8


def test_a_field_says_how_it_is_stored() -> None:
    """An annotation of the plain kind is a slip."""
    with pytest.raises(TypeError, match=r"Unsaid\.flag"):
        layout(Unsaid)


def test_the_fast_engine_is_available_where_it_is_tested() -> None:
    """Without Numba these tests would have failed before."""
    assert fast.available()
