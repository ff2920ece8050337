"""Add indexes for the sales of one event and for unsent replies, and the login that created a token.

Revision ID: 0056
Revises: 0055
"""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the indexes and the column."""
    op.create_index(
        "ix_billing_order_of_product", "billing_order", ["channel_id", "kind", "product_id", "id"]
    )
    op.create_index(
        "ix_engagement_request_reply_of_state",
        "engagement_request_reply",
        ["channel_id", "state", "queued_at"],
    )
    with op.batch_alter_table("access_token") as batch:
        batch.add_column(sa.Column("session_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Drop the indexes and the column."""
    with op.batch_alter_table("access_token") as batch:
        batch.drop_column("session_id")
    op.drop_index("ix_engagement_request_reply_of_state", "engagement_request_reply")
    op.drop_index("ix_billing_order_of_product", "billing_order")
