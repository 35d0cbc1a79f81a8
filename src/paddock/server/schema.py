"""The tables of the database for SQLAlchemy.

Columns are named like the fields of `paddock.server.rows`. Deleting a table of a game deletes
everything that belongs to it. A change here needs a step in `paddock.server.migrations`.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _of_table() -> Column[str]:
    return Column("table", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def _of_seat() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["table", "seat"], ["seats.table", "seats.seat"], ondelete="CASCADE"
    )


devices = Table(
    "devices",
    metadata,
    Column("device", Text, primary_key=True),
    Column("at", Double, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("host", Text, nullable=False, index=True),
    Column("setup", LargeBinary, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("rematch", ForeignKey("tables.id", ondelete="SET NULL"), index=True),
    Column("changes", Integer, nullable=False),
    Column("asked", LargeBinary),
)
# For the lobby, which lists the newest tables that are listed and not over.
Index("ix_tables_listed_status_created", tables.c.listed, tables.c.status, tables.c.created)

# What each step of a match changes, apart from the log: a row of few bytes.
progress = Table(
    "progress",
    metadata,
    _of_table(),
    Column("head", Integer, nullable=False),
    Column("due", Double),
    sqlite_with_rowid=False,
)
_somewhen = progress.c.due.is_not(None)
Index("ix_progress_due", progress.c.due, sqlite_where=_somewhen, postgresql_where=_somewhen)

seats = Table(
    "seats",
    metadata,
    _of_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text),
    Column("policy", Text),
    Column("stand_in", Text),
    Column("entropy", Text),
    Column("won", Boolean, nullable=False),
)

owners = Table(
    "owners",
    metadata,
    Column("table", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("device", Text, primary_key=True, index=True),
    _of_seat(),
)

links = Table(
    "links",
    metadata,
    Column("secret", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("used", Boolean, nullable=False),
    _of_seat(),
    Index(None, "table", "seat"),
)

records = Table(
    "records",
    metadata,
    _of_table(),
    Column("line", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # a log lies together, so that adding a line changes few pages
)

chat = Table(
    "chat",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("hidden", Boolean, nullable=False),
)

leases = Table(
    "leases",
    metadata,
    _of_table(),
    Column("worker", Text, nullable=False),
    Column("until", Double, nullable=False),
)
