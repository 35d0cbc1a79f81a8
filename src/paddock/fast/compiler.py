"""How Paddock uses Numba: cached on disk, without Python objects, reporting what it compiles."""

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
Told = Callable[[str], None]


def digest(*packages: str) -> str:
    """A hash of the sources of these packages of Paddock."""
    whole, root = sha256(), Path(paddock.__file__).parent
    for path in sorted(path for package in packages for path in (root / package).rglob("*.py")):
        whole.update(path.read_bytes())
    return whole.hexdigest()


# Compiled code depends on the sources of every package that has compiled functions, and of those
# that their figures come from.
SOURCES = digest("adapters", "bots", "fast", "games")


class _Cache(FunctionCache):
    """A cache that is valid as long as none of these sources changes.

    Numba itself checks only the file of a function, not those of the functions it calls.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]  # Numba's own
        stamp = (self._impl.locator.get_source_stamp(), SOURCES)
        file: Any = IndexDataCacheFile
        self._cache_file = file(self._cache_path, self._impl.filename_base, stamp)


def _cache(function: Callable[..., Any]) -> _Cache | None:
    """In a folder that Numba finds, or else in ours; None if neither can be used."""
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
    """The same for a short function that is called at every move: inline it in its callers."""
    return _compiled(function, forceinline=True)


# Any number as a signed one of 64 bits; type checkers see a plain integer.
signed: Callable[[Any], int] = cast("Any", np.int64)


class _Listener(event.Listener):
    def __init__(self, told: Told) -> None:
        self._told = told

    def on_start(self, event: Any) -> None:
        self._told(event.data["dispatcher"].py_func.__name__)

    def on_end(self, event: Any) -> None:
        """Only starts are reported."""


@contextmanager
def listening(told: Told) -> Iterator[None]:
    """Call `told` with the name of each function that is compiled rather than loaded."""
    installed: Any = event.install_listener
    with installed("numba:compile", _Listener(told)):
        yield
