"""Add bundles of several channels, and the access that they give.

Revision ID: 0080
Revises: 0079
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0080"
down_revision = "0079"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "billing_bundle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("seller_id", sa.Integer(), nullable=False),
        sa.Column("partner_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("product_id", sa.Integer(), nullable=False),
        sa.Column("offer_name", sa.JSON(), nullable=False),
        sa.Column("price_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("basis_points", sa.Integer(), nullable=False),
        sa.Column("proposed_at", UtcDateTime(), nullable=False),
        sa.Column("accepted_at", UtcDateTime(), nullable=True),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("ended_by", sa.Integer(), nullable=True),
        sa.Column("slot", sa.String(80), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_bundle")),
        sa.UniqueConstraint("slot", name=op.f("uq_billing_bundle_slot")),
    )
    for name in ("seller_id", "partner_id"):
        op.create_index(op.f(f"ix_billing_bundle_{name}"), "billing_bundle", [name])
    op.create_table(
        "billing_bundle_grant",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("seller_id", sa.Integer(), nullable=False),
        sa.Column("order_id", sa.Integer(), nullable=False),
        sa.Column("bundle_id", sa.Integer(), nullable=False),
        sa.Column("order_version", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("address_digest", sa.String(64), nullable=True),
        sa.Column("product_name", sa.JSON(), nullable=False),
        sa.Column("capabilities", sa.JSON(), nullable=False),
        sa.Column("limits", sa.JSON(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("until", UtcDateTime(), nullable=True),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.Column("used_since", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_bundle_grant")),
        sa.UniqueConstraint(
            "channel_id", "order_id", name=op.f("uq_billing_bundle_grant_channel_id_order_id")
        ),
    )
    for name in ("channel_id", "order_id", "account_id", "address_digest"):
        op.create_index(op.f(f"ix_billing_bundle_grant_{name}"), "billing_bundle_grant", [name])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("billing_bundle_grant")
    op.drop_table("billing_bundle")
