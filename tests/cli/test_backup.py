"""`paddock backup` and `paddock restore`: a server's tables in one file, and back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from paddock.cli.backup import backup, restore
from paddock.server.rows import TableRow
from paddock.server.store import Store

app = typer.Typer()
app.command()(backup)
app.command()(restore)


def paddock(*words: str) -> Result:
    return CliRunner().invoke(app, words, env={"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"})


async def with_table(url: str) -> None:
    store = await Store.open(url)
    await store.create(TableRow("t", "royal-turf", 1.0, "waiting", True, "d", b"{}", b"s"), [], [])
    await store.close()


async def tables(url: str) -> list[str]:
    store = await Store.open(url)
    found = [row.id for row in await store.listed(10)]
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
    refused = paddock("backup", str(copy), "--database", url)
    assert refused.exit_code == 2 and "exists already" in refused.stderr
    assert copy.read_text() == "mine"
    refused = paddock("restore", str(copy), "--database", url)
    assert refused.exit_code == 2 and "exists already" in refused.stderr
    assert asyncio.run(tables(url)) == ["t"]


@pytest.mark.parametrize("data", [b"", b"not a database", b"SQLite format 3\0 torn"])
def test_what_is_no_backup_is_refused(data: bytes, tmp_path: Path) -> None:
    """And no database is made of it."""
    file, target = tmp_path / "copy.db", tmp_path / "new.db"
    file.write_bytes(data)
    assert paddock("restore", str(file), "--database", f"sqlite:///{target}").exit_code == 2
    assert not target.exists()


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """A slip of the pen leaves no empty database behind."""
    missing = tmp_path / "missing.db"
    refused = paddock("backup", str(tmp_path / "c.db"), "--database", f"sqlite:///{missing}")
    assert refused.exit_code == 2
    assert not missing.exists()
