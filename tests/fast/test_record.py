"""Records are laid out in memory by their annotations, as in C."""

from typing import Annotated

import numpy as np
import pytest

from paddock.fast.layout import Byte, Long, Numbers, layout


class Sample:
    flag: Byte
    many: Annotated[Numbers, "i4", 3]
    large: Long


class Unsaid:
    flag: int


def test_fields_are_aligned_as_in_c() -> None:
    """A byte, three 32-bit words, and a 64-bit word, each at a multiple of its own size."""
    record = layout(Sample)
    assert record.names == ("flag", "many", "large")
    assert [record.fields[name][1] for name in record.names] == [0, 4, 16]  # type: ignore[index]  # NumPy types fields as possibly none
    assert record.itemsize == 24
    assert record["many"].shape == (3,)
    assert record["flag"] == np.int8


def test_a_field_says_how_it_is_stored() -> None:
    """A plain annotation is an error."""
    with pytest.raises(TypeError, match=r"Unsaid\.flag"):
        layout(Unsaid)
