"""Add an index on the product of orders, for the sales and buyers of one event.

Revision ID: 0056
Revises: 0054
"""

from alembic import op

revision = "0056"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index."""
    op.create_index(
        "ix_billing_order_of_product", "billing_order", ["channel_id", "kind", "product_id", "id"]
    )


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("ix_billing_order_of_product", "billing_order")
