"""Pseudonyms to erase from the records, so that closing an account does not wait for the store.

Revision ID: 0021
Revises: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "analytics_leavers",
        sa.Column("channel_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("person", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "person", name="pk_analytics_leavers"),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("analytics_leavers")
