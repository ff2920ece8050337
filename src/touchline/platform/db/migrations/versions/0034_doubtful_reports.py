"""Mark doubtful records, and count what each session reports.

Revision ID: 0034
Revises: 0033
"""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

TABLES = ("analytics_sessions", "analytics_happenings", "analytics_views")


def upgrade() -> None:
    """Go forward. Existing records still count."""
    for table in TABLES:
        op.add_column(
            table, sa.Column("is_doubtful", sa.Boolean(), nullable=False, server_default=sa.false())
        )
        op.create_index(
            f"ix_{table}_doubtful",
            table,
            ["channel_id", "at"],
            sqlite_where=sa.column("is_doubtful").is_(sa.true()),
            postgresql_where=sa.column("is_doubtful").is_(sa.true()),
        )
    op.create_table(
        "analytics_session_usage",
        sa.Column("channel_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("session", sa.String(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("minute_points", sa.Integer(), nullable=False),
        sa.Column("hour", sa.Integer(), nullable=False),
        sa.Column("hour_points", sa.Integer(), nullable=False),
        sa.Column("watched", sa.Integer(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("channel_id", "session", name="pk_analytics_session_usage"),
    )
    op.create_index("ix_analytics_session_usage_seen_at", "analytics_session_usage", ["seen_at"])


def downgrade() -> None:
    """Go back. Doubtful records count again."""
    op.drop_table("analytics_session_usage")
    for table in TABLES:
        op.drop_index(f"ix_{table}_doubtful", table_name=table)
        op.drop_column(table, "is_doubtful")
