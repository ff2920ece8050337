"""Add the timelines of events, the result that follows from them, and scorer links.

Revision ID: 0058
Revises: 0057
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables, and add the column. No event has a timeline."""
    op.create_table(
        "catalog_timeline_entry",
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.String(80), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("received_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["catalog_event.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id", "id"),
    )
    op.create_index(
        "ix_catalog_timeline_entry_revision", "catalog_timeline_entry", ["event_id", "revision"], unique=True
    )
    op.create_table(
        "catalog_scoreboard",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("score", sa.JSON(), nullable=True),
        sa.Column("source_name", sa.String(80), nullable=True),
        sa.Column("source_seen_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["catalog_event.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id"),
    )
    op.create_index("ix_catalog_scoreboard_channel_id", "catalog_scoreboard", ["channel_id"])
    op.create_table(
        "catalog_scorer_link",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("pin_hash", sa.String(64), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("failed_pins", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["catalog_event.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event_id"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_index("ix_catalog_scorer_link_channel_id", "catalog_scorer_link", ["channel_id"])
    op.create_index("ix_catalog_scorer_link_expires_at", "catalog_scorer_link", ["expires_at"])
    op.create_table(
        "catalog_scorer_session",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["catalog_scorer_link.event_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash"),
    )
    for column in ("channel_id", "event_id"):
        op.create_index(f"ix_catalog_scorer_session_{column}", "catalog_scorer_session", [column])
    with op.batch_alter_table("catalog_event") as batch:
        batch.add_column(sa.Column("result", sa.JSON(), nullable=True))
    with op.batch_alter_table("media_asset") as batch:
        batch.add_column(sa.Column("clock_anchors", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Drop the column and the tables."""
    with op.batch_alter_table("media_asset") as batch:
        batch.drop_column("clock_anchors")
    with op.batch_alter_table("catalog_event") as batch:
        batch.drop_column("result")
    op.drop_table("catalog_scorer_session")
    op.drop_table("catalog_scorer_link")
    op.drop_table("catalog_scoreboard")
    op.drop_table("catalog_timeline_entry")
