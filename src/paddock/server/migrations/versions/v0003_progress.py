"""What each step changes moves into narrow rows of its own, and records lose what nobody reads."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "progress",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("due", sa.Double),
        sa.PrimaryKeyConstraint("table", name="pk_progress"),
        _of_table("progress"),
        sqlite_with_rowid=False,
    )
    op.execute('INSERT INTO progress ("table", head, due) SELECT id, head, due FROM tables')
    somewhen = sa.text("due IS NOT NULL")
    op.create_index(
        "ix_progress_due", "progress", ["due"], sqlite_where=somewhen, postgresql_where=somewhen
    )
    op.drop_index("ix_tables_due", "tables")
    op.drop_column("tables", "due")
    op.drop_column("tables", "head")
    if op.get_bind().dialect.name == "sqlite":
        _records_anew()
    else:
        op.drop_constraint("uq_records_table_seat_command", "records")
        op.drop_column("records", "seat")
        op.drop_column("records", "command")


def _records_anew() -> None:
    """SQLite cannot drop a constraint, nor change how a table is kept."""
    op.create_table(
        "records_anew",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", "line", name="pk_records"),
        _of_table("records"),
        sqlite_with_rowid=False,
    )
    kept = '"table", line, data'
    op.execute(f"INSERT INTO records_anew ({kept}) SELECT {kept} FROM records ORDER BY 1, 2")
    op.drop_table("records")
    op.rename_table("records_anew", "records")


def _of_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table"], ["tables.id"], name=f"fk_{name}_table", ondelete="CASCADE"
    )
