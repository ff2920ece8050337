"""Columns for choosing and playing pre-rolls."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    with op.batch_alter_table("preroll", schema=None) as batch_op:
        batch_op.alter_column("url", existing_type=sa.String(), nullable=True)
        batch_op.add_column(sa.Column("vast_url", sa.String(), nullable=True))
        batch_op.add_column(sa.Column("name", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Go back."""
    op.execute("DELETE FROM preroll WHERE url IS NULL")
    with op.batch_alter_table("preroll", schema=None) as batch_op:
        batch_op.drop_column("name")
        batch_op.drop_column("vast_url")
        batch_op.alter_column("url", existing_type=sa.String(), nullable=False)
