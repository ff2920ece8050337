"""Add warnings about the source file of a ready video.

Revision ID: 0035
Revises: 0034
"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward. Existing videos have no warning."""
    op.add_column("media_asset", sa.Column("warning", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Go back. Warnings are deleted."""
    op.drop_column("media_asset", "warning")
