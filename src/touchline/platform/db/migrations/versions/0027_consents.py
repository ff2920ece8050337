"""Add consent registers of participants.

Revision ID: 0027
Revises: 0026
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "catalog_consent",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=120), nullable=False),
        sa.Column("recorded", sa.Boolean(), nullable=False),
        sa.Column("named", sa.Boolean(), nullable=False),
        sa.Column("not_recorded_until", sa.Date(), nullable=True),
        sa.Column("valid_from", sa.Date(), nullable=True),
        sa.Column("valid_to", sa.Date(), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["participant_id"],
            ["catalog_participant.id"],
            name=op.f("fk_catalog_consent_participant_id_catalog_participant"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_consent")),
    )
    op.create_index(op.f("ix_catalog_consent_channel_id"), "catalog_consent", ["channel_id"])
    op.create_index(op.f("ix_catalog_consent_participant_id"), "catalog_consent", ["participant_id"])


def downgrade() -> None:
    """Go back."""
    op.drop_table("catalog_consent")
