"""A video that is ready may have a warning: what is wrong with its file.

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
    """Videos that were made before have none."""
    op.add_column("media_asset", sa.Column("warning", sa.String(), nullable=False, server_default=""))


def downgrade() -> None:
    """Warnings are forgotten."""
    op.drop_column("media_asset", "warning")
