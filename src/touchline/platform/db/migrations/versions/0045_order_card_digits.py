"""Add the last four digits of the card to orders, so that operators can search by them.

Revision ID: 0045
Revises: 0044
"""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. The next order sync fills it."""
    op.add_column("billing_order", sa.Column("card_last4", sa.String(), nullable=True))
    op.create_index("ix_billing_order_of_card", "billing_order", ["channel_id", "card_last4"])


def downgrade() -> None:
    """Remove the column."""
    op.drop_index("ix_billing_order_of_card", "billing_order")
    op.drop_column("billing_order", "card_last4")
