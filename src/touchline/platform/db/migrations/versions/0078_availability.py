"""Add the availability of events and offers, and blackouts.

Revision ID: 0078
Revises: 0076
"""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0076"
branch_labels = None
depends_on = None

_OFFER_TABLES = ("billing_package", "billing_subscription")
_EVENT_COLUMNS = ("replay_delay", "live_offered", "downloads_offered", "blackouts")


def upgrade() -> None:
    """Add the columns. Every event and offer includes everything, as before."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.add_column(sa.Column("replay_delay", sa.JSON(none_as_null=True), nullable=True))
        batch.add_column(sa.Column("blackouts", sa.JSON(none_as_null=True), nullable=True))
        for name in ("live_offered", "downloads_offered"):
            batch.add_column(sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.true()))
    for table in _OFFER_TABLES:
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("availability", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    """Drop the columns."""
    for table in _OFFER_TABLES:
        with op.batch_alter_table(table) as batch:
            batch.drop_column("availability")
    with op.batch_alter_table("catalog_event") as batch:
        for name in _EVENT_COLUMNS:
            batch.drop_column(name)
