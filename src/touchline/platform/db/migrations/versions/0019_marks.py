"""Table versions, which cached responses depend on.

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
    """Add table versions, empty until the first change, and an index for the next end of an event."""
    op.create_table(
        "table_mark",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_table_mark"),
    )
    shown = ("channel_id", "withdrawn")
    status = ("ends_at", "starts_at", "publishing", "recorded", "ended")
    op.create_index("ix_catalog_event_ends", "catalog_event", [*shown, *status])
    in_order = ("category_id", "starts_at", "id", "ends_at", "publishing", "recorded", "ended")
    op.create_index("ix_catalog_event_of_category", "catalog_event", [*shown, *in_order])


def downgrade() -> None:
    """Go back. Earlier releases do not cache responses."""
    op.drop_index("ix_catalog_event_of_category", "catalog_event")
    op.drop_index("ix_catalog_event_ends", "catalog_event")
    op.drop_table("table_mark")
