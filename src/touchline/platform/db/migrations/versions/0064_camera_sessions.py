"""Add the sessions and the chunks of phone cameras.

Revision ID: 0064
Revises: 0063
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None

SESSION, CHUNK = "catalog_camera_session", "catalog_camera_chunk"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        SESSION,
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("last_seen_at", UtcDateTime(), nullable=False),
        sa.Column("next_number", sa.Integer(), nullable=False),
        sa.Column("position_chunk", sa.Integer(), nullable=False),
        sa.Column("position_offset", sa.Integer(), nullable=False),
        sa.Column("position_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["catalog_event.id"],
            name=op.f("fk_catalog_camera_session_event_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_camera_session")),
    )
    for column in ("channel_id", "event_id", "last_seen_at"):
        op.create_index(op.f(f"ix_{SESSION}_{column}"), SESSION, [column])
    op.create_table(
        CHUNK,
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("recording", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"],
            [f"{SESSION}.id"],
            name=op.f("fk_catalog_camera_chunk_session_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("session_id", "number", name=op.f("pk_catalog_camera_chunk")),
    )
    op.create_index(op.f(f"ix_{CHUNK}_channel_id"), CHUNK, ["channel_id"])


def downgrade() -> None:
    """Delete the tables."""
    op.drop_table(CHUNK)
    op.drop_table(SESSION)
