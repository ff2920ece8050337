"""Add the safety delay of live streams.

Revision ID: 0063
Revises: 0062
"""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"
branch_labels = None
depends_on = None

_TABLES = ("catalog_live_stream", "catalog_test_stream")


def upgrade() -> None:
    """Add the column. No stream has a delay."""
    for table in _TABLES:
        with op.batch_alter_table(table) as batch:
            batch.add_column(
                sa.Column("safety_delay_seconds", sa.Integer(), server_default="0", nullable=False)
            )


def downgrade() -> None:
    """Drop the column."""
    for table in _TABLES:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("safety_delay_seconds")
