"""Add what imports of schedules remember: rows by source, and decisions about names.

Revision ID: 0044
Revises: 0043
"""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "import_row",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(length=120), nullable=False),
        sa.Column("row_key", sa.String(length=200), nullable=False),
        sa.Column("event_key", sa.String(length=80), nullable=False),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_row")),
        sa.UniqueConstraint(
            "channel_id", "source", "row_key", name=op.f("uq_import_row_channel_id_source_row_key")
        ),
    )
    op.create_index(op.f("ix_import_row_channel_id"), "import_row", ["channel_id"])
    op.create_table(
        "import_name",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("scope", sa.String(length=80), nullable=False),
        sa.Column("action", sa.String(length=10), nullable=False),
        sa.Column("key", sa.String(length=80), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_name")),
        sa.UniqueConstraint(
            "channel_id", "kind", "name", "scope", name=op.f("uq_import_name_channel_id_kind_name_scope")
        ),
    )
    op.create_index(op.f("ix_import_name_channel_id"), "import_name", ["channel_id"])


def downgrade() -> None:
    """Drop the tables. The next import of a source compares by teams and dates."""
    op.drop_table("import_name")
    op.drop_table("import_row")
