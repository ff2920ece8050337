"""Add resumable uploads.

Revision ID: 0043
Revises: 0042
"""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "upload",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner_kind", sa.String(length=20), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.String(length=255), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("offset", sa.BigInteger(), nullable=False),
        sa.Column("replace", sa.Boolean(), nullable=False),
        sa.Column("client_metadata", sa.String(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("failure_message", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("asset_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_upload")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_upload_asset_id"), "upload", ["asset_id"])
    op.create_index(op.f("ix_upload_channel_id"), "upload", ["channel_id"])
    op.create_index(op.f("ix_upload_expires_at"), "upload", ["expires_at"])
    op.create_index("ix_upload_owner", "upload", ["owner_kind", "owner_id"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("upload")
