"""The disk: what these calls have written is there after a crash, or they raise `OSError`."""

import os
from pathlib import Path

from paddock.kernel.text import Text, say


def write(file: int, data: bytes) -> None:
    """All of it; where that fails, a part may have been written."""
    written = 0
    while written < len(data):
        written += os.write(file, data[written:])
    os.fsync(file)


def make_folder(folder: Path) -> None:
    """A folder, with those that it lies in as far as they are missing."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in reversed(missing):
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Make the very names in it safe from a crash."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def unwritable(path: Path, error: OSError) -> Text:
    return say("{file} cannot be written: {reason}.", file=str(path), reason=str(error.strerror))


def unreadable(path: Path, error: OSError) -> Text:
    return say("{file} cannot be opened: {reason}.", file=str(path), reason=str(error.strerror))
