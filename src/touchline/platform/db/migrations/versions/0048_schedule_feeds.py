"""Add feeds: schedules at an address, which are imported every hour.

Revision ID: 0048
Revises: 0047
"""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "schedule_feed",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("encrypted_address", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_check_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("options", sa.JSON(), nullable=True),
        sa.Column("etag", sa.String(length=200), nullable=False),
        sa.Column("last_modified", sa.String(length=200), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("error", sa.JSON(), nullable=True),
        sa.Column("waiting", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedule_feed")),
        sa.UniqueConstraint("channel_id", "name", name=op.f("uq_schedule_feed_channel_id_name")),
    )
    op.create_index(op.f("ix_schedule_feed_channel_id"), "schedule_feed", ["channel_id"])
    op.create_index(op.f("ix_schedule_feed_next_check_at"), "schedule_feed", ["next_check_at"])


def downgrade() -> None:
    """Drop the table. Games that feeds brought stay."""
    op.drop_table("schedule_feed")
