"""Add the tables of what viewers of live events could see.

Revision ID: 0071
Revises: 0070
"""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None

_TABLES = {
    "analytics_viewer_minute": (
        ("event_id", "account_id", "minute"),
        ("fetched", "polled", "checked", "failed", "attempted"),
        ("account_id", "minute"),
    ),
    "analytics_broadcast_minute": (
        ("event_id", "minute"),
        ("on_air", "supervised"),
        ("minute",),
    ),
}


def upgrade() -> None:
    """Create the tables."""
    for table, (keys, kinds, indexed) in _TABLES.items():
        op.create_table(
            table,
            *(
                sa.Column(
                    key,
                    sa.BigInteger() if key == "event_id" else sa.Integer(),
                    autoincrement=False,
                    nullable=False,
                )
                for key in ("channel_id", *keys)
            ),
            *(sa.Column(kind, sa.Integer(), nullable=False) for kind in kinds),
            sa.PrimaryKeyConstraint("channel_id", *keys, name=op.f(f"pk_{table}")),
        )
        for column in indexed:
            op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def downgrade() -> None:
    """Drop the tables."""
    for table in _TABLES:
        op.drop_table(table)
