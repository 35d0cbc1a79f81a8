"""`paddock backup` and `paddock restore`: all tables of a server, in one file."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[str, typer.Option(help="The server's database, as given to paddock serve.")]
SCHEME = "sqlite:///"


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the copy.")],
    database: Database = "sqlite:///paddock.db",
) -> None:
    """Copy all tables of a server into a file, also while it is running."""
    # The server's libraries take a second to load: no other command should wait for them.
    from paddock.server.store import Store, StoreError  # noqa: PLC0415  # slow to load

    if database.startswith(SCHEME) and not Path(database.removeprefix(SCHEME)).exists():
        raise typer.BadParameter(f"there is no {database.removeprefix(SCHEME)}")
    if file.exists():
        raise typer.BadParameter(f"{file} exists already: choose another name")

    async def copy() -> None:
        store = await Store.open(database)
        try:
            await store.backup(file)
        finally:
            await store.close()

    try:
        asyncio.run(copy())
    except StoreError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    typer.echo(f"{file} is written. To put it back: paddock restore {file}")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that paddock backup wrote.")],
    database: Database = "sqlite:///paddock.db",
) -> None:
    """Put a backup in the place of a server's database, which must not be there any more."""
    if not database.startswith(SCHEME):
        raise typer.BadParameter("a backup is a SQLite file; for PostgreSQL use pg_restore")
    target = Path(database.removeprefix(SCHEME))
    if target.exists():
        raise typer.BadParameter(f"{target} exists already: stop the server and move it away")
    _check(file)
    new = target.with_name(f"{target.name}.new")
    shutil.copyfile(file, new)
    with new.open("rb") as copied:
        os.fsync(copied.fileno())
    new.rename(target)
    typer.echo(f"{target} is in place. To serve it: paddock serve --database {database}")


def _check(file: Path) -> None:
    """Whether it is a whole database of ours."""
    try:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as opened:
            whole = opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            names = {name for (name,) in opened.execute("SELECT name FROM sqlite_master")}
        opened.close()
    except sqlite3.Error as error:
        raise typer.BadParameter(f"{file} cannot be read: {error}") from error
    if not whole or not {"tables", "records", "alembic_version"} <= names:
        raise typer.BadParameter(f"{file} is not a whole backup of Paddock")
