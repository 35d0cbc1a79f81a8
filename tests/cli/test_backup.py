"""`paddock backup` and `paddock restore`: copying a server's tables to one file, and back."""

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from paddock.server.rows import TableRow
from paddock.server.sqlite_file import claimed
from paddock.server.store import CannotOpen, Store
from tests.command import paddock, refused


async def create(store: Store, id: str) -> None:
    await store.tables.create(
        TableRow(id, "royal-turf", 1.0, "waiting", True, "d", b"{}", b"s"), []
    )


def tables(database: Path) -> list[str]:
    """The tables of a database, which is served for a moment."""

    async def listed() -> list[str]:
        store = await Store.open(url_of(database))
        found = [row.id for row in await store.tables.listed(10)]
        await store.close()
        return found

    return asyncio.run(listed())


def url_of(database: Path) -> str:
    return f"sqlite:///{database}"


def ran(command: str, file: Path, database: Path, code: int = 0) -> str:
    """What the command says, which must end with this exit code."""
    words = (command, str(file), "--database", url_of(database))
    if code:
        return refused(*words, code=code)
    done = paddock(*words)
    assert done.exit_code == 0, done.output
    return done.stdout


backup, restore = partial(ran, "backup"), partial(ran, "restore")


@pytest.fixture
def served(tmp_path: Path) -> Path:
    """A database with one table, `t`."""
    database = tmp_path / "paddock.db"

    async def serve() -> None:
        store = await Store.open(url_of(database))
        await create(store, "t")
        await store.close()

    asyncio.run(serve())
    return database


@pytest.fixture
def copy(served: Path, tmp_path: Path) -> Path:
    """A backup with the one table, `t`."""
    backup(tmp_path / "copy.db", served)
    return tmp_path / "copy.db"


def test_there_and_back(copy: Path, tmp_path: Path) -> None:
    """A restored database has what was backed up."""
    restore(copy, tmp_path / "again.db")
    assert tables(tmp_path / "again.db") == ["t"]


def test_nothing_is_overwritten(served: Path, tmp_path: Path) -> None:
    """Neither an existing copy nor a database is overwritten."""
    mine = tmp_path / "mine.db"
    mine.write_text("mine")
    assert "already exists" in backup(mine, served, code=2)
    assert mine.read_text() == "mine"
    assert "already exists" in restore(mine, served, code=2)
    assert tables(served) == ["t"]


@pytest.mark.parametrize("data", [b"", b"not a database", b"SQLite format 3\0 torn"])
def test_what_is_no_backup_is_refused(data: bytes, tmp_path: Path) -> None:
    """No database is made from it."""
    file, target = tmp_path / "copy.db", tmp_path / "new.db"
    file.write_bytes(data)
    restore(file, target, code=2)
    assert not target.exists()


def test_a_missing_database_is_not_created(tmp_path: Path) -> None:
    """A typing mistake leaves no empty database behind."""
    told = backup(tmp_path / "c.db", tmp_path / "missing.db", code=2)
    assert "Use --database to say which database" in told
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(served: Path, copy: Path, tmp_path: Path) -> None:
    """Backup, restore and server say so; they also refuse a folder in place of a file."""
    nowhere = tmp_path / "nowhere" / "t.db"
    for told in (backup(nowhere, served, code=1), restore(copy, nowhere, code=2)):
        assert "there is no folder" in told and "create it first" in told
    with pytest.raises(CannotOpen, match=r"there is no folder .*: create it first"):
        tables(nowhere)
    assert "is a folder" in restore(copy, tmp_path, code=2)


def test_what_is_advised_can_be_done(served: Path, tmp_path: Path) -> None:
    """The hints name the database that was asked for, quoted for a shell."""
    copy, again = tmp_path / "my copy.db", tmp_path / "a gain.db"
    hint = f": paddock restore '{copy}' --database {url_of(served)}\n"
    assert backup(copy, served).endswith(hint)
    assert restore(copy, again).endswith(f": paddock serve --database '{url_of(again)}'\n")


def test_postgresql_makes_its_own_backups() -> None:
    """The refusal names the command, without the password."""
    place = "postgresql://ada{}@stable/paddock"
    told = refused("backup", "my file", "--database", place.format(":turf123"), code=1)
    command = f"pg_dump --format=custom '--file=my file' {place.format('')}"
    assert told == f"PostgreSQL makes its own backups: {command}"
    assert "pg_restore" in refused("restore", "my file", "--database", place.format(""))


# What a crash leaves behind


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """A database as a killed server leaves it: the table `new` is only in its write-ahead log."""
    file, lived = tmp_path / "crashed.db", tmp_path / "lived.db"

    async def lives() -> None:
        store = await Store.open(url_of(lived))
        await create(store, "new")
        for end in ("", "-wal", "-shm"):
            shutil.copyfile(f"{lived}{end}", f"{file}{end}")
        await store.close()

    asyncio.run(lives())
    return file


def test_a_log_that_a_crash_left_is_not_replayed_over_a_backup(copy: Path, crashed: Path) -> None:
    """The log is part of the database that was moved away, and must be moved as well."""
    elsewhere = crashed.rename(crashed.with_name("elsewhere.db"))
    assert "crashed.db-wal" in restore(copy, crashed, code=2)
    assert not crashed.exists()
    crashed.with_name("crashed.db-wal").rename(elsewhere.with_name("elsewhere.db-wal"))
    restore(copy, crashed)
    assert tables(crashed) == ["t"]
    assert tables(elsewhere) == ["new"]


def test_a_journal_is_not_rolled_back_into_a_backup(copy: Path, tmp_path: Path) -> None:
    """Like a log, it belongs to the database that was there before."""
    target = tmp_path / "target.db"
    target.with_name("target.db-journal").write_bytes(b"what a transaction would undo")
    assert "target.db-journal" in restore(copy, target, code=2)
    assert not target.exists()


def test_a_backup_copied_by_hand_is_not_served_with_a_foreign_log(
    copy: Path, crashed: Path
) -> None:
    """Neither file is touched. Without the log the copy is served, as a normal database."""
    log = crashed.with_name("crashed.db-wal")
    shutil.copyfile(copy, crashed)
    before = crashed.read_bytes(), log.read_bytes()
    with pytest.raises(CannotOpen, match=r"copied here.*crashed\.db-wal.*paddock restore"):
        tables(crashed)
    assert "crashed.db-wal" in backup(crashed.with_name("again.db"), crashed, code=1)
    assert (crashed.read_bytes(), log.read_bytes()) == before
    log.unlink()
    assert tables(crashed) == ["t"]
    with closing(sqlite3.connect(crashed)) as opened:
        assert opened.execute("PRAGMA application_id").fetchone() == (0,)


def test_a_database_that_has_crashed_is_served(crashed: Path) -> None:
    """Its own log is replayed."""
    assert tables(crashed) == ["new"]


def test_a_log_without_its_database_is_not_deleted(crashed: Path) -> None:
    """SQLite would delete it, so no server starts a new database beside it."""
    crashed.unlink()
    with pytest.raises(CannotOpen, match=r"crashed\.db-wal belongs to a database"):
        tables(crashed)
    assert crashed.with_name("crashed.db-wal").stat().st_size


def test_an_interrupted_transaction_is_rolled_back(served: Path, tmp_path: Path) -> None:
    """A journal beside a file that is not a backup belongs to that file."""
    cut = tmp_path / "cut.db"
    with closing(sqlite3.connect(served, isolation_level=None)) as writing:
        for pragma in ("journal_mode = DELETE", "cache_size = 1", "cache_spill = 1"):
            writing.execute(f"PRAGMA {pragma}").fetchall()
        size = served.stat().st_size
        writing.execute("BEGIN")
        writing.execute("UPDATE tables SET setup = zeroblob(100000)")
        for end in ("", "-journal"):
            shutil.copyfile(f"{served}{end}", f"{cut}{end}")
    assert cut.stat().st_size > size, "nothing was written yet"
    assert tables(cut) == ["t"]
    with closing(sqlite3.connect(cut)) as opened:
        assert opened.execute("SELECT setup FROM tables").fetchone() == (b"{}",)


@pytest.fixture
def broken(copy: Path) -> Path:
    """A database of ours with a damaged page."""
    broken = copy.with_name("broken.db")
    data = bytearray(copy.read_bytes())
    with closing(sqlite3.connect(copy)) as opened:
        root = "SELECT rootpage FROM sqlite_master WHERE name = 'records'"
        (page,) = opened.execute(root).fetchone()
        (size,) = opened.execute("PRAGMA page_size").fetchone()
    data[(page - 1) * size : page * size] = b"\xff" * size
    broken.write_bytes(data)
    return broken


def test_a_broken_file_is_not_served(broken: Path) -> None:
    """The refusal says what to do, and nothing is changed."""
    before = broken.read_bytes()
    with pytest.raises(CannotOpen, match="broken") as told:
        tables(broken)
    assert f"mv {broken}* ELSEWHERE" in str(told.value)
    assert f"paddock restore BACKUP --database {url_of(broken)}" in str(told.value)
    assert broken.read_bytes() == before


def test_a_file_of_another_program_is_not_served(tmp_path: Path) -> None:
    """Nothing is added to it. An empty file becomes a database."""
    file = tmp_path / "invoices.db"
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("CREATE TABLE invoices (amount)")
    before = file.read_bytes()
    with pytest.raises(CannotOpen, match=r"not a Paddock database.*--database"):
        tables(file)
    assert file.read_bytes() == before
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("DROP TABLE invoices")
    assert tables(file) == []


def test_a_broken_file_is_neither_backed_up_nor_restored(broken: Path, tmp_path: Path) -> None:
    """A copy of it would only look like a backup."""
    target = tmp_path / "target.db"
    assert "ELSEWHERE" not in restore(broken, target, code=2)  # a backup need not be moved away
    backup(target, broken, code=1)
    assert not target.exists()


def test_only_the_owner_may_read_a_restored_file(copy: Path, tmp_path: Path) -> None:
    """This does not depend on the mode of the backup or on the umask."""
    copy.chmod(0o644)
    before = os.umask(0)
    try:
        restore(copy, tmp_path / "r.db")
    finally:
        os.umask(before)
    assert (tmp_path / "r.db").stat().st_mode & 0o777 == 0o600


CUT_SHORT = """
import os, sys
from pathlib import Path
from paddock.server import sqlite_file as file

file._to_disk = lambda path: os._exit(9)
file.restore(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.slow
def test_an_interrupted_restore_can_be_repeated(copy: Path, tmp_path: Path) -> None:
    """It leaves no database behind, and what it does leave does not disturb the next one."""
    target = tmp_path / "target.db"
    command = [sys.executable, "-c", CUT_SHORT, str(copy), str(target)]
    assert subprocess.run(command, check=False).returncode == 9
    assert not target.exists()
    restore(copy, target)
    assert tables(target) == ["t"]


def test_nothing_is_restored_while_a_server_is_running(copy: Path, tmp_path: Path) -> None:
    """It still has the old file open and would write its log beside the new one."""
    target = tmp_path / "target.db"
    with claimed(target):
        assert "in use" in restore(copy, target, code=2)
    assert not target.exists()
    assert (tmp_path / ".target.db.lock").stat().st_mode & 0o777 == 0o600  # like the database
    restore(copy, target)


def test_links_are_followed(copy: Path, tmp_path: Path) -> None:
    """The file is restored to the link's target, where a leftover log counts as well."""
    disk, link = tmp_path / "disk", tmp_path / "link.db"
    disk.mkdir()
    link.symlink_to(disk / "real.db")
    log = disk / "real.db-wal"
    log.write_bytes(b"left by a crash")
    restore(copy, link, code=2)
    log.unlink()
    restore(copy, link)
    assert link.is_symlink() and (disk / "real.db").is_file()
    assert tables(link) == ["t"]


def test_reading_a_backup_leaves_nothing_beside_it(copy: Path, tmp_path: Path) -> None:
    """It may be on a read-only medium."""
    alone = tmp_path / "medium" / "copy.db"
    alone.parent.mkdir()
    shutil.copyfile(copy, alone)
    restore(alone, tmp_path / "r.db")
    assert [file.name for file in alone.parent.iterdir()] == ["copy.db"]
