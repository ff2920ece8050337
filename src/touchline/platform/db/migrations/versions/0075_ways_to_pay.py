"""Add the off-season of subscriptions.

Revision ID: 0075
Revises: 0070
"""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision = "0070"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. No subscription has an off-season."""
    with op.batch_alter_table("billing_subscription") as batch:
        batch.add_column(sa.Column("off_season", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("billing_subscription") as batch:
        batch.drop_column("off_season")
