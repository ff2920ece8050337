"""Operators of a channel."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "channel_operators",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_channel_operators_account_id")),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_channel_operators")),
    )
    with op.batch_alter_table("channel_operators", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_channel_operators_channel_id"), ["channel_id"], unique=False)


def downgrade() -> None:
    """Go back."""
    op.drop_table("channel_operators")
