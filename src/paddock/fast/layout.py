"""Records: classes of annotated fields, stored in memory like a C struct.

A compiled function receives a record as a single pointer. A game is small enough for a few cache
lines, so games are played one after the other, each to its end. Integers used in arithmetic are
signed, since Numba makes a float of a signed and an unsigned one.
"""

from typing import Annotated, Any, Protocol, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Byte = Annotated[int, "i1"]
Long = Annotated[int, "i8"]
Rows = NDArray[np.void]


class Numbers(Protocol):
    """A field of several integers, as compiled code sees it."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int | slice, number: int, /) -> None: ...


class Reals(Protocol):
    """A field of several floats."""

    def __getitem__(self, at: int, /) -> float: ...
    def __setitem__(self, at: int | slice, number: float, /) -> None: ...


def layout(record: type) -> np.dtype[np.void]:
    """The memory layout of fields `Annotated[int, type]` and `Annotated[Numbers, type, size]`."""
    fields: list[Any] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{record.__name__}.{name} does not say how it is stored")
        _, *stored = get_args(hint)
        fields.append((name, *stored))
    return np.dtype(fields, align=True)
