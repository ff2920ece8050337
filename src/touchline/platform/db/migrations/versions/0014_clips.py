"""Clips."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "clip",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("media_id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("start_ms", sa.Integer(), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("offset_ms", sa.Integer(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("frame_rate", sa.Double(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("has_poster", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.Column("failure_message", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease", sa.String(), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clip")),
        sa.UniqueConstraint(
            "channel_id",
            "account_id",
            "media_id",
            "start_ms",
            "duration_ms",
            "name",
            name="uq_clip_asked",
        ),
        sa.UniqueConstraint("uuid", name=op.f("uq_clip_uuid")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("clip", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_clip_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index("ix_clip_of_account", ["channel_id", "account_id", "id"], unique=False)
        batch_op.create_index("ix_clip_of_event", ["channel_id", "event_id", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_clip_state"), ["state"], unique=False)

    op.create_table(
        "clip_download",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("thing_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clip_download")),
        sa.UniqueConstraint(
            "channel_id",
            "account_id",
            "kind",
            "thing_id",
            name=op.f("uq_clip_download_channel_id_account_id_kind_thing_id"),
        ),
    )
    with op.batch_alter_table("clip_download", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_clip_download_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "event_file",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("media_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("wanted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("failure_told", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.Column("failure_message", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("lease", sa.String(), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event_file")),
        sa.UniqueConstraint(
            "channel_id", "event_id", "media_id", name=op.f("uq_event_file_channel_id_event_id_media_id")
        ),
    )
    with op.batch_alter_table("event_file", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_event_file_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_event_file_state"), ["state"], unique=False)

    with op.batch_alter_table("billing_package", schema=None) as batch_op:
        batch_op.add_column(sa.Column("limits", sa.JSON(), nullable=False, server_default="{}"))

    with op.batch_alter_table("billing_subscription", schema=None) as batch_op:
        batch_op.add_column(sa.Column("limits", sa.JSON(), nullable=False, server_default="{}"))

    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("clips_counted_at", sa.BigInteger(), nullable=False, server_default="0")
        )


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.drop_column("clips_counted_at")

    with op.batch_alter_table("billing_subscription", schema=None) as batch_op:
        batch_op.drop_column("limits")

    with op.batch_alter_table("billing_package", schema=None) as batch_op:
        batch_op.drop_column("limits")

    with op.batch_alter_table("event_file", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_event_file_state"))
        batch_op.drop_index(batch_op.f("ix_event_file_channel_id"))

    op.drop_table("event_file")
    with op.batch_alter_table("clip_download", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_clip_download_channel_id"))

    op.drop_table("clip_download")
    with op.batch_alter_table("clip", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_clip_state"))
        batch_op.drop_index("ix_clip_of_event")
        batch_op.drop_index("ix_clip_of_account")
        batch_op.drop_index(batch_op.f("ix_clip_channel_id"))

    op.drop_table("clip")
