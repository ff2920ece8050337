"""Bind push subscriptions to the session that made them.

Revision ID: 0033
Revises: 0032
"""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the session. Rows that are there have none: they end with the first session of their viewer that
    ends, and a browser that comes back binds its own."""
    op.add_column("engagement_push_subscription", sa.Column("session_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Push subscriptions outlive sessions again."""
    with op.batch_alter_table("engagement_push_subscription") as batch_op:
        batch_op.drop_column("session_id")
