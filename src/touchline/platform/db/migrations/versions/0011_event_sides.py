"""Drop the index on the channel of event sides, so that SQLite looks up sides by event."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

INDEX = "ix_catalog_event_side_channel_id"


def upgrade() -> None:
    """Go forward."""
    op.drop_index(INDEX, "catalog_event_side", if_exists=True)


def downgrade() -> None:
    """Go back."""
    op.create_index(INDEX, "catalog_event_side", ["channel_id"])
