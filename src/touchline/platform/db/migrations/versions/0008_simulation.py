"""Recorded events that play as if they were live."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.add_column(sa.Column("simulate_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.drop_column("simulate_at")
