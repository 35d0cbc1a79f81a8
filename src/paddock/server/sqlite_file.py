"""The SQLite file of a store: one server claims it, checks it, and backs it up.

SQLite replays any `-wal` file beside a database as its own. A backup copied over a database whose
`-wal` is left from a crash would become a mixture of both. So backups carry a mark in their header,
and a marked file is not opened beside a `-wal`, which cannot belong to it.
"""

import fcntl
import os
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

BUSY_SECONDS = 10.0  # that SQLite waits for a write of another process
MARK = 0x5061_6462  # the application id of a backup; a database in use has none
OURS = {"tables", "records", "alembic_version"}


class FileRefused(Exception):
    """The message says why, and what to do."""


@contextmanager
def claimed(file: Path) -> Iterator[None]:
    """Claim a file for this process; the operating system frees it however the process ends.

    The lock is a separate file: closing another handle of the database would drop SQLite's locks.
    """
    real = file.resolve()
    _refuse_no_folder(real)
    # Named so that `mv paddock.db* ELSEWHERE` leaves it.
    beside = real.with_name(f".{real.name}.lock")
    beside.touch(mode=0o600)
    with beside.open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileRefused(
                f"{file} is in use by another paddock serve, and a SQLite file can have only one"
                " server: stop the other one first"
            ) from None
        yield


def check(file: Path) -> None:
    """Refuse a file that cannot be served, and leave it as it is.

    This runs on every start, so it uses `quick_check`, which reads each page once.
    `integrity_check` also compares every index with its table and takes two to three times as long.
    """
    _refuse_no_folder(file.resolve())
    _refuse_foreign_log(file)
    if not _size(file):
        return  # a new file
    try:
        # A writer would checkpoint the `-wal`, but only a writer can roll back a `-journal`.
        mode = "rw" if _logs(file.resolve(), "-journal") else "ro"
        with closing(_opened(file, mode)) as opened:
            (found,) = opened.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise _broken(file, found)
            # A first start that was interrupted may have left only some of the tables.
            if (names := _names(opened)) and names.isdisjoint(OURS):
                raise FileRefused(
                    f"{file} is not a Paddock database: name another file with --database"
                )
    except sqlite3.OperationalError:
        raise  # locked or out of reach, not broken
    except sqlite3.DatabaseError as error:
        raise _broken(file, str(error)) from error
    if _marked(file):
        _unmark(file)


def back_up(file: Path, target: Path) -> None:
    """Copy a file as it is at one moment, even while it is served."""
    _copy(file, target, "rw", mark=MARK)


def restore(backup: Path, file: Path) -> None:
    """Put a backup in place of a database that is no longer there."""
    with claimed(file):
        if file.exists():
            away = f"stop the server and move it away ({_away(file)})"
            raise FileRefused(f"{file} already exists: {away}")
        # Nothing writes to a backup, so it can be read as immutable, which leaves no `-wal`.
        _copy(backup, file, "ro&immutable=1" if _marked(backup) else "ro", mark=0)


def _copy(source: Path, target: Path, mode: str, *, mark: int) -> None:
    """Copy a database completely or not at all, check the copy, and let only its owner read it.

    It is made in a temporary folder, so an interrupted copy leaves nothing in the way.
    """
    target = target.resolve()
    _refuse_no_folder(target)
    _refuse_foreign_log(source)
    _refuse_log_without_file(target)
    with TemporaryDirectory(dir=target.parent, prefix=f"{target.name}.part-") as folder:
        part = Path(folder) / "copy"
        part.touch(mode=0o600)  # it contains the seeds of unfinished matches
        try:
            with closing(_opened(source, mode)) as original, closing(sqlite3.connect(part)) as made:
                original.backup(made)
                # A backup must be readable on read-only media; a database in use has a `-wal`.
                made.execute(f"PRAGMA journal_mode = {'DELETE' if mark else 'WAL'}")
                made.execute(f"PRAGMA application_id = {mark}")
                (found,) = made.execute("PRAGMA integrity_check(1)").fetchone()
                if found != "ok":
                    raise FileRefused(f"{source} is broken ({found}): nothing was written")
                if not _names(made) >= OURS:
                    raise FileRefused(f"{source} is not a Paddock database")
        except sqlite3.Error as error:
            raise FileRefused(f"{source} cannot be read: {error}") from error
        _to_disk(part)
        part.replace(target)
    _to_disk(target.parent)


def _refuse_no_folder(file: Path) -> None:
    if not file.parent.is_dir():
        raise FileRefused(f"there is no folder {file.parent}: create it first")
    if file.is_dir():
        raise FileRefused(f"{file} is a folder: name a file in it")


def _refuse_foreign_log(file: Path) -> None:
    real = file.resolve()
    if not _size(real):
        _refuse_log_without_file(real, "-wal")  # a failed first start leaves a `-journal`
    elif (logs := _logs(real)) and _marked(real):
        raise FileRefused(
            f"{file} is a backup that was copied here, and {logs} belongs to the database that was"
            f" here before: move {logs} away. To restore a backup, use paddock restore"
        )


def _refuse_log_without_file(file: Path, *kinds: str) -> None:
    """Refuse to go on: SQLite would replay the log into a new file, or delete it and lose data."""
    if logs := _logs(file, *kinds):
        raise FileRefused(
            f"{logs} belongs to a database that is no longer at {file}, and contains its latest"
            " changes: move it to where that database is now"
        )


def _broken(file: Path, found: str) -> FileRefused:
    again = shlex.join(["paddock", "restore", "BACKUP", "--database", f"sqlite:///{file}"])
    return FileRefused(
        f"{file} cannot be opened: it is broken ({' '.join(found.split())}). Move it away, with the"
        f" files that belong to it ({_away(file)}), then restore a backup: {again}"
    )


def _away(file: Path) -> str:
    return f"mv {shlex.quote(str(file))}* ELSEWHERE"


def _names(opened: sqlite3.Connection) -> set[str]:
    return {name for (name,) in opened.execute("SELECT name FROM sqlite_master")}


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _logs(file: Path, *kinds: str) -> str:
    """The names of non-empty files that SQLite left beside a database."""
    beside = [file.with_name(file.name + kind) for kind in kinds or ("-wal", "-journal")]
    return " and ".join(str(log) for log in beside if _size(log))


def _opened(file: Path, mode: str) -> sqlite3.Connection:
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def _marked(file: Path) -> bool:
    """Whether it is a backup by its own header, whatever a log beside it says."""
    try:
        with closing(_opened(file, "ro&immutable=1")) as opened:
            mark: tuple[int] = opened.execute("PRAGMA application_id").fetchone()
    except sqlite3.Error:
        return False
    return mark == (MARK,)


def _unmark(file: Path) -> None:
    """Remove the mark before anything else is written: from now on a log beside it is its own."""
    with closing(_opened(file, "rw")) as opened:
        for pragma in ("journal_mode = WAL", "application_id = 0", "wal_checkpoint(TRUNCATE)"):
            opened.execute(f"PRAGMA {pragma}").fetchall()


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
