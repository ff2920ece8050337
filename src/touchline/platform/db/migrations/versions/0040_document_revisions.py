"""Add the revisions of a channel's document, and the pack that was applied last.

Revision ID: 0040
Revises: 0039
"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables. A channel's first apply after the upgrade starts its history."""
    op.create_table(
        "document_revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("author", sa.String(length=80), nullable=False),
        sa.Column("source", sa.String(length=10), nullable=False),
        sa.Column("value_format", sa.JSON(), nullable=False),
        sa.Column("reverts", sa.Integer(), nullable=True),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["reverts"], ["document_revision.id"], name=op.f("fk_document_revision_reverts")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_revision")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_document_revision_channel_id"), "document_revision", ["channel_id"])
    op.create_table(
        "document_change",
        sa.Column("revision_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("section", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("before", sa.JSON(), nullable=True),
        sa.Column("after", sa.JSON(), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["revision_id"], ["document_revision.id"], name=op.f("fk_document_change_revision_id")
        ),
        sa.PrimaryKeyConstraint("revision_id", "position", name=op.f("pk_document_change")),
    )
    op.create_index(op.f("ix_document_change_channel_id"), "document_change", ["channel_id"])
    op.create_index(
        "ix_document_change_channel_id_section_key", "document_change", ["channel_id", "section", "key"]
    )
    op.create_table(
        "applied_pack",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_applied_pack")),
        sa.UniqueConstraint("channel_id", name=op.f("uq_applied_pack_channel_id")),
    )
    op.create_index(op.f("ix_applied_pack_channel_id"), "applied_pack", ["channel_id"])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("applied_pack", "document_change", "document_revision"):
        op.drop_table(table)
