"""Logs on disk: what happened is in the file before anyone sees it.

    FILE       the log, one record a line; locked while somebody plays it
    FILE.key   the seed of a game whose dice can be proved, until the game is over

The key is safe on disk before the log says what it is committed to. A last line without its end
was cut off by a crash while it was written: nobody has seen its effect, so it goes. Whatever else
is amiss is for people to look at, and nothing is changed.
"""

from __future__ import annotations

import fcntl
import os
import shlex
from pathlib import Path
from typing import Any, Self

import msgspec
from msgspec import Struct

from paddock.games import GAMES
from paddock.kernel.log import Header, Log, Revealed, UnreadableLog, Writer, read, read_header
from paddock.kernel.text import Text, say
from paddock.terminal.key import key_file, read_key, write_key
from paddock.terminal.refusal import Refused


class Loaded(Struct, frozen=True):
    """A log that was read: its whole lines, what they say, whether a torn one follows them."""

    data: bytes
    log: Log[Any, Any]
    torn: bool


class Journal:
    """One log that is being written, locked until it is closed."""

    def __init__(self, path: Path, file: int, last_sum: str, seed: bytes | None) -> None:
        self.path = path
        self.seed = seed
        self._file = file
        self._size = os.fstat(file).st_size
        self._writer = Writer(last_sum)

    @classmethod
    def create(cls, path: Path, header: Header, seed: bytes | None) -> Self:
        """A new log; never over an old one."""
        if path.exists():
            raise Refused(_exists(path))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if seed is not None:
                write_key(path, seed)
            file = _new_file(path, seed)
        except FileExistsError as error:
            raise Refused(_exists(path)) from error
        except OSError as error:
            raise Refused(_unwritable(path, error)) from error
        _lock(file, path)
        journal = cls(path, file, "", seed)
        journal.record(header)
        _sync_folder(path)
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Self, Loaded]:
        """A log to be played on; a torn last line is cut off."""
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise Refused(_unreadable(path, error)) from error
        try:
            _lock(file, path)
            loaded = load(path)
            seed = read_key(path, loaded.log)
        except Refused:
            os.close(file)
            raise
        if loaded.torn:
            os.ftruncate(file, len(loaded.data))
            os.fsync(file)
        last = msgspec.json.decode(loaded.data.splitlines()[-1])
        return cls(path, file, last["sum"], seed), loaded

    def record(self, record: Struct) -> None:
        """Append a record; it is on disk when this returns."""
        line = self._writer.line(record)
        try:
            written = 0
            while written < len(line):
                written += os.write(self._file, line[written:])
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise Refused(_unwritable(self.path, error)) from error
        self._size += len(line)

    def reveal(self) -> None:
        """The game is over: the seed goes into the log, for all to check the dice by."""
        if self.seed is not None:
            self.record(Revealed(self.seed.hex()))
            key_file(self.path).unlink(missing_ok=True)
            _sync_folder(self.path)
            self.seed = None

    def close(self) -> None:
        os.close(self._file)


def load(path: Path) -> Loaded:
    """Read a log without holding it; anything amiss but a torn end is refused."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused(_unreadable(path, error)) from error
    whole = data[: data.rfind(b"\n") + 1]
    try:
        header = read_header(whole)
        if header.game not in GAMES:
            raise Refused(_unknown(path, header.game))
        return Loaded(whole, read(whole, GAMES[header.game].types), whole != data)
    except UnreadableLog as error:
        raise Refused(
            say(
                "{file} cannot be read. Line {line}: {reason}.",
                file=str(path),
                line=error.line,
                reason=error.reason,
            )
        ) from error


def _new_file(path: Path, seed: bytes | None) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
    except OSError:
        if seed is not None:
            key_file(path).unlink()  # the key of a log that never was
        raise


def _lock(file: int, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Refused(
            say("{file} is being played elsewhere: end that game first.", file=str(path))
        ) from error


def _sync_folder(path: Path) -> None:
    """Make the file's very name safe from a crash."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _exists(path: Path) -> Text:
    return say(
        "{file} exists already. To play it on: paddock resume {file}", file=shlex.quote(str(path))
    )


def _unknown(path: Path, game: str) -> Text:
    return say("{file} is of a game called {game}: there is none here.", file=str(path), game=game)


def _unwritable(path: Path, error: OSError) -> Text:
    return say("{file} cannot be written: {reason}.", file=str(path), reason=str(error.strerror))


def _unreadable(path: Path, error: OSError) -> Text:
    return say("{file} cannot be opened: {reason}.", file=str(path), reason=str(error.strerror))
