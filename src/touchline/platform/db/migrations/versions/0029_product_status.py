"""Add the status of the product to orders, and pending refunds."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("billing_order", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("product_status", sa.String(), server_default="available", nullable=False)
        )
        batch_op.add_column(sa.Column("product_starts_at", sa.DateTime(timezone=True), nullable=True))
        batch_op.add_column(sa.Column("refund_due", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("billing_order", schema=None) as batch_op:
        batch_op.drop_column("refund_due")
        batch_op.drop_column("product_starts_at")
        batch_op.drop_column("product_status")
