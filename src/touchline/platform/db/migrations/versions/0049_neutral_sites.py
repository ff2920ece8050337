"""Add whether an event takes place at a neutral site.

Revision ID: 0049
Revises: 0048
"""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. No site is neutral."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.add_column(sa.Column("neutral_site", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop the column."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.drop_column("neutral_site")
