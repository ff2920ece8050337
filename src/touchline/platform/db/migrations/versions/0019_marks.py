"""When each table changed last: what kept answers are held against.

Revision ID: 0019
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A mark a table; none stands until the first change. And when the next game ends is found at once."""
    op.create_table(
        "table_mark",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_table_mark"),
    )
    op.create_index("ix_catalog_event_ends", "catalog_event", ["channel_id", "withdrawn", "ends_at"])


def downgrade() -> None:
    """Nobody keeps answers before this revision."""
    op.drop_index("ix_catalog_event_ends", "catalog_event")
    op.drop_table("table_mark")
