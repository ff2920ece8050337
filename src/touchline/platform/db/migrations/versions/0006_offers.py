"""Packages and subscriptions."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "billing_package",
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("categories", sa.JSON(), nullable=False),
        sa.Column("category_ids", sa.JSON(), nullable=False),
        sa.Column("is_team_pass", sa.Boolean(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("description", sa.JSON(), nullable=True),
        sa.Column("base_minor", sa.Integer(), nullable=False),
        sa.Column("fee_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("offer", sa.String(), nullable=True),
        sa.Column("period", sa.String(), nullable=True),
        sa.Column("capabilities", sa.JSON(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("features", sa.JSON(), nullable=False),
        sa.Column("recommended", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_package")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_billing_package_channel_id_key")),
    )
    with op.batch_alter_table("billing_package", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_billing_package_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "billing_subscription",
        sa.Column("trial_period", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("description", sa.JSON(), nullable=True),
        sa.Column("base_minor", sa.Integer(), nullable=False),
        sa.Column("fee_minor", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(), nullable=False),
        sa.Column("offer", sa.String(), nullable=True),
        sa.Column("period", sa.String(), nullable=True),
        sa.Column("capabilities", sa.JSON(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("features", sa.JSON(), nullable=False),
        sa.Column("recommended", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_billing_subscription")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_billing_subscription_channel_id_key")),
    )
    with op.batch_alter_table("billing_subscription", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_billing_subscription_channel_id"), ["channel_id"], unique=False)


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("billing_subscription", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_billing_subscription_channel_id"))

    op.drop_table("billing_subscription")
    with op.batch_alter_table("billing_package", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_billing_package_channel_id"))

    op.drop_table("billing_package")
