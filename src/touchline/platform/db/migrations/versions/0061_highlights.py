"""Let clips belong to the channel, and add highlights and reels.

Revision ID: 0061
Revises: 0060
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change the columns, and create the tables. All clips are viewers' clips."""
    with op.batch_alter_table("clip") as batch:
        batch.alter_column("account_id", existing_type=sa.Integer(), nullable=True)
        batch.add_column(sa.Column("origin", sa.String(20), server_default="viewer", nullable=False))
        batch.add_column(sa.Column("names", sa.JSON(), nullable=True))
    op.create_table(
        "clip_highlight",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("entry_id", sa.String(36), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("names", sa.JSON(), nullable=False),
        sa.Column("kind", sa.JSON(), nullable=False),
        sa.Column("clip_id", sa.Integer(), nullable=True),
        sa.Column("starts_at_ms", sa.BigInteger(), nullable=False),
        sa.Column("is_pending", sa.Boolean(), nullable=False),
        sa.Column("is_removed", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("tried_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clip_highlight")),
        sa.UniqueConstraint(
            "channel_id", "event_id", "entry_id", name=op.f("uq_clip_highlight_channel_id_event_id_entry_id")
        ),
    )
    op.create_index(op.f("ix_clip_highlight_channel_id"), "clip_highlight", ["channel_id"])
    op.create_index(op.f("ix_clip_highlight_clip_id"), "clip_highlight", ["clip_id"])
    op.create_index("ix_clip_highlight_pending", "clip_highlight", ["is_pending", "tried_at"])
    op.create_table(
        "clip_reel",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("clip_id", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("made_revision", sa.Integer(), nullable=False),
        sa.Column("content", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clip_reel")),
        sa.UniqueConstraint("channel_id", "event_id", name=op.f("uq_clip_reel_channel_id_event_id")),
    )
    op.create_index(op.f("ix_clip_reel_channel_id"), "clip_reel", ["channel_id"])


def downgrade() -> None:
    """Drop the tables, and the clips of the channel."""
    op.drop_table("clip_reel")
    op.drop_table("clip_highlight")
    op.execute("DELETE FROM clip WHERE account_id IS NULL")
    with op.batch_alter_table("clip") as batch:
        batch.drop_column("names")
        batch.drop_column("origin")
        batch.alter_column("account_id", existing_type=sa.Integer(), nullable=False)
