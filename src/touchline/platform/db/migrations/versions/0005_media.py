"""Media assets and their rows."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "media_asset",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("source_sha256", sa.String(), nullable=False),
        sa.Column("source_name", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.Column("failure_message", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease", sa.String(), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("frame_rate", sa.Double(), nullable=False),
        sa.Column("has_audio", sa.Boolean(), nullable=False),
        sa.Column("has_captions", sa.Boolean(), nullable=False),
        sa.Column("storyboard", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_media_asset")),
        sa.UniqueConstraint(
            "channel_id", "source_sha256", name=op.f("uq_media_asset_channel_id_source_sha256")
        ),
    )
    with op.batch_alter_table("media_asset", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_media_asset_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_media_asset_state"), ["state"], unique=False)

    op.create_table(
        "event_media",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("owner_kind", sa.String(), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("type", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("asset_id", sa.Integer(), nullable=True),
        sa.Column("start_ts", sa.Integer(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["asset_id"], ["media_asset.id"], name=op.f("fk_event_media_asset_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_media")),
    )
    with op.batch_alter_table("event_media", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_media_asset_id"), ["asset_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_event_media_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index("ix_event_media_owner", ["owner_kind", "owner_id", "position"], unique=False)


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("event_media", schema=None) as batch_op:
        batch_op.drop_index("ix_event_media_owner")
        batch_op.drop_index(batch_op.f("ix_event_media_channel_id"))
        batch_op.drop_index(batch_op.f("ix_event_media_asset_id"))

    op.drop_table("event_media")
    with op.batch_alter_table("media_asset", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_media_asset_state"))
        batch_op.drop_index(batch_op.f("ix_media_asset_channel_id"))

    op.drop_table("media_asset")
