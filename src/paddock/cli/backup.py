"""`paddock backup` and `paddock restore`: copy a server's database to one file, and back."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[str, typer.Option(help="The server's database, as given to paddock serve.")]


def backup(
    file: Annotated[Path, typer.Argument(help="Where to write the copy.")],
    database: Database = "sqlite:///paddock.db",
) -> None:
    """Copy all tables of a server into a file, even while the server runs."""
    # The server's libraries take a second to load, so other commands should not load them.
    from paddock.server.sqlite_file import FileRefused, back_up  # noqa: PLC0415  # slow to load

    source = _sqlite(database, file)
    if not source.exists():
        raise typer.BadParameter(
            f"There is no {source}. Use --database to say which database"
            " (that of make play is ~/.local/share/paddock/tables.db)."
        )
    if file.exists():
        raise typer.BadParameter(f"{file} already exists: choose another name")
    try:
        back_up(source, file)
    except (FileRefused, OSError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
    back = shlex.join(["paddock", "restore", str(file), "--database", database])
    typer.echo(f"Written to {file}. To restore it: {back}")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that paddock backup wrote.")],
    database: Database = "sqlite:///paddock.db",
) -> None:
    """Restore a backup. The database file that this writes must not exist yet."""
    from paddock.server import sqlite_file as files  # noqa: PLC0415  # slow to load

    target = _sqlite(database)
    try:
        files.restore(file, target)
    except (files.FileRefused, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    serve = shlex.join(["paddock", "serve", "--database", database])
    typer.echo(f"Restored to {target}. To serve it: {serve}")


def _sqlite(database: str, dump: Path | None = None) -> Path:
    """The path of a SQLite database; for PostgreSQL, name its own tools instead."""
    from paddock.server.database import CannotOpen, parsed  # noqa: PLC0415  # slow to load

    try:
        url = parsed(database)
    except CannotOpen as error:
        raise typer.BadParameter(str(error), param_hint="--database") from error
    if url.get_backend_name() == "sqlite":
        return Path(url.database or "")
    if dump is None:
        raise typer.BadParameter("a backup is a SQLite file; for PostgreSQL use pg_restore")
    place = url.set(drivername="postgresql")._replace(password=None)
    command = ["pg_dump", "--format=custom", f"--file={dump}", place.render_as_string()]
    typer.echo(f"PostgreSQL makes its own backups: {shlex.join(command)}", err=True)
    raise typer.Exit(1)
