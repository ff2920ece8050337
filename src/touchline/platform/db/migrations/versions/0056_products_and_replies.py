"""Add indexes for the sales and buyers of one event, and for replies that were not sent.

Revision ID: 0056
Revises: 0054
"""

from alembic import op

revision = "0056"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the indexes."""
    op.create_index(
        "ix_engagement_request_reply_of_state",
        "engagement_request_reply",
        ["channel_id", "state", "queued_at"],
    )
    op.create_index(
        "ix_billing_order_of_product", "billing_order", ["channel_id", "kind", "product_id", "id"]
    )


def downgrade() -> None:
    """Drop the indexes."""
    op.drop_index("ix_engagement_request_reply_of_state", "engagement_request_reply")
    op.drop_index("ix_billing_order_of_product", "billing_order")
