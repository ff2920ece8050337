"""Favorites, reminders, forms and other engagement of viewers."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward."""
    op.create_table(
        "engagement_favorite",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("thing_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_favorite")),
        sa.UniqueConstraint(
            "channel_id",
            "account_id",
            "type",
            "thing_id",
            name=op.f("uq_engagement_favorite_channel_id_account_id_type_thing_id"),
        ),
    )
    with op.batch_alter_table("engagement_favorite", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_engagement_favorite_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "engagement_form",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("alias", sa.String(), nullable=False),
        sa.Column("definition", sa.JSON(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_form")),
        sa.UniqueConstraint("channel_id", "alias", name=op.f("uq_engagement_form_channel_id_alias")),
    )
    with op.batch_alter_table("engagement_form", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_engagement_form_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "engagement_form_request",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("alias", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("answers", sa.JSON(), nullable=False),
        sa.Column("language", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_form_request")),
    )
    with op.batch_alter_table("engagement_form_request", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_engagement_form_request_account_id"), ["account_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_engagement_form_request_channel_id"), ["channel_id"], unique=False
        )
        batch_op.create_index(
            "ix_engagement_form_request_of_form", ["channel_id", "alias", "id"], unique=False
        )

    op.create_table(
        "engagement_news_settings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("by_mail", sa.Boolean(), nullable=False),
        sa.Column("by_push", sa.Boolean(), nullable=False),
        sa.Column("quiet_from", sa.String(), nullable=True),
        sa.Column("quiet_to", sa.String(), nullable=True),
        sa.Column("time_zone", sa.String(), nullable=True),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_news_settings")),
        sa.UniqueConstraint(
            "channel_id", "account_id", name=op.f("uq_engagement_news_settings_channel_id_account_id")
        ),
    )
    with op.batch_alter_table("engagement_news_settings", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_engagement_news_settings_channel_id"), ["channel_id"], unique=False
        )

    op.create_table(
        "engagement_position",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("thing_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("duration", sa.Integer(), nullable=False),
        sa.Column("watched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_position")),
        sa.UniqueConstraint(
            "channel_id",
            "account_id",
            "kind",
            "thing_id",
            name=op.f("uq_engagement_position_channel_id_account_id_kind_thing_id"),
        ),
    )
    with op.batch_alter_table("engagement_position", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_engagement_position_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(
            "ix_engagement_position_newest", ["channel_id", "account_id", "watched_at"], unique=False
        )

    op.create_table(
        "engagement_push_subscription",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("p256dh", sa.String(), nullable=False),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_push_subscription")),
        sa.UniqueConstraint(
            "channel_id", "digest", name=op.f("uq_engagement_push_subscription_channel_id_digest")
        ),
    )
    with op.batch_alter_table("engagement_push_subscription", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_engagement_push_subscription_channel_id"), ["channel_id"], unique=False
        )
        batch_op.create_index(
            "ix_engagement_push_subscription_of_account", ["channel_id", "account_id"], unique=False
        )

    op.create_table(
        "engagement_reminder",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("about_type", sa.String(), nullable=False),
        sa.Column("about_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_reminder")),
        sa.UniqueConstraint(
            "channel_id", "account_id", "about_type", "about_id", name="uq_engagement_reminder_once"
        ),
    )
    with op.batch_alter_table("engagement_reminder", schema=None) as batch_op:
        batch_op.create_index(
            "ix_engagement_reminder_about", ["channel_id", "about_type", "about_id"], unique=False
        )
        batch_op.create_index(batch_op.f("ix_engagement_reminder_channel_id"), ["channel_id"], unique=False)

    op.create_table(
        "engagement_told",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("told_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("pushed", sa.JSON(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_told")),
        sa.UniqueConstraint(
            "channel_id",
            "event_id",
            "account_id",
            name=op.f("uq_engagement_told_channel_id_event_id_account_id"),
        ),
    )
    with op.batch_alter_table("engagement_told", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_engagement_told_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_engagement_told_channel_id"), ["channel_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_engagement_told_told_at"), ["told_at"], unique=False)

    op.create_table(
        "engagement_watch_settings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("hide_scores", sa.Boolean(), nullable=False),
        sa.Column("channel_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engagement_watch_settings")),
        sa.UniqueConstraint(
            "channel_id", "account_id", name=op.f("uq_engagement_watch_settings_channel_id_account_id")
        ),
    )
    with op.batch_alter_table("engagement_watch_settings", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_engagement_watch_settings_channel_id"), ["channel_id"], unique=False
        )


def downgrade() -> None:
    """Go back."""
    with op.batch_alter_table("engagement_watch_settings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_engagement_watch_settings_channel_id"))

    op.drop_table("engagement_watch_settings")
    with op.batch_alter_table("engagement_told", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_engagement_told_told_at"))
        batch_op.drop_index(batch_op.f("ix_engagement_told_channel_id"))
        batch_op.drop_index(batch_op.f("ix_engagement_told_account_id"))

    op.drop_table("engagement_told")
    with op.batch_alter_table("engagement_reminder", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_engagement_reminder_channel_id"))
        batch_op.drop_index("ix_engagement_reminder_about")

    op.drop_table("engagement_reminder")
    with op.batch_alter_table("engagement_push_subscription", schema=None) as batch_op:
        batch_op.drop_index("ix_engagement_push_subscription_of_account")
        batch_op.drop_index(batch_op.f("ix_engagement_push_subscription_channel_id"))

    op.drop_table("engagement_push_subscription")
    with op.batch_alter_table("engagement_position", schema=None) as batch_op:
        batch_op.drop_index("ix_engagement_position_newest")
        batch_op.drop_index(batch_op.f("ix_engagement_position_channel_id"))

    op.drop_table("engagement_position")
    with op.batch_alter_table("engagement_news_settings", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_engagement_news_settings_channel_id"))

    op.drop_table("engagement_news_settings")
    with op.batch_alter_table("engagement_form_request", schema=None) as batch_op:
        batch_op.drop_index("ix_engagement_form_request_of_form")
        batch_op.drop_index(batch_op.f("ix_engagement_form_request_channel_id"))
        batch_op.drop_index(batch_op.f("ix_engagement_form_request_account_id"))

    op.drop_table("engagement_form_request")
    with op.batch_alter_table("engagement_form", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_engagement_form_channel_id"))

    op.drop_table("engagement_form")
    with op.batch_alter_table("engagement_favorite", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_engagement_favorite_channel_id"))

    op.drop_table("engagement_favorite")
