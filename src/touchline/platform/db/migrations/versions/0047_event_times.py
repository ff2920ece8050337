"""Add whether the time of an event's start is known.

Revision ID: 0047
Revises: 0046
"""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. All times are known."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.add_column(sa.Column("time_known", sa.Boolean(), nullable=False, server_default=sa.true()))


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.drop_column("time_known")
