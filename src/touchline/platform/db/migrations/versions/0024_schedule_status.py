"""Events that are canceled or postponed."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("schedule_status", sa.String(), server_default="scheduled", nullable=False)
        )
        batch_op.add_column(sa.Column("moved_from", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.drop_column("moved_from")
        batch_op.drop_column("schedule_status")
