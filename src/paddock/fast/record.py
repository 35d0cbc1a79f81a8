"""Records: a class of annotated fields, laid out in memory as C would lay it out.

Compiled functions take a record as one pointer, and a whole game lies in a few lines of the cache:
games are played one after the other, each to its end. Integers are signed wherever they are
reckoned with, since Numba makes a float of a signed and an unsigned one.
"""

from typing import Annotated, Any, Protocol, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Byte = Annotated[int, "i1"]
Long = Annotated[int, "i8"]
Rows = NDArray[np.void]


class Numbers(Protocol):
    """What compiled code sees of a field that holds several whole numbers."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int | slice, number: int, /) -> None: ...


class Reals(Protocol):
    """The same for those that need not be whole."""

    def __getitem__(self, at: int, /) -> float: ...
    def __setitem__(self, at: int | slice, number: float, /) -> None: ...


def layout(record: type) -> np.dtype[np.void]:
    """The memory of a class whose fields are `Annotated[int, type]` or `[Numbers, type, size]`."""
    fields: list[Any] = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{record.__name__}.{name} does not say how it is stored")
        _, *stored = get_args(hint)
        fields.append((name, *stored))
    return np.dtype(fields, align=True)
