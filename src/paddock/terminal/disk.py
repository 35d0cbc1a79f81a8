"""Durable writes: what these functions write survives a crash, or they raise `OSError`."""

import os
from pathlib import Path

from paddock.kernel.text import Text, say


def write(file: int, data: bytes) -> None:
    """Write and sync all of it; on failure, part of it may have been written."""
    written = 0
    while written < len(data):
        written += os.write(file, data[written:])
    os.fsync(file)


def make_folder(folder: Path) -> None:
    """Create a folder, together with any missing parents."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in reversed(missing):
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """Make the entries of the folder itself durable."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def unwritable(path: Path, error: OSError) -> Text:
    return say("{file} cannot be written: {reason}.", file=str(path), reason=str(error.strerror))


def unreadable(path: Path, error: OSError) -> Text:
    return say("{file} cannot be opened: {reason}.", file=str(path), reason=str(error.strerror))
