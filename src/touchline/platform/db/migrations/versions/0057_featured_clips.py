"""Add the featured clips of the home page.

Revision ID: 0057
Revises: 0056
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and its index. No clip is featured."""
    with op.batch_alter_table("clip") as batch:
        batch.add_column(sa.Column("featured_at", UtcDateTime(), nullable=True))
        batch.create_index("ix_clip_featured", ["channel_id", "featured_at"])


def downgrade() -> None:
    """Drop the column and its index."""
    with op.batch_alter_table("clip") as batch:
        batch.drop_index("ix_clip_featured")
        batch.drop_column("featured_at")
