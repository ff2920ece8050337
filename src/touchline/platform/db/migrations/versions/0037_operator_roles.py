"""Add roles of operators and the events assigned to scorekeepers.

Revision ID: 0037
Revises: 0036
"""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all existing operators owners, because they had every right."""
    op.add_column(
        "channel_operators", sa.Column("role", sa.String(12), nullable=False, server_default="owner")
    )
    op.create_table(
        "operator_event",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_operator_event_account_id")),
        sa.PrimaryKeyConstraint("account_id", "event_id", name=op.f("pk_operator_event")),
    )
    op.create_index(op.f("ix_operator_event_channel_id"), "operator_event", ["channel_id"])


def downgrade() -> None:
    """Remove the roles."""
    op.drop_table("operator_event")
    op.drop_column("channel_operators", "role")
