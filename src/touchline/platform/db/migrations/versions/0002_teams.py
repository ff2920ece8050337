"""Categories, places, groups, participants."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "catalog_category",
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("short_name", sa.JSON(), nullable=False),
        sa.Column("sport", sa.String(), nullable=False),
        sa.Column("gender", sa.String(), nullable=False),
        sa.Column("image", sa.String(), nullable=True),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_category")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_category_channel_id_key")),
    )
    with op.batch_alter_table("catalog_category", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_catalog_category_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "catalog_group",
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("short_name", sa.JSON(), nullable=False),
        sa.Column("nickname", sa.JSON(), nullable=False),
        sa.Column("sort_name", sa.String(), nullable=False),
        sa.Column("logo", sa.String(), nullable=True),
        sa.Column("colors", sa.JSON(), nullable=False),
        sa.Column("city", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("properties", sa.JSON(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_group")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_group_channel_id_key")),
    )
    with op.batch_alter_table("catalog_group", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_catalog_group_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "catalog_group_property",
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("choices", sa.JSON(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_group_property")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_group_property_channel_id_key")),
    )
    with op.batch_alter_table("catalog_group_property", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_catalog_group_property_channel_id"), ["channel_id"], unique=False
        )

    op.create_table(
        "catalog_location",
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("sort_name", sa.String(), nullable=False),
        sa.Column("city", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("country", sa.String(), nullable=False),
        sa.Column("time_zone", sa.String(), nullable=True),
        sa.Column("city_search", sa.String(), nullable=False),
        sa.Column("state_search", sa.String(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_location")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_location_channel_id_key")),
    )
    with op.batch_alter_table("catalog_location", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_catalog_location_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "catalog_participant",
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("short_name", sa.JSON(), nullable=False),
        sa.Column("sort_name", sa.String(), nullable=False),
        sa.Column("search", sa.String(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=True),
        sa.Column("category_id", sa.Integer(), nullable=True),
        sa.Column("sport", sa.String(), nullable=False),
        sa.Column("gender", sa.String(), nullable=False),
        sa.Column("color", sa.String(), nullable=True),
        sa.Column("color_2", sa.String(), nullable=True),
        sa.Column("image", sa.String(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["category_id"], ["catalog_category.id"], name=op.f("fk_catalog_participant_category_id")
        ),
        sa.ForeignKeyConstraint(
            ["group_id"], ["catalog_group.id"], name=op.f("fk_catalog_participant_group_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_participant")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_participant_channel_id_key")),
    )
    with op.batch_alter_table("catalog_participant", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_catalog_participant_category_id"), ["category_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_catalog_participant_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_catalog_participant_group_id"), ["group_id"], unique=False)
        batch_op.create_index("ix_catalog_participant_name", ["channel_id", "sort_name", "id"], unique=False)

    op.create_table(
        "catalog_participant_child",
        sa.Column("parent_id", sa.Integer(), nullable=False),
        sa.Column("child_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["child_id"],
            ["catalog_participant.id"],
            name=op.f("fk_catalog_participant_child_child_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["parent_id"],
            ["catalog_participant.id"],
            name=op.f("fk_catalog_participant_child_parent_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("parent_id", "child_id", name=op.f("pk_catalog_participant_child")),
    )
    with op.batch_alter_table("catalog_participant_child", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_catalog_participant_child_channel_id"), ["channel_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_catalog_participant_child_child_id"), ["child_id"], unique=False)


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("catalog_participant_child", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_participant_child_child_id"))
        batch_op.drop_index(batch_op.f("ix_catalog_participant_child_channel_id"))

    op.drop_table("catalog_participant_child")
    with op.batch_alter_table("catalog_participant", schema=None) as batch_op:
        batch_op.drop_index("ix_catalog_participant_name")
        batch_op.drop_index(batch_op.f("ix_catalog_participant_group_id"))
        batch_op.drop_index(batch_op.f("ix_catalog_participant_channel_id"))
        batch_op.drop_index(batch_op.f("ix_catalog_participant_category_id"))

    op.drop_table("catalog_participant")
    with op.batch_alter_table("catalog_location", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_location_channel_id"))

    op.drop_table("catalog_location")
    with op.batch_alter_table("catalog_group_property", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_group_property_channel_id"))

    op.drop_table("catalog_group_property")
    with op.batch_alter_table("catalog_group", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_group_channel_id"))

    op.drop_table("catalog_group")
    with op.batch_alter_table("catalog_category", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_category_channel_id"))

    op.drop_table("catalog_category")
