"""Add the visibility of events and the window of their replay.

Revision ID: 0050
Revises: 0049
"""

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_catalog_event_unlisted": (("channel_id", "id"), sa.column("visibility") != "public"),
    "ix_catalog_event_replay_from": (
        ("channel_id", "withdrawn", "replay_from"),
        sa.column("replay_from").is_not(None),
    ),
    "ix_catalog_event_replay_until": (
        ("channel_id", "withdrawn", "replay_until"),
        sa.column("replay_until").is_not(None),
    ),
}


def upgrade() -> None:
    """Add the columns and their partial indexes. All events are public, and have a replay at all times."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.add_column(sa.Column("visibility", sa.String(), nullable=False, server_default="public"))
        batch.add_column(sa.Column("replay_offered", sa.Boolean(), nullable=False, server_default=sa.true()))
        batch.add_column(sa.Column("replay_from", sa.DateTime(timezone=True), nullable=True))
        batch.add_column(sa.Column("replay_until", sa.DateTime(timezone=True), nullable=True))
    for name, (columns, condition) in INDEXES.items():
        op.create_index(
            name, "catalog_event", list(columns), sqlite_where=condition, postgresql_where=condition
        )


def downgrade() -> None:
    """Drop the indexes and the columns."""
    for name in INDEXES:
        op.drop_index(name, "catalog_event")
    with op.batch_alter_table("catalog_event") as batch:
        for name in ("visibility", "replay_offered", "replay_from", "replay_until"):
            batch.drop_column(name)
