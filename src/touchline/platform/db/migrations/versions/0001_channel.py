"""Channels, keys, content, outbox."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "channel",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("short_name", sa.String(length=80), nullable=False),
        sa.Column("tagline", sa.JSON(), nullable=True),
        sa.Column("language", sa.String(length=12), nullable=False),
        sa.Column("languages", sa.JSON(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("logo", sa.String(), nullable=True),
        sa.Column("favicon", sa.String(), nullable=True),
        sa.Column("share_picture", sa.String(), nullable=True),
        sa.Column("colors", sa.JSON(), nullable=False),
        sa.Column("theme", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("static_blocks", sa.JSON(), nullable=False),
        sa.Column("routes", sa.JSON(), nullable=False),
        sa.Column("texts", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel")),
        sa.UniqueConstraint("slug", name=op.f("uq_channel_slug")),
    )
    op.create_table(
        "faq_question",
        sa.Column("group", sa.JSON(), nullable=True),
        sa.Column("question", sa.JSON(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("answer_html", sa.JSON(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_faq_question")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_faq_question_channel_id_key")),
    )
    with op.batch_alter_table("faq_question", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_faq_question_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "menu_item",
        sa.Column("parent", sa.String(length=120), nullable=True),
        sa.Column("label", sa.JSON(), nullable=False),
        sa.Column("url", sa.String(), nullable=True),
        sa.Column("page", sa.String(length=120), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=True),
        sa.Column("area", sa.String(length=10), nullable=False),
        sa.Column("column", sa.JSON(), nullable=True),
        sa.Column("icon", sa.String(length=40), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_menu_item")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_menu_item_channel_id_key")),
    )
    with op.batch_alter_table("menu_item", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_menu_item_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_written_at"), ["written_at"], unique=False)

    op.create_table(
        "page",
        sa.Column("name", sa.JSON(), nullable=False),
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("alt_name", sa.JSON(), nullable=True),
        sa.Column("text", sa.JSON(), nullable=False),
        sa.Column("html", sa.JSON(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_page")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_page_channel_id_key")),
    )
    with op.batch_alter_table("page", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_page_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "popup",
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("text", sa.JSON(), nullable=False),
        sa.Column("html", sa.JSON(), nullable=False),
        sa.Column("path", sa.String(), nullable=True),
        sa.Column("once", sa.Boolean(), nullable=False),
        sa.Column("action", sa.JSON(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_popup")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_popup_channel_id_key")),
    )
    with op.batch_alter_table("popup", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_popup_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "preroll",
        sa.Column("url", sa.String(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("location", sa.String(length=120), nullable=True),
        sa.Column("location_id", sa.Integer(), nullable=True),
        sa.Column("categories", sa.JSON(), nullable=False),
        sa.Column("category_ids", sa.JSON(), nullable=False),
        sa.Column("for_vod", sa.Boolean(), nullable=False),
        sa.Column("for_live", sa.Boolean(), nullable=False),
        sa.Column("skip_after", sa.Integer(), nullable=True),
        sa.Column("click_url", sa.String(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_preroll")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_preroll_channel_id_key")),
    )
    with op.batch_alter_table("preroll", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_preroll_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "slide",
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("of", sa.String(length=120), nullable=True),
        sa.Column("of_id", sa.Integer(), nullable=True),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("line", sa.JSON(), nullable=True),
        sa.Column("image", sa.String(), nullable=False),
        sa.Column("image_tall", sa.String(), nullable=True),
        sa.Column("event", sa.String(length=120), nullable=True),
        sa.Column("event_id", sa.Integer(), nullable=True),
        sa.Column("badge", sa.JSON(), nullable=True),
        sa.Column("action", sa.JSON(), nullable=True),
        sa.Column("second_action", sa.JSON(), nullable=True),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slide")),
        sa.UniqueConstraint("channel_id", "key", name=op.f("uq_slide_channel_id_key")),
    )
    with op.batch_alter_table("slide", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_slide_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "viewer_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_viewer_session")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_viewer_session_key_hash")),
    )
    with op.batch_alter_table("viewer_session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_viewer_session_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_viewer_session_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_viewer_session_expires_at"), ["expires_at"], unique=False)

    op.create_table(
        "channel_domain",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("host", sa.String(length=253), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["channel_id"], ["channel.id"], name=op.f("fk_channel_domain_channel_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel_domain")),
        sa.UniqueConstraint("host", name=op.f("uq_channel_domain_host")),
    )
    with op.batch_alter_table("channel_domain", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_channel_domain_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "channel_key",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["channel_id"], ["channel.id"], name=op.f("fk_channel_key_channel_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_channel_key")),
        sa.UniqueConstraint("channel_id", "serial", name=op.f("uq_channel_key_channel_id_serial")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_channel_key_key_hash")),
    )


def downgrade() -> None:
    """Go back."""
    op.drop_table("channel_key")
    with op.batch_alter_table("channel_domain", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_channel_domain_channel_id"))

    op.drop_table("channel_domain")
    with op.batch_alter_table("viewer_session", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_viewer_session_expires_at"))
        batch_op.drop_index(batch_op.f("ix_viewer_session_channel_id"))
        batch_op.drop_index(batch_op.f("ix_viewer_session_account_id"))

    op.drop_table("viewer_session")
    with op.batch_alter_table("slide", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_slide_channel_id"))

    op.drop_table("slide")
    with op.batch_alter_table("preroll", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_preroll_channel_id"))

    op.drop_table("preroll")
    with op.batch_alter_table("popup", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_popup_channel_id"))

    op.drop_table("popup")
    with op.batch_alter_table("page", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_page_channel_id"))

    op.drop_table("page")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outbox_written_at"))

    op.drop_table("outbox")
    with op.batch_alter_table("menu_item", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_menu_item_channel_id"))

    op.drop_table("menu_item")
    with op.batch_alter_table("faq_question", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_faq_question_channel_id"))

    op.drop_table("faq_question")
    op.drop_table("channel")
