"""Tables of what viewers follow. Ids of things are the catalogue's (no foreign key); times of films are in
seconds."""

from datetime import datetime

from sqlalchemy import JSON, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class FavoriteRow(ChannelScoped, Base):
    """A team, school or sport that a viewer marked, once."""

    __tablename__ = "engagement_favorite"
    __table_args__ = (UniqueConstraint("channel_id", "account_id", "type", "thing_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    type: Mapped[str]
    thing_id: Mapped[int]
    created_at: Mapped[datetime]


class PositionRow(ChannelScoped, Base):
    """Where a viewer stopped watching an event's recording or a library item."""

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


class WatchSettingsRow(ChannelScoped, Base):
    """How a viewer wants to see things; without a row as everybody does."""

    __tablename__ = "engagement_watch_settings"
    __table_args__ = (UniqueConstraint("channel_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    hide_scores: Mapped[bool]


class ReminderRow(ChannelScoped, Base):
    """What a viewer wants to be told of when it goes live, once."""

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


class SentNotificationRow(ChannelScoped, Base):
    """A viewer was told of an event, once; `pushed` are the push subscriptions that it reached."""

    __tablename__ = "engagement_told"
    __table_args__ = (UniqueConstraint("channel_id", "event_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(index=True)
    event_id: Mapped[int]
    told_at: Mapped[datetime] = mapped_column(index=True)
    pushed: Mapped[list[int]] = mapped_column(JSON)


class NotificationSettingsRow(ChannelScoped, Base):
    """How and when a viewer wants to be told; without a row by every way and at any time. Quiet hours are
    `HH:MM` in `time_zone` (IANA; null: the channel's)."""

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
    """A browser that takes pushes for a viewer (W3C Push API); `digest` is the SHA-256 of the endpoint.

    `session_id`: the session that subscribed (no foreign key, as it is another context's). Null: an earlier
    release wrote the row.
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
