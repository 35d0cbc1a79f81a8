"""Where each field of an observation begins, for Python and for compiled code."""

from array import array
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

# The offsets as a record for compiled code: `at.money` is where the field `money` begins.
Offsets: TypeAlias = Any
# An observation that is being written: several times as fast to write number by number as a NumPy
# array, which then shares its memory (`finished`).
Buffer: TypeAlias = "array[float]"


class Field(NamedTuple):
    """`size` numbers, each from 0 to `high`."""

    name: str
    size: int
    high: float = 1.0


class Layout:
    """The fields in order. `offsets` says where each begins, as does `offset_record`.

    `high` has the upper bound of each number; the lower bound is 0.
    """

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        ends = tuple(accumulate(field.size for field in fields))
        self.size = ends[-1]
        self.offsets = dict(zip((field.name for field in fields), (0, *ends[:-1]), strict=True))
        types = [(name, np.int64) for name in self.offsets]
        self.offset_record = np.array([(*self.offsets.values(),)], types)
        self.high = np.repeat(
            np.array([field.high for field in fields], np.float32),
            [field.size for field in fields],
        )

    def blank(self) -> Buffer:
        return array("f", bytes(4 * self.size))

    def cut(self, observation: NDArray[np.float32], name: str) -> NDArray[np.float32]:
        """The numbers of one field."""
        start = self.offsets[name]
        size = next(field.size for field in self.fields if field.name == name)
        return observation[start : start + size]


def finished(buffer: Buffer) -> NDArray[np.float32]:
    return np.frombuffer(buffer, np.float32)
