"""A cache folder for compiled code, for a user who has no home directory to write to.

Cached code is loaded and run, so nobody else may have write access.
"""

import os
from functools import cache
from logging import getLogger
from pathlib import Path
from stat import S_ISDIR, S_ISVTX, S_IWGRP, S_IWOTH
from tempfile import gettempdir

from paddock.kernel.text import english, say

_OTHERS = S_IWGRP | S_IWOTH
NOT_CACHED = say(
    "Compiled code cannot be cached, so every process compiles it again, which takes up to a "
    "minute. To cache it, set NUMBA_CACHE_DIR to a folder that this user can write to."
)


@cache
def folder() -> Path | None:
    """It is in the temporary folder. None, with one warning, if that is unsafe or impossible."""
    parent = Path(gettempdir())
    place = parent / f"paddock-{os.getuid()}"
    try:
        place.mkdir(mode=0o700, exist_ok=True)
        if _is_safe(parent) and _is_ours(place):
            return place
    except OSError:
        pass  # the disk may be full or read-only
    getLogger(__name__).warning(english(NOT_CACHED))
    return None


def _is_safe(parent: Path) -> bool:
    """Whether nobody else can replace our folder."""
    mode = parent.stat().st_mode
    return bool(mode & S_ISVTX) or not mode & _OTHERS


def _is_ours(place: Path) -> bool:
    """Whether it is our folder, not a link or a folder that somebody else created first."""
    found = place.lstat()
    return S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & _OTHERS
