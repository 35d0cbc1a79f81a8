"""Numba's compiler, with a cache on disk, and with callbacks that report what it compiles."""

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
from paddock.fast.cache_folder import folder

Function = TypeVar("Function", bound=Callable[..., Any])


def digest(*packages: str) -> str:
    """A hash of the sources of these packages of Paddock."""
    total, root = sha256(), Path(paddock.__file__).parent
    for path in sorted(path for package in packages for path in (root / package).rglob("*.py")):
        total.update(path.read_bytes())
    return total.hexdigest()


# Compiled code depends on the sources of every package that has compiled functions, and of `games`,
# whose constants they use.
SOURCES = digest("adapters", "bots", "fast", "games")


class _Cache(FunctionCache):
    """A cache that is valid until any of these sources changes.

    Numba itself checks only the file of a function, not those of the functions that it calls.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba's own
        stamp = (self._impl.locator.get_source_stamp(), SOURCES)
        file: Any = IndexDataCacheFile
        self._cache_file = file(self._cache_path, self._impl.filename_base, stamp)


def _cache(function: Callable[..., Any]) -> _Cache | None:
    """In the folder that Numba chooses, or else in ours; None if neither can be used."""
    try:
        return _Cache(function)
    except RuntimeError:
        place = folder()
        if place is None:
            return None
        numba.config.CACHE_DIR = str(place)  # type: ignore[attr-defined]  # set on import
        return _Cache(function)


def _compiled(function: Function, **options: bool) -> Function:
    njit: Any = numba.njit
    dispatcher = njit(nogil=True, error_model="numpy", **options)(function)
    cache = _cache(function)
    if cache is not None:
        dispatcher._cache = cache  # noqa: SLF001  # Numba has no public way to set it
    return cast("Function", dispatcher)


def compiled(function: Function) -> Function:
    """Compile on the first call, cache the result on disk, and release the GIL."""
    return _compiled(function)


def inlined(function: Function) -> Function:
    """The same, and inlined in its callers: for a short function that every move calls."""
    return _compiled(function, forceinline=True)


# Any number as a signed one of 64 bits; type checkers see a plain integer.
signed: Callable[[Any], int] = cast("Any", np.int64)


class _Listener(event.Listener):
    def __init__(self, on_start: Callable[[str], None]) -> None:
        self._on_start = on_start

    def on_start(self, event: Any) -> None:
        self._on_start(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        """Only starts are reported."""


@contextmanager
def compilation_reported(on_start: Callable[[str], None]) -> Iterator[None]:
    """Call `on_start` with the name of each function that is compiled rather than loaded."""
    install: Any = event.install_listener
    with install("numba:compile", _Listener(on_start)):
        yield
