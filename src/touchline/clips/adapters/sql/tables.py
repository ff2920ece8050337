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
    account_id: Mapped[int]
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
