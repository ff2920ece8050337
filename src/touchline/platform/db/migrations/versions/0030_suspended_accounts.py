"""Add when an account was suspended.

Revision ID: 0030
Revises: 0029
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.add_column("account", sa.Column("suspended_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("account") as batch_op:
        batch_op.drop_column("suspended_at")
