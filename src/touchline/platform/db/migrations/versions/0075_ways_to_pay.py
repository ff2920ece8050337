"""Add the off-season of subscriptions, and prices that viewers choose.

Revision ID: 0075
Revises: 0073
"""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision = "0073"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. No subscription has an off-season, and no package has a chosen price."""
    with op.batch_alter_table("billing_subscription") as batch:
        batch.add_column(sa.Column("off_season", sa.JSON(), nullable=True))
    with op.batch_alter_table("billing_package") as batch:
        batch.add_column(sa.Column("price_choice", sa.JSON(), nullable=True))
        batch.add_column(sa.Column("receipt_note", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Drop the columns."""
    with op.batch_alter_table("billing_package") as batch:
        batch.drop_column("receipt_note")
        batch.drop_column("price_choice")
    with op.batch_alter_table("billing_subscription") as batch:
        batch.drop_column("off_season")
