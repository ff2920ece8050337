"""Add the pre-rolls that an operator chose for an event.

Revision ID: 0054
Revises: 0053
"""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Every event has the pre-rolls that fit."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.add_column(sa.Column("preroll_keys", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.drop_column("preroll_keys")
