"""Add a partial index on the few events whose stream is on.

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

INDEX, TABLE = "ix_catalog_event_on_air", "catalog_event"


def upgrade() -> None:
    """Go forward."""
    on_air = sa.column("publishing", sa.Boolean()).is_(True)
    columns = ["channel_id", "withdrawn", "publishing"]
    op.create_index(INDEX, TABLE, columns, sqlite_where=on_air, postgresql_where=on_air)


def downgrade() -> None:
    """Go back."""
    op.drop_index(INDEX, TABLE)
