"""`paddock backup` and `paddock restore`: a server's tables in one file, and back."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from paddock.server.file import claimed
from paddock.server.rows import TableRow
from paddock.server.store import CannotOpen, Store
from tests.command import paddock, refused


async def create(store: Store, id: str) -> None:
    await store.tables.create(
        TableRow(id, "royal-turf", 1.0, "waiting", True, "d", b"{}", b"s"), []
    )


async def with_table(url: str) -> None:
    store = await Store.open(url)
    await create(store, "t")
    await store.close()


async def tables(url: str) -> list[str]:
    store = await Store.open(url)
    found = [row.id for row in await store.tables.listed(10)]
    await store.close()
    return found


@pytest.fixture
def url(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/paddock.db"
    asyncio.run(with_table(url))
    return url


def test_there_and_back(url: str, tmp_path: Path) -> None:
    """What was stored is in the copy, and in a database made of it."""
    copy, again = tmp_path / "copy.db", f"sqlite:///{tmp_path}/again.db"
    assert paddock("backup", str(copy), "--database", url).exit_code == 0
    assert paddock("restore", str(copy), "--database", again).exit_code == 0
    assert asyncio.run(tables(again)) == ["t"]


def test_nothing_is_written_over(url: str, tmp_path: Path) -> None:
    """Neither a copy that is there, nor a database."""
    copy = tmp_path / "copy.db"
    copy.write_text("mine")
    assert "exists already" in refused("backup", str(copy), "--database", url)
    assert copy.read_text() == "mine"
    assert "exists already" in refused("restore", str(copy), "--database", url)
    assert asyncio.run(tables(url)) == ["t"]


@pytest.mark.parametrize("data", [b"", b"not a database", b"SQLite format 3\0 torn"])
def test_what_is_no_backup_is_refused(data: bytes, tmp_path: Path) -> None:
    """And no database is made of it."""
    file, target = tmp_path / "copy.db", tmp_path / "new.db"
    file.write_bytes(data)
    refused("restore", str(file), "--database", f"sqlite:///{target}")
    assert not target.exists()


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """A slip of the pen leaves no empty database behind."""
    missing = tmp_path / "missing.db"
    told = refused("backup", str(tmp_path / "c.db"), "--database", f"sqlite:///{missing}")
    assert "name the database that is served with --database" in told
    assert not missing.exists()


def test_a_folder_that_is_not_there_is_named(url: str, copy: Path, tmp_path: Path) -> None:
    """And a folder is no file: by those who copy, restore and serve."""
    nowhere = tmp_path / "nowhere" / "t.db"
    for told in (
        refused("backup", str(nowhere), "--database", url, code=1),
        refused("restore", str(copy), "--database", f"sqlite:///{nowhere}"),
    ):
        assert "there is no folder" in told and "make it first" in told
    with pytest.raises(CannotOpen, match=r"there is no folder .*: make it first"):
        asyncio.run(tables(f"sqlite:///{nowhere}"))
    assert "is a folder" in refused("restore", str(copy), "--database", f"sqlite:///{tmp_path}")


def test_what_is_advised_can_be_done(url: str, tmp_path: Path) -> None:
    """The hints name the database that was asked for, in words that a shell understands."""
    copy, again = tmp_path / "my copy.db", f"sqlite:///{tmp_path}/a gain.db"
    made = paddock("backup", str(copy), "--database", url)
    assert made.stdout.endswith(f": paddock restore '{copy}' --database {url}\n")
    back = paddock("restore", str(copy), "--database", again)
    assert back.stdout.endswith(f": paddock serve --database '{again}'\n")


def test_postgresql_makes_its_own_backups() -> None:
    """The refusal names the command, without the password."""
    place = "postgresql://ada{}@stable/paddock"
    told = refused("backup", "my file", "--database", place.format(":turf123"), code=1)
    command = f"pg_dump --format=custom '--file=my file' {place.format('')}"
    assert told == f"PostgreSQL makes its own backups: {command}"
    assert "pg_restore" in refused("restore", "my file", "--database", place.format(""))


# What a crash leaves behind


@pytest.fixture
def copy(url: str, tmp_path: Path) -> Path:
    """A backup that holds the one table `t`."""
    copy = tmp_path / "copy.db"
    assert paddock("backup", str(copy), "--database", url).exit_code == 0
    return copy


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """A database as a killed server leaves it: the table `new` is in its log alone."""
    file, lived = tmp_path / "crashed.db", tmp_path / "lived.db"

    async def lives() -> None:
        store = await Store.open(f"sqlite:///{lived}")
        await create(store, "new")
        for end in ("", "-wal", "-shm"):
            shutil.copyfile(f"{lived}{end}", f"{file}{end}")
        await store.close()

    asyncio.run(lives())
    return file


def test_a_log_that_a_crash_left_is_not_replayed_over_a_backup(copy: Path, crashed: Path) -> None:
    """It is part of the database that was moved away, and is to be moved along with it."""
    elsewhere = crashed.rename(crashed.with_name("elsewhere.db"))
    url = f"sqlite:///{crashed}"
    assert "crashed.db-wal" in refused("restore", str(copy), "--database", url)
    assert not crashed.exists()
    crashed.with_name("crashed.db-wal").rename(elsewhere.with_name("elsewhere.db-wal"))
    assert paddock("restore", str(copy), "--database", url).exit_code == 0
    assert asyncio.run(tables(url)) == ["t"]
    assert asyncio.run(tables(f"sqlite:///{elsewhere}")) == ["new"]


def test_a_journal_is_not_rolled_back_into_a_backup(copy: Path, tmp_path: Path) -> None:
    """As with a log: it belongs to what was there before."""
    target = tmp_path / "target.db"
    target.with_name("target.db-journal").write_bytes(b"what a transaction would undo")
    told = refused("restore", str(copy), "--database", f"sqlite:///{target}")
    assert "target.db-journal" in told
    assert not target.exists()


def test_a_backup_copied_by_hand_is_not_served_with_a_foreign_log(
    copy: Path, crashed: Path
) -> None:
    """Neither file is touched; without the log it is served, and has a log of its own again."""
    url, log = f"sqlite:///{crashed}", crashed.with_name("crashed.db-wal")
    shutil.copyfile(copy, crashed)
    before = crashed.read_bytes(), log.read_bytes()
    with pytest.raises(CannotOpen, match=r"copied here.*crashed\.db-wal.*paddock restore"):
        asyncio.run(tables(url))
    again = refused("backup", str(crashed.with_name("again.db")), "--database", url, code=1)
    assert "crashed.db-wal" in again
    assert (crashed.read_bytes(), log.read_bytes()) == before
    log.unlink()
    assert asyncio.run(tables(url)) == ["t"]
    with closing(sqlite3.connect(crashed)) as served:
        assert served.execute("PRAGMA application_id").fetchone() == (0,)


def test_a_database_that_has_crashed_is_served(crashed: Path) -> None:
    """Its own log is replayed."""
    assert asyncio.run(tables(f"sqlite:///{crashed}")) == ["new"]


def test_a_log_without_its_database_is_not_thrown_away(crashed: Path) -> None:
    """SQLite would: no server starts on nothing beside it."""
    crashed.unlink()
    with pytest.raises(CannotOpen, match=r"crashed\.db-wal belongs to a database"):
        asyncio.run(tables(f"sqlite:///{crashed}"))
    assert crashed.with_name("crashed.db-wal").stat().st_size


def test_a_transaction_that_was_cut_off_is_rolled_back(url: str, tmp_path: Path) -> None:
    """A journal beside a file that is no backup is its own."""
    file, cut = tmp_path / "paddock.db", tmp_path / "cut.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as writing:
        for pragma in ("journal_mode = DELETE", "cache_size = 1", "cache_spill = 1"):
            writing.execute(f"PRAGMA {pragma}").fetchall()
        size = file.stat().st_size
        writing.execute("BEGIN")
        writing.execute("UPDATE tables SET setup = zeroblob(100000)")
        for end in ("", "-journal"):
            shutil.copyfile(f"{file}{end}", f"{cut}{end}")
    assert cut.stat().st_size > size, "nothing was written yet"
    assert asyncio.run(tables(f"sqlite:///{cut}")) == ["t"]
    with closing(sqlite3.connect(cut)) as served:
        assert served.execute("SELECT setup FROM tables").fetchone() == (b"{}",)


@pytest.fixture
def broken(copy: Path) -> Path:
    """A file that begins like a database of ours, and has lost a page."""
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
    """The refusal says what to do, and nothing was changed."""
    before = broken.read_bytes()
    with pytest.raises(CannotOpen, match="broken") as told:
        asyncio.run(tables(f"sqlite:///{broken}"))
    assert f"mv {broken}* ELSEWHERE" in str(told.value)
    assert f"paddock restore BACKUP --database sqlite:///{broken}" in str(told.value)
    assert broken.read_bytes() == before


def test_a_file_of_another_program_is_not_served(tmp_path: Path) -> None:
    """Nothing is added to it; an empty file becomes a database."""
    file = tmp_path / "invoices.db"
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("CREATE TABLE invoices (amount)")
    before = file.read_bytes()
    with pytest.raises(CannotOpen, match=r"no database of Paddock.*--database"):
        asyncio.run(tables(f"sqlite:///{file}"))
    assert file.read_bytes() == before
    with closing(sqlite3.connect(file)) as opened:
        opened.execute("DROP TABLE invoices")
    assert asyncio.run(tables(f"sqlite:///{file}")) == []


def test_a_broken_file_is_neither_backed_up_nor_restored(broken: Path, tmp_path: Path) -> None:
    """A copy of it would only hide that there is none."""
    target = tmp_path / "target.db"
    told = refused("restore", str(broken), "--database", f"sqlite:///{target}")
    assert "ELSEWHERE" not in told  # it is a backup, and lies in nobody's way
    refused("backup", str(target), "--database", f"sqlite:///{broken}", code=1)
    assert not target.exists()


def test_a_restored_file_is_its_owners_alone(copy: Path, tmp_path: Path) -> None:
    """Whatever the backup was, and whatever new files usually are."""
    copy.chmod(0o644)
    before = os.umask(0)
    try:
        restored = paddock("restore", str(copy), "--database", f"sqlite:///{tmp_path}/r.db")
    finally:
        os.umask(before)
    assert restored.exit_code == 0
    assert (tmp_path / "r.db").stat().st_mode & 0o777 == 0o600


CUT_SHORT = """
import os, sys
from pathlib import Path
from paddock.server import file

file._to_disk = lambda path: os._exit(9)
file.restore(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@pytest.mark.slow
def test_a_restore_that_was_cut_short_is_begun_anew(copy: Path, tmp_path: Path) -> None:
    """It leaves no database behind, and the next one does not mind what it does leave."""
    target = tmp_path / "target.db"
    command = [sys.executable, "-c", CUT_SHORT, str(copy), str(target)]
    assert subprocess.run(command, check=False).returncode == 9
    assert not target.exists()
    assert paddock("restore", str(copy), "--database", f"sqlite:///{target}").exit_code == 0
    assert asyncio.run(tables(f"sqlite:///{target}")) == ["t"]


def test_nothing_is_restored_while_a_server_still_runs(copy: Path, tmp_path: Path) -> None:
    """It has the file open that was moved away, and would write its log beside the new one."""
    target = tmp_path / "target.db"
    with claimed(target):
        assert "in use" in refused("restore", str(copy), "--database", f"sqlite:///{target}")
    assert not target.exists()
    assert (tmp_path / ".target.db.lock").stat().st_mode & 0o777 == 0o600  # as all beside it
    assert paddock("restore", str(copy), "--database", f"sqlite:///{target}").exit_code == 0


def test_a_link_leads_to_where_the_database_is(copy: Path, tmp_path: Path) -> None:
    """The file is put there, and the log that lies there is seen; the link stays a link."""
    disk, link = tmp_path / "disk", tmp_path / "link.db"
    disk.mkdir()
    link.symlink_to(disk / "real.db")
    log = disk / "real.db-wal"
    log.write_bytes(b"left by a crash")
    url = f"sqlite:///{link}"
    refused("restore", str(copy), "--database", url)
    log.unlink()
    assert paddock("restore", str(copy), "--database", url).exit_code == 0
    assert link.is_symlink() and (disk / "real.db").is_file()
    assert asyncio.run(tables(url)) == ["t"]


def test_reading_a_backup_leaves_nothing_beside_it(copy: Path, tmp_path: Path) -> None:
    """It may lie on a medium that nobody can write to."""
    alone = tmp_path / "medium" / "copy.db"
    alone.parent.mkdir()
    shutil.copyfile(copy, alone)
    assert paddock("restore", str(alone), "--database", f"sqlite:///{tmp_path}/r.db").exit_code == 0
    assert [file.name for file in alone.parent.iterdir()] == ["copy.db"]
