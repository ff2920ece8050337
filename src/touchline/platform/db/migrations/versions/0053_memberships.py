"""Add the members of teams.

Revision ID: 0053
Revises: 0052
"""

import sqlalchemy as sa
from alembic import op

from touchline.platform.db.base import UtcDateTime

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table. All events stay visible as they are."""
    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_key", sa.String(length=254), nullable=False),
        sa.Column("added_at", UtcDateTime(), nullable=False),
        sa.Column("added_by", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint(
            "channel_id",
            "participant_id",
            "email_key",
            name=op.f("uq_membership_channel_id_participant_id_email_key"),
        ),
    )
    op.create_index("ix_membership_email_key", "membership", ["channel_id", "email_key"])


def downgrade() -> None:
    """Drop the table. Nobody is a member of a team then."""
    op.drop_table("membership")
