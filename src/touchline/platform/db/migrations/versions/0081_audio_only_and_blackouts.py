"""Add audio-only events, blackouts of categories, and the availability of library items.

Revision ID: 0081
Revises: 0080
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0081"
down_revision = "0080"
branch_labels = None
depends_on = None

_LIBRARY_COLUMNS = ("available_from", "available_until", "video_offered", "blackouts", "streams")


def upgrade() -> None:
    """Add the columns. Everything has video and no blackouts, as before."""
    with op.batch_alter_table("catalog_event") as batch:
        batch.add_column(sa.Column("video_offered", sa.Boolean(), nullable=False, server_default=sa.true()))
    with op.batch_alter_table("catalog_category") as batch:
        batch.add_column(sa.Column("blackouts", sa.JSON(none_as_null=True), nullable=True))
    with op.batch_alter_table("catalog_library_item") as batch:
        batch.add_column(sa.Column("available_from", UtcDateTime(), nullable=True))
        batch.add_column(sa.Column("available_until", UtcDateTime(), nullable=True))
        batch.add_column(sa.Column("video_offered", sa.Boolean(), nullable=False, server_default=sa.true()))
        batch.add_column(sa.Column("blackouts", sa.JSON(none_as_null=True), nullable=True))
        batch.add_column(sa.Column("streams", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Drop the columns."""
    with op.batch_alter_table("catalog_library_item") as batch:
        for name in _LIBRARY_COLUMNS:
            batch.drop_column(name)
    with op.batch_alter_table("catalog_category") as batch:
        batch.drop_column("blackouts")
    with op.batch_alter_table("catalog_event") as batch:
        batch.drop_column("video_offered")
