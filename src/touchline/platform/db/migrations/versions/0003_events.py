"""Events and their sides."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "catalog_event",
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("label", sa.JSON(), nullable=False),
        sa.Column("description", sa.JSON(), nullable=False),
        sa.Column("sort_name", sa.String(), nullable=False),
        sa.Column("search", sa.String(), nullable=False),
        sa.Column("category_id", sa.Integer(), nullable=True),
        sa.Column("location_id", sa.Integer(), nullable=True),
        sa.Column("starts_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("duration", sa.Integer(), nullable=False),
        sa.Column("pass_type", sa.String(), nullable=False),
        sa.Column("base_price", sa.Integer(), nullable=True),
        sa.Column("service_fee", sa.Integer(), nullable=True),
        sa.Column("currency", sa.String(), nullable=True),
        sa.Column("sport", sa.String(), nullable=False),
        sa.Column("gender", sa.String(), nullable=False),
        sa.Column("score", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("images", sa.JSON(), nullable=False),
        sa.Column("geo", sa.JSON(), nullable=False),
        sa.Column("publishing", sa.Boolean(), nullable=False),
        sa.Column("recorded", sa.Boolean(), nullable=False),
        sa.Column("clip_count", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["category_id"], ["catalog_category.id"], name=op.f("fk_catalog_event_category_id")
        ),
        sa.ForeignKeyConstraint(
            ["location_id"], ["catalog_location.id"], name=op.f("fk_catalog_event_location_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_event")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_event_channel_id_key")),
    )
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.create_index("ix_catalog_event_category", ["category_id", "starts_at", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_catalog_event_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index("ix_catalog_event_id", ["channel_id", "withdrawn", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_catalog_event_location_id"), ["location_id"], unique=False)
        batch_op.create_index(
            "ix_catalog_event_name", ["channel_id", "withdrawn", "sort_name", "id"], unique=False
        )
        batch_op.create_index(
            "ix_catalog_event_starts", ["channel_id", "withdrawn", "starts_at", "id"], unique=False
        )

    op.create_table(
        "catalog_event_side",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("participant_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_home", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["catalog_event.id"],
            name=op.f("fk_catalog_event_side_event_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["participant_id"], ["catalog_participant.id"], name=op.f("fk_catalog_event_side_participant_id")
        ),
        sa.PrimaryKeyConstraint("event_id", "participant_id", name=op.f("pk_catalog_event_side")),
    )
    with op.batch_alter_table("catalog_event_side", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_catalog_event_side_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(
            batch_op.f("ix_catalog_event_side_participant_id"), ["participant_id"], unique=False
        )


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("catalog_event_side", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_event_side_participant_id"))
        batch_op.drop_index(batch_op.f("ix_catalog_event_side_channel_id"))

    op.drop_table("catalog_event_side")
    with op.batch_alter_table("catalog_event", schema=None) as batch_op:
        batch_op.drop_index("ix_catalog_event_starts")
        batch_op.drop_index("ix_catalog_event_name")
        batch_op.drop_index(batch_op.f("ix_catalog_event_location_id"))
        batch_op.drop_index("ix_catalog_event_id")
        batch_op.drop_index(batch_op.f("ix_catalog_event_channel_id"))
        batch_op.drop_index("ix_catalog_event_category")

    op.drop_table("catalog_event")
