"""Add make-goods, and promo codes that belong to one viewer.

Revision ID: 0072
Revises: 0071
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, and add the column."""
    op.create_table(
        "billing_make_good",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("event_name", sa.JSON(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("charge", sa.String(), nullable=False),
        sa.Column("method", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("wanted_seconds", sa.Integer(), nullable=False),
        sa.Column("lost_seconds", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("paid_for_minor", sa.Integer(), nullable=False),
        sa.Column("event_count", sa.Integer(), nullable=False),
        sa.Column("owed_minor", sa.Integer(), nullable=False),
        sa.Column("is_capped", sa.Boolean(), nullable=False),
        sa.Column("paid_minor", sa.Integer(), nullable=False),
        sa.Column("pending_minor", sa.Integer(), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("coupon_code", sa.String(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("paid_at", UtcDateTime(), nullable=True),
        sa.Column("dismissal", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_make_good")),
        sa.UniqueConstraint(
            "channel_id",
            "event_id",
            "account_id",
            name=op.f("uq_billing_make_good_channel_id_event_id_account_id"),
        ),
    )
    op.create_index(op.f("ix_billing_make_good_channel_id"), "billing_make_good", ["channel_id"])
    op.create_index("ix_billing_make_good_of_order", "billing_make_good", ["channel_id", "order_id"])
    op.create_index(
        "ix_billing_make_good_of_status", "billing_make_good", ["channel_id", "status", "event_id"]
    )
    with op.batch_alter_table("billing_coupon") as batch:
        batch.add_column(sa.Column("account_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Delete the promo codes that belong to one viewer, so that nobody else can use them; drop the rest."""
    op.execute("DELETE FROM billing_coupon WHERE account_id IS NOT NULL")
    with op.batch_alter_table("billing_coupon") as batch:
        batch.drop_column("account_id")
    op.drop_table("billing_make_good")
