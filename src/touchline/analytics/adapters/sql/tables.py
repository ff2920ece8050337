"""Tables of what happened.

Facts are found by channel and second, along the primary key; those about one thing along an index of their
own. (They are not clustered by the key on SQLite: without statistics it would then walk through all of a
channel rather than take the other index.) `at` is in seconds since 1970; no figure of a fact is more than 31
bits wide but those that a browser names, `thing_id` among them. `person` is null where there is none, so that
the index by which a person is forgotten holds none of the others.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class RecordColumns(ChannelScoped):
    """What all facts have."""

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    session: Mapped[str]
    person: Mapped[str | None]
    country: Mapped[str]
    device: Mapped[str]
    browser: Mapped[str]
    system: Mapped[str]
    is_bot: Mapped[bool]
    origin: Mapped[str]
    trk: Mapped[str]
    is_doubtful: Mapped[bool] = mapped_column(server_default=false(), default=False)


class SessionStartRow(RecordColumns, Base):
    """A session began."""

    __tablename__ = "analytics_sessions"

    platform: Mapped[str]
    resolution: Mapped[str]


class AnalyticsEventRow(RecordColumns, Base):
    """Something a visitor did or met; `detail` is JSON, empty where nothing else was told."""

    __tablename__ = "analytics_happenings"

    name: Mapped[str]
    page: Mapped[str]
    thing_kind: Mapped[str | None]
    thing_id: Mapped[int] = mapped_column(BigInteger)
    detail: Mapped[str]


class PlaybackEventRow(RecordColumns, Base):
    """Something that happened to a view, or seconds of it that were watched; `about` is JSON, empty where
    the page said nothing."""

    __tablename__ = "analytics_views"

    view: Mapped[str]
    thing_kind: Mapped[str]
    thing_id: Mapped[int] = mapped_column(BigInteger)
    what: Mapped[str]
    live: Mapped[bool]
    position: Mapped[int]
    seconds: Mapped[int]
    startup_ms: Mapped[int]
    stall_ms: Mapped[int]
    bitrate: Mapped[int]
    side: Mapped[str | None]
    fault: Mapped[str]
    about: Mapped[str]


class SpoolOffsetRow(Base):
    """To which byte a file of facts has been written."""

    __tablename__ = "analytics_marks"

    file: Mapped[str] = mapped_column(primary_key=True)
    read_to: Mapped[int] = mapped_column(BigInteger)


class DroppedBeaconsRow(Base):
    """How much was not kept, by day (since 1970) and reason."""

    __tablename__ = "analytics_dropped"

    day: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    reason: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int] = mapped_column(BigInteger)


class PseudonymRow(ChannelScoped, Base):
    """The pseudonym of an account that agreed to be counted."""

    __tablename__ = "analytics_people"
    __table_args__ = (
        UniqueConstraint("channel_id", "account_id"),
        UniqueConstraint("channel_id", "person"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    person: Mapped[str]


class PendingErasureRow(ChannelScoped, Base):
    """A pseudonym that is still to go from the facts; nothing says any more which account it stood for."""

    __tablename__ = "analytics_leavers"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person: Mapped[str] = mapped_column(primary_key=True)


class SessionUsageRow(ChannelScoped, Base):
    """How much a session has reported; instants in seconds since 1970."""

    __tablename__ = "analytics_session_usage"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    session: Mapped[str] = mapped_column(primary_key=True)
    began: Mapped[int] = mapped_column(BigInteger)
    minute: Mapped[int]
    minute_points: Mapped[int]
    hour: Mapped[int]
    hour_points: Mapped[int]
    watched: Mapped[int]
    seen_at: Mapped[int] = mapped_column(BigInteger, index=True)


for _table in (SessionStartRow, AnalyticsEventRow, PlaybackEventRow):
    Index(
        f"ix_{_table.__tablename__}_person",
        _table.channel_id,
        _table.person,
        sqlite_where=_table.person.is_not(None),
        postgresql_where=_table.person.is_not(None),
    )
    Index(
        f"ix_{_table.__tablename__}_doubtful",
        _table.channel_id,
        _table.at,
        sqlite_where=_table.is_doubtful.is_(True),
        postgresql_where=_table.is_doubtful.is_(True),
    )
Index(
    "ix_analytics_views_thing",
    PlaybackEventRow.channel_id,
    PlaybackEventRow.thing_kind,
    PlaybackEventRow.thing_id,
    PlaybackEventRow.at,
)
