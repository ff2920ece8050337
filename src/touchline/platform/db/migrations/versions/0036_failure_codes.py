"""Add the code of the failure message to clips and event files.

Revision ID: 0036
Revises: 0035
"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None
_TABLES = ("clip", "event_file")


def upgrade() -> None:
    """Add the code, empty for earlier failures."""
    for table in _TABLES:
        op.add_column(table, sa.Column("failure_code", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Remove the code."""
    for table in _TABLES:
        op.drop_column(table, "failure_code")
