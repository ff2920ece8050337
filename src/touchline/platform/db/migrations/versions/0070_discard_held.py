"""Add the choice to discard the video that the safety delay of a stream holds back.

Revision ID: 0070
Revises: 0069
"""

import sqlalchemy as sa
from alembic import op

revision = "0070"
down_revision = "0069"
branch_labels = None
depends_on = None

_TABLES = ("catalog_live_stream", "catalog_test_stream")


def upgrade() -> None:
    """Add the column. No stream discards anything."""
    for table in _TABLES:
        with op.batch_alter_table(table) as batch:
            batch.add_column(
                sa.Column("discard_held", sa.Boolean(), server_default=sa.false(), nullable=False)
            )


def downgrade() -> None:
    """Drop the column."""
    for table in _TABLES:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("discard_held")
