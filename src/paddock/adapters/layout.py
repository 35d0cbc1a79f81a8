"""Where each field of an observation stands, for Python and for compiled code alike."""

from __future__ import annotations

from array import array
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

# A record of compiled code: `at.money` is where the field `money` begins.
Places: TypeAlias = Any


class Field(NamedTuple):
    """So many numbers, each from 0 to `high`."""

    name: str
    size: int
    high: float = 1.0


class Layout:
    """The fields one after the other; `at` is where each begins, `places` the same as a record.

    Each number of an observation is from 0 to that of `high`.
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


# What is written on, number by number: several times as fast as an array of NumPy, which then
# takes it over as it is.
Sheet: TypeAlias = "array[float]"


def finished(sheet: Sheet) -> NDArray[np.float32]:
    return np.frombuffer(sheet, np.float32)
