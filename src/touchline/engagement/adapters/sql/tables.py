"""Tables of viewers' favorites, playback positions, reminders and settings.

Item ids are those of the catalog, without foreign keys. Playback times are in seconds.
"""

from datetime import datetime

from sqlalchemy import JSON, BigInteger, Index, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class FavoriteRow(ChannelScoped, Base):
    """A team, school or sport that a viewer marked as a favorite, one row for each."""

    __tablename__ = "engagement_favorite"
    __table_args__ = (UniqueConstraint("channel_id", "account_id", "type", "thing_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    type: Mapped[str]
    thing_id: Mapped[int]
    created_at: Mapped[datetime]


class PositionRow(ChannelScoped, Base):
    """A viewer's playback position in an event's recording or a library item."""

    __tablename__ = "engagement_position"
    __table_args__ = (
        UniqueConstraint("channel_id", "account_id", "kind", "thing_id"),
        Index("ix_engagement_position_newest", "channel_id", "account_id", "watched_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    kind: Mapped[str]
    thing_id: Mapped[int]
    position: Mapped[int]
    duration: Mapped[int]
    watched_at: Mapped[datetime]


class WatchSettingsRow(VersionedTable, ChannelScoped, Base):
    """A viewer's display settings. Without a row, the defaults apply."""

    __tablename__ = "engagement_watch_settings"
    __table_args__ = (UniqueConstraint("channel_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    hide_scores: Mapped[bool]


class ReminderRow(ChannelScoped, Base):
    """A viewer's reminder, one row for each target."""

    __tablename__ = "engagement_reminder"
    __table_args__ = (
        UniqueConstraint(
            "channel_id", "account_id", "about_type", "about_id", name="uq_engagement_reminder_once"
        ),
        Index("ix_engagement_reminder_about", "channel_id", "about_type", "about_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    about_type: Mapped[str]
    about_id: Mapped[int]
    created_at: Mapped[datetime]
    score_alerts: Mapped[bool] = mapped_column(server_default=false(), default=False)


class SentNotificationRow(ChannelScoped, Base):
    """A notification of an event to a viewer, one row for each.

    `pushed` are the push subscriptions that got it.
    """

    __tablename__ = "engagement_told"
    __table_args__ = (UniqueConstraint("channel_id", "event_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(index=True)
    event_id: Mapped[int]
    told_at: Mapped[datetime] = mapped_column(index=True)
    pushed: Mapped[list[int]] = mapped_column(JSON)


class ScoreAlertRow(ChannelScoped, Base):
    """The progress of the score alerts of an event, one row for each.

    `number` counts the alerts. `moment_id`, `at_ms` and `content` are those of the last one, and `due_at` is
    the time of the next one. `changed_at` is the time of the last change.
    """

    __tablename__ = "engagement_score_alert"
    __table_args__ = (UniqueConstraint("channel_id", "event_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int]
    number: Mapped[int]
    moment_id: Mapped[str]
    at_ms: Mapped[int] = mapped_column(BigInteger)
    content: Mapped[str]
    is_sending: Mapped[bool]
    due_at: Mapped[datetime | None] = mapped_column(index=True)
    changed_at: Mapped[datetime] = mapped_column(index=True)


class SentScoreAlertRow(ChannelScoped, Base):
    """The latest score alert of an event to a viewer, one row for each.

    `pushed` are the push subscriptions that got it.
    """

    __tablename__ = "engagement_sent_score_alert"
    __table_args__ = (UniqueConstraint("channel_id", "event_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(index=True)
    event_id: Mapped[int]
    number: Mapped[int]
    sent_at: Mapped[datetime] = mapped_column(index=True)
    pushed: Mapped[list[int]] = mapped_column(JSON)


class NotificationSettingsRow(ChannelScoped, Base):
    """A viewer's notification settings. Without a row, email and push are on, at any time.

    Quiet hours are `HH:MM` in `time_zone` (IANA; null: the channel's time zone).
    """

    __tablename__ = "engagement_news_settings"
    __table_args__ = (UniqueConstraint("channel_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    by_mail: Mapped[bool]
    by_push: Mapped[bool]
    quiet_from: Mapped[str | None]
    quiet_to: Mapped[str | None]
    time_zone: Mapped[str | None]


class PushSubscriptionRow(ChannelScoped, Base):
    """A viewer's push subscription (W3C Push API). `digest` is the SHA-256 of the endpoint.

    `session_id` is the session that subscribed. It has no foreign key, because sessions belong to another
    context. It is null in rows from an earlier release.
    """

    __tablename__ = "engagement_push_subscription"
    __table_args__ = (
        UniqueConstraint("channel_id", "digest"),
        Index("ix_engagement_push_subscription_of_account", "channel_id", "account_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    session_id: Mapped[int | None]
    digest: Mapped[str]
    endpoint: Mapped[str]
    p256dh: Mapped[str]
    auth: Mapped[str]
    created_at: Mapped[datetime]
