"""Add vouchers, and the number of codes that an order bought.

Revision ID: 0073
Revises: 0072
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, and add the column. No order bought codes before."""
    op.create_table(
        "billing_voucher",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(), nullable=False),
        sa.Column("code_version", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("email", sa.String(), nullable=True),
        sa.Column("recipient", sa.String(), nullable=True),
        sa.Column("message", sa.String(), nullable=True),
        sa.Column("send_at", UtcDateTime(), nullable=True),
        sa.Column("sent_at", UtcDateTime(), nullable=True),
        sa.Column("redeemed_order_id", sa.Integer(), nullable=True),
        sa.Column("redeemed_at", UtcDateTime(), nullable=True),
        sa.Column("canceled_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["order_id"], ["billing_order.id"], name=op.f("fk_billing_voucher_order_id_billing_order")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_voucher")),
        sa.UniqueConstraint("channel_id", "code_hash", name=op.f("uq_billing_voucher_channel_id_code_hash")),
        sa.UniqueConstraint(
            "channel_id", "order_id", "number", name=op.f("uq_billing_voucher_channel_id_order_id_number")
        ),
        sa.UniqueConstraint(
            "channel_id", "redeemed_order_id", name=op.f("uq_billing_voucher_channel_id_redeemed_order_id")
        ),
    )
    op.create_index(op.f("ix_billing_voucher_channel_id"), "billing_voucher", ["channel_id"])
    op.create_index("ix_billing_voucher_of_email", "billing_voucher", ["send_at", "sent_at"])
    with op.batch_alter_table("billing_order") as batch:
        batch.add_column(sa.Column("voucher_count", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Drop both."""
    op.drop_table("billing_voucher")
    with op.batch_alter_table("billing_order") as batch:
        batch.drop_column("voucher_count")
