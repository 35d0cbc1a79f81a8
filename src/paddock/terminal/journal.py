"""Logs on disk: every event is in the file before anyone sees it.

    FILE       the log, one record per line; locked while somebody plays it
    FILE.key   the seed of a game with provable dice, until the game is over

The key is on disk before the log contains the commitment to it. Anyone who reads it can predict
every roll, so only its owner may. An incomplete last line was cut off by a crash: nobody has seen
its effect, so it is removed. Any other damage is left as it is, for people to look at.
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
from paddock.kernel.chance import SEED_BYTES, commitment
from paddock.kernel.log import (
    EMPTY,
    Committed,
    End,
    Header,
    LineEncoder,
    Log,
    Revealed,
    UnreadableLog,
    read,
    read_header,
)
from paddock.kernel.text import Text, say
from paddock.terminal import disk
from paddock.terminal.refused_error import RefusedError


class Loaded(Struct, frozen=True):
    """A log that was read: its complete lines, the parsed log, and whether a torn line follows."""

    data: bytes
    log: Log[Any, Any]
    torn: bool


class Journal:
    """A log open for writing, locked until it is closed."""

    def __init__(self, path: Path, file: int, end: End, seed: bytes | None) -> None:
        self.path = path
        self.seed = seed
        self._file = file
        self._size = os.fstat(file).st_size
        self._encoder = LineEncoder(end)

    @classmethod
    def create(cls, path: Path, header: Header, seed: bytes | None) -> Self:
        """A new log. Never overwrites an old one; on failure, leaves no file behind."""
        try:
            if path.exists():
                raise RefusedError(_exists(path))
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
            raise RefusedError(disk.unwritable(path, error)) from error
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Self, Loaded]:
        """Open a log to continue it; what a crash left in it stays until `clean_up` removes it."""
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError as error:
            raise RefusedError(disk.unreadable(path, error)) from error
        try:
            _lock(file, path)
            loaded = load(path)
            seed = read_key(path, loaded.log)
        except RefusedError:
            os.close(file)
            raise
        lines = loaded.data.splitlines()
        end = End(len(lines), msgspec.json.decode(lines[-1])["sum"])
        return cls(path, file, end, seed), loaded

    def clean_up(self, loaded: Loaded) -> None:
        """Remove what a crash left behind: a torn last line, the key of a revealed seed."""
        try:
            if loaded.torn:
                os.ftruncate(self._file, len(loaded.data))
                os.fsync(self._file)
                self._size = len(loaded.data)
        except OSError as error:
            raise RefusedError(disk.unwritable(self.path, error)) from error
        if loaded.log.revealed is not None:
            self._remove_key()

    def record(self, record: Struct) -> None:
        """Append a record; it is on disk when this returns."""
        line = self._encoder.line(record)
        try:
            disk.write(self._file, line)
        except OSError as error:
            os.ftruncate(self._file, self._size)
            raise RefusedError(disk.unwritable(self.path, error)) from error
        self._size += len(line)

    def reveal(self) -> None:
        """The game is over: write the seed into the log, so that anyone can check the dice."""
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
            raise RefusedError(disk.unwritable(key, error)) from error

    def close(self) -> None:
        os.close(self._file)


def load(path: Path) -> Loaded:
    """Read a log without locking it; refuse any damage except a torn end."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RefusedError(disk.unreadable(path, error)) from error
    whole = data[: data.rfind(b"\n") + 1]
    try:
        header = read_header(whole)
        if header.game not in GAMES:
            unknown = say(
                "{file} is the log of a game called {game}, which is not installed here.",
                file=str(path),
                game=header.game,
            )
            raise RefusedError(unknown)
        return Loaded(whole, read(whole, GAMES[header.game].types), whole != data)
    except UnreadableLog as error:
        damage = say(
            "{file} cannot be read. Line {line}: {reason}.",
            file=str(path),
            line=error.line,
            reason=error.reason,
        )
        raise RefusedError(damage) from error


def _new_file(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
    except FileExistsError as error:
        raise RefusedError(_exists(path)) from error


def _lock(file: int, path: Path) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        busy = say("{file} is being played elsewhere: quit there first.", file=str(path))
        raise RefusedError(busy) from error


def _exists(path: Path) -> Text:
    return say(
        "{file} already exists. To resume that game: paddock resume {file}",
        file=shlex.quote(str(path)),
    )


def key_file(path: Path) -> Path:
    return path.with_name(path.name + ".key")


def write_key(path: Path, seed: bytes) -> None:
    """Store the seed of the log at `path`. Never overwrites a key; on failure, leaves none."""
    key = key_file(path)
    try:
        file = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        taken = say(
            "{key} already exists: it may be the key of a log that was moved. Move it, or save "
            "under another name.",
            key=str(key),
        )
        raise RefusedError(taken) from error
    try:
        disk.write(file, seed.hex().encode() + b"\n")
    except OSError:
        key.unlink()
        raise
    finally:
        os.close(file)


def read_key(path: Path, log: Log[Any, Any]) -> bytes | None:
    """The seed that the log at `path` is committed to, if it is still secret."""
    chance = log.header.chance
    if not isinstance(chance, Committed) or log.revealed is not None:
        return None
    key = key_file(path)
    try:
        seed = bytes.fromhex(key.read_text(encoding="ascii"))
    except FileNotFoundError as error:
        missing = say(
            "{key} is missing. It contains the seed of the dice: without it this game can be "
            "viewed (paddock replay show {file}), but not resumed.",
            key=str(key),
            file=shlex.quote(str(path)),
        )
        raise RefusedError(missing) from error
    except OSError as error:
        raise RefusedError(disk.unreadable(key, error)) from error
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES or commitment(seed) != chance.commitment:
        wrong = say(
            "{key} is not the key of {file}: its seed does not match the log.",
            key=str(key),
            file=str(path),
        )
        raise RefusedError(wrong)
    return seed
