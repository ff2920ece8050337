"""Add the samples of the health of streams.

Revision ID: 0065
Revises: 0064
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None

_TABLE = "catalog_stream_health_sample"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        _TABLE,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("is_test", sa.Boolean(), nullable=False),
        sa.Column("slot", sa.String(), nullable=False),
        sa.Column("session_number", sa.Integer(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["catalog_event.id"],
            name=op.f(f"fk_{_TABLE}_event_id_catalog_event"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{_TABLE}")),
    )
    for column in ("channel_id", "at"):
        op.create_index(op.f(f"ix_{_TABLE}_{column}"), _TABLE, [column])
    op.create_index(f"ix_{_TABLE}_event_id_at", _TABLE, ["event_id", "at"])


def downgrade() -> None:
    """Drop the table. The history of the last day is lost."""
    op.drop_table(_TABLE)
