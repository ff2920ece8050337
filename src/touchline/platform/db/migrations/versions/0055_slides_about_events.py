"""Allow slides without an image: a slide about an event shows the pictures of the event.

Revision ID: 0055
Revises: 0054
"""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the image optional."""
    with op.batch_alter_table("slide") as batch:
        batch.alter_column("image", existing_type=sa.String(), nullable=True)


def downgrade() -> None:
    """Require an image. A slide without one has an empty path."""
    op.execute("UPDATE slide SET image = '' WHERE image IS NULL")
    with op.batch_alter_table("slide") as batch:
        batch.alter_column("image", existing_type=sa.String(), nullable=False)
