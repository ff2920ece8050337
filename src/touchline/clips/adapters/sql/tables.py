"""Tables of clips, downloads and event files."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from touchline.platform.db.base import Base, ChannelScoped, VersionedTable


class WorkColumns:
    """The columns of `shared.tasks.work.Work`. `version` counts the changes."""

    version: Mapped[int] = mapped_column()
    state: Mapped[str] = mapped_column(index=True)
    progress: Mapped[int] = mapped_column(default=0)
    failure_message: Mapped[str] = mapped_column(default="")
    failure_code: Mapped[str] = mapped_column(default="", server_default="")
    attempts: Mapped[int] = mapped_column(default=0)
    lease: Mapped[str] = mapped_column(default="")
    leased_until: Mapped[datetime | None]

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:
        """Mapper options. The version column prevents overwriting a newer row."""
        return {"version_id_col": cls.version}


class ClipRow(WorkColumns, VersionedTable, ChannelScoped, Base):
    """A clip. The unique constraint ensures that repeated requests create one clip.

    Ids of deleted clips are not reused, because jobs, URLs and counted downloads refer to them.
    """

    __tablename__ = "clip"
    __table_args__ = (
        UniqueConstraint(
            "channel_id",
            "account_id",
            "media_id",
            "start_ms",
            "duration_ms",
            "name",
            name="uq_clip_asked",
        ),
        Index("ix_clip_of_event", "channel_id", "event_id", "id"),
        Index("ix_clip_of_account", "channel_id", "account_id", "id"),
        Index("ix_clip_featured", "channel_id", "featured_at"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int | None]
    event_id: Mapped[int]
    media_id: Mapped[int]
    uuid: Mapped[str] = mapped_column(unique=True)
    name: Mapped[str]
    tags: Mapped[list[Any]] = mapped_column(JSON)
    start_ms: Mapped[int]
    duration_ms: Mapped[int]
    folder: Mapped[str] = mapped_column(index=True)
    offset_ms: Mapped[int]
    width: Mapped[int]
    height: Mapped[int]
    frame_rate: Mapped[float]
    size: Mapped[int] = mapped_column(BigInteger)
    has_poster: Mapped[bool]
    created_at: Mapped[datetime]
    hidden_at: Mapped[datetime | None]
    hidden_by: Mapped[str] = mapped_column(String(80), server_default="", default="")
    approved_at: Mapped[datetime | None]
    featured_at: Mapped[datetime | None]
    former_folders: Mapped[list[Any] | None] = mapped_column(JSON(none_as_null=True))
    origin: Mapped[str] = mapped_column(String(20), server_default="viewer", default="viewer")
    names: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class HighlightRow(ChannelScoped, Base):
    """The highlight of one entry of a timeline. The unique constraint allows one for each entry, for ever.

    `clip_id` is null until its clip is made. `is_pending`: the clip must be made, or made anew.
    """

    __tablename__ = "clip_highlight"
    __table_args__ = (
        UniqueConstraint("channel_id", "event_id", "entry_id"),
        Index("ix_clip_highlight_pending", "is_pending", "tried_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int]
    entry_id: Mapped[str] = mapped_column(String(36))
    at_ms: Mapped[int] = mapped_column(BigInteger)
    names: Mapped[dict[str, Any]] = mapped_column(JSON)
    kind: Mapped[dict[str, Any]] = mapped_column(JSON)
    clip_id: Mapped[int | None] = mapped_column(index=True)
    starts_at_ms: Mapped[int] = mapped_column(BigInteger)
    is_pending: Mapped[bool]
    is_removed: Mapped[bool]
    position: Mapped[int | None]
    created_at: Mapped[datetime]
    tried_at: Mapped[datetime]


class ReelRow(ChannelScoped, Base):
    """The reel of an event. `content` identifies what it shows.

    `revision` counts the changes to its highlights, `made_revision` is the one that it shows.
    """

    __tablename__ = "clip_reel"
    __table_args__ = (UniqueConstraint("channel_id", "event_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int]
    clip_id: Mapped[int | None]
    revision: Mapped[int]
    made_revision: Mapped[int]
    content: Mapped[str] = mapped_column(String(64))


class ClipDownloadRow(ChannelScoped, Base):
    """A viewer's download of a clip or a whole event, one row for each viewer and item."""

    __tablename__ = "clip_download"
    __table_args__ = (UniqueConstraint("channel_id", "account_id", "kind", "thing_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    kind: Mapped[str]
    thing_id: Mapped[int]
    at: Mapped[datetime]


class ClipReportRow(ChannelScoped, Base):
    """A report about a clip, one row for each clip and reporter.

    `reporter` is a keyed digest of the account or network address. When an account is closed, its reports
    lose `account_id`, `reporter` and `text`. `resolved_at` is when an operator resolved the report.
    """

    __tablename__ = "clip_report"
    __table_args__ = (
        UniqueConstraint("channel_id", "clip_id", "reporter"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    clip_id: Mapped[int]
    account_id: Mapped[int | None] = mapped_column(index=True)
    reporter: Mapped[str] = mapped_column(String(64))
    reason: Mapped[str] = mapped_column(String(20))
    text: Mapped[str] = mapped_column(String(500))
    created_at: Mapped[datetime]
    resolved_at: Mapped[datetime | None]


class ClipCreatorBlockRow(ChannelScoped, Base):
    """A viewer who may not make clips in the channel."""

    __tablename__ = "clip_maker_block"
    __table_args__ = (UniqueConstraint("channel_id", "account_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int]
    blocked_at: Mapped[datetime]


class SharedRangeRow(ChannelScoped, Base):
    """A part of a paid event that a clip's share link has shown. The row outlives the clip."""

    __tablename__ = "clip_shared_range"
    __table_args__ = (
        UniqueConstraint("channel_id", "clip_id"),
        Index("ix_clip_shared_range_of_maker", "channel_id", "account_id", "event_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    clip_id: Mapped[int]
    account_id: Mapped[int]
    event_id: Mapped[int]
    media_id: Mapped[int]
    start_ms: Mapped[int]
    duration_ms: Mapped[int]


class EventFileRow(WorkColumns, ChannelScoped, Base):
    """The MP4 of an event's recording."""

    __tablename__ = "event_file"
    __table_args__ = (UniqueConstraint("channel_id", "event_id", "media_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    event_id: Mapped[int]
    media_id: Mapped[int]
    source: Mapped[str]
    folder: Mapped[str] = mapped_column(index=True)
    size: Mapped[int] = mapped_column(BigInteger)
    created_at: Mapped[datetime]
    wanted_at: Mapped[datetime]
    failure_told: Mapped[bool] = mapped_column(default=False)
