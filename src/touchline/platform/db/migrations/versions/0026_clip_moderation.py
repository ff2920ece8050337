"""Add moderation of clips: hidden and approved clips, reports, and blocked creators.

Revision ID: 0026
Revises: 0025
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Go forward."""
    op.add_column("clip", sa.Column("hidden_at", _INSTANT, nullable=True))
    op.add_column("clip", sa.Column("hidden_by", sa.String(80), server_default="", nullable=False))
    op.add_column("clip", sa.Column("approved_at", _INSTANT, nullable=True))
    op.add_column("clip", sa.Column("former_folders", sa.JSON(), nullable=True))
    op.create_table(
        "clip_report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("clip_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("reporter", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("resolved_at", _INSTANT, nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clip_report")),
        sa.UniqueConstraint(
            "channel_id", "clip_id", "reporter", name=op.f("uq_clip_report_channel_id_clip_id_reporter")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_clip_report_channel_id"), "clip_report", ["channel_id"])
    op.create_index(op.f("ix_clip_report_account_id"), "clip_report", ["account_id"])
    op.create_table(
        "clip_maker_block",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("blocked_at", _INSTANT, nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clip_maker_block")),
        sa.UniqueConstraint(
            "channel_id", "account_id", name=op.f("uq_clip_maker_block_channel_id_account_id")
        ),
    )
    op.create_index(op.f("ix_clip_maker_block_channel_id"), "clip_maker_block", ["channel_id"])


def downgrade() -> None:
    """Go back."""
    op.drop_table("clip_maker_block")
    op.drop_table("clip_report")
    with op.batch_alter_table("clip") as batch_op:
        for name in ("former_folders", "approved_at", "hidden_by", "hidden_at"):
            batch_op.drop_column(name)
