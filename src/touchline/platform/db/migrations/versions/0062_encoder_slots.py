"""Add the two encoders of live streams: which one is on air, the operator's choice, and their states.

Revision ID: 0062
Revises: 0061
"""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"
branch_labels = None
depends_on = None

_TABLES = ("catalog_live_stream", "catalog_test_stream")
_COLUMNS = ("on_air", "preferred_slot", "switch_count", "primary_state", "backup_state", "backup_fault")


def upgrade() -> None:
    """Add the columns. The primary encoder of every stream is on air."""
    for table in _TABLES:
        with op.batch_alter_table(table) as batch:
            for name, default in (
                ("on_air", "primary"),
                ("preferred_slot", "primary"),
                ("primary_state", "waiting"),
                ("backup_state", "waiting"),
            ):
                batch.add_column(sa.Column(name, sa.String(10), server_default=default, nullable=False))
            batch.add_column(sa.Column("switch_count", sa.Integer(), server_default="0", nullable=False))
            batch.add_column(sa.Column("backup_fault", sa.String(), server_default="", nullable=False))


def downgrade() -> None:
    """Drop the columns."""
    for table in _TABLES:
        with op.batch_alter_table(table) as batch:
            for name in _COLUMNS:
                batch.drop_column(name)
