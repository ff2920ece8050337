"""Add the ranges that share links of paid events have shown, and indexes on media folders.

Revision ID: 0028
Revises: 0027
"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_FOLDERS = ("catalog_live_stream", "catalog_test_stream", "clip", "event_file", "media_asset")


def upgrade() -> None:
    """Create the table, and an index on each column with a folder."""
    op.create_table(
        "clip_shared_range",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("clip_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("media_id", sa.Integer(), nullable=False),
        sa.Column("start_ms", sa.Integer(), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clip_shared_range"),
        sa.UniqueConstraint("channel_id", "clip_id", name="uq_clip_shared_range_channel_id_clip_id"),
    )
    op.create_index("ix_clip_shared_range_channel_id", "clip_shared_range", ["channel_id"])
    op.create_index(
        "ix_clip_shared_range_of_maker", "clip_shared_range", ["channel_id", "account_id", "event_id"]
    )
    for table in _FOLDERS:
        op.create_index(f"ix_{table}_folder", table, ["folder"])


def downgrade() -> None:
    """Go back. Earlier releases do not count share links."""
    for table in _FOLDERS:
        op.drop_index(f"ix_{table}_folder", table)
    op.drop_table("clip_shared_range")
