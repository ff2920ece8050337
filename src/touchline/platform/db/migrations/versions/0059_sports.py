"""Add the channel's own sports.

Revision ID: 0059
Revises: 0058
"""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. No channel has sports of its own."""
    op.create_table(
        "catalog_sport",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("entry", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_sport")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_sport_channel_id_key")),
    )
    op.create_index(op.f("ix_catalog_sport_channel_id"), "catalog_sport", ["channel_id"])


def downgrade() -> None:
    """Drop the table. Only the shipped sports are left."""
    op.drop_table("catalog_sport")
