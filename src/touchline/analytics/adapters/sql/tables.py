"""Tables of analytics records.

The primary key finds records by channel and second. An additional index finds records about one content item.
On SQLite, the tables are not clustered by the key: without statistics, SQLite would scan all records of a
channel instead of using the other index.

`at` is in seconds since 1970. Figures of a record fit into 31 bits, except those that a browser sets,
including `thing_id`. `person` is null if there is none, so the index for erasing a person contains only
records with a person.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column

from touchline.platform.db.base import Base, ChannelScoped


class RecordColumns(ChannelScoped):
    """Columns of all records."""

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
    """A row for the start of a session."""

    __tablename__ = "analytics_sessions"

    platform: Mapped[str]
    resolution: Mapped[str]


class AnalyticsEventRow(RecordColumns, Base):
    """A row for an analytics event. `detail` is JSON, or empty if there are no details."""

    __tablename__ = "analytics_happenings"

    name: Mapped[str]
    page: Mapped[str]
    thing_kind: Mapped[str | None]
    thing_id: Mapped[int] = mapped_column(BigInteger)
    detail: Mapped[str]


class PlaybackEventRow(RecordColumns, Base):
    """A row for a playback event. `about` is JSON, or empty if the page sent no labels."""

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
    """A row for the byte offset up to which a spool file is stored."""

    __tablename__ = "analytics_marks"

    file: Mapped[str] = mapped_column(primary_key=True)
    read_to: Mapped[int] = mapped_column(BigInteger)


class DroppedBeaconsRow(Base):
    """A row for the number of dropped payloads, by day (since 1970) and reason."""

    __tablename__ = "analytics_dropped"

    day: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    reason: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int] = mapped_column(BigInteger)


class PseudonymRow(ChannelScoped, Base):
    """A row for the pseudonym of an account that agreed to be counted."""

    __tablename__ = "analytics_people"
    __table_args__ = (
        UniqueConstraint("channel_id", "account_id"),
        UniqueConstraint("channel_id", "person"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    person: Mapped[str]


class PendingErasureRow(ChannelScoped, Base):
    """A row for a pseudonym to erase from the records. Nothing links it to its account any more."""

    __tablename__ = "analytics_leavers"

    channel_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person: Mapped[str] = mapped_column(primary_key=True)


class SessionUsageRow(ChannelScoped, Base):
    """A row for what a session has reported. Instants are in seconds since 1970."""

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
