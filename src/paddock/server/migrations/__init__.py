"""How a database comes to the schema of this Paddock: Alembic's steps, run when a store is opened.

A change of `paddock.server.schema` is a new file in `versions/`, whose `down_revision` names the
step before it. A released step is never edited. Nothing goes back down: a backup does that.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

HERE = Path(__file__).parent
VERSIONS = HERE / "versions"


class NewerSchema(Exception):
    """The database was made by a Paddock that knows steps which this one does not."""


def upgrade(connection: Connection) -> None:
    """Take the steps that are missing, inside the transaction that the connection is in.

    Most often none is: Alembic, which is slow to load, is not needed to see that.
    """
    current = _current(connection)
    if current == _newest():
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
    """The step that a database has reached, where Alembic writes it down; None before the first."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    step: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return step


def _newest() -> str:
    """The number of the last step, as its file is named."""
    return max(step.name for step in VERSIONS.glob("v*.py"))[1:5]
