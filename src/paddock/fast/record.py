"""Records: a class of annotated fields, laid out in memory as C would lay it out.

Compiled functions take a record as one pointer, and a whole game fits into a few cache lines: games
are played one after the other, each to its end. Integers used in arithmetic are signed, since in
Numba a signed and an unsigned integer make a float.
"""

from typing import Annotated, Any, Protocol, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Byte = Annotated[int, "i1"]
Long = Annotated[int, "i8"]
Rows = NDArray[np.void]


class Numbers(Protocol):
    """A field of several integers, as compiled code uses it."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int | slice, number: int, /) -> None: ...


class Reals(Protocol):
    """The same of several floats."""

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
