"""Add the range of a recording that viewers see, and its folder at full length.

Revision ID: 0052
Revises: 0051
"""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None

TABLE = "media_asset"
NUMBERS = ("full_duration_ms", "trim_start_ms", "trim_end_ms")
TEXTS = ("full_folder", "trim_failure")
PENDING = ("pending_trim_start_ms", "pending_trim_end_ms")


def upgrade() -> None:
    """Add the columns. Recordings have their full length."""
    for name in NUMBERS:
        op.add_column(TABLE, sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    for name in TEXTS:
        op.add_column(TABLE, sa.Column(name, sa.String(), nullable=False, server_default=""))
    for name in PENDING:
        op.add_column(TABLE, sa.Column(name, sa.Integer(), nullable=True))


def downgrade() -> None:
    """Give trimmed recordings their full length again, and drop the columns."""
    op.execute(
        "UPDATE media_asset SET folder = full_folder, duration_ms = full_duration_ms WHERE full_folder <> ''"
    )
    with op.batch_alter_table(TABLE) as batch:
        for name in (*NUMBERS, *TEXTS, *PENDING):
            batch.drop_column(name)
