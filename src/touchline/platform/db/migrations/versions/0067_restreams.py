"""Add restream targets, and the restreams of events.

Revision ID: 0067
Revises: 0066
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "catalog_restream_target",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("service", sa.String(20), nullable=False),
        sa.Column("server_url", sa.String(500), nullable=False),
        sa.Column("encrypted_key", sa.Text(), nullable=False),
        sa.Column("is_always", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_restream_target")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_catalog_restream_target_channel_id"), "catalog_restream_target", ["channel_id"])
    op.create_table(
        "catalog_restream",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("target_id", sa.Integer(), nullable=False),
        sa.Column("is_enabled", sa.Boolean(), nullable=True),
        sa.Column("retry_count", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", UtcDateTime(), nullable=True),
        sa.Column("live_since", UtcDateTime(), nullable=True),
        sa.Column("bytes_sent", sa.BigInteger(), nullable=False),
        sa.Column("bitrate", sa.Integer(), nullable=False),
        sa.Column("failure", sa.String(30), nullable=True),
        sa.Column("detail", sa.String(200), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["catalog_event.id"],
            name=op.f("fk_catalog_restream_event_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["target_id"],
            ["catalog_restream_target.id"],
            name=op.f("fk_catalog_restream_target_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_restream")),
        sa.UniqueConstraint("event_id", "target_id", name=op.f("uq_catalog_restream_event_id_target_id")),
    )
    op.create_index(op.f("ix_catalog_restream_channel_id"), "catalog_restream", ["channel_id"])
    op.create_index(op.f("ix_catalog_restream_target_id"), "catalog_restream", ["target_id"])


def downgrade() -> None:
    """Remove the tables. Targets and their keys are deleted."""
    op.drop_table("catalog_restream")
    op.drop_table("catalog_restream_target")
