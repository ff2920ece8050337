"""Add the tables of live captions.

Revision ID: 0068
Revises: 0067
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0068"
down_revision = "0067"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "catalog_live_caption_language",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("tag", sa.String(20), nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["catalog_event.id"],
            name=op.f("fk_catalog_live_caption_language_event_id_catalog_event"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("event_id", "tag", name=op.f("pk_catalog_live_caption_language")),
    )
    op.create_index(
        op.f("ix_catalog_live_caption_language_channel_id"), "catalog_live_caption_language", ["channel_id"]
    )
    op.create_table(
        "catalog_live_caption",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(20), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("starts_at", UtcDateTime(), nullable=False),
        sa.Column("ends_at", UtcDateTime(), nullable=True),
        sa.Column("text", sa.String(400), nullable=False),
        sa.Column("received_at", UtcDateTime(), nullable=False),
        sa.Column("corrected_at", UtcDateTime(), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["catalog_event.id"],
            name=op.f("fk_catalog_live_caption_event_id_catalog_event"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_live_caption")),
    )
    op.create_index(op.f("ix_catalog_live_caption_channel_id"), "catalog_live_caption", ["channel_id"])
    op.create_index("ix_catalog_live_caption_starts_at", "catalog_live_caption", ["event_id", "starts_at"])
    op.create_index("ix_catalog_live_caption_key", "catalog_live_caption", ["event_id", "language", "key"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("catalog_live_caption")
    op.drop_table("catalog_live_caption_language")
