"""Add roles of operators, the events assigned to scorekeepers, and invitations.

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
    op.create_table(
        "operator_invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(254), nullable=False),
        sa.Column("email_key", sa.String(254), nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("accepted_by", sa.Integer(), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["accepted_by"], ["account.id"], name=op.f("fk_operator_invitation_accepted_by")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operator_invitation")),
        sa.UniqueConstraint(
            "channel_id", "email_key", name=op.f("uq_operator_invitation_channel_id_email_key")
        ),
        sa.UniqueConstraint("token_hash", name=op.f("uq_operator_invitation_token_hash")),
    )
    for column in ("accepted_by", "channel_id", "sent_at"):
        op.create_index(op.f(f"ix_operator_invitation_{column}"), "operator_invitation", [column])


def downgrade() -> None:
    """Remove the roles."""
    op.drop_table("operator_invitation")
    op.drop_table("operator_event")
    op.drop_column("channel_operators", "role")
