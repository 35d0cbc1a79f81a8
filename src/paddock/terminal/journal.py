"""Logs on disk: what happened is in the file before anyone sees it.

    FILE       the log, one record a line; locked while somebody plays it
    FILE.key   the seed of a game whose dice can be proved, until the game is over

The key is safe on disk before the log says what it is committed to. A last line without its end
was cut off by a crash while it was written: nobody has seen its effect, so it goes. Whatever else
is amiss is for people to look at, and nothing is changed.
"""

import fcntl
import os
import shlex
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import msgspec
from msgspec import Struct

from paddock.games import GAMES
from paddock.kernel.log import (
    EMPTY,
    End,
    Header,
    Log,
    Revealed,
    UnreadableLog,
    Writer,
    read,
    read_header,
)
from paddock.kernel.text import Text, say
from paddock.terminal import disk
from paddock.terminal.key import key_file, read_key, write_key
from paddock.terminal.refusal import Refused


class Loaded(Struct, frozen=True):
    """A log that was read: its whole lines, what they say, whether a torn one follows them."""

    data: bytes
    log: Log[Any, Any]
    torn: bool


class Journal:
    """One log that is being written, locked until it is closed."""

    def __init__(self, path: Path, file: int, end: End, seed: bytes | None) -> None:
        self.path = path
        self.seed = seed
        self._file = file
        self._size = os.fstat(file).st_size
        self._writer = Writer(end)

    @classmethod
    def create(cls, path: Path, header: Header, seed: bytes | None) -> Self:
        """A new log, never over an old one; if it cannot be begun, no file of it stays."""
        try:
            if path.exists():
                raise Refused(_exists(path))
            disk.make_folder(path.parent)
            with ExitStack() as failing:
                if seed is not None:
                    write_key(path, seed)
                    failing.callback(key_file(path).unlink)
                file = _new_file(path)
                failing.callback(os.close, file)
                failing.callback(path.unlink)
                _lock(file, path)
                journal = cls(path, file, EMPTY, seed)
                journal.record(header)
                disk.sync_folder(path.parent)
                failing.pop_all()
        except OSError as error:
            raise Refused(disk.unwritable(path, error)) from error
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Self, Loaded]:
        """A log to be played on; what a crash left in it stays until it is mended."""
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise Refused(disk.unreadable(path, error)) from error
        try:
            _lock(file, path)
            loaded = load(path)
            seed = read_key(path, loaded.log)
        except Refused:
            os.close(file)
            raise
        lines = loaded.data.splitlines()
        end = End(len(lines), msgspec.json.decode(lines[-1])["sum"])
        return cls(path, file, end, seed), loaded

    def mend(self, loaded: Loaded) -> None:
        """Remove what a crash left: a torn last line, the key of a seed that is revealed."""
        try:
            if loaded.torn:
                os.ftruncate(self._file, len(loaded.data))
                os.fsync(self._file)
                self._size = len(loaded.data)
        except OSError as error:
            raise Refused(disk.unwritable(self.path, error)) from error
        if loaded.log.revealed is not None:
            self._remove_key()

    def record(self, record: Struct) -> None:
        """Append a record; it is on disk when this returns."""
        line = self._writer.line(record)
        try:
            disk.write(self._file, line)
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise Refused(disk.unwritable(self.path, error)) from error
        self._size += len(line)

    def reveal(self) -> None:
        """The game is over: the seed goes into the log, for all to check the dice by."""
        if self.seed is not None:
            self.record(Revealed(self.seed.hex()))
            self.seed = None
            self._remove_key()

    def _remove_key(self) -> None:
        key = key_file(self.path)
        try:
            key.unlink(missing_ok=True)
            disk.sync_folder(key.parent)
        except OSError as error:
            raise Refused(disk.unwritable(key, error)) from error

    def close(self) -> None:
        os.close(self._file)


def load(path: Path) -> Loaded:
    """Read a log without holding it; anything amiss but a torn end is refused."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refused(disk.unreadable(path, error)) from error
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


def _new_file(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
    except FileExistsError as error:
        raise Refused(_exists(path)) from error


def _lock(file: int, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Refused(
            say("{file} is being played elsewhere: end that game first.", file=str(path))
        ) from error


def _exists(path: Path) -> Text:
    return say(
        "{file} exists already. To play it on: paddock resume {file}", file=shlex.quote(str(path))
    )


def _unknown(path: Path, game: str) -> Text:
    return say("{file} is of a game called {game}: there is none here.", file=str(path), game=game)
