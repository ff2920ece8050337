"""Add webhook endpoints and the log of their messages.

Revision ID: 0039
Revises: 0038
"""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "webhook_endpoint",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("url", sa.String(length=2000), nullable=False),
        sa.Column("description", sa.String(length=200), nullable=False),
        sa.Column("event_types", sa.JSON(), nullable=False),
        sa.Column("encrypted_secret", sa.Text(), nullable=False),
        sa.Column("encrypted_old_secret", sa.Text(), nullable=True),
        sa.Column("old_secret_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("failing_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rest_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("pause_reason", sa.String(length=20), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_endpoint")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_webhook_endpoint_channel_id"), "webhook_endpoint", ["channel_id"])
    op.create_table(
        "webhook_message",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("type", sa.String(length=40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_message")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_webhook_message_channel_id_key")),
    )
    op.create_index(op.f("ix_webhook_message_at"), "webhook_message", ["at"])
    op.create_index(op.f("ix_webhook_message_channel_id"), "webhook_message", ["channel_id"])
    op.create_table(
        "webhook_delivery",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("endpoint_id", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("retry_count", sa.Integer(), nullable=False),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["endpoint_id"],
            ["webhook_endpoint.id"],
            name=op.f("fk_webhook_delivery_endpoint_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["message_id"],
            ["webhook_message.id"],
            name=op.f("fk_webhook_delivery_message_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_delivery")),
        sa.UniqueConstraint(
            "endpoint_id", "message_id", name=op.f("uq_webhook_delivery_endpoint_id_message_id")
        ),
    )
    op.create_index(op.f("ix_webhook_delivery_channel_id"), "webhook_delivery", ["channel_id"])
    op.create_index(op.f("ix_webhook_delivery_message_id"), "webhook_delivery", ["message_id"])
    op.create_index(op.f("ix_webhook_delivery_next_attempt_at"), "webhook_delivery", ["next_attempt_at"])
    op.create_table(
        "webhook_attempt",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("delivery_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("response_status", sa.Integer(), nullable=True),
        sa.Column("response", sa.Text(), nullable=False),
        sa.Column("error", sa.String(length=20), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["delivery_id"],
            ["webhook_delivery.id"],
            name=op.f("fk_webhook_attempt_delivery_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_attempt")),
    )
    op.create_index(op.f("ix_webhook_attempt_channel_id"), "webhook_attempt", ["channel_id"])
    op.create_index(op.f("ix_webhook_attempt_delivery_id"), "webhook_attempt", ["delivery_id"])


def downgrade() -> None:
    """Remove the tables. Endpoints and their log are deleted."""
    for table in ("webhook_attempt", "webhook_delivery", "webhook_message", "webhook_endpoint"):
        op.drop_table(table)
