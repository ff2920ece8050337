"""Record when an operator logged in through the provider of the team.

Revision ID: 0046
Revises: 0045
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("viewer_session", sa.Column("single_sign_on_at", UtcDateTime(), nullable=True))


def downgrade() -> None:
    """Remove the column."""
    op.drop_column("viewer_session", "single_sign_on_at")
