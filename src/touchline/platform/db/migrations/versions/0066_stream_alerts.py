"""Add the alerts about faults of streams, and who gets them.

Revision ID: 0066
Revises: 0065
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None

_ALERTS, _RECIPIENTS = "catalog_stream_alert", "catalog_stream_alert_recipient"


def upgrade() -> None:
    """Add the tables. Nobody gets alerts about streams that are already open."""
    op.create_table(
        _ALERTS,
        *_columns(_ALERTS),
        sa.Column("slot", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("last_seen_at", UtcDateTime(), nullable=False),
        sa.UniqueConstraint("event_id", "slot", "code", name=op.f(f"uq_{_ALERTS}_event_id_slot_code")),
    )
    op.create_table(
        _RECIPIENTS,
        *_columns(_RECIPIENTS),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("is_alerted", sa.Boolean(), nullable=False),
        sa.UniqueConstraint("event_id", "account_id", name=op.f(f"uq_{_RECIPIENTS}_event_id_account_id")),
    )
    for table, column in (
        (_ALERTS, "channel_id"),
        (_ALERTS, "last_seen_at"),
        (_RECIPIENTS, "channel_id"),
        (_RECIPIENTS, "account_id"),
    ):
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def downgrade() -> None:
    """Drop the tables. Operators have to choose alerts again."""
    op.drop_table(_RECIPIENTS)
    op.drop_table(_ALERTS)


def _columns(table: str) -> tuple[sa.Column[int] | sa.Constraint, ...]:
    return (
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["catalog_event.id"],
            name=op.f(f"fk_{table}_event_id_catalog_event"),
            ondelete="CASCADE",
        ),
    )
