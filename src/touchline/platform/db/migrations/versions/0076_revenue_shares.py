"""Add provider fees to the ledger, and revenue shares.

Revision ID: 0076
Revises: 0075
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0076"
down_revision = "0075"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and tables. Transactions from before have no fee."""
    with op.batch_alter_table("billing_transaction") as batch:
        batch.add_column(sa.Column("fee_minor", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("share_month", sa.String(7), nullable=True))
        batch.create_index("ix_billing_transaction_of_share", ["channel_id", "share_month", "at"])
    op.execute("UPDATE billing_transaction SET fee_minor = 0")
    op.create_table(
        "billing_share_party",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("participant_id", sa.Integer(), nullable=True),
        sa.Column("group_id", sa.Integer(), nullable=True),
        sa.Column("payout_account", sa.String(80), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_share_party")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_billing_share_party_channel_id_key")),
    )
    op.create_index(op.f("ix_billing_share_party_channel_id"), "billing_share_party", ["channel_id"])
    op.create_table(
        "billing_share_rule",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("party", sa.String(80), nullable=False),
        sa.Column("basis", sa.String(10), nullable=False),
        sa.Column("month", sa.String(7), nullable=False),
        sa.Column("basis_points", sa.Integer(), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_share_rule")),
        sa.UniqueConstraint(
            "channel_id",
            "party",
            "basis",
            "month",
            name=op.f("uq_billing_share_rule_channel_id_party_basis_month"),
        ),
    )
    op.create_index(op.f("ix_billing_share_rule_channel_id"), "billing_share_rule", ["channel_id"])
    op.create_table(
        "billing_share_month",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("month", sa.String(7), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=False),
        sa.Column("statements", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_share_month")),
        sa.UniqueConstraint("channel_id", "month", name=op.f("uq_billing_share_month_channel_id_month")),
    )
    op.create_index(op.f("ix_billing_share_month_channel_id"), "billing_share_month", ["channel_id"])
    op.create_table(
        "billing_share_payout",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("month", sa.String(7), nullable=False),
        sa.Column("party", sa.String(80), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("amount_minor", sa.Integer(), nullable=False),
        sa.Column("destination", sa.String(80), nullable=False),
        sa.Column("requested_at", UtcDateTime(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("ref", sa.String(80), nullable=True),
        sa.Column("sent_at", UtcDateTime(), nullable=True),
        sa.Column("failure", sa.String(500), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_share_payout")),
        sa.UniqueConstraint(
            "channel_id",
            "month",
            "party",
            "currency",
            name=op.f("uq_billing_share_payout_channel_id_month_party_currency"),
        ),
    )
    op.create_index(op.f("ix_billing_share_payout_channel_id"), "billing_share_payout", ["channel_id"])


def downgrade() -> None:
    """Drop the tables and the columns."""
    for table in ("billing_share_payout", "billing_share_month", "billing_share_rule", "billing_share_party"):
        op.drop_table(table)
    with op.batch_alter_table("billing_transaction") as batch:
        batch.drop_index("ix_billing_transaction_of_share")
        batch.drop_column("share_month")
        batch.drop_column("fee_minor")
