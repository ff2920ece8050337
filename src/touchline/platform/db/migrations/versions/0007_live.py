"""Live streams."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward. No existing event has a stream that ended."""
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.add_column(sa.Column("ended", sa.Boolean(), nullable=False, server_default=sa.false()))
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.alter_column("ended", server_default=None)

    op.create_table(
        "catalog_live_stream",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("port", sa.Integer(), nullable=True),
        sa.Column("dvr_seconds", sa.Integer(), nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("takes", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("gone_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fault", sa.String(), nullable=False),
        sa.Column("asset_id", sa.Integer(), nullable=True),
        sa.Column("lease", sa.String(), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["asset_id"], ["media_asset.id"], name=op.f("fk_catalog_live_stream_asset_id")
        ),
        sa.ForeignKeyConstraint(
            ["event_id"], ["catalog_event.id"], name=op.f("fk_catalog_live_stream_event_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_live_stream")),
        sa.UniqueConstraint("event_id", name=op.f("uq_catalog_live_stream_event_id")),
        sa.UniqueConstraint("port", name=op.f("uq_catalog_live_stream_port")),
    )
    with op.batch_alter_table("catalog_live_stream", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_catalog_live_stream_asset_id"), ["asset_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_catalog_live_stream_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_catalog_live_stream_state"), ["state"], unique=False)


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("catalog_live_stream", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_live_stream_state"))
        batch_op.drop_index(batch_op.f("ix_catalog_live_stream_channel_id"))
        batch_op.drop_index(batch_op.f("ix_catalog_live_stream_asset_id"))

    op.drop_table("catalog_live_stream")
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.drop_column("ended")
