"""Add score alerts: the choice of viewers, the progress of each event, and what each viewer got.

Revision ID: 0060
Revises: 0059
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the tables. All viewers start without score alerts."""
    with op.batch_alter_table("engagement_reminder") as batch:
        batch.add_column(sa.Column("score_alerts", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "engagement_score_alert",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("moment_id", sa.String(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.Column("is_sending", sa.Boolean(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=True),
        sa.Column("changed_at", UtcDateTime(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_score_alert")),
        sa.UniqueConstraint(
            "channel_id", "event_id", name=op.f("uq_engagement_score_alert_channel_id_event_id")
        ),
    )
    for column in ("channel_id", "due_at", "changed_at"):
        op.create_index(op.f(f"ix_engagement_score_alert_{column}"), "engagement_score_alert", [column])
    op.create_table(
        "engagement_sent_score_alert",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("sent_at", UtcDateTime(), nullable=False),
        sa.Column("pushed", sa.JSON(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_sent_score_alert")),
        sa.UniqueConstraint(
            "channel_id",
            "event_id",
            "account_id",
            name=op.f("uq_engagement_sent_score_alert_channel_id_event_id_account_id"),
        ),
    )
    for column in ("channel_id", "account_id", "sent_at"):
        op.create_index(
            op.f(f"ix_engagement_sent_score_alert_{column}"), "engagement_sent_score_alert", [column]
        )


def downgrade() -> None:
    """Drop the tables and the column. Viewers have to choose score alerts again."""
    op.drop_table("engagement_sent_score_alert")
    op.drop_table("engagement_score_alert")
    with op.batch_alter_table("engagement_reminder") as batch:
        batch.drop_column("score_alerts")
