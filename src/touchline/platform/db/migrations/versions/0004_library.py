"""The library."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "catalog_library_category",
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_library_category")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_library_category_channel_id_key")),
    )
    with op.batch_alter_table("catalog_library_category", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_catalog_library_category_channel_id"), ["channel_id"], unique=False
        )

    op.create_table(
        "catalog_library_item",
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("description", sa.JSON(), nullable=False),
        sa.Column("sort_title", sa.String(), nullable=False),
        sa.Column("search", sa.String(), nullable=False),
        sa.Column("search_title", sa.String(), nullable=False),
        sa.Column("author", sa.JSON(), nullable=False),
        sa.Column("date", sa.DateTime(timezone=True), nullable=False),
        sa.Column("duration", sa.Integer(), nullable=False),
        sa.Column("pass_type", sa.String(), nullable=False),
        sa.Column("image", sa.String(), nullable=True),
        sa.Column("preview", sa.String(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_library_item")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_library_item_channel_id_key")),
    )
    with op.batch_alter_table("catalog_library_item", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_catalog_library_item_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(
            "ix_catalog_library_item_date", ["channel_id", "withdrawn", "date", "id"], unique=False
        )
        batch_op.create_index(
            "ix_catalog_library_item_title", ["channel_id", "withdrawn", "sort_title", "id"], unique=False
        )

    op.create_table(
        "catalog_library_item_category",
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("category_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["category_id"],
            ["catalog_library_category.id"],
            name=op.f("fk_catalog_library_item_category_category_id"),
        ),
        sa.ForeignKeyConstraint(
            ["item_id"],
            ["catalog_library_item.id"],
            name=op.f("fk_catalog_library_item_category_item_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("item_id", "category_id", name=op.f("pk_catalog_library_item_category")),
    )
    with op.batch_alter_table("catalog_library_item_category", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_catalog_library_item_category_category_id"), ["category_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_catalog_library_item_category_channel_id"), ["channel_id"], unique=False
        )

    op.create_table(
        "catalog_library_rail",
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("category_id", sa.Integer(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["category_id"], ["catalog_library_category.id"], name=op.f("fk_catalog_library_rail_category_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_catalog_library_rail")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_catalog_library_rail_channel_id_key")),
    )
    with op.batch_alter_table("catalog_library_rail", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_catalog_library_rail_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "catalog_library_rail_item",
        sa.Column("rail_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["item_id"], ["catalog_library_item.id"], name=op.f("fk_catalog_library_rail_item_item_id")
        ),
        sa.ForeignKeyConstraint(
            ["rail_id"],
            ["catalog_library_rail.id"],
            name=op.f("fk_catalog_library_rail_item_rail_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("rail_id", "item_id", name=op.f("pk_catalog_library_rail_item")),
    )
    with op.batch_alter_table("catalog_library_rail_item", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_catalog_library_rail_item_channel_id"), ["channel_id"], unique=False
        )


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("catalog_library_rail_item", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_library_rail_item_channel_id"))

    op.drop_table("catalog_library_rail_item")
    with op.batch_alter_table("catalog_library_rail", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_library_rail_channel_id"))

    op.drop_table("catalog_library_rail")
    with op.batch_alter_table("catalog_library_item_category", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_library_item_category_channel_id"))
        batch_op.drop_index(batch_op.f("ix_catalog_library_item_category_category_id"))

    op.drop_table("catalog_library_item_category")
    with op.batch_alter_table("catalog_library_item", schema=None) as batch_op:
        batch_op.drop_index("ix_catalog_library_item_title")
        batch_op.drop_index("ix_catalog_library_item_date")
        batch_op.drop_index(batch_op.f("ix_catalog_library_item_channel_id"))

    op.drop_table("catalog_library_item")
    with op.batch_alter_table("catalog_library_category", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_catalog_library_category_channel_id"))

    op.drop_table("catalog_library_category")
