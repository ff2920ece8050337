"""The clip tags of a category."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("catalog_category", schema=None) as batch_op:
        batch_op.add_column(sa.Column("clip_tags", sa.JSON(), nullable=False, server_default="[]"))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("catalog_category", schema=None) as batch_op:
        batch_op.drop_column("clip_tags")
