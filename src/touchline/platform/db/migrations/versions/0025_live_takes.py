"""Streams that end with their event and reopen, stream tests, and recordings that are taken down.

Revision ID: 0025
Revises: 0024
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

EVENT, ITEM, STREAM, TEST = (
    "catalog_event",
    "catalog_library_item",
    "catalog_live_stream",
    "catalog_test_stream",
)


def upgrade() -> None:
    """Go forward. No recording is taken down, and no stream is interrupted."""
    with op.batch_alter_table(EVENT) as batch:
        batch.add_column(sa.Column("interrupted", sa.Boolean(), nullable=False, server_default=sa.false()))
    for table in (EVENT, ITEM):
        with op.batch_alter_table(table) as batch:
            batch.add_column(sa.Column("recording_state", sa.String(), nullable=False, server_default=""))
            batch.add_column(sa.Column("recording_changed_at", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table(STREAM) as batch:
        batch.add_column(sa.Column("reopened_at", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        TEST,
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
        sa.Column("reopened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("fault", sa.String(), nullable=False),
        sa.Column("asset_id", sa.Integer(), nullable=True),
        sa.Column("lease", sa.String(), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"], ["catalog_event.id"], name=op.f("fk_catalog_test_stream_event_id")
        ),
        sa.ForeignKeyConstraint(
            ["asset_id"], ["media_asset.id"], name=op.f("fk_catalog_test_stream_asset_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_test_stream")),
        sa.UniqueConstraint("event_id", name=op.f("uq_catalog_test_stream_event_id")),
        sa.UniqueConstraint("port", name=op.f("uq_catalog_test_stream_port")),
    )
    with op.batch_alter_table(TEST) as batch:
        batch.create_index(batch.f("ix_catalog_test_stream_asset_id"), ["asset_id"], unique=False)
        batch.create_index(batch.f("ix_catalog_test_stream_channel_id"), ["channel_id"], unique=False)
        batch.create_index(batch.f("ix_catalog_test_stream_state"), ["state"], unique=False)


def downgrade() -> None:
    """Go back."""
    op.drop_table(TEST)
    with op.batch_alter_table(STREAM) as batch:
        batch.drop_column("reopened_at")
    for table in (EVENT, ITEM):
        with op.batch_alter_table(table) as batch:
            batch.drop_column("recording_changed_at")
            batch.drop_column("recording_state")
    with op.batch_alter_table(EVENT) as batch:
        batch.drop_column("interrupted")
