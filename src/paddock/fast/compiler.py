"""Numba, asked in one way: cached on disk, without Python objects, telling what it compiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import event
from numba.core.caching import FunctionCache, IndexDataCacheFile

import paddock
from paddock.fast.folder import folder

Function = TypeVar("Function", bound=Callable[..., Any])
Told = Callable[[str], None]


def compiled(function: Function) -> Function:
    """Compile when first called, keep the result on disk, and let threads run side by side."""
    return _kept(function, numba.njit(nogil=True, error_model="numpy")(function))


def inlined(function: Function) -> Function:
    """The same for what is short and asked for at every move: put where it is called."""
    return _kept(function, numba.njit(nogil=True, error_model="numpy", forceinline=True)(function))


def _kept(function: Function, dispatcher: Any) -> Function:
    kept = _keeper(function)
    if kept is not None:
        dispatcher._cache = kept  # noqa: SLF001  # Numba has no other way to say how
    return cast("Function", dispatcher)


def _keeper(function: Function) -> _Kept | None:
    """Where Numba finds no folder by itself, it is given one; without any, nothing is kept."""
    try:
        return _Kept(function)
    except RuntimeError:
        place = folder()
        if place is None:
            return None
        numba.config.CACHE_DIR = str(place)  # type: ignore[attr-defined]  # made as it is imported
        return _Kept(function)


def digest(*packages: str) -> str:
    """The sources of these packages of Paddock, as one number."""
    whole, root = sha256(), Path(paddock.__file__).parent
    for path in sorted(path for package in packages for path in (root / package).rglob("*.py")):
        whole.update(path.read_bytes())
    return whole.hexdigest()


# Whoever has compiled functions, and whoever they take their figures from.
SOURCES = digest("adapters", "bots", "fast", "games")


class _Kept(FunctionCache):
    """What is kept holds as long as all sources are the same.

    Numba by itself looks only at the file of a function, not at those of the functions it calls.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba's own
        stamp = (self._impl.locator.get_source_stamp(), SOURCES)
        file: Any = IndexDataCacheFile
        self._cache_file = file(self._cache_path, self._impl.filename_base, stamp)


# A signed number of 64 bits, whatever it is made of: to the reader a plain integer.
signed: Callable[[Any], int] = cast("Any", np.int64)


class _Listener(event.Listener):
    def __init__(self, told: Told) -> None:
        self._told = told

    def on_start(self, event: Any) -> None:
        self._told(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        """The next one is told when it begins."""


@contextmanager
def listening(told: Told) -> Iterator[None]:
    """`told` hears the name of each function that has to be compiled, and of none that is kept."""
    listener = _Listener(told)
    event.register("numba:compile", listener)  # type: ignore[no-untyped-call]  # Numba's own
    try:
        yield
    finally:
        event.unregister("numba:compile", listener)  # type: ignore[no-untyped-call]  # the same
