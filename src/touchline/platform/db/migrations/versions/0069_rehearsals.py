"""Add the rehearsals of live streams.

Revision ID: 0069
Revises: 0068
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0069"
down_revision = "0068"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "rehearsal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("started_by", sa.String(200), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("leased_until", UtcDateTime(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("with_purchase", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.Column("event_id", sa.Integer(), nullable=True),
        sa.Column("is_stop_requested", sa.Boolean(), nullable=False),
        sa.Column("is_removed", sa.Boolean(), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rehearsal")),
    )
    op.create_index(op.f("ix_rehearsal_channel_id"), "rehearsal", ["channel_id"])


def downgrade() -> None:
    """Delete the events of rehearsals that are still there, and drop the table."""
    op.execute(
        "DELETE FROM catalog_live_stream WHERE event_id IN "
        "(SELECT id FROM catalog_event WHERE visibility = 'rehearsal')"
    )
    op.execute("DELETE FROM catalog_event WHERE visibility = 'rehearsal'")
    op.drop_table("rehearsal")
