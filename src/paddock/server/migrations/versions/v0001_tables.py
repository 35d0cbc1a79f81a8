"""Devices, and everything that belongs to a table."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("device", name="pk_devices"),
    )
    _tables()
    op.create_table(
        "seats",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("policy", sa.Text),
        sa.Column("stand_in", sa.Text),
        sa.Column("entropy", sa.Text),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
        _of_table("seats"),
    )
    _rights()
    op.create_table(
        "records",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("command", sa.Text),
        sa.PrimaryKeyConstraint("table", "line", name="pk_records"),
        sa.UniqueConstraint("table", "seat", "command", name="uq_records_table_seat_command"),
        _of_table("records"),
    )
    op.create_table(
        "chat",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("hidden", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "number", name="pk_chat"),
        _of_table("chat"),
    )
    op.create_table(
        "leases",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("worker", sa.Text, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_leases"),
        _of_table("leases"),
    )


def _tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("setup", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("rematch", sa.Text),
        sa.Column("due", sa.Double),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("asked", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sa.ForeignKeyConstraint(
            ["rematch"], ["tables.id"], name="fk_tables_rematch", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_rematch", "tables", ["rematch"])
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("ix_tables_listed_status_created", "tables", ["listed", "status", "created"])


def _rights() -> None:
    """Who may act for a seat, and the links that give others that right."""
    op.create_table(
        "owners",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "seat", "device", name="pk_owners"),
        _of_seat("owners"),
    )
    op.create_index("ix_owners_device", "owners", ["device"])
    op.create_table(
        "links",
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("used", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("secret", name="pk_links"),
        _of_seat("links"),
    )
    op.create_index("ix_links_table_seat", "links", ["table", "seat"])


def _of_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table"], ["tables.id"], name=f"fk_{name}_table", ondelete="CASCADE"
    )


def _of_seat(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table", "seat"],
        ["seats.table", "seats.seat"],
        name=f"fk_{name}_table_seat",
        ondelete="CASCADE",
    )
