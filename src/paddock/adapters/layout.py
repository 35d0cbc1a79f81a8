"""Where each field of an observation is, for Python and for compiled code."""

from array import array
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

# A record for compiled code: `at.money` is where the field `money` begins.
Places: TypeAlias = Any
# An observation while it is written, number by number: several times as fast as a NumPy array,
# which then uses the same memory.
Sheet: TypeAlias = "array[float]"


class Field(NamedTuple):
    """`size` numbers, each from 0 to `high`."""

    name: str
    size: int
    high: float = 1.0


class Layout:
    """The fields in order; `at` says where each begins, `places` says it to compiled code.

    `high` has the upper bound of each number; the lower bound is 0.
    """

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        ends = tuple(accumulate(field.size for field in fields))
        self.size = ends[-1]
        self.at = dict(zip((field.name for field in fields), (0, *ends[:-1]), strict=True))
        self.places = np.array([(*self.at.values(),)], [(name, np.int64) for name in self.at])
        self.high = np.repeat(
            np.array([field.high for field in fields], np.float32),
            [field.size for field in fields],
        )

    def blank(self) -> Sheet:
        return array("f", bytes(4 * self.size))

    def cut(self, observation: NDArray[np.float32], name: str) -> NDArray[np.float32]:
        """The numbers of one field."""
        start = self.at[name]
        size = next(field.size for field in self.fields if field.name == name)
        return observation[start : start + size]


def finished(sheet: Sheet) -> NDArray[np.float32]:
    return np.frombuffer(sheet, np.float32)
