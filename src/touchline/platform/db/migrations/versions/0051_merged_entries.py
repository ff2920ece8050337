"""Add what categories, locations, groups and participants were merged into.

Revision ID: 0051
Revises: 0050
"""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None

TABLES = ("catalog_category", "catalog_location", "catalog_group", "catalog_participant")


def upgrade() -> None:
    """Add the columns."""
    for table in TABLES:
        op.add_column(table, sa.Column("merged_into_id", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Drop the columns. Old addresses of merged entries lead nowhere then."""
    for table in TABLES:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("merged_into_id")
