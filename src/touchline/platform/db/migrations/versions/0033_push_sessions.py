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
    """Add the session. Existing rows have none.

    They end when a session of their viewer ends. A returning browser binds its subscription again.
    """
    op.add_column("engagement_push_subscription", sa.Column("session_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Go back. Push subscriptions outlive sessions."""
    with op.batch_alter_table("engagement_push_subscription") as batch_op:
        batch_op.drop_column("session_id")
