"""How a database comes to the schema of this Paddock: Alembic's steps, run when a store is opened.

A change of `paddock.server.schema` is a new file in `versions/`, whose `down_revision` names the
step before it. A released step is never edited. Nothing goes back down: a backup does that.
"""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection

HERE = Path(__file__).parent
VERSIONS = HERE / "versions"


class NewerSchema(Exception):
    """The database was made by a Paddock that knows steps which this one does not."""


def upgrade(connection: Connection) -> None:
    """Take the steps that are missing, inside the transaction that the connection is in."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    config.set_main_option("version_locations", str(VERSIONS).replace("%", "%%"))
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None:
        try:
            ScriptDirectory.from_config(config).get_revision(current)
        except CommandError:
            raise NewerSchema(current) from None
    command.upgrade(config, "head")
