"""Migrations of the database to this Paddock's schema, run by Alembic when a store is opened.

A change to `paddock.server.schema` needs a new file in `versions/`, whose `down_revision` names the
step before it. A released step is never edited. There are no downgrades: restore a backup.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

HERE = Path(__file__).parent
VERSIONS = HERE / "versions"


class NewerSchema(Exception):
    """The database was made by a newer Paddock, with steps that this one does not know."""


def upgrade(connection: Connection) -> None:
    """Run the missing steps inside the connection's transaction.

    Usually there are none, which can be seen without Alembic, which is slow to load.
    """
    current = _current(connection)
    newest = max(step.name for step in VERSIONS.glob("v*.py"))[1:5]
    if current == newest:
        return
    from alembic import command  # noqa: PLC0415  # slow to load
    from alembic.config import Config  # noqa: PLC0415  # slow to load
    from alembic.script import ScriptDirectory  # noqa: PLC0415  # slow to load
    from alembic.util import CommandError  # noqa: PLC0415  # slow to load

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", str(VERSIONS).replace("%", "%%"))
    if current is not None:
        try:
            ScriptDirectory.from_config(config).get_revision(current)
        except CommandError:
            raise NewerSchema(current) from None
    command.upgrade(config, "head")


def _current(connection: Connection) -> str | None:
    """The step that the database has reached; None before the first."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    step: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return step
